import type { Chain } from '../../db/chain/cursor.ts';
import type { Db } from '../../db/core/sequelize.ts';
import { readCustodyBooks } from '../../db/custody/books.ts';
import { gatesOn } from '../../domain/assets/assets.ts';
import type { HoldingsPort } from './holdings.ts';

/**
 * By how much the chain has more than the books, for each asset of the network. Coins that a test gives the gateway
 * without booking them stay in it; while nothing is on its way, payouts and their fees do not change it.
 */
export async function custodyOffset(db: Db, chain: Chain, port: HoldingsPort): Promise<Record<string, bigint>> {
  const { amounts: held } = await port.holdings(db);
  const { custody } = await readCustodyBooks(db, chain);
  return Object.fromEntries(gatesOn(chain.network).map(({ id }) => [id, (held[id] ?? 0n) - (custody[id] ?? 0n)]));
}
