-- Refunds that a shop granted by API without knowing where to: the payer claims each by its link, once.
-- locks: invoice, profile, payout, api_token
CREATE TABLE refund_link (
  id           UUID PRIMARY KEY,                         -- which link it is: part of its token
  invoice_id   UUID NOT NULL REFERENCES invoice,
  profile_id   UUID NOT NULL REFERENCES profile,
  token_id     UUID NOT NULL REFERENCES api_token,       -- who granted it; a revoked one grants nothing any more
  value_minor  NUMERIC(78, 0) NOT NULL CHECK (value_minor > 0), -- fiat, minor units of the invoice's currency
  fee_payer    TEXT CHECK (fee_payer IN ('merchant', 'recipient')),
  reason       TEXT,
  refund_id    UUID REFERENCES payout,
  created_at   TIMESTAMPTZ NOT NULL,
  expires_at   TIMESTAMPTZ NOT NULL,
  used_at      TIMESTAMPTZ,
  CHECK (refund_id IS NULL OR used_at IS NOT NULL)
);
-- Two at a time would show the payer one amount and pay another.
CREATE UNIQUE INDEX refund_link_one_open ON refund_link (invoice_id) WHERE used_at IS NULL;
