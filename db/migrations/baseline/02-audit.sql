-- The head of each chain. It only ever moves together with a row of the log (audit_log_links below), and its row is the
-- lock of those who append.
CREATE TABLE audit_chain (
  chain     TEXT PRIMARY KEY,                             -- a merchant's id, or 'staff'
  last_seq  BIGINT NOT NULL DEFAULT 0 CHECK (last_seq >= 0),
  last_hash BYTEA NOT NULL DEFAULT decode(repeat('00', 32), 'hex') CHECK (length(last_hash) = 32)
);

CREATE TABLE audit_log (
  chain         TEXT NOT NULL REFERENCES audit_chain(chain),
  seq           BIGINT NOT NULL,                          -- 1, 2, 3 … without gaps
  at            TIMESTAMP(3) WITH TIME ZONE NOT NULL,
  actor_kind    TEXT NOT NULL CHECK (actor_kind IN ('user', 'staff', 'token', 'system')),
  actor_id      TEXT,
  actor_name    TEXT NOT NULL,                            -- as it was then
  ip            TEXT,
  browser       TEXT,
  action        TEXT NOT NULL,                            -- see domain/audit.ts
  target_kind   TEXT,
  target_id     TEXT,
  target_label  TEXT,
  data          JSONB NOT NULL,
  previous_hash BYTEA NOT NULL CHECK (length(previous_hash) = 32),
  hash          BYTEA NOT NULL CHECK (length(hash) = 32), -- SHA-256, see db/audit/canonical.ts
  CHECK ((target_kind IS NULL) = (target_id IS NULL)),
  PRIMARY KEY (chain, seq)
);

CREATE FUNCTION refuse_audit_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '% is append-only', TG_TABLE_NAME USING ERRCODE = 'restrict_violation';
END $$;
CREATE TRIGGER audit_chain_kept BEFORE DELETE OR TRUNCATE ON audit_chain
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_audit_change();
-- Depth 1 is a statement of a client's own; the head is written from within the trigger above only.
CREATE TRIGGER audit_chain_led BEFORE UPDATE ON audit_chain
  FOR EACH STATEMENT WHEN (pg_trigger_depth() = 0) EXECUTE FUNCTION refuse_audit_change();

-- A row links to the head, and the head follows it: neither can be written without the other.
CREATE FUNCTION link_audit_log() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE audit_chain SET last_seq = NEW.seq, last_hash = NEW.hash
  WHERE chain = NEW.chain AND last_seq = NEW.seq - 1 AND last_hash = NEW.previous_hash;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'row % of audit chain % does not follow its head', NEW.seq, NEW.chain
      USING ERRCODE = 'restrict_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER audit_log_links BEFORE INSERT ON audit_log FOR EACH ROW EXECUTE FUNCTION link_audit_log();
CREATE TRIGGER audit_log_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON audit_log
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_audit_change();
