-- What may leave, in minor units. scope: 'default' and a merchant's id (which stands in its place) bound one merchant,
-- 'gateway' bounds all together.
CREATE TABLE payout_limit (
  scope        TEXT NOT NULL,
  gate_id      TEXT NOT NULL,
  min_minor    NUMERIC(78, 0) CHECK (min_minor > 0),      -- null: twice the typical network fee
  max_minor    NUMERIC(78, 0) CHECK (max_minor > 0),
  hourly_minor NUMERIC(78, 0) CHECK (hourly_minor > 0),
  daily_minor  NUMERIC(78, 0) CHECK (daily_minor > 0),
  PRIMARY KEY (scope, gate_id)
);

CREATE TABLE payout_policy (
  profile_id        UUID PRIMARY KEY REFERENCES profile,
  approval_required BOOLEAN NOT NULL DEFAULT false,       -- another person than the creator approves
  -- null: a day in production, none in sandbox
  cool_off_seconds  INTEGER CHECK (cool_off_seconds >= 0 AND cool_off_seconds <= 2592000)
);

-- Where the merchant's people have sent money, or said that they will: a new address cools off.
CREATE TABLE payout_address (
  profile_id      UUID NOT NULL REFERENCES profile,
  network         TEXT NOT NULL,
  address_key     TEXT NOT NULL,
  destination_tag BIGINT NOT NULL DEFAULT '-1',
  usable_from     TIMESTAMPTZ NOT NULL,
  created_at      TIMESTAMPTZ NOT NULL DEFAULT now(),
  -- The same in a new method's or address's mail and in lists: the key alone does not tell people which address it is.
  id              UUID NOT NULL DEFAULT gen_random_uuid() UNIQUE,
  address         TEXT NOT NULL,
  label           TEXT,
  PRIMARY KEY (profile_id, network, address_key, destination_tag)
);

-- One row per mode and network, and the row with network '*' for all. The signer reads them locked.
CREATE TABLE emergency_stop (
  mode       TEXT NOT NULL CHECK (mode IN ('sandbox', 'production')),
  network    TEXT NOT NULL,                               -- or '*'
  stopped    BOOLEAN NOT NULL DEFAULT false,
  reason     TEXT,
  changed_by TEXT,
  changed_at TIMESTAMPTZ NOT NULL DEFAULT now(),
  PRIMARY KEY (mode, network)
);
-- Money out by SEPA is stopped like a network.
INSERT INTO emergency_stop (mode, network)
SELECT mode, network FROM unnest(ARRAY['sandbox', 'production']) AS mode,
  unnest(ARRAY['*', 'BTC', 'LTC', 'BCH', 'ETH', 'TRON', 'XRP', 'SEPA']) AS network;

