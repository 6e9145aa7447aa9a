-- Balance recovery: claims to payments that belong to nobody (wrong asset, unknown tag), which lie in suspense.
CREATE TABLE claim (
  id                UUID PRIMARY KEY,
  merchant_id       UUID NOT NULL REFERENCES merchant,
  profile_id        UUID NOT NULL REFERENCES profile,
  mode              TEXT NOT NULL CHECK (mode IN ('sandbox', 'production')),
  version           INTEGER NOT NULL DEFAULT 1,
  status            TEXT NOT NULL CHECK (status IN ('checking', 'review', 'paying', 'done', 'declined', 'recorded')),
  status_reason     TEXT,
  needs_operator    BOOLEAN NOT NULL DEFAULT false,
  payment_id        UUID NOT NULL REFERENCES payment,
  invoice_id        UUID REFERENCES invoice,              -- whose link or details it was claimed by
  network           TEXT NOT NULL,
  gate_id           TEXT,                                 -- null: an asset that no gate has; then it is only recorded
  asset             TEXT NOT NULL,                        -- as in the ledger
  txid              TEXT NOT NULL,
  amount_minor      NUMERIC(78, 0) NOT NULL CHECK (amount_minor > 0),
  fee_bps           INTEGER NOT NULL,
  value_minor       NUMERIC(78, 0),                       -- euro cents when it was claimed; null without a rate
  claimant          TEXT NOT NULL CHECK (claimant IN ('payer', 'merchant')),
  claimed_by        UUID REFERENCES app_user,             -- of a merchant's
  email             TEXT,
  language          TEXT,
  address           TEXT,
  address_key       TEXT,
  destination_tag   BIGINT,
  evidence          JSONB NOT NULL DEFAULT '{}',
  votes             JSONB NOT NULL DEFAULT '[]',          -- of those who approved it: id, role, name
  note              TEXT,                                 -- of the person who refused it
  net_minor         NUMERIC(78, 0),                       -- these three from its approval on
  service_fee_minor NUMERIC(78, 0),
  network_fee_minor NUMERIC(78, 0),
  payout_id         UUID,                                 -- the newest
  loss_minor        NUMERIC(78, 0) NOT NULL DEFAULT 0 CHECK (loss_minor >= 0),
  created_at        TIMESTAMPTZ NOT NULL DEFAULT now(),
  closed_at         TIMESTAMPTZ,
  updated_at        TIMESTAMPTZ NOT NULL DEFAULT now(),
  -- A payment without a tag of ours belongs to nobody: several may claim it, each once, and one is paid.
  shared            BOOLEAN NOT NULL DEFAULT false,
  CONSTRAINT claim_check1 CHECK ((status NOT IN ('paying', 'done')) OR payout_id IS NOT NULL AND net_minor > 0),
  CONSTRAINT claim_check
    CHECK (status = 'recorded' OR gate_id IS NOT NULL AND address IS NOT NULL AND address_key IS NOT NULL),
  CONSTRAINT claim_check2 CHECK ((status IN ('done', 'declined')) = (closed_at IS NOT NULL))
);
CREATE INDEX claim_of_payment ON claim (payment_id);
CREATE INDEX claim_by_profile ON claim (profile_id, id DESC);
CREATE INDEX claim_newest ON claim (mode, id DESC);
CREATE INDEX claim_unfinished ON claim (id) WHERE (status IN ('checking', 'review', 'paying')) OR needs_operator;
CREATE UNIQUE INDEX claim_payout ON claim (payout_id) WHERE payout_id IS NOT NULL;
CREATE UNIQUE INDEX claim_one_unshared ON claim (payment_id) WHERE status <> 'declined' AND NOT shared;
CREATE UNIQUE INDEX claim_paid_once ON claim (payment_id) WHERE status IN ('paying', 'done');

CREATE TRIGGER claim_of_deleted BEFORE INSERT ON claim FOR EACH ROW EXECUTE FUNCTION refuse_deleted_merchant();
