-- The next number of an account that signs; the row is locked while one is taken (Ethereum's nonce, XRP's sequence).
CREATE TABLE sending_account (
  mode       TEXT NOT NULL,
  network    TEXT NOT NULL,
  address    TEXT NOT NULL,
  next_nonce BIGINT NOT NULL DEFAULT 0,
  PRIMARY KEY (mode, network, address)
);

-- Signed bytes, stored before anyone could see them. Sent again, they are the same bytes.
CREATE TABLE outgoing_transaction (
  id               UUID PRIMARY KEY,
  mode             TEXT NOT NULL,
  network          TEXT NOT NULL,
  txid             TEXT NOT NULL,
  raw              TEXT NOT NULL,
  spends           TEXT[] NOT NULL,                       -- outpoints, or account:nonce
  fee_minor        NUMERIC(78, 0) NOT NULL CHECK (fee_minor >= 0), -- the most it can cost, in the network's coin
  paid_fee_minor   NUMERIC(78, 0),                        -- what the chain took
  status           TEXT NOT NULL CHECK (status IN ('signed', 'sent', 'mined', 'confirmed', 'replaced', 'failed')),
  replaces         UUID REFERENCES outgoing_transaction,
  block_height     BIGINT,
  signed_at        TIMESTAMPTZ NOT NULL,
  sent_at          TIMESTAMPTZ,
  updated_at       TIMESTAMPTZ NOT NULL DEFAULT now(),
  -- The block that holds a transaction of ours: while it is on the chain, the transaction need not be asked after.
  block_hash       TEXT,
  kind             TEXT NOT NULL DEFAULT 'payout' CHECK (kind IN ('payout', 'sweep', 'gas', 'setting', 'cancellation')),
  -- Since which block the chain shows that something else has spent what it spends; null while it does not.
  overtaken_height BIGINT,
  overtaken_hash   TEXT,
  -- The block that a transaction was signed after, where no block before it can hold the transaction (TRON, XRP). Null
  -- where any later block may hold it. The 16 bits in the bytes of a
  -- TRON transaction name another block every two days.
  reference_height BIGINT,
  refusals         INTEGER NOT NULL DEFAULT 0,
  -- How often a node refused the bytes, why it did last, and when they are sent again.
  refusal_words    TEXT,
  send_after       TIMESTAMPTZ,
  UNIQUE (mode, network, txid),
  CHECK ((overtaken_height IS NULL) = (overtaken_hash IS NULL))
);
CREATE INDEX outgoing_open ON outgoing_transaction (mode, network)
  WHERE status IN ('signed', 'sent', 'mined', 'replaced');
CREATE INDEX outgoing_recent ON outgoing_transaction (mode, network, block_height) WHERE status = 'confirmed';
-- What took whose place, in both directions.
CREATE INDEX outgoing_replaces ON outgoing_transaction (replaces) WHERE replaces IS NOT NULL;

-- Which payouts a transaction pays, and by which of its outputs: these and no others are sent by it.
CREATE TABLE outgoing_line (
  transaction_id UUID NOT NULL REFERENCES outgoing_transaction,
  payout_id      UUID NOT NULL REFERENCES payout,
  output         TEXT NOT NULL,
  -- false: another transaction took its place, or it failed for good
  live           BOOLEAN NOT NULL DEFAULT true,
  PRIMARY KEY (transaction_id, payout_id)
);
-- A payout is in one live transaction at most.
CREATE UNIQUE INDEX outgoing_line_live ON outgoing_line (payout_id) WHERE live;
CREATE INDEX outgoing_line_payout ON outgoing_line (payout_id);

-- What a transaction of ours uses up belongs to it and to what replaces it: nobody else may spend it.
CREATE TABLE outgoing_spend (
  mode           TEXT NOT NULL,
  network        TEXT NOT NULL,
  spend          TEXT NOT NULL,
  transaction_id UUID NOT NULL REFERENCES outgoing_transaction, -- the first that reserved it
  -- Somebody else has it: it is never free again, whatever becomes of the transaction that reserved it.
  taken          BOOLEAN NOT NULL DEFAULT false,
  PRIMARY KEY (mode, network, spend)
);

-- Change of ours, spendable like a payment once its transaction is mined.
CREATE TABLE outgoing_change (
  transaction_id   UUID NOT NULL REFERENCES outgoing_transaction,
  output           TEXT NOT NULL,
  address_key      TEXT NOT NULL,
  derivation_index BIGINT NOT NULL,                       -- on the internal chain
  amount_minor     NUMERIC(78, 0) NOT NULL CHECK (amount_minor > 0),
  reserved         BOOLEAN NOT NULL DEFAULT false,
  PRIMARY KEY (transaction_id, output)
);
CREATE INDEX outgoing_change_spendable ON outgoing_change (transaction_id) WHERE NOT reserved;

CREATE TABLE outgoing_internal (
  transaction_id UUID PRIMARY KEY REFERENCES outgoing_transaction,
  mode           TEXT NOT NULL,
  network        TEXT NOT NULL,
  gate_id        TEXT NOT NULL,
  from_key       TEXT NOT NULL,
  to_key         TEXT NOT NULL,
  amount_minor   NUMERIC(78, 0) NOT NULL CHECK (amount_minor > 0)
);
CREATE INDEX outgoing_internal_from ON outgoing_internal (mode, network, from_key);
CREATE INDEX outgoing_internal_to ON outgoing_internal (mode, network, to_key);

CREATE TABLE deposit_holding (
  mode             TEXT NOT NULL,
  network          TEXT NOT NULL,
  address_key      TEXT NOT NULL,
  gate_id          TEXT NOT NULL,
  derivation_index BIGINT NOT NULL,
  state            TEXT NOT NULL DEFAULT 'new' CHECK (state IN ('new', 'dust', 'waiting', 'moving', 'refused')),
  amount_minor     NUMERIC(78, 0),                        -- when it was last looked at
  words            TEXT,                                  -- why nothing moves, for operators
  due_at           TIMESTAMPTZ NOT NULL DEFAULT now(),
  refusals         INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY (mode, network, address_key, gate_id)
);
CREATE INDEX deposit_holding_due ON deposit_holding (mode, network, due_at);

-- Up to which block payments were looked through for such addresses.
CREATE TABLE deposit_cursor (
  mode    TEXT NOT NULL,
  network TEXT NOT NULL,
  height  BIGINT NOT NULL,
  PRIMARY KEY (mode, network)
);

-- Settings of the gateway's own accounts. Operators request them, the signer signs them. A new request of one that is
-- closed (`set`, `failed`) opens it again.
CREATE TABLE account_setting (
  mode           TEXT NOT NULL CHECK (mode IN ('production', 'sandbox')),
  network        TEXT NOT NULL,
  setting        TEXT NOT NULL CHECK (setting = 'require_destination_tag'),
  status         TEXT NOT NULL CHECK (status IN ('requested', 'signed', 'set', 'failed')),
  -- Why it is not signed now, or why it failed.
  words          TEXT,
  requested_by   TEXT NOT NULL,
  requested_at   TIMESTAMPTZ NOT NULL DEFAULT now(),
  updated_at     TIMESTAMPTZ NOT NULL DEFAULT now(),
  -- The last one that was signed for it.
  transaction_id UUID REFERENCES outgoing_transaction,
  PRIMARY KEY (mode, network, setting)
);
