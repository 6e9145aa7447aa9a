CREATE TABLE mass_payout (
  id                UUID PRIMARY KEY,
  merchant_id       UUID NOT NULL REFERENCES merchant,
  profile_id        UUID NOT NULL REFERENCES profile,
  mode              TEXT NOT NULL CHECK (mode IN ('sandbox', 'production')),
  version           INTEGER NOT NULL DEFAULT 1,
  status            TEXT NOT NULL
    CHECK (status IN ('new', 'validated', 'not_valid', 'pending', 'queue', 'confirming', 'done', 'error')),
  status_reason     TEXT,
  source            TEXT NOT NULL CHECK (source IN ('file', 'api')),
  file_name         TEXT,
  fee_payer         TEXT NOT NULL CHECK (fee_payer IN ('merchant', 'recipient')),
  totals            JSONB NOT NULL,                       -- of the review, by asset
  warnings          JSONB NOT NULL,                       -- lines to look at again
  lines             INTEGER NOT NULL CHECK (lines >= 0),
  bad               INTEGER NOT NULL CHECK (bad >= 0),
  opened            INTEGER NOT NULL DEFAULT 0,           -- lines that became payouts
  signed            INTEGER NOT NULL DEFAULT 0,           -- payouts that are signed or further
  done              INTEGER NOT NULL DEFAULT 0,
  -- payouts in error or canceled, and lines given up before they were payouts
  failed            INTEGER NOT NULL DEFAULT 0,
  approval_required BOOLEAN NOT NULL DEFAULT false,
  created_by_kind   TEXT NOT NULL CHECK (created_by_kind IN ('user', 'token')),
  created_by        TEXT NOT NULL,
  run_by_kind       TEXT,
  run_by            TEXT,
  run_at            TIMESTAMPTZ,
  approved_by_kind  TEXT,
  approved_by       TEXT,
  approved_at       TIMESTAMPTZ,
  not_before        TIMESTAMPTZ,                          -- the end of the cool-off of the newest address
  created_at        TIMESTAMPTZ NOT NULL,
  completed_at      TIMESTAMPTZ,
  updated_at        TIMESTAMPTZ NOT NULL DEFAULT now(),
  creators          TEXT[] NOT NULL DEFAULT '{}',
  CONSTRAINT mass_payout_check2 CHECK (opened = 0 OR approved_by IS NOT NULL),
  CONSTRAINT mass_payout_check1
    CHECK ((status IN ('new', 'validated', 'not_valid')) OR run_by IS NOT NULL OR status = 'error'),
  CONSTRAINT mass_payout_check CHECK (signed <= opened AND done <= signed AND (done + failed) <= lines)
);
CREATE INDEX mass_payout_by_profile ON mass_payout (profile_id, id DESC);
CREATE INDEX mass_payout_by_status ON mass_payout (profile_id, status, id DESC);
CREATE INDEX mass_payout_unfinished ON mass_payout (id) WHERE run_by IS NOT NULL AND (status NOT IN ('done', 'error'));

-- What is held and becomes payouts together: lines of one asset.
CREATE TABLE mass_payout_slice (
  mass_payout_id    UUID NOT NULL REFERENCES mass_payout,
  slice             INTEGER NOT NULL,
  gate_id           TEXT NOT NULL,
  network           TEXT NOT NULL,
  status            TEXT NOT NULL CHECK (status IN ('held', 'opened', 'given_up')),
  reason            TEXT,
  lines             INTEGER NOT NULL CHECK (lines > 0),
  net_minor         NUMERIC(78, 0) NOT NULL CHECK (net_minor > 0),
  service_fee_minor NUMERIC(78, 0) NOT NULL CHECK (service_fee_minor >= 0),
  network_fee_minor NUMERIC(78, 0) NOT NULL CHECK (network_fee_minor >= 0),
  chain             TEXT NOT NULL CHECK (chain IN ('main', 'test', 'regtest')),
  approval_mac      TEXT,                                 -- over every line of it
  PRIMARY KEY (mass_payout_id, slice)
);
-- What is held and no payout yet counts against the limits of its merchant.
CREATE INDEX mass_payout_slice_held ON mass_payout_slice (mass_payout_id) WHERE status = 'held';

-- A line as it was read. Bad ones keep their cells and what is wrong with them; good ones what they mean.
CREATE TABLE mass_payout_line (
  mass_payout_id    UUID NOT NULL REFERENCES mass_payout ON DELETE CASCADE,
  number            INTEGER NOT NULL,                     -- as an editor shows it: the first is 1
  cells             TEXT[],
  problems          JSONB,
  gate_id           TEXT,
  address           TEXT,
  address_key       TEXT,
  destination_tag   BIGINT,
  reference         TEXT,
  amount_minor      NUMERIC(78, 0),
  net_minor         NUMERIC(78, 0),
  service_fee_minor NUMERIC(78, 0),
  network_fee_minor NUMERIC(78, 0),
  slice             INTEGER,
  fee_ceiling_minor NUMERIC(78, 0) CHECK (fee_ceiling_minor >= 0),
  fee_sampled_at    TIMESTAMPTZ,
  CONSTRAINT mass_payout_line_check1
    CHECK (problems IS NOT NULL OR gate_id IS NOT NULL AND address IS NOT NULL AND address_key IS NOT NULL
      AND amount_minor IS NOT NULL AND service_fee_minor IS NOT NULL AND network_fee_minor IS NOT NULL),
  CONSTRAINT mass_payout_line_check CHECK ((problems IS NULL) = (net_minor IS NOT NULL)),
  PRIMARY KEY (mass_payout_id, number)
);
CREATE INDEX mass_payout_line_slice ON mass_payout_line (mass_payout_id, slice, number) WHERE slice IS NOT NULL;
CREATE INDEX mass_payout_line_bad ON mass_payout_line (mass_payout_id, number) WHERE problems IS NOT NULL;

CREATE TRIGGER mass_payout_of_deleted BEFORE INSERT ON mass_payout
  FOR EACH ROW EXECUTE FUNCTION refuse_deleted_merchant();
