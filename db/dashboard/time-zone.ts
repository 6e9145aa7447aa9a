import type { MerchantId } from '../../domain/ids.ts';
import type { Tx } from '../core/sequelize.ts';
import { execute, maybeOne, prepared } from '../core/sql.ts';

/**
 * Sets the zone by which a merchant's days are counted. The sums of all his days are counted again shortly afterwards.
 * @returns false if the database does not know the zone; then nothing is changed
 */
export async function setTimeZone(tx: Tx, merchantId: MerchantId, zone: string): Promise<boolean> {
  if ((await maybeOne(tx, knownSql, [zone])) === undefined) return false;
  await execute(tx, setSql, [merchantId, zone]);
  return true;
}

const knownSql = prepared('SELECT FROM pg_timezone_names WHERE name = $1 LIMIT 1');

const setSql = prepared(`
  WITH moved AS (
    UPDATE merchant SET time_zone = $2 WHERE id = $1 AND time_zone IS DISTINCT FROM $2 RETURNING id
  )
  INSERT INTO dashboard_change (merchant_id) SELECT id FROM moved`);
