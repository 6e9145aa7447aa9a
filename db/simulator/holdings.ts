import { type CryptoGateId, gatesOn } from '../../domain/assets/assets.ts';
import type { Chain } from '../chain/cursor.ts';
import type { Db, Tx } from '../core/sequelize.ts';
import { prepared, select } from '../core/sql.ts';
import type { Amounts } from '../custody/books.ts';

/**
 * The gateway's holdings on a simulated chain, minor units: what mined transactions paid to its addresses, minus what
 * its account paid, minus their fees in the network's coin.
 */
export async function simulatedHoldings(on: Tx | Db, { mode, network }: Chain): Promise<Amounts> {
  const [coin] = gatesOn(network);
  const rows = await select<{ gate_id: CryptoGateId; minor: string }>(on, holdingsSql, [mode, network, coin?.id]);
  return Object.fromEntries(rows.map(({ gate_id, minor }) => [gate_id, BigInt(minor)]));
}

// The gateway's transactions list their account and fee among their inputs (activities/sending/simulated.ts).
const holdingsSql = prepared(`
  WITH mined AS (
    SELECT movements, failed,
      (SELECT split_part(s, ':', 2)::numeric FROM unnest(spends) AS s WHERE s LIKE 'fee:%') AS fee,
      EXISTS (SELECT FROM unnest(spends) AS s WHERE s LIKE 'gateway-%') AS ours
    FROM sim_transaction WHERE mode = $1 AND network = $2 AND state = 'mined'
  ), movement AS (
    SELECT ours, m->>'gateId' AS gate_id, (m->>'amountMinor')::numeric AS minor, m->>'addressKey' AS address_key
    FROM mined, jsonb_array_elements(movements) AS m WHERE NOT failed AND m->>'gateId' IS NOT NULL
  )
  SELECT gate_id, sum(minor)::text AS minor FROM (
    SELECT gate_id, minor FROM movement
    WHERE EXISTS (
      SELECT FROM watched_address w
      WHERE w.mode = $1 AND w.network = $2 AND w.address_key = movement.address_key)
    UNION ALL SELECT gate_id, -minor FROM movement WHERE ours
    UNION ALL SELECT $3, -fee FROM mined WHERE ours AND fee IS NOT NULL
  ) AS flows GROUP BY gate_id HAVING sum(minor) <> 0`);
