-- Settings of the gateway's own accounts. Operators request them, the signer signs them. A new request of one that is closed (`set`, `failed`) opens it again.
CREATE TABLE account_setting (
  mode           TEXT NOT NULL CHECK (mode IN ('production', 'sandbox')),
  network        TEXT NOT NULL,
  setting        TEXT NOT NULL CHECK (setting IN ('require_destination_tag')),
  status         TEXT NOT NULL CHECK (status IN ('requested', 'signed', 'set', 'failed')),
  -- Why it is not signed now, or why it failed.
  words          TEXT,
  requested_by   TEXT NOT NULL,
  requested_at   TIMESTAMPTZ NOT NULL DEFAULT now(),
  updated_at     TIMESTAMPTZ NOT NULL DEFAULT now(),
  -- The last one that was signed for it.
  transaction_id UUID REFERENCES outgoing_transaction (id),
  PRIMARY KEY (mode, network, setting)
);
