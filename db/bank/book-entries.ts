import type { Mode } from '../../domain/assets.ts';
import { type EntryVerdict, judgeEntry } from '../../domain/bank/judge-entry.ts';
import type { StatementEntry } from '../../domain/bank/messages.ts';
import { DomainError } from '../../domain/errors.ts';
import { newId } from '../../domain/ids.ts';
import { GATEWAY } from '../ledger/accounts.ts';
import type { TransferRequest } from '../ledger/transfer-request.ts';
import { postTransfers } from '../ledger/transfers.ts';
import { applySteps } from '../process/apply.ts';
import { moment, react } from '../process/reactions.ts';
import type { Tx } from '../sequelize.ts';
import { execute, json, prepared, select } from '../sql.ts';
import { type BankPaymentKind, bankPaymentProcess } from './payment-process.ts';
import { type BankPaymentRow, bankPaymentsTable } from './payment-rows.ts';
import { bankCustody } from './payments.ts';
import { findRestoredPayments } from './restored-payments.ts';
import { type BankEntryRow, bankEntriesTable } from './rows.ts';

export interface EntriesToBook {
  readonly mode: Mode;
  readonly fileId: string;
  /** They are in a statement, not only in a notification. */
  readonly isStated: boolean;
  readonly entries: readonly (StatementEntry & { readonly key: string })[];
  readonly nowMs: number;
}

/** Money that nobody ordered came in: it is in suspense, where it can be claimed by its reference. */
export interface BankCredit {
  readonly entryId: string;
  readonly mode: Mode;
  readonly amountMinor: bigint;
  /** Structured, with right check digits (ISO 11649); null without one. */
  readonly creditorReference: string | null;
  readonly partyName: string | null;
  readonly partyIban: string | null;
  readonly nowMs: number;
}

export const bankCreditBooked = moment<BankCredit>('bank_credit.booked');

/**
 * Records entries and books what is new: payments and their returns, the bank's fees, and everything else that came in
 * to suspense. An entry that is known already is only noted as being in a statement; so a file may be booked again.
 * The caller holds the lock of the bank, so that nobody else adds entries meanwhile.
 * @throws DomainError `conflict` when a known entry comes with another amount
 */
export async function bookEntries(tx: Tx, { mode, fileId, isStated, entries, nowMs }: EntriesToBook): Promise<void> {
  if (entries.length === 0) return;
  const known = await knownEntries(tx, mode, entries);
  if (isStated && known.size > 0) await execute(tx, statedSql, [mode, [...known], fileId]);
  const rows = entries
    .filter(({ key }) => !known.has(key))
    .map((entry) => ({ ...entry, id: newId(nowMs), mode, fileId, isStated, statedBy: isStated ? fileId : null }));
  await bookRows(tx, rows, nowMs, async (judged) => {
    const plain = judged.map(({ entry, payment, booked }) =>
      bankEntriesTable.write({ ...entry, bookedAs: booked, paymentId: paymentOf(booked, payment) }, NEW_KEYS),
    );
    await execute(tx, insertSql, [json(plain)]);
  });
}

/** Tries again to book entries that came before what they are about, such as a return before its debit. */
export async function bookLateEntries(tx: Tx, mode: Mode, nowMs: number): Promise<void> {
  const found = await select<object>(tx, lateSql, [mode]);
  const rows = found.map((row) => bankEntriesTable.read(row) as BankEntryRow);
  await findRestoredPayments(tx, rows, nowMs);
  await bookRows(tx, rows, nowMs, async (judged) => {
    const marks = judged.flatMap(({ entry: { id }, payment, booked }) =>
      booked === null ? [] : [{ id, booked_as: booked, payment_id: paymentOf(booked, payment) }],
    );
    if (marks.length > 0) await execute(tx, bookedSql, [json(marks)]);
  });
}

/** Books an entry that nobody knows as a cost of the gateway, as staff decided. @returns false if it is booked */
export async function bookAsCost(tx: Tx, entryId: string, note: string): Promise<boolean> {
  const entry = await bankEntriesTable.findOne(tx, { id: entryId, bookedAs: null }, { lock: tx.LOCK.UPDATE });
  if (entry?.direction !== 'debit') return false;
  await postTransfers(tx, [{ ...feeTransfer(entry), note }]);
  await execute(tx, bookedSql, [json([{ id: entryId, booked_as: 'fee', payment_id: null }])]);
  return true;
}