CREATE TABLE payout (
  id                UUID PRIMARY KEY,
  kind              TEXT NOT NULL CHECK (kind IN ('payout', 'refund', 'withdrawal', 'balance_recovery')),
  merchant_id       UUID NOT NULL REFERENCES merchant,
  profile_id        UUID NOT NULL REFERENCES profile,
  mode              TEXT NOT NULL CHECK (mode IN ('sandbox', 'production')),
  version           INTEGER NOT NULL DEFAULT 1,
  status            TEXT NOT NULL
    CHECK (status IN ('new', 'pending', 'queue', 'confirming', 'done', 'error', 'canceled')),
  status_reason     TEXT,
  needs_operator    BOOLEAN NOT NULL DEFAULT false,
  gate_id           TEXT NOT NULL,
  network           TEXT NOT NULL,
  amount_minor      NUMERIC(78, 0) NOT NULL CHECK (amount_minor > 0),
  net_minor         NUMERIC(78, 0) NOT NULL CHECK (net_minor > 0),
  service_fee_minor NUMERIC(78, 0) NOT NULL CHECK (service_fee_minor >= 0),
  network_fee_minor NUMERIC(78, 0) NOT NULL CHECK (network_fee_minor >= 0),
  held_minor        NUMERIC(78, 0) NOT NULL,
  fee_payer         TEXT NOT NULL CHECK (fee_payer IN ('merchant', 'recipient')),
  hold              TEXT NOT NULL DEFAULT 'open' CHECK (hold IN ('open', 'posted', 'voided')),
  -- whose parameters the address was read with
  chain             TEXT NOT NULL CHECK (chain IN ('main', 'test', 'regtest')),
  address           TEXT NOT NULL,
  address_key       TEXT NOT NULL,
  destination_tag   BIGINT,
  reference         TEXT,
  description       TEXT,
  invoice_id        UUID REFERENCES invoice,              -- of a refund
  method_id         UUID REFERENCES payment_method,
  approval_required BOOLEAN NOT NULL,
  created_by_kind   TEXT NOT NULL CHECK (created_by_kind IN ('user', 'token', 'system')),
  created_by        TEXT NOT NULL,
  approved_by_kind  TEXT,
  approved_by       TEXT,
  approval_mac      TEXT,                                 -- over all that decides where how much goes
  approved_at       TIMESTAMPTZ,
  not_before        TIMESTAMPTZ,                          -- the end of a new address's cool-off
  signed_at         TIMESTAMPTZ,                          -- the first signature: what the signer's sums count
  created_at        TIMESTAMPTZ NOT NULL,
  completed_at      TIMESTAMPTZ,
  canceled_at       TIMESTAMPTZ,
  updated_at        TIMESTAMPTZ NOT NULL DEFAULT now(),
  mass_payout_id    UUID REFERENCES mass_payout,
  mass_line         INTEGER,
  -- What the signer or the node said of a payout's reason, in words: how much of which coin is missing, what a contract
  -- answered. For operators; what of it merchants read is decided by domain/view/payout.ts.
  status_words      TEXT,
  -- People who count as the creator, besides created_by: who made the token or last renewed its secret, who made or
  -- last changed the method.
  creators          TEXT[] NOT NULL DEFAULT '{}',
  -- The ceiling is in the network's coin; null: approved before ceilings were sealed. fee_raise is an operator's, with
  -- a MAC of its own.
  fee_ceiling_minor NUMERIC(78, 0) CHECK (fee_ceiling_minor >= 0),
  fee_sampled_at    TIMESTAMPTZ,
  fee_raise_minor   NUMERIC(78, 0) CHECK (fee_raise_minor >= 0),
  fee_raise_mac     TEXT,
  CONSTRAINT payout_check4 CHECK (status <> 'done' OR hold = 'posted'),
  CONSTRAINT payout_fee_raise CHECK ((fee_raise_minor IS NULL) = (fee_raise_mac IS NULL)),
  CONSTRAINT payout_check CHECK (held_minor = (net_minor + service_fee_minor + network_fee_minor)),
  CONSTRAINT payout_check1 CHECK ((kind = 'refund') = (invoice_id IS NOT NULL)),
  CONSTRAINT payout_check2 CHECK ((approved_by IS NULL) = (approval_mac IS NULL)),
  CONSTRAINT payout_check3
    CHECK ((status NOT IN ('pending', 'queue', 'confirming', 'done')) OR approval_mac IS NOT NULL),
  CONSTRAINT payout_check5 CHECK (status <> 'canceled' OR hold = 'voided'),
  CONSTRAINT payout_check6 CHECK ((mass_payout_id IS NULL) = (mass_line IS NULL))
);
CREATE INDEX payout_reference ON payout (profile_id, reference) WHERE reference IS NOT NULL;
CREATE INDEX payout_open ON payout (mode, network, status) WHERE status IN ('queue', 'confirming');
CREATE INDEX payout_recent ON payout (merchant_id, mode, gate_id, created_at);
CREATE INDEX payout_signed ON payout (mode, gate_id, signed_at) WHERE signed_at IS NOT NULL;
CREATE INDEX payout_by_method ON payout (method_id, id DESC) WHERE method_id IS NOT NULL;
-- Invoice-states J: one open refund per invoice. It is open while it holds money: one that was refused before a
-- signature is not.
CREATE UNIQUE INDEX payout_one_refund ON payout (invoice_id) WHERE kind = 'refund' AND hold = 'open';
CREATE INDEX payout_by_invoice ON payout (invoice_id, id) WHERE invoice_id IS NOT NULL;
CREATE UNIQUE INDEX payout_mass_line ON payout (mass_payout_id, mass_line) WHERE mass_payout_id IS NOT NULL;
-- When a known address was last paid to, by whom or what ever.
CREATE INDEX payout_by_address ON payout (profile_id, address_key, created_at DESC);
CREATE INDEX payout_unfinished ON payout (id)
  WHERE (status NOT IN ('done', 'canceled')) AND NOT (status = 'error' AND NOT needs_operator)
    AND (mass_payout_id IS NULL OR needs_operator OR (network NOT IN ('BTC', 'LTC', 'BCH')));
