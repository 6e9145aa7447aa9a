import { DomainError } from '../../../domain/errors.ts';
import { canBeArrival } from '../../../domain/transfers/arrival.ts';
import { audit } from '../../audit/audit.ts';
import type { BankCredit } from '../../bank/new-entries.ts';
import { type BankEntryRow, bankEntriesTable } from '../../bank/rows.ts';
import type { Tx } from '../../core/sequelize.ts';
import { prepared, select } from '../../core/sql.ts';
import { describeTransfer } from './alerts.ts';
import { arrive } from './arrivals.ts';
import { lockTransfers } from './process.ts';
import { requireOperator, type StaffAct } from './routes.ts';
import { type TransferRow, transfersTable } from './rows.ts';

/**
 * Euro that an exchange has sent, recognized by its reference: they arrive in the transaction that books the entry. One
 * line of db/reactions.ts.
 */
export async function takeCredits(tx: Tx, credits: readonly BankCredit[]): Promise<void> {
  const isExpected =
    credits.length > 0 && (await transfersTable.count(tx, { toPlace: 'bank:main', status: 'sent' })) > 0;
  for (const { entryId, nowMs } of isExpected ? credits : [])
    await takeEntry(tx, await matches(tx, { entryId, transferId: null }), nowMs);
}

/** Looks for an entry that was booked before the exchange named its reference. @returns whether it has arrived */
export async function takeEarlierCredit(tx: Tx, transferId: string, nowMs: number): Promise<boolean> {
  return takeEntry(tx, await matches(tx, { entryId: null, transferId }), nowMs);
}

/**
 * One of the staff says which entry a transfer arrived as, because the bank left out the reference.
 * @throws DomainError `conflict` when the entry is taken, or its amount cannot be this transfer's
 */
export async function arriveByEntry(
  tx: Tx,
  { id, entryId }: { readonly id: string; readonly entryId: string },
  act: StaffAct,
): Promise<void> {
  requireOperator(act);
  const entry = await bankEntriesTable.findOne(tx, { id: entryId }, { lock: tx.LOCK.UPDATE });
  const [row] = await lockTransfers(tx, [id]);
  if (entry === undefined || row === undefined) throw new DomainError('not_found');
  const isPlausible = canBeArrival(row.netMinor, entry.amountMinor);
  if (
    entry.bookedAs !== 'suspense' ||
    !entry.isStated ||
    entry.doubtedBy !== null ||
    row.toPlace !== 'bank:main' ||
    row.mode !== entry.mode ||
    !isPlausible
  ) {
    const message =
      'This entry is not in suspense, or denied by a statement, or its amount cannot be that of the transfer.';
    throw new DomainError('conflict', { message });
  }
  await take(tx, { row, entry, nowMs: act.nowMs });
  await audit(tx, {
    chain: 'staff',
    actor: act.actor,
    origin: act.origin,
    action: 'treasury.transfer_arrived',
    target: { kind: 'treasury_transfer', id, label: describeTransfer(row) },
    data: { reason: act.reason, entry: entryId },
  });
}

interface Match {
  readonly transferId: string;
  readonly entryId: string;
}

async function takeEntry(tx: Tx, match: Match | undefined, nowMs: number): Promise<boolean> {
  if (match === undefined) return false;
  const entry = await bankEntriesTable.findOne(tx, { id: match.entryId }, { lock: tx.LOCK.UPDATE });
  const [row] = await lockTransfers(tx, [match.transferId]);
  if (entry?.bookedAs !== 'suspense' || entry.doubtedBy !== null || row?.status !== 'sent') return false;
  await take(tx, { row, entry, nowMs });
  return true;
}

interface Taken {
  readonly row: TransferRow;
  readonly entry: BankEntryRow;
  readonly nowMs: number;
}

async function take(tx: Tx, { row, entry: { id, amountMinor }, nowMs }: Taken): Promise<void> {
  await arrive(tx, row, { arrivedMinor: amountMinor, arrival: `entry:${id}`, nowMs });
  await bankEntriesTable.update(tx, { bookedAs: 'claimed' }, { id });
}

async function matches(
  tx: Tx,
  { entryId, transferId }: { readonly entryId: string | null; readonly transferId: string | null },
): Promise<Match | undefined> {
  const [match] = await select<Match>(tx, matchSql, [entryId, transferId]);
  return match;
}

// An exchange's reference has at least eight characters; banks may take spaces and hyphens out of what payers write.
const matchSql = prepared(`
  SELECT t.id AS "transferId", e.id AS "entryId"
  FROM bank_entry e JOIN treasury_transfer t ON t.mode = e.mode AND t.to_place = 'bank:main' AND t.status = 'sent'
  CROSS JOIN LATERAL (VALUES (t.venue_id), (t.txid)) AS said (reference)
  WHERE e.direction = 'credit' AND e.booked_as = 'suspense' AND e.is_stated
    AND ($1::uuid IS NULL OR e.id = $1) AND ($2::uuid IS NULL OR t.id = $2)
    AND length(said.reference) >= 8
    AND position(upper(regexp_replace(said.reference, '[^A-Za-z0-9]', '', 'g'))
      IN upper(regexp_replace(concat(e.remittance, ' ', e.end_to_end_id), '[^A-Za-z0-9]', '', 'g'))) > 0
  ORDER BY e.created_at LIMIT 1`);
