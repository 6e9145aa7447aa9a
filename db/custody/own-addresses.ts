import type { Chain } from '../chain/cursor.ts';
import type { Db, Tx } from '../core/sequelize.ts';
import { prepared, select } from '../core/sql.ts';

/** An address that may hold our coins. */
export interface PaidAddress {
  readonly key: string;
  /** A payment to it, or one of our transfers from or to it, is unconfirmed. */
  readonly moving: boolean;
  readonly changedAt: Date;
}

/** All addresses of a network that ever received a payment. */
export async function paidAddresses(on: Tx | Db, { mode, network }: Chain): Promise<PaidAddress[]> {
  const rows = await select<AddressRow>(on, addressesSql, [mode, network]);
  return rows.map(({ key, moving, changed_at: changedAt }) => ({ key, moving, changedAt }));
}

interface AddressRow {
  readonly key: string;
  readonly moving: boolean;
  readonly changed_at: Date;
}

const addressesSql = prepared(`
  SELECT key, bool_or(moving) AS moving, max(changed_at) AS changed_at FROM (
    SELECT address_key AS key, status IN ('seen', 'mined') AS moving, updated_at AS changed_at
    FROM payment WHERE mode = $1 AND network = $2 AND gate_id IS NOT NULL
    UNION ALL
    SELECT CASE t.kind WHEN 'sweep' THEN i.from_key ELSE i.to_key END,
      t.status IN ('signed', 'sent', 'mined', 'replaced'), t.updated_at
    FROM outgoing_internal i
    JOIN outgoing_transaction t ON t.id = i.transaction_id
    WHERE i.mode = $1 AND i.network = $2) AS at
  GROUP BY key`);
