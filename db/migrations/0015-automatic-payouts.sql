-- What came of each scheduled time of an automatic method: at most one payout, also when it is asked for twice.

CREATE TABLE automatic_payout (
  method_id    UUID NOT NULL REFERENCES payment_method,
  scheduled_at TIMESTAMPTZ NOT NULL,
  payout_id    UUID REFERENCES payout,
  words        TEXT NOT NULL,                           -- what was paid, or why nothing was
  created_at   TIMESTAMPTZ NOT NULL DEFAULT now(),
  PRIMARY KEY (method_id, scheduled_at)
);
