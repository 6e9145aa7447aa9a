-- Proofs of merchants leave after 400 days: each is about 1 kB for each merchant, asset and day, and a merchant keeps
-- the file. Statements, roots, totals and signed addresses stay for ever.
-- locks: reserve_day, reserve_leaf
ALTER TABLE reserve_day ADD COLUMN proofs_removed_at TIMESTAMPTZ;
CREATE INDEX reserve_day_proofs ON reserve_day (day) WHERE proofs_removed_at IS NULL;
-- safe: index reserve_day: it has a row for each mode and day
-- safe: trigger reserve_leaf.reserve_leaf_append_only: no version changes or truncates these rows
-- safe: trigger reserve_leaf.reserve_leaf_kept: older processes delete none of these rows

CREATE FUNCTION keep_recent_proofs() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.day > (now() AT TIME ZONE 'UTC')::date - 400 THEN
    RAISE EXCEPTION 'a proof of reserves is kept for 400 days' USING ERRCODE = 'restrict_violation';
  END IF;
  RETURN OLD;
END $$;
CREATE TRIGGER reserve_leaf_kept BEFORE DELETE ON reserve_leaf FOR EACH ROW EXECUTE FUNCTION keep_recent_proofs();
DROP TRIGGER reserve_leaf_append_only ON reserve_leaf;
CREATE TRIGGER reserve_leaf_append_only BEFORE UPDATE OR TRUNCATE ON reserve_leaf
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
