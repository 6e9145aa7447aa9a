import type { Chain } from '../../db/chain/cursor.ts';
import type { Db } from '../../db/core/sequelize.ts';
import { paidAddresses } from '../../db/custody/own-addresses.ts';
import type { QueriedItem } from './rolling.ts';

/** The paying account, which is checked on every read, and every address that was ever paid. */
export async function ourAddresses(db: Db, chain: Chain, hot: string): Promise<QueriedItem[]> {
  const others = (await paidAddresses(db, chain)).filter(({ key }) => key !== hot);
  return [{ key: hot, moving: true, changedAt: new Date(0) }, ...others];
}
