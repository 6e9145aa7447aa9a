-- The gateway's own money between hot wallets, exchanges and the bank. A place is `exchange:<name>`, a network, or `bank:main`.

-- Where money may go: requested by one person of the staff, confirmed by another one of another role, and sealed.
CREATE TABLE treasury_route (
  id              UUID PRIMARY KEY,
  mode            TEXT NOT NULL CHECK (mode IN ('sandbox', 'production')),
  from_place      TEXT NOT NULL,
  to_place        TEXT NOT NULL CHECK (to_place <> from_place),
  gate_id         TEXT NOT NULL,                   -- a gate of the chain, or EUR
  status          TEXT NOT NULL DEFAULT 'requested' CHECK (status IN ('requested', 'confirmed', 'ended')),
  address         TEXT,                            -- null: the exchange has not named it yet
  address_key     TEXT,
  destination_tag BIGINT,
  venue_key       TEXT,                            -- how the exchange calls this destination in its own list
  payee           JSONB,                           -- of a payment by the bank: name, IBAN, BIC, address, reference
  seal            TEXT,                            -- over all of this, once confirmed
  reason          TEXT NOT NULL CHECK (reason <> ''),
  requested_by    UUID NOT NULL REFERENCES staff_user,
  requested_role  TEXT NOT NULL,
  confirmed_by    UUID REFERENCES staff_user CHECK (confirmed_by <> requested_by),
  created_at      TIMESTAMPTZ NOT NULL DEFAULT now(),
  confirmed_at    TIMESTAMPTZ,
  CHECK (status <> 'confirmed' OR (seal IS NOT NULL AND confirmed_by IS NOT NULL AND confirmed_at IS NOT NULL))
);
CREATE UNIQUE INDEX treasury_route_confirmed ON treasury_route (mode, from_place, to_place, gate_id) WHERE status = 'confirmed';
CREATE UNIQUE INDEX treasury_route_requested ON treasury_route (mode, from_place, to_place, gate_id) WHERE status = 'requested';

CREATE TABLE treasury_transfer (
  id            UUID PRIMARY KEY,                  -- the exchange gets it as the client's id where it takes one
  version       INTEGER NOT NULL DEFAULT 1,
  status        TEXT NOT NULL DEFAULT 'proposed'
    CHECK (status IN ('proposed', 'approved', 'sending', 'sent', 'arrived', 'failed', 'declined')),
  reason        TEXT,                              -- why it was refused or failed
  mode          TEXT NOT NULL CHECK (mode IN ('sandbox', 'production')),
  route_id      UUID NOT NULL REFERENCES treasury_route,
  from_place    TEXT NOT NULL,
  to_place      TEXT NOT NULL,
  gate_id       TEXT NOT NULL,
  amount_minor  NUMERIC(78, 0) NOT NULL CHECK (amount_minor > 0),   -- what leaves the origin, fees of an exchange included
  value_minor   NUMERIC(78, 0),                    -- euro cents when it was proposed; null without a rate
  why           TEXT NOT NULL CHECK (why <> ''),
  proposed_by   TEXT NOT NULL,                     -- a person of the staff, or what watches the floors
  votes         JSONB NOT NULL DEFAULT '[]',       -- of those who approved it: id, role, name
  payout_id     UUID REFERENCES payout,
  venue_id      TEXT,                              -- the exchange's own id
  txid          TEXT,
  net_minor     NUMERIC(78, 0) CHECK (net_minor > 0),               -- what is on its way
  arrived_minor NUMERIC(78, 0) CHECK (arrived_minor > 0),
  arrival       TEXT,                              -- the payment, deposit or entry that it arrived as
  deadline_at   TIMESTAMPTZ NOT NULL,              -- of the present status
  sent_at       TIMESTAMPTZ,
  departed_at   TIMESTAMPTZ,
  closed_at     TIMESTAMPTZ,
  created_at    TIMESTAMPTZ NOT NULL DEFAULT now(),
  updated_at    TIMESTAMPTZ NOT NULL DEFAULT now(),
  CHECK ((status IN ('arrived', 'failed', 'declined')) = (closed_at IS NOT NULL))
);
CREATE INDEX treasury_transfer_open ON treasury_transfer (mode, created_at)
  WHERE status IN ('proposed', 'approved', 'sending', 'sent');
CREATE INDEX treasury_transfer_newest ON treasury_transfer (mode, created_at DESC);
CREATE INDEX treasury_transfer_txid ON treasury_transfer (mode, txid) WHERE txid IS NOT NULL;
CREATE UNIQUE INDEX treasury_transfer_payout ON treasury_transfer (payout_id) WHERE payout_id IS NOT NULL;
-- One withdrawal, deposit, payment or entry belongs to one transfer.
CREATE UNIQUE INDEX treasury_transfer_venue ON treasury_transfer (mode, from_place, venue_id) WHERE venue_id IS NOT NULL;
CREATE UNIQUE INDEX treasury_transfer_arrival ON treasury_transfer (mode, to_place, arrival) WHERE arrival IS NOT NULL;
-- Kraken takes no id of ours: a withdrawal whose outcome is unknown is recognized by its amount, which no other one has.
CREATE UNIQUE INDEX treasury_transfer_amount ON treasury_transfer (mode, from_place, gate_id, amount_minor)
  WHERE from_place LIKE 'exchange:%' AND status NOT IN ('declined');

-- How much should be where: below the floor, a transfer up to the target is proposed.
CREATE TABLE treasury_level (
  mode         TEXT NOT NULL CHECK (mode IN ('sandbox', 'production')),
  place        TEXT NOT NULL,
  gate_id      TEXT NOT NULL,
  floor_minor  NUMERIC(78, 0) NOT NULL CHECK (floor_minor >= 0),
  target_minor NUMERIC(78, 0) NOT NULL,
  PRIMARY KEY (mode, place, gate_id),
  CHECK (target_minor > floor_minor)
);
