import type { Mode } from '../../domain/assets.ts';
import type { StatementHead } from '../../domain/bank/messages.ts';
import { bankDifference } from '../../domain/custody.ts';
import { newId } from '../../domain/ids.ts';
import { formatAmount } from '../../domain/money.ts';
import { GATEWAY } from '../ledger/accounts.ts';
import { postTransfers } from '../ledger/transfers.ts';
import type { Db, Tx } from '../sequelize.ts';
import { bankBooks, openDifference } from './differences.ts';
import { bankCustody } from './payments.ts';
import { bankStatementsTable } from './rows.ts';

/** A statement with both of its balances. */
export interface Balanced {
  readonly statementId: string;
  readonly sequence: number | null;
  readonly openingMinor: bigint;
  readonly closingMinor: bigint;
  readonly closingDay: string;
}

/** The head of a camt.053; null for a notification. */
export function balancedOf(head: StatementHead): Balanced | null {
  const { statementId, sequence, openingMinor, closingMinor, closingDay } = head;
  if (openingMinor === null || closingMinor === null || closingDay === null) return null;
  const counted = sequence !== null && sequence.length < 10 ? Number(sequence) : null;
  return { statementId, sequence: counted, openingMinor, closingMinor, closingDay };
}

/**
 * Where a statement belongs: it is `next`, was booked before, is too early, or contradicts the one before it, by an
 * amount if it follows it.
 */
export type StatementPlace =
  | { readonly place: 'next' | 'booked' }
  | { readonly place: 'early'; readonly words: string }
  | { readonly place: 'wrong'; readonly words: string; readonly differenceMinor: bigint | null };

/** Compares a statement with the last one that was booked. */
export async function placeOfStatement(on: Tx | Db, mode: Mode, statement: Balanced): Promise<StatementPlace> {
  const { statementId, sequence, openingMinor, closingMinor } = statement;
  if ((await bankStatementsTable.count(on, { mode, statementId })) > 0) return { place: 'booked' };
  const last = await lastStatement(on, mode);
  if (last === undefined) return { place: 'next' };
  const differenceMinor = openingMinor - last.closingMinor;
  if (sequence !== null && last.sequence !== null && sequence !== last.sequence + 1) {
    const expected = last.sequence + 1;
    if (sequence > expected) return { place: 'early', words: `Statement ${expected} comes before ${sequence}.` };
    if (sequence === last.sequence && closingMinor !== last.closingMinor) {
      // One of the two is forged or a correction, and the one that is booked may be the wrong one.
      const words = `Statement ${statementId} has the same number ${sequence} as ${last.statementId}, which is booked.`;
      return { place: 'wrong', words, differenceMinor: closingMinor - last.closingMinor };
    }
    // A new year counts from one again.
    if (sequence !== 1 || differenceMinor !== 0n) {
      const words = `Statement ${sequence} (${statementId}) is older than ${last.sequence}, which is booked.`;
      return { place: 'wrong', words, differenceMinor: null };
    }
  }
  if (differenceMinor === 0n) return { place: 'next' };
  const [opens, closed] = [formatAmount(openingMinor, 2), formatAmount(last.closingMinor, 2)];
  const words = `Statement ${statementId} opens with ${opens} EUR, but the one before it closed with ${closed} EUR.`;
  return { place: 'wrong', words, differenceMinor };
}

export interface StatementToClose {
  readonly mode: Mode;
  readonly fileId: string;
  readonly statement: Balanced;
  readonly entries: number;
}

/**
 * Records a statement whose entries are booked, and compares its closing balance with the books. The opening balance of
 * the first one is the gateway's own money.
 */
export async function closeStatement(tx: Tx, { mode, fileId, statement, entries }: StatementToClose): Promise<void> {
  if ((await lastStatement(tx, mode)) === undefined) await bookOpening(tx, mode, statement.openingMinor);
  await bankStatementsTable.create(tx, { id: newId(), mode, fileId, ...statement, entries });
  await compareWithBank(tx, mode);
}

/**
 * Compares the closing balance of the last statement with the books as they are now, under the lock of the bank. A
 * difference is opened once for each statement.
 */
export async function compareWithBank(tx: Tx, mode: Mode): Promise<void> {
  const last = await lastStatement(tx, mode);
  if (last === undefined) return;
  const { fileId, statementId, closingMinor } = last;
  const { bookedMinor, unstatedMinor } = await bankBooks(tx, mode);
  const differenceMinor = bankDifference({ closingMinor, booksMinor: bookedMinor, unstatedMinor });
  if (differenceMinor === 0n) return;
  const [says, booked] = [formatAmount(closingMinor, 2), formatAmount(bookedMinor - unstatedMinor, 2)];
  const explanation = `Statement ${statementId} closes with ${says} EUR, but the books have ${booked} EUR.`;
  await openDifference(tx, { mode, fileId, differenceMinor, explanation });
}

async function lastStatement(on: Tx | Db, mode: Mode) {
  return bankStatementsTable.findOne(on, { mode }, { order: [['place', 'DESC']] });
}

async function bookOpening(tx: Tx, mode: Mode, openingMinor: bigint): Promise<void> {
  if (openingMinor === 0n) return;
  const custody = bankCustody(mode);
  const own = { owner: GATEWAY, mode, asset: 'EUR', kind: 'fees:bank' } as const;
  const [debit, credit] = openingMinor > 0n ? [custody, own] : [own, custody];
  const minor = openingMinor > 0n ? openingMinor : -openingMinor;
  await postTransfers(tx, [
    { key: `bank-opening:${mode}`, kind: 'bank_opening', postings: [{ debit, credit, minor }] },
  ]);
}
