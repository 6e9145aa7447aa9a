import type { Mode } from '../../domain/assets/assets.ts';
import { newId } from '../../domain/ids.ts';
import { formatAmount } from '../../domain/money/money.ts';
import { raiseAlert } from '../alerts/alerts.ts';
import type { Tx } from '../core/sequelize.ts';
import { maybeOne, prepared, select } from '../core/sql.ts';
import { NOW } from '../core/table.ts';
import type { AccountRef } from '../ledger/accounts.ts';
import type { Posting } from '../ledger/transfer-request.ts';
import { postTransfers } from '../ledger/transfers.ts';
import { postingsOfTaken, takeBackFrom } from '../ledger/written-off.ts';
import { react } from '../process/reactions.ts';
import { feeTransfer, suspenseOf, suspenseTransfer } from './booked-rows.ts';
import { bankCreditChanged } from './coming-entries.ts';
import { type BankPaymentRow, bankPaymentsTable } from './payment-rows.ts';
import { bankCustody, withdrawBankPayment } from './payments.ts';
import { releaseSuspense, takeBack } from './reversals.ts';
import { type BankEntryRow, bankEntriesTable } from './rows.ts';

export interface Denial {
  /** The entries that the statement denies. */
  readonly entries: readonly string[];
  /** With the statement that is right. */
  readonly fileId: string;
  readonly statementId: string;
  readonly nowMs: number;
}

/**
 * Takes entries out of the books that never were, because two people say that the statement is right that denies them.
 * A credit that a merchant has is taken back as the bank would take it, with debt and freeze. An uncertain amount is in
 * suspense, where staff decide. Once for each entry.
 */
export async function reverseDenied(tx: Tx, denial: Denial): Promise<void> {
  const found = await select<object>(tx, deniedSql, [denial.entries]);
  for (const entry of found.map((row) => bankEntriesTable.read(row) as BankEntryRow)) {
    if (entry.direction === 'credit') await reverseCredit(tx, entry, denial);
    else await reverseDebit(tx, entry, denial);
  }
}

async function reverseCredit(tx: Tx, entry: BankEntryRow, denial: Denial): Promise<void> {
  const { id: creditId, depositId, bookedAs, takenBackBy } = entry;
  const { nowMs } = denial;
  const isThere = takenBackBy === null && (bookedAs === 'suspense' || (await isReturnStopped(tx, entry)));
  if (isThere) return end(tx, entry, nowMs);
  const reversal = await addOpposite(tx, entry, denial);
  if (bookedAs === 'claimed' && depositId !== null && takenBackBy === null)
    return takeBack(tx, { reversal, creditId, depositId, nowMs });
  if (!(await takeReturn(tx, entry, reversal))) await alertOf(tx, reversal);
}

/** It was in no books but suspense, where it ends; nothing that is proposed about it is open any more. */
async function end(tx: Tx, entry: BankEntryRow, nowMs: number): Promise<void> {
  await releaseSuspense(tx, [entry]);
  await bankEntriesTable.update(tx, { bookedAs: 'claimed', endedAt: NOW }, { id: entry.id });
  if (entry.direction === 'credit') await react(tx, bankCreditChanged, [{ entryId: entry.id, depositId: null, nowMs }]);
}

/** Two people have confirmed to send the credit back: a payment that is in no file yet is not made. */
async function isReturnStopped(tx: Tx, { id, bookedAs, depositId }: BankEntryRow): Promise<boolean> {
  if (bookedAs !== 'claimed' || depositId !== null) return false;
  const match = await maybeOne<{ id: string }>(tx, returnSql, [id]);
  return match !== undefined && (await withdrawBankPayment(tx, match.id));
}

