import type { AlertKind } from '../../domain/alerts/kinds.ts';
import type { Mode } from '../../domain/assets/assets.ts';
import { newId } from '../../domain/ids.ts';
import { formatAmount } from '../../domain/money/money.ts';
import { raiseAlert, resolveAlert } from '../alerts/alerts.ts';
import type { Db, Tx } from '../core/sequelize.ts';
import { one, prepared, select } from '../core/sql.ts';
import { NOW } from '../core/table.ts';
import { bankCustody } from './payments.ts';
import { type BankDifferenceRow, bankDifferencesTable, type DifferenceCandidate } from './rows.ts';

export interface NewDifference {
  readonly mode: Mode;
  readonly fileId: string;
  /** The bank's surplus; below zero, its deficit. */
  readonly differenceMinor: bigint;
  readonly explanation: string;
  /** Left out: the books and the bank differ; false: only staff have to know, and nothing waits for them. */
  readonly stops?: boolean;
}

/**
 * Keeps a difference between the bank and the books with what may explain it, and alerts operators. While one that
 * stops is open, no file of payments is written. Once for each file.
 */
export async function openDifference(tx: Tx, difference: NewDifference): Promise<void> {
  const { mode, fileId, differenceMinor, explanation, stops = true } = difference;
  if ((await bankDifferencesTable.count(tx, { fileId, stops })) > 0) return;
  const candidates = await findCandidates(tx, mode, differenceMinor);
  await bankDifferencesTable.create(tx, { id: newId(), ...difference, stops, candidates });
  const listed = candidates.slice(0, 5).map(({ words }) => `- ${words}`);
  const message = [
    `${explanation} Difference: ${formatAmount(differenceMinor, 2)} EUR (${mode}).`,
    ...(stops ? ['No euro payments leave until it is resolved in the console.'] : []),
    ...(listed.length > 0 ? ['It may be:', ...listed] : []),
  ].join('\n');
  await raiseAlert(tx, { ...ALERT, subject: mode, message });
}

/** True while euro payments are stopped, because the bank and the books differ. */
export async function isBankStopped(on: Tx | Db, mode: Mode): Promise<boolean> {
  return (await bankDifferencesTable.count(on, { mode, resolvedAt: null, stops: true })) > 0;
}

/** Closes a difference, as staff decided. The last one lets payments leave again. @returns false if it was closed */
export async function closeDifference(
  tx: Tx,
  { id, by, note }: { readonly id: string; readonly by: string; readonly note: string },
): Promise<BankDifferenceRow | null> {
  const where = { id, resolvedAt: null };
  const row = await bankDifferencesTable.findOne(tx, where, { lock: tx.LOCK.UPDATE });
  if (row === undefined) return null;
  await bankDifferencesTable.update(tx, { resolvedAt: NOW, resolvedBy: by, note }, where);
  const open = await bankDifferencesTable.count(tx, { mode: row.mode, resolvedAt: null });
  if (open === 0) await resolveAlert(tx, { ...ALERT, subject: row.mode });
  return row;
}

/**
 * The bank's account by the books, and what of it no statement contains yet: for the statement of its day and the two
 * next. An amount that older releases booked by a notification, and that these do not contain, is a difference.
 */
export async function bankBooks(on: Tx | Db, mode: Mode): Promise<{ bookedMinor: bigint; unstatedMinor: bigint }> {
  const { kind } = bankCustody(mode);
  const { booked, unstated } = await one<{ booked: string; unstated: string }>(on, booksSql, [mode, kind]);
  return { bookedMinor: BigInt(booked), unstatedMinor: BigInt(unstated) };
}

const ALERT = { kind: 'bank_difference' } as const satisfies { readonly kind: AlertKind };

/** Entries in no books, and payments of that amount which the bank may have made, or not made. */
async function findCandidates(tx: Tx, mode: Mode, differenceMinor: bigint): Promise<DifferenceCandidate[]> {
  const amount = differenceMinor < 0n ? -differenceMinor : differenceMinor;
  const rows = await select<{ kind: 'entry' | 'payment'; id: string; minor: string; said: string }>(tx, candidatesSql, [
    mode,
    amount,
  ]);
  return rows.map(({ kind, id, minor, said }) => {
    const words = `${euros(BigInt(minor))}: ${said}`;
    return { kind, id, minor, words };
  });
}

/** As staff read it on every page. */
function euros(minor: bigint): string {
  return minor < 0n ? `−€${formatAmount(-minor, 2)}` : `€${formatAmount(minor, 2)}`;
}

/** SQL: neither the statement of the day of the entry `e` nor the two next contain it. */
export function isOverdue(e: string): string {
  return `((SELECT count(*) FROM bank_statement s
    WHERE s.mode = ${e}.mode AND s.closing_day >= ${e}.day AND s.booked_at > ${e}.created_at) >= 3)`;
}

const booksSql = prepared(`
  SELECT
    (SELECT coalesce(sum(debits_posted - credits_posted), 0)::text FROM account
     WHERE owner = 'gateway' AND mode = $1 AND asset = 'EUR' AND kind = $2) AS booked,
    (SELECT coalesce(sum(CASE direction WHEN 'credit' THEN amount_minor ELSE -amount_minor END), 0)::text
     FROM bank_entry e WHERE mode = $1 AND booked_as IS NOT NULL AND NOT is_stated AND NOT ${isOverdue('e')}) AS unstated`);

const candidatesSql = prepared(`
  (SELECT 'entry' AS kind, id,
     (CASE direction WHEN 'credit' THEN amount_minor ELSE -amount_minor END)::text AS minor,
     concat_ws(', ', 'an entry of ' || to_char(day, 'FMDD FMMonth YYYY'), party_name, end_to_end_id,
       nullif(remittance, '')) AS said
   FROM bank_entry
   WHERE mode = $1 AND ended_at IS NULL AND (booked_as IS NULL OR (booked_as = 'suspense' AND direction = 'debit'))
   ORDER BY (amount_minor = $2) DESC, created_at DESC LIMIT 20)
  UNION ALL
  (SELECT 'payment', id, (-amount_minor)::text,
     concat_ws(', ', 'a payment that is ' || status, creditor_name, end_to_end_id)
   FROM bank_payment
   WHERE mode = $1 AND amount_minor = $2 AND status NOT IN ('waiting', 'withdrawn')
   ORDER BY updated_at DESC LIMIT 20)`);
