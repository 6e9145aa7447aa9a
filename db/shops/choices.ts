import { shopPath } from '../../domain/accounts/shop-path.ts';
import { MODES, type Mode } from '../../domain/assets/assets.ts';
import type { MerchantId, ProfileId } from '../../domain/ids.ts';
import type { Db, Tx } from '../core/sequelize.ts';
import { listShops } from './shops.ts';

/** A shop in one mode, as something to choose from. */
export interface ShopChoice {
  /** As the back office's paths name it. */
  readonly path: string;
  readonly name: string;
  readonly mode: Mode;
  readonly shopId: string | null;
  readonly profileId: ProfileId;
}

/** The open shops of a merchant in the modes that may be chosen, production first. */
export async function listShopChoices(
  on: Db | Tx,
  merchantId: MerchantId,
  may: (shopId: string | null, mode: Mode) => boolean,
): Promise<ShopChoice[]> {
  const shops = (await listShops(on, merchantId)).filter(({ isClosed }) => !isClosed);
  return MODES.toReversed().flatMap((mode) =>
    shops
      .map(({ id, isFirst, profiles }) => ({ shopId: isFirst ? null : id, ...profiles[mode] }))
      .filter(({ shopId }) => may(shopId, mode))
      .map(({ shopId, id, name }) => ({ path: shopPath({ mode, shopId }), name, mode, shopId, profileId: id })),
  );
}
