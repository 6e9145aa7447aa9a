import type { Mode } from '../../domain/assets/assets.ts';
import { resolveAlert } from '../alerts/alerts.ts';
import type { Tx } from '../core/sequelize.ts';
import { prepared, select } from '../core/sql.ts';
import { postTransfers } from '../ledger/transfers.ts';
import {
  applyToPayments,
  feeTransfer,
  type Judged,
  judgeRows,
  markBooked,
  moveMoney,
  suspenseOf,
} from './booked-rows.ts';
import { DENIED } from './denied.ts';
import { announceCredits } from './new-entries.ts';
import { findRestoredPayments } from './restored-payments.ts';
import { releaseSuspense, takeBack, takeBackCredits } from './reversals.ts';
import { type BankEntryRow, bankEntriesTable } from './rows.ts';

/** Tries again to book entries that came before what they are about, such as a return before its debit. */
export async function bookLateEntries(tx: Tx, mode: Mode, nowMs: number): Promise<void> {
  await bookUnbooked(tx, mode, nowMs);
  const found = await select<object>(tx, suspendedSql, [mode]);
  const rows = found.map((row) => bankEntriesTable.read(row) as BankEntryRow);
  await findRestoredPayments(tx, rows, nowMs);
  const judged = await judgeRows(tx, rows);
  for (const verdict of ['payment', 'return'] as const) {
    const taken = await applyToPayments(tx, judged, { verdict, nowMs });
    await releaseSuspense(
      tx,
      taken.map(({ entry }) => entry),
    );
    await markBooked(
      tx,
      taken.map(({ entry: { id }, payment }) => ({ id, as: verdict, paymentId: payment.id })),
    );
  }
  const reversals = judged.filter(({ verdict }) => verdict === 'reversal').map(({ entry }) => entry);
  await takeBackCredits(tx, reversals, nowMs);
  await findDenied(tx, judged, nowMs);
}

/** A payment that a statement had denied was made later: its debit takes the money that waits for it in suspense. */
async function findDenied(tx: Tx, judged: readonly Judged<BankEntryRow>[], nowMs: number): Promise<void> {
  for (const { entry, payment, verdict } of judged) {
    if (verdict !== 'suspense' || entry.direction === 'credit' || payment?.status !== 'booked') continue;
    const { id: reversalId, mode, endToEndId, amountMinor } = entry;
    const denied = { mode, endToEndId, amountMinor, code: DENIED, direction: 'credit', bookedAs: 'suspense' } as const;
    const credit = await bankEntriesTable.findOne(tx, { ...denied, takenBackBy: null }, { lock: tx.LOCK.UPDATE });
    if (credit === undefined) continue;
    await takeBack(tx, {
      reversal: { id: reversalId, mode, amountMinor },
      creditId: credit.id,
      depositId: null,
      nowMs,
    });
    await resolveAlert(tx, { kind: 'bank_contradiction', subject: reversalId });
  }
}

/** Books an unknown debit as a cost of the gateway, as staff decided. @returns false if it is something else */
export async function bookAsCost(tx: Tx, entryId: string, note: string): Promise<boolean> {
  const entry = await bankEntriesTable.findOne(tx, { id: entryId }, { lock: tx.LOCK.UPDATE });
  if (entry?.direction !== 'debit' || !entry.isStated) return false;
  if (entry.bookedAs !== null && entry.bookedAs !== 'suspense') return false;
  const fee = feeTransfer(entry);
  const suspense = suspenseOf(entry.mode, 'debit');
  const fromSuspense = {
    key: `${fee.key}:cost`,
    postings: fee.postings.map((each) => ({ ...each, credit: suspense })),
  };
  await postTransfers(tx, [{ ...fee, ...(entry.bookedAs === null ? {} : fromSuspense), note }]);
  await markBooked(tx, [{ id: entryId, as: 'fee', paymentId: null }]);
  return true;
}

/** An entry that older releases left in no books: it is stated, so it is booked. */
async function bookUnbooked(tx: Tx, mode: Mode, nowMs: number): Promise<void> {
  const found = await select<object>(tx, unbookedSql, [mode]);
  const rows = found.map((row) => bankEntriesTable.read(row) as BankEntryRow);
  const booked = await moveMoney(tx, await judgeRows(tx, rows), nowMs);
  await markBooked(
    tx,
    booked.map(({ entry: { id }, as, paymentId }) => ({ id, as, paymentId })),
  );
  const suspended = booked.filter(({ as }) => as === 'suspense').map(({ entry }) => entry);
  await announceCredits(tx, suspended, nowMs);
}

const unbookedSql = prepared(`
  SELECT ${bankEntriesTable.selected('e')} FROM bank_entry e
  WHERE e.mode = $1 AND e.booked_as IS NULL AND e.is_stated AND e.ended_at IS NULL
    AND EXISTS (SELECT FROM bank_statement s WHERE s.file_id = e.stated_by OR s.file_id = e.file_id)
  ORDER BY e.created_at, e.id LIMIT 500`);

const suspendedSql = prepared(`
  SELECT ${bankEntriesTable.selected('e')} FROM bank_entry e
  WHERE e.mode = $1 AND e.booked_as = 'suspense' AND e.taken_back_by IS NULL
    AND NOT EXISTS (SELECT FROM bank_match m WHERE m.entry_id = e.id AND m.ended_at IS NULL)
    AND (e.direction = 'debit'
      OR EXISTS (SELECT FROM bank_payment p WHERE p.mode = e.mode AND p.end_to_end_id = e.end_to_end_id))
  ORDER BY e.created_at, e.id LIMIT 500`);
