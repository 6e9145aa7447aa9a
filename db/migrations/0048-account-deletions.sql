-- The end of an account: two people of the staff confirm it, and from then on nothing new begins for the merchant.
ALTER TABLE merchant
  ADD COLUMN deleted_at TIMESTAMPTZ,
  ADD CHECK (deleted_at IS NULL OR deletion_requested_at IS NOT NULL);

CREATE TABLE account_deletion (
  id             UUID PRIMARY KEY,
  merchant_id    UUID NOT NULL UNIQUE REFERENCES merchant,
  reason         TEXT NOT NULL CHECK (reason <> ''),
  requested_by   UUID NOT NULL REFERENCES staff_user,
  requested_role TEXT NOT NULL,
  requested_at   TIMESTAMPTZ NOT NULL DEFAULT now(),
  confirmed_by   UUID REFERENCES staff_user,
  confirmed_at   TIMESTAMPTZ,
  CHECK ((confirmed_by IS NULL) = (confirmed_at IS NULL)),
  CHECK (confirmed_by <> requested_by)
);

-- The lock is the one of the foreign key, taken before it: who began before the deletion waits for it, then sees it.
CREATE FUNCTION refuse_deleted_merchant() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE gone TIMESTAMPTZ;
BEGIN
  SELECT deleted_at INTO gone FROM merchant WHERE id = NEW.merchant_id FOR KEY SHARE;
  IF gone IS NOT NULL THEN
    RAISE EXCEPTION 'merchant % is deleted', NEW.merchant_id USING ERRCODE = 'restrict_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER invoice_of_deleted BEFORE INSERT ON invoice FOR EACH ROW EXECUTE FUNCTION refuse_deleted_merchant();
CREATE TRIGGER payout_of_deleted BEFORE INSERT ON payout FOR EACH ROW EXECUTE FUNCTION refuse_deleted_merchant();
CREATE TRIGGER mass_payout_of_deleted BEFORE INSERT ON mass_payout FOR EACH ROW EXECUTE FUNCTION refuse_deleted_merchant();
CREATE TRIGGER payment_method_of_deleted BEFORE INSERT ON payment_method FOR EACH ROW EXECUTE FUNCTION refuse_deleted_merchant();
CREATE TRIGGER app_user_of_deleted BEFORE INSERT ON app_user FOR EACH ROW EXECUTE FUNCTION refuse_deleted_merchant();
CREATE TRIGGER invitation_of_deleted BEFORE INSERT ON invitation FOR EACH ROW EXECUTE FUNCTION refuse_deleted_merchant();

-- There is no way back.
CREATE FUNCTION refuse_undeletion() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'merchant % is deleted', OLD.id USING ERRCODE = 'restrict_violation';
END $$;
CREATE TRIGGER merchant_stays_deleted BEFORE UPDATE ON merchant FOR EACH ROW
  WHEN (OLD.deleted_at IS NOT NULL AND (NEW.deleted_at IS DISTINCT FROM OLD.deleted_at OR NEW.deletion_requested_at IS DISTINCT FROM OLD.deletion_requested_at))
  EXECUTE FUNCTION refuse_undeletion();