/** The keys of the entries that came before. @throws DomainError `conflict` when one had another amount */
async function knownEntries(tx: Tx, mode: Mode, entries: EntriesToBook['entries']): Promise<ReadonlySet<string>> {
  type Known = Pick<BankEntryRow, 'key' | 'direction'> & { readonly amount: string };
  const known = await select<Known>(tx, knownSql, [mode, entries.map(({ key }) => key)]);
  if (known.length === 0) return new Set();
  const byKey = new Map(known.map((row) => [row.key, row]));
  for (const { key, amountMinor, direction } of entries) {
    const before = byKey.get(key);
    if (before === undefined || (before.amount === amountMinor.toString() && before.direction === direction)) continue;
    throw new DomainError('conflict', { message: `The entry ${key} came before with another amount.` });
  }
  return new Set(byKey.keys());
}

type Bookable = Omit<BankEntryRow, 'bookedAs' | 'paymentId' | 'depositId' | 'credited' | 'createdAt'>;

interface Judged {
  readonly entry: Bookable;
  readonly payment: BankPaymentRow | undefined;
  readonly verdict: EntryVerdict;
}

/** What became of an entry: null if it is in no books. */
type Booked = Judged & { readonly booked: EntryVerdict };

/** Moves the money, lets the rows be stored with what became of them, and only then announces new credits. */
async function bookRows(
  tx: Tx,
  rows: readonly Bookable[],
  nowMs: number,
  store: (all: readonly Booked[]) => Promise<void>,
): Promise<void> {
  if (rows.length === 0) return;
  const payments = await paymentsOf(tx, rows);
  const judged = rows.map((entry): Judged => {
    const payment = entry.endToEndId === null ? undefined : payments.get(`${entry.mode} ${entry.endToEndId}`);
    return { entry, payment, verdict: judgeEntry(entry, payment) };
  });
  const credits = judged.filter(({ verdict }) => verdict === 'suspense');
  const taken = new Set([
    ...(await applyToPayments(tx, judged, { verdict: 'payment', nowMs })),
    ...(await applyToPayments(tx, judged, { verdict: 'return', nowMs })),
    ...(await bookFees(tx, judged)),
    ...(await bookSuspense(tx, credits)),
  ]);
  await store(judged.map((each) => ({ ...each, booked: taken.has(each) ? each.verdict : null })));
  await react(
    tx,
    bankCreditBooked,
    credits.map((credit) => creditOf(credit, nowMs)),
  );
}

/** A credit that has our end-to-end ID and is no return is not about that payment. */
function paymentOf(booked: EntryVerdict, payment: BankPaymentRow | undefined): string | null {
  return booked === 'payment' || booked === 'return' ? (payment?.id ?? null) : null;
}

function creditOf({ entry }: Judged, nowMs: number): BankCredit {
  const { id, mode, amountMinor, creditorReference, partyName, partyIban } = entry;
  return { entryId: id, mode, amountMinor, creditorReference, partyName, partyIban, nowMs };
}

async function paymentsOf(tx: Tx, rows: readonly Bookable[]): Promise<Map<string, BankPaymentRow>> {
  const wanted = rows.flatMap(({ endToEndId }) => endToEndId ?? []);
  const [first] = rows;
  if (wanted.length === 0 || first === undefined) return new Map();
  const found = await select<object>(tx, paymentsSql, [first.mode, wanted]);
  const payments = found.map((row) => bankPaymentsTable.read(row) as BankPaymentRow);
  return new Map(payments.map((payment) => [`${payment.mode} ${payment.endToEndId}`, payment]));
}

/** Each payment once: a second entry about it stays unbooked. @returns those that the payments took */
async function applyToPayments(
  tx: Tx,
  judged: readonly Judged[],
  { verdict, nowMs }: { readonly verdict: 'payment' | 'return'; readonly nowMs: number },
): Promise<Judged[]> {
  const byPayment = new Map<string, Judged>();
  for (const each of judged) {
    const { payment } = each;
    if (each.verdict === verdict && payment !== undefined && !byPayment.has(payment.id))
      byPayment.set(payment.id, each);
  }
  const all = [...byPayment.values()];
  const steps = [...byPayment].map(([id, { entry }]) => ({
    ...{ id, cause: `entry:${entry.key}`, nowMs },
    event: eventOf(entry, verdict),
  }));
  const answers = await applySteps<BankPaymentKind>(tx, bankPaymentProcess, steps);
  const taken = all.filter((_each, index) => answers[index]?.answer !== undefined);
  if (verdict === 'return') await bookReturnCharges(tx, taken);
  return taken;
}

