-- The address that a payer gave. The merchant approves it, which makes a refund, or rejects it.
CREATE TABLE refund_request (
  id              UUID PRIMARY KEY,
  invoice_id      UUID NOT NULL REFERENCES invoice,
  profile_id      UUID NOT NULL REFERENCES profile,
  link            TEXT NOT NULL,                          -- which link it came by: each is used once
  status          TEXT NOT NULL CHECK (status IN ('open', 'approved', 'rejected')),
  gate_id         TEXT NOT NULL,
  address         TEXT NOT NULL,
  destination_tag BIGINT,
  refund_id       UUID REFERENCES payout,
  decided_by      TEXT,
  decided_at      TIMESTAMPTZ,
  note            TEXT,                                   -- why it was rejected, for the payer
  created_at      TIMESTAMPTZ NOT NULL,
  -- What changes its status carries a version and the moment of its last change, so that one statement writes them all.
  version         INTEGER NOT NULL DEFAULT 1,
  updated_at      TIMESTAMPTZ NOT NULL DEFAULT now(),
  UNIQUE (invoice_id, link),
  CONSTRAINT refund_request_check CHECK ((status = 'open') = (decided_at IS NULL)),
  CONSTRAINT refund_request_check1 CHECK ((status = 'approved') = (refund_id IS NOT NULL))
);
CREATE UNIQUE INDEX refund_request_one_open ON refund_request (invoice_id) WHERE status = 'open';

-- Refunds that a shop granted by API without knowing where to: the payer claims each by its link, once.
CREATE TABLE refund_link (
  id          UUID PRIMARY KEY,                           -- which link it is: part of its token
  invoice_id  UUID NOT NULL REFERENCES invoice,
  profile_id  UUID NOT NULL REFERENCES profile,
  token_id    UUID NOT NULL REFERENCES api_token,         -- who granted it; a revoked one grants nothing any more
  value_minor NUMERIC(78, 0) NOT NULL CHECK (value_minor > 0), -- fiat, minor units of the invoice's currency
  fee_payer   TEXT CHECK (fee_payer IN ('merchant', 'recipient')),
  reason      TEXT,
  refund_id   UUID REFERENCES payout,
  created_at  TIMESTAMPTZ NOT NULL,
  expires_at  TIMESTAMPTZ NOT NULL,
  used_at     TIMESTAMPTZ,
  gate_id     TEXT,                                       -- of money on another quote; null: the invoice's own
  gates       TEXT[] NOT NULL DEFAULT '{}',               -- what the payer may choose beside the coin that was paid
  CHECK (refund_id IS NULL OR used_at IS NOT NULL)
);
-- Two at a time would show the payer one amount and pay another.
CREATE UNIQUE INDEX refund_link_one_open ON refund_link (invoice_id) WHERE used_at IS NULL;

-- A refund in another coin than it was paid in, and the coins of the invoice that it counts as.
CREATE TABLE refund_cover (
  refund_id  UUID PRIMARY KEY REFERENCES payout,
  invoice_id UUID NOT NULL REFERENCES invoice,
  gate_id    TEXT NOT NULL,
  minor      NUMERIC(78, 0) NOT NULL CHECK (minor > 0)
);