/** A payment that was credited as returned was not: the merchant gives it back, and owes what was spent of it. */
async function takeReturn(tx: Tx, entry: BankEntryRow, reversal: Opposite): Promise<boolean> {
  const payment = entry.bookedAs === 'return' ? await paymentOf(tx, entry) : undefined;
  if (payment === undefined || payment.merchantId === null) return false;
  const { mode, amountMinor } = payment;
  const available: AccountRef = { owner: payment.merchantId, mode, asset: 'EUR', kind: 'available' };
  const cause = `withdrawal:${payment.id}`;
  const taken = await takeBackFrom(tx, available, { minor: amountMinor, cause });
  const suspense = suspenseOf(mode, 'debit');
  // The bank kept a charge of the return, which was the gateway's.
  const charge: Posting = { debit: suspense, credit: FEES(mode), minor: amountMinor - entry.amountMinor };
  const postings = [...postingsOfTaken(available, suspense, taken), ...(charge.minor > 0n ? [charge] : [])];
  await postTransfers(tx, [{ key: `bank-entry:${reversal.id}:taken`, kind: 'bank_reversal', entity: cause, postings }]);
  await bankEntriesTable.update(tx, { bookedAs: 'reversal' }, { id: reversal.id });
  return true;
}

async function reverseDebit(tx: Tx, entry: BankEntryRow, denial: Denial): Promise<void> {
  if (entry.bookedAs === 'suspense') return end(tx, entry, denial.nowMs);
  const opposite = await addOpposite(tx, entry, denial);
  if (entry.bookedAs !== 'fee') return;
  const { id, mode, amountMinor } = opposite;
  const posting = { debit: suspenseOf(mode, 'credit'), credit: FEES(mode), minor: amountMinor };
  const transfer = { ...feeTransfer(opposite), key: `bank-entry:${id}:taken`, postings: [posting] };
  await postTransfers(tx, [transfer]);
  await bankEntriesTable.update(tx, { bookedAs: 'fee' }, { id });
}

const FEES = (mode: Mode): AccountRef => ({ ...bankCustody(mode), kind: 'fees:bank' });

interface Opposite extends Pick<BankEntryRow, 'id' | 'mode' | 'amountMinor' | 'direction'> {
  readonly remittance: string;
}

/** The code of movements that the bank did not write: they take back what it denies. */
export const DENIED = 'DENIED';

/** A movement in suspense that takes the entry back. */
async function addOpposite(tx: Tx, entry: BankEntryRow, denial: Denial): Promise<Opposite> {
  const { mode, amountMinor, day, partyName, partyIban, endToEndId, bankReference } = entry;
  const direction = entry.direction === 'credit' ? 'debit' : 'credit';
  const said = entry.remittance === '' ? '' : `: ${entry.remittance}`;
  const remittance = `Denied by statement ${denial.statementId}${said}`;
  const row = { id: newId(denial.nowMs), mode, direction, amountMinor, remittance } as const;
  await bankEntriesTable.create(tx, {
    ...row,
    key: `denied@${entry.id}`,
    fileId: denial.fileId,
    isStated: true,
    statedBy: denial.fileId,
    day,
    code: DENIED,
    isReversal: false,
    endToEndId,
    partyName,
    partyIban,
    bankReference,
    bookedAs: 'suspense',
  });
  await postTransfers(tx, [suspenseTransfer(row)]);
  return row;
}

/** Nobody is found who has the money: the debit is in suspense. */
async function alertOf(tx: Tx, { id, mode, amountMinor, remittance }: Opposite): Promise<void> {
  const what = `${formatAmount(amountMinor, 2)} EUR (${mode}) that never came had gone on already: ${remittance}`;
  await raiseAlert(tx, {
    kind: 'bank_contradiction',
    subject: id,
    message: `${what}. Decide under Bank in the console.`,
  });
}

function paymentOf(tx: Tx, { paymentId }: BankEntryRow): Promise<BankPaymentRow | undefined> {
  return paymentId === null ? Promise.resolve(undefined) : bankPaymentsTable.findOne(tx, { id: paymentId });
}

const deniedSql = prepared(`
  WITH e AS (UPDATE bank_entry SET denied = true WHERE id = ANY($1::uuid[]) AND NOT denied RETURNING *)
  SELECT ${bankEntriesTable.selected('e')} FROM e ORDER BY e.created_at, e.id`);

const returnSql = prepared(`
  SELECT m.id FROM bank_match m
  WHERE m.entry_id = $1 AND m.payee IS NOT NULL AND m.confirmed_at IS NOT NULL AND m.ended_at IS NULL`);
