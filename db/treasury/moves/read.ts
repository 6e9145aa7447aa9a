import { Op } from 'sequelize';
import type { Mode } from '../../../domain/assets/assets.ts';
import type { Place } from '../../../domain/transfers/places.ts';
import type { Db, Tx } from '../../core/sequelize.ts';
import { prepared, select } from '../../core/sql.ts';
import { OPEN_TRANSFERS_SQL, type TransferRow, transfersTable } from './rows.ts';

/** The transfers that have something to do, the oldest first; failed withdrawals for another day, in case they left. */
export async function transfersToFollow(on: Tx | Db, mode: Mode): Promise<TransferRow[]> {
  const rows = await select<object>(on, followSql, [mode]);
  return rows.map((row) => transfersTable.read(row) as TransferRow);
}

/** Whether a withdrawal from an exchange was requested and its outcome is not known yet. */
export async function isLeaving(on: Tx | Db, mode: Mode, fromPlace: Place): Promise<boolean> {
  return (await transfersTable.count(on, { mode, fromPlace, status: 'sending' })) > 0;
}

/** The transfer, if it has been in a status for too long that it should leave. */
export function lateTransfer(on: Tx | Db, id: string, now: Date): Promise<TransferRow | undefined> {
  return transfersTable.findOne(on, {
    id,
    status: { [Op.in]: ['approved', 'sending', 'sent'] },
    deadlineAt: { [Op.lt]: now },
  });
}

/** The transactions of a payout, as long as they were not replaced. */
export async function payoutTransactions(on: Tx | Db, payoutId: string): Promise<string[]> {
  const rows = await select<{ txid: string }>(on, transactionsSql, [payoutId]);
  return rows.map(({ txid }) => txid);
}

/** Those of the arrivals that belong to a transfer already. */
export async function takenArrivals(
  on: Tx | Db,
  { mode, toPlace }: Pick<TransferRow, 'mode' | 'toPlace'>,
  arrivals: readonly string[],
): Promise<ReadonlySet<string>> {
  const rows = await transfersTable.find(
    on,
    { mode, toPlace, arrival: { [Op.in]: [...arrivals] } },
    { columns: ['arrival'] },
  );
  return new Set(rows.flatMap(({ arrival }) => arrival ?? []));
}

const followSql = prepared(`
  SELECT ${transfersTable.selected()} FROM treasury_transfer
  WHERE mode = $1 AND (status IN (${OPEN_TRANSFERS_SQL})
    OR (status = 'failed' AND from_place LIKE 'exchange:%' AND sent_at IS NOT NULL AND departed_at IS NULL
      AND closed_at > now() - interval '1 day'))
  ORDER BY created_at, id`);
const transactionsSql = prepared(`
  SELECT t.txid FROM outgoing_line l JOIN outgoing_transaction t ON t.id = l.transaction_id
  WHERE l.payout_id = $1 AND t.status NOT IN ('replaced', 'failed') ORDER BY t.signed_at`);
