-- Refunds: what payers ask for by the link that was mailed to them, and which refund of an invoice is open.

DROP INDEX payout_one_refund;
-- Invoice-states J: one open refund per invoice. It is open while it holds money: one that was refused before a signature is not.
CREATE UNIQUE INDEX payout_one_refund ON payout (invoice_id) WHERE kind = 'refund' AND hold = 'open';
CREATE INDEX payout_by_invoice ON payout (invoice_id, id) WHERE invoice_id IS NOT NULL;

-- The address that a payer gave. The merchant approves it, which makes a refund, or rejects it.
CREATE TABLE refund_request (
  id              UUID PRIMARY KEY,
  invoice_id      UUID NOT NULL REFERENCES invoice,
  profile_id      UUID NOT NULL REFERENCES profile,
  link            TEXT NOT NULL,                            -- which link it came by: each is used once
  status          TEXT NOT NULL CHECK (status IN ('open', 'approved', 'rejected')),
  gate_id         TEXT NOT NULL,
  address         TEXT NOT NULL,
  destination_tag BIGINT,
  refund_id       UUID REFERENCES payout,
  decided_by      TEXT,
  decided_at      TIMESTAMPTZ,
  note            TEXT,                                     -- why it was rejected, for the payer
  created_at      TIMESTAMPTZ NOT NULL,
  UNIQUE (invoice_id, link),
  CHECK ((status = 'open') = (decided_at IS NULL)),
  CHECK ((status = 'approved') = (refund_id IS NOT NULL))
);
CREATE UNIQUE INDEX refund_request_one_open ON refund_request (invoice_id) WHERE status = 'open';