function eventOf(entry: Bookable, verdict: 'payment' | 'return'): BankPaymentKind['event'] {
  const { bankReference, returnCode, returnWords } = entry;
  if (verdict === 'payment') return { type: 'book', bankReference };
  return { type: 'return', bankReference, reasonCode: returnCode, words: returnWords };
}

/** The merchant is credited the whole payment; what the bank kept of it is a fee. */
async function bookReturnCharges(tx: Tx, returned: readonly Judged[]): Promise<void> {
  const transfers = returned.flatMap(({ entry, payment }): TransferRequest[] => {
    const keptMinor = (payment?.amountMinor ?? 0n) - entry.amountMinor;
    return keptMinor > 0n ? [{ ...feeTransfer({ ...entry, amountMinor: keptMinor }), kind: 'bank_return_charge' }] : [];
  });
  await postTransfers(tx, transfers);
}

async function bookFees(tx: Tx, judged: readonly Judged[]): Promise<Judged[]> {
  const fees = judged.filter(({ verdict }) => verdict === 'fee');
  await postTransfers(
    tx,
    fees.map(({ entry }) => feeTransfer(entry)),
  );
  return fees;
}

async function bookSuspense(tx: Tx, credits: readonly Judged[]): Promise<readonly Judged[]> {
  const transfers = credits.map(({ entry: { id, mode, amountMinor } }): TransferRequest => {
    const credit = { owner: GATEWAY, mode, asset: 'EUR', kind: 'suspense:bank' } as const;
    const posting = { debit: bankCustody(mode), credit, minor: amountMinor };
    return { key: `bank-entry:${id}`, kind: 'bank_credit', postings: [posting], entity: `bank_entry:${id}` };
  });
  await postTransfers(tx, transfers);
  return credits;
}

function feeTransfer({ id, mode, amountMinor }: Pick<Bookable, 'id' | 'mode' | 'amountMinor'>): TransferRequest {
  const debit = { owner: GATEWAY, mode, asset: 'EUR', kind: 'fees:bank' } as const;
  const posting = { debit, credit: bankCustody(mode), minor: amountMinor };
  return { key: `bank-entry:${id}`, kind: 'bank_fee', postings: [posting], entity: `bank_entry:${id}` };
}

const NEW_KEYS = [
  ...(['id', 'mode', 'key', 'fileId', 'isStated', 'direction', 'amountMinor', 'day', 'code', 'isReversal'] as const),
  ...(['endToEndId', 'creditorReference', 'remittance', 'partyName', 'partyIban', 'bankReference'] as const),
  ...(['returnCode', 'returnWords', 'bookedAs', 'paymentId', 'statedBy'] as const),
];
const newColumns = NEW_KEYS.map(bankEntriesTable.column).join(', ');

const knownSql = prepared(`
  SELECT key, direction, amount_minor::text AS amount FROM bank_entry WHERE mode = $1 AND key = ANY($2::text[])`);

const insertSql = prepared(`
  INSERT INTO bank_entry (${newColumns})
  SELECT ${newColumns} FROM jsonb_to_recordset($1::jsonb) AS n(${bankEntriesTable.recordset(NEW_KEYS)})`);

const statedSql = prepared(`
  UPDATE bank_entry SET is_stated = true, stated_by = $3 WHERE mode = $1 AND key = ANY($2::text[]) AND NOT is_stated`);

const lateSql = prepared(`
  SELECT ${bankEntriesTable.selected('e')} FROM bank_entry e
  WHERE e.mode = $1 AND e.booked_as IS NULL AND e.end_to_end_id IS NOT NULL ORDER BY e.created_at, e.id LIMIT 500`);

const paymentsSql = prepared(`
  SELECT ${bankPaymentsTable.selected('p')} FROM bank_payment p WHERE p.mode = $1 AND p.end_to_end_id = ANY($2::text[])`);

const bookedSql = prepared(`
  UPDATE bank_entry e SET booked_as = b.booked_as, payment_id = b.payment_id
  FROM jsonb_to_recordset($1::jsonb) AS b(id uuid, booked_as text, payment_id uuid) WHERE e.id = b.id`);
