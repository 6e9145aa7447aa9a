-- A merchant may have several shops: each is a profile in sandbox and one in production, with the same shop_id. The
-- merchant's first shop has none.
-- safe: unique profile.btree (merchant_id, mode): older processes find the only profile, until a second shop is made
-- safe: unique profile.btree (merchant_id, mode) WHERE (shop_id IS NULL): what was unique before
-- safe: unique profile.btree (merchant_id, shop_id, mode) WHERE (shop_id IS NOT NULL): older processes leave it NULL
ALTER TABLE profile ADD COLUMN shop_id UUID;
CREATE UNIQUE INDEX profile_of_first_shop ON profile (merchant_id, mode) WHERE shop_id IS NULL;
CREATE UNIQUE INDEX profile_of_shop ON profile (merchant_id, shop_id, mode) WHERE shop_id IS NOT NULL;
ALTER TABLE profile DROP CONSTRAINT profile_merchant_id_mode_key;

-- The shop that the back office shows; null means the first.
ALTER TABLE app_user ADD COLUMN active_shop_id UUID;

-- The shops of a member who may work in these only; nobody without a row is limited. The first shop is named by the id
-- of its merchant.
CREATE TABLE member_shop (
  user_id UUID NOT NULL REFERENCES app_user ON DELETE CASCADE,
  shop_id UUID NOT NULL,
  PRIMARY KEY (user_id, shop_id)
);
