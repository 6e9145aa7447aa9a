import { reversedCredit } from '../../domain/bank/reversed-entry.ts';
import type { Tx } from '../core/sequelize.ts';
import { execute, prepared, select } from '../core/sql.ts';
import type { TransferRequest } from '../ledger/transfer-request.ts';
import { postTransfers } from '../ledger/transfers.ts';
import { react } from '../process/reactions.ts';
import { suspenseOf, suspenseTransfer } from './booked-rows.ts';
import { bankCreditChanged } from './coming-entries.ts';
import { type KeptEntry, keptOf } from './kept-entries.ts';
import type { EntryToAdd } from './new-entries.ts';
import { type BankEntryRow, bankEntriesTable } from './rows.ts';

/**
 * Takes back the credits that these debits reverse: the deposit of each loses it, as a reorganization would take it.
 * Money that left, or is sent back, is not taken twice.
 * @returns the debits that took something back; the others are in suspense, where staff decide
 */
export async function takeBackCredits(tx: Tx, reversals: readonly EntryToAdd[], nowMs: number): Promise<Set<string>> {
  const taken = new Set<string>();
  for (const reversal of reversals) {
    const credit = await creditOfReversal(tx, reversal, nowMs);
    if (credit === null) continue;
    taken.add(reversal.id);
    await takeBack(tx, { reversal, creditId: credit.id, depositId: credit.row?.depositId ?? null, nowMs });
  }
  return taken;
}

/** The credit that a debit takes back, locked; null where that is not sure. */
export async function creditOfReversal(tx: Tx, reversal: EntryToAdd, nowMs: number): Promise<KeptEntry | null> {
  const credits = await reversibleLike(tx, reversal);
  return reversedCredit(keptOf({ ...reversal, createdAt: new Date(nowMs), credited: false, denied: false }), credits);
}

interface TakenCredit {
  /** In suspense. */
  readonly reversal: Pick<BankEntryRow, 'id' | 'mode' | 'amountMinor'>;
  readonly creditId: string;
  readonly depositId: string | null;
  readonly nowMs: number;
}

/** The deposit loses the credit, and the debit in suspense was it. */
export async function takeBack(tx: Tx, { reversal, creditId, depositId, nowMs }: TakenCredit): Promise<void> {
  await execute(tx, takenSql, [creditId, reversal.id]);
  await react(tx, bankCreditChanged, [{ entryId: creditId, depositId, nowMs }]);
  await postTransfers(tx, [takenTransfer(reversal)]);
}

/** The credit is in suspense again, and the debit was it. */
function takenTransfer({ id, mode, amountMinor }: TakenCredit['reversal']): TransferRequest {
  const posting = { debit: suspenseOf(mode, 'credit'), credit: suspenseOf(mode, 'debit'), minor: amountMinor };
  return { key: `bank-entry:${id}:taken`, kind: 'bank_reversal', postings: [posting], entity: `bank_entry:${id}` };
}
/** Staff learned that an entry in suspense is something else. */
export async function releaseSuspense(tx: Tx, entries: readonly EntryToAdd[]): Promise<void> {
  await postTransfers(
    tx,
    entries.map((entry) => suspenseTransfer(entry, { release: true })),
  );
}

async function reversibleLike(tx: Tx, { mode, amountMinor, day }: EntryToAdd): Promise<KeptEntry[]> {
  const found = await select<object>(tx, reversibleSql, [mode, amountMinor.toString(), day]);
  return found.map((row) => keptOf(bankEntriesTable.read(row) as BankEntryRow));
}

// Banks take back for some weeks, direct debits for thirteen months.
const reversibleSql = prepared(`
  SELECT ${bankEntriesTable.selected('e')} FROM bank_entry e
  WHERE e.mode = $1 AND e.amount_minor = $2 AND e.day BETWEEN $3::date - 400 AND $3::date + 5 AND e.direction = 'credit'
    AND e.is_stated AND e.taken_back_by IS NULL AND e.ended_at IS NULL
    AND (e.booked_as = 'suspense' OR (e.booked_as = 'claimed' AND e.deposit_id IS NOT NULL))
  ORDER BY e.created_at, e.id FOR UPDATE`);

const takenSql = prepared(`
  WITH taken AS (UPDATE bank_entry SET taken_back_by = $2, booked_as = 'claimed' WHERE id = $1)
  UPDATE bank_entry SET booked_as = 'reversal' WHERE id = $2`);