-- What has left lately is counted, each time by this index.
CREATE INDEX payout_completed ON payout (completed_at) WHERE status = 'done';
-- Lists of payouts leave out the lines of mass payouts, of which one may have ten thousand. So do their indexes: a list
-- reads what it shows, and the steps of a line write two indexes less.
CREATE INDEX payout_listed ON payout (profile_id, kind, id DESC) WHERE mass_payout_id IS NULL;
CREATE INDEX payout_listed_by_status ON payout (profile_id, kind, status, id DESC) WHERE mass_payout_id IS NULL;
-- A merchant's own limits count what is still to leave, however old it is.
CREATE INDEX payout_to_leave ON payout (merchant_id, mode) WHERE hold = 'open';
-- A merchant's own limits count what left within a day, of all gates.
CREATE INDEX payout_left ON payout (merchant_id, mode, signed_at) WHERE signed_at IS NOT NULL;

-- What one payment of a gate takes on its network at the most, in the network's coin, as its node last said.
CREATE TABLE network_fee (
  mode           TEXT NOT NULL CHECK (mode IN ('sandbox', 'production')),
  gate_id        TEXT NOT NULL,
  cost_minor     NUMERIC(78, 0) NOT NULL CHECK (cost_minor > 0),
  -- the same in the gate's own asset, where no rate is needed for it
  own_cost_minor NUMERIC(78, 0) CHECK (own_cost_minor > 0),
  sampled_at     TIMESTAMPTZ NOT NULL,
  PRIMARY KEY (mode, gate_id)
);

-- Limits that a merchant sets for its own payouts, mass payouts and withdrawals, in minor units of one currency. NULL
-- is no limit. A higher limit replaces the present one at its time; until then the present one applies.
CREATE TABLE own_payout_limit (
  merchant_id      UUID NOT NULL REFERENCES merchant,
  mode             TEXT NOT NULL CHECK (mode IN ('sandbox', 'production')),
  currency         TEXT NOT NULL,
  per_payout_minor NUMERIC(78, 0) CHECK (per_payout_minor > 0),
  per_payout_next  NUMERIC(78, 0) CHECK (per_payout_next > 0),
  per_payout_from  TIMESTAMPTZ,                           -- when per_payout_next applies; NULL: no change is waiting
  per_day_minor    NUMERIC(78, 0) CHECK (per_day_minor > 0),
  per_day_next     NUMERIC(78, 0) CHECK (per_day_next > 0),
  per_day_from     TIMESTAMPTZ,
  -- When a merchant last lowered a limit of its own: what was requested before is checked again when it leaves.
  lowered_at       TIMESTAMPTZ,
  PRIMARY KEY (merchant_id, mode)
);

ALTER TABLE claim ADD FOREIGN KEY (payout_id) REFERENCES payout;
ALTER TABLE automatic_payout ADD FOREIGN KEY (payout_id) REFERENCES payout;
CREATE TRIGGER payout_of_deleted BEFORE INSERT ON payout FOR EACH ROW EXECUTE FUNCTION refuse_deleted_merchant();
