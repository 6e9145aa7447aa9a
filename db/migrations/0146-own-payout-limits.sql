-- Limits that a merchant sets for its own payouts, mass payouts and withdrawals, in minor units of one currency. NULL is
-- no limit. A higher limit replaces the present one at its time; until then the present one applies.
CREATE TABLE own_payout_limit (
  merchant_id      UUID NOT NULL REFERENCES merchant,
  mode             TEXT NOT NULL CHECK (mode IN ('sandbox', 'production')),
  currency         TEXT NOT NULL,
  per_payout_minor NUMERIC(78, 0) CHECK (per_payout_minor > 0),
  per_payout_next  NUMERIC(78, 0) CHECK (per_payout_next > 0),
  per_payout_from  TIMESTAMPTZ,             -- when per_payout_next applies; NULL: no change is waiting
  per_day_minor    NUMERIC(78, 0) CHECK (per_day_minor > 0),
  per_day_next     NUMERIC(78, 0) CHECK (per_day_next > 0),
  per_day_from     TIMESTAMPTZ,
  PRIMARY KEY (merchant_id, mode)
);
