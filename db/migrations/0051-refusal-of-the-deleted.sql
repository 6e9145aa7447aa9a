-- A code of its own (api/plugins/errors.ts): whoever began just before the deletion is answered like anybody whose credentials have ended.
CREATE OR REPLACE FUNCTION refuse_deleted_merchant() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE gone TIMESTAMPTZ;
BEGIN
  SELECT deleted_at INTO gone FROM merchant WHERE id = NEW.merchant_id FOR KEY SHARE;
  IF gone IS NOT NULL THEN
    RAISE EXCEPTION 'merchant % is deleted', NEW.merchant_id USING ERRCODE = 'TG001';
  END IF;
  RETURN NEW;
END $$;
