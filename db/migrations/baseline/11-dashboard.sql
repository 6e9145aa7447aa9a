-- What the sums do not contain yet. A row is written by the transaction that makes the change, and deleted by the
-- statement that adds it to the sums.
CREATE TABLE dashboard_change (
  id          BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  at          TIMESTAMPTZ NOT NULL DEFAULT clock_timestamp(),
  transfer_id BIGINT,                                     -- it was posted
  invoice_id  UUID,                                       -- it was created; with a gate: its payer chose it
  gate_id     TEXT,
  is_first    BOOLEAN,                                    -- the first gate that was chosen for the invoice
  merchant_id UUID,                                       -- the time zone was changed: all days are counted again
  CHECK (num_nonnulls(transfer_id, invoice_id, merchant_id) = 1)
);

-- One row once the sums were computed from the beginning.
CREATE TABLE dashboard_state (
  single     BOOLEAN PRIMARY KEY DEFAULT true CHECK (single),
  rebuilt_at TIMESTAMPTZ NOT NULL
);

-- What a merchant's money changed by in a day, whatever it was for; the balance at the end of a day is the sum of all
-- days up to it.
CREATE TABLE balance_day (
  merchant_id UUID NOT NULL REFERENCES merchant,
  mode        TEXT NOT NULL,
  asset       TEXT NOT NULL,
  day         DATE NOT NULL,
  in_minor    NUMERIC(78, 0) NOT NULL,
  out_minor   NUMERIC(78, 0) NOT NULL,
  PRIMARY KEY (merchant_id, mode, asset, day)
);

-- What a profile did in a day. Gross is before fees; a reorganization or a return makes it less.
CREATE TABLE operation_day (
  profile_id  UUID NOT NULL REFERENCES profile,
  day         DATE NOT NULL,
  kind        TEXT NOT NULL
    CHECK (kind IN ('invoice', 'deposit', 'conversion', 'payout', 'mass_payout', 'withdrawal', 'refund')),
  asset       TEXT NOT NULL,
  count       BIGINT NOT NULL,
  gross_minor NUMERIC(78, 0) NOT NULL,
  fee_minor   NUMERIC(78, 0) NOT NULL,
  PRIMARY KEY (profile_id, day, kind, asset)
);

-- What became of the invoices that were created in a day: by gate, and of all of them where gate_id is empty.
CREATE TABLE payer_day (
  profile_id UUID NOT NULL REFERENCES profile,
  day        DATE NOT NULL,
  gate_id    TEXT NOT NULL,
  opened     BIGINT NOT NULL,
  chosen     BIGINT NOT NULL,
  paid       BIGINT NOT NULL,
  PRIMARY KEY (profile_id, day, gate_id)
);

-- The first rate of each UTC day: what the sums of the day are valued at, permanently.
CREATE TABLE rate_day (
  mode     TEXT NOT NULL,
  asset    TEXT NOT NULL,
  currency TEXT NOT NULL,
  day      DATE NOT NULL,
  value    NUMERIC(38,18) NOT NULL CHECK (value > 0),
  PRIMARY KEY (mode, asset, currency, day)
);
-- The rates of a currency in a period, of all assets, without a look at each.
CREATE INDEX rate_day_of_currency ON rate_day (mode, currency, day) INCLUDE (asset, value);

-- What a merchant's money changed by in a month: a chart of a long history then reads the days of one month only.
CREATE TABLE balance_month (
  merchant_id UUID NOT NULL REFERENCES merchant,
  mode        TEXT NOT NULL,
  asset       TEXT NOT NULL,
  month       DATE NOT NULL,                              -- its first day
  in_minor    NUMERIC(78, 0) NOT NULL,
  out_minor   NUMERIC(78, 0) NOT NULL,
  PRIMARY KEY (merchant_id, mode, asset, month)
);
