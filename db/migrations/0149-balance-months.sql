-- What a merchant's money changed by in a month: a chart of a long history then reads the days of one month only.
CREATE TABLE balance_month (
  merchant_id UUID NOT NULL REFERENCES merchant,
  mode        TEXT NOT NULL,
  asset       TEXT NOT NULL,
  month       DATE NOT NULL,                      -- its first day
  in_minor    NUMERIC(78, 0) NOT NULL,
  out_minor   NUMERIC(78, 0) NOT NULL,
  PRIMARY KEY (merchant_id, mode, asset, month)
);

INSERT INTO balance_month (merchant_id, mode, asset, month, in_minor, out_minor)
  SELECT merchant_id, mode, asset, date_trunc('month', day)::date, sum(in_minor), sum(out_minor)
  FROM balance_day GROUP BY 1, 2, 3, 4;
