import type { MerchantId, ProfileId } from '../../domain/ids.ts';
import type { Db, Tx } from '../core/sequelize.ts';
import { bool, defineTable, filled, uuid } from '../core/table.ts';

/** The merchant whose invoices are demos of the public site; at most one row. */
export const demoShopTable = defineTable('demo_shop', {
  isSingle: filled(bool()),
  merchantId: uuid<MerchantId>(),
  profileId: uuid<ProfileId>(),
});

export interface DemoShop {
  readonly merchantId: MerchantId;
  readonly profileId: ProfileId;
}

/** Undefined until the first demo was wanted. */
export async function findDemoShop(on: Db | Tx): Promise<DemoShop | undefined> {
  return demoShopTable.findOne(on, { isSingle: true }, { columns: ['merchantId', 'profileId'] });
}

/** Whether an invoice is one of the demo's, also after it has ended. */
export async function isDemo(on: Db | Tx, { profileId }: { readonly profileId: string }): Promise<boolean> {
  return (await findDemoShop(on))?.profileId === profileId;
}
