-- locks: app_user
-- People who only bring merchants have an account without a shop, and a role of their own.
ALTER TABLE app_user DROP CONSTRAINT app_user_role_check,
  ADD CONSTRAINT app_user_role_check CHECK (role IN ('admin', 'support', 'viewer', 'partner', 'ambassador'));

-- Fees whose share failed, so that the fees of other merchants do not wait for them. They are tried again.
CREATE TABLE partner_unshared (
  transfer_id BIGINT NOT NULL REFERENCES transfer,
  line        SMALLINT NOT NULL,              -- of its entry on the account of fees
  merchant_id UUID NOT NULL REFERENCES partner_referral,
  earns       BOOLEAN NOT NULL,               -- whether the partner was active when it was set aside
  created_at  TIMESTAMPTZ NOT NULL DEFAULT now(),
  PRIMARY KEY (transfer_id, line)
);
CREATE INDEX partner_unshared_of ON partner_unshared (merchant_id, transfer_id, line);
