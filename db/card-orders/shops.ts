import type { Mode } from '../../domain/assets/assets.ts';
import type { MerchantId, ProfileId } from '../../domain/ids.ts';
import type { Db, Tx } from '../core/sequelize.ts';
import { maybeOne, prepared } from '../core/sql.ts';
import { nameForPayers, takesPayments } from '../shops/open-shop.ts';

/** A shop through which coins are bought: as its customers know it. */
export interface SellingShop {
  readonly profileId: ProfileId;
  readonly merchantId: MerchantId;
  readonly mode: Mode;
  readonly name: string;
  readonly logoUrl: string | null;
  readonly domain: string | null;
  /** Customers may begin to buy. */
  readonly isOpen: boolean;
}

/** The shop of a profile; undefined for none, and for that of the public demo, which sells nothing. */
export async function findSellingShop(on: Db | Tx, profileId: string): Promise<SellingShop | undefined> {
  return maybeOne<SellingShop>(on, shopSql, [profileId]);
}

const shopSql = prepared(`
  SELECT p.id AS "profileId", p.merchant_id AS "merchantId", p.mode, ${nameForPayers} AS name,
    p.logo_url AS "logoUrl", p.domain, ${takesPayments} AS "isOpen"
  FROM profile p JOIN merchant m ON m.id = p.merchant_id
  WHERE p.id = $1 AND m.deleted_at IS NULL AND NOT EXISTS (SELECT FROM demo_shop d WHERE d.profile_id = p.id)`);
