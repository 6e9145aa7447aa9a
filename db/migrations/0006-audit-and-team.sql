-- Who did what, from where, to what: one hash-chained, append-only log per merchant and one of the gateway's staff. And who belongs to a
-- merchant: invitations, and people who were removed.

-- The head of each chain. It only ever moves together with a row of the log (audit_log_links below), and its row is the lock of those who append.
CREATE TABLE audit_chain (
  chain     TEXT PRIMARY KEY,                     -- a merchant's id, or 'staff'
  last_seq  BIGINT NOT NULL DEFAULT 0 CHECK (last_seq >= 0),
  last_hash BYTEA NOT NULL DEFAULT decode(repeat('00', 32), 'hex') CHECK (length(last_hash) = 32)
);

CREATE TABLE audit_log (
  chain         TEXT NOT NULL REFERENCES audit_chain,
  seq           BIGINT NOT NULL,                  -- 1, 2, 3 … without gaps
  at            TIMESTAMPTZ(3) NOT NULL,
  actor_kind    TEXT NOT NULL CHECK (actor_kind IN ('user', 'staff', 'token', 'system')),
  actor_id      TEXT,
  actor_name    TEXT NOT NULL,                    -- as it was then
  ip            TEXT,
  browser       TEXT,
  action        TEXT NOT NULL,                    -- see domain/audit.ts
  target_kind   TEXT,
  target_id     TEXT,
  target_label  TEXT,
  data          JSONB NOT NULL,
  previous_hash BYTEA NOT NULL CHECK (length(previous_hash) = 32),
  hash          BYTEA NOT NULL CHECK (length(hash) = 32),   -- SHA-256, see db/audit/canonical.ts
  PRIMARY KEY (chain, seq),
  CHECK ((target_kind IS NULL) = (target_id IS NULL))
);

-- A row links to the head, and the head follows it: neither can be written without the other.
CREATE FUNCTION link_audit_log() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE audit_chain SET last_seq = NEW.seq, last_hash = NEW.hash
  WHERE chain = NEW.chain AND last_seq = NEW.seq - 1 AND last_hash = NEW.previous_hash;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'row % of audit chain % does not follow its head', NEW.seq, NEW.chain USING ERRCODE = 'restrict_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER audit_log_links BEFORE INSERT ON audit_log FOR EACH ROW EXECUTE FUNCTION link_audit_log();

CREATE FUNCTION refuse_audit_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '% is append-only', TG_TABLE_NAME USING ERRCODE = 'restrict_violation';
END $$;
CREATE TRIGGER audit_log_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON audit_log FOR EACH STATEMENT EXECUTE FUNCTION refuse_audit_change();
CREATE TRIGGER audit_chain_kept BEFORE DELETE OR TRUNCATE ON audit_chain FOR EACH STATEMENT EXECUTE FUNCTION refuse_audit_change();
-- Depth 1 is a statement of a client's own; the head is written from within the trigger above only.
CREATE TRIGGER audit_chain_led BEFORE UPDATE ON audit_chain FOR EACH STATEMENT WHEN (pg_trigger_depth() = 0) EXECUTE FUNCTION refuse_audit_change();

-- Someone removed from a merchant's team keeps the row that records point to, and loses everything that signs in.
ALTER TABLE app_user ADD COLUMN removed_at TIMESTAMPTZ, ADD CHECK (removed_at IS NULL OR blocked_at IS NOT NULL);

CREATE TABLE invitation (
  id          UUID PRIMARY KEY,
  merchant_id UUID NOT NULL REFERENCES merchant,
  email       TEXT NOT NULL CHECK (email = lower(email)),
  full_name   TEXT NOT NULL,
  role        TEXT NOT NULL CHECK (role IN ('admin', 'support', 'viewer')),
  language    TEXT NOT NULL,
  token_hash  BYTEA NOT NULL UNIQUE,              -- SHA-256 of the link's 256 random bits; a resend replaces it
  invited_by  UUID NOT NULL REFERENCES app_user,
  created_at  TIMESTAMPTZ NOT NULL DEFAULT now(),
  sent_at     TIMESTAMPTZ NOT NULL DEFAULT now(),
  expires_at  TIMESTAMPTZ NOT NULL,
  accepted_at TIMESTAMPTZ,
  canceled_at TIMESTAMPTZ,
  CHECK (accepted_at IS NULL OR canceled_at IS NULL)
);
CREATE INDEX invitation_by_merchant ON invitation (merchant_id, created_at DESC, id DESC);
CREATE UNIQUE INDEX invitation_open ON invitation (merchant_id, email) WHERE accepted_at IS NULL AND canceled_at IS NULL;
