import type { Chain } from '../chain/cursor.ts';
import type { Db, Tx } from '../sequelize.ts';
import { prepared, select } from '../sql.ts';

/** The addresses of a network that were ever paid: where coins of ours may lie. */
export async function paidAddresses(on: Tx | Db, { mode, network }: Chain): Promise<string[]> {
  const rows = await select<{ address_key: string }>(on, addressesSql, [mode, network]);
  return rows.map(({ address_key }) => address_key);
}

const addressesSql = prepared(`
  SELECT DISTINCT address_key FROM payment WHERE mode = $1 AND network = $2 AND gate_id IS NOT NULL ORDER BY address_key`);
