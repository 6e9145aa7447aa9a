import type { Mode } from '../../domain/assets/assets.ts';
import { type EntryVerdict, judgeEntry } from '../../domain/bank/judge-entry.ts';
import type { Tx } from '../core/sequelize.ts';
import { execute, json, prepared, select } from '../core/sql.ts';
import { type AccountRef, GATEWAY } from '../ledger/accounts.ts';
import type { TransferRequest } from '../ledger/transfer-request.ts';
import { postTransfers } from '../ledger/transfers.ts';
import { applySteps } from '../process/apply.ts';
import { type BankPaymentKind, bankPaymentProcess } from './payment-process.ts';
import { type BankPaymentRow, bankPaymentsTable } from './payment-rows.ts';
import { bankCustody } from './payments.ts';
import type { BankEntryRow } from './rows.ts';

/** Movements of money about an entry. */
export type Bookable = Pick<
  BankEntryRow,
  | ('id' | 'mode' | 'key' | 'direction' | 'amountMinor' | 'code' | 'isReversal' | 'endToEndId' | 'bankReference')
  | ('returnCode' | 'returnWords')
>;

export interface Judged<Entry extends Bookable> {
  readonly entry: Entry;
  readonly payment: BankPaymentRow | undefined;
  readonly verdict: EntryVerdict;
}

export async function judgeRows<Entry extends Bookable>(tx: Tx, rows: readonly Entry[]): Promise<Judged<Entry>[]> {
  const payments = await paymentsOf(tx, rows);
  return rows.map((entry) => {
    const payment = entry.endToEndId === null ? undefined : payments.get(entry.endToEndId);
    return { entry, payment, verdict: judgeEntry(entry, payment) };
  });
}

/** An entry whose money moved. */
export interface Booked<Entry extends Bookable> {
  readonly entry: Entry;
  readonly verdict: EntryVerdict;
  readonly as: 'payment' | 'return' | 'fee' | 'suspense';
  /** The payment that took it. */
  readonly paymentId: string | null;
}

/**
 * Moves the money of entries: of payments and their returns each once, of fees, and all else to suspense. A reversal of
 * a credit is there too, until the credit is found.
 */
export async function moveMoney<Entry extends Bookable>(
  tx: Tx,
  judged: readonly Judged<Entry>[],
  nowMs: number,
): Promise<readonly Booked<Entry>[]> {
  const taken = new Map<Entry, Pick<Booked<Entry>, 'as' | 'paymentId'>>();
  for (const as of ['payment', 'return'] as const) {
    for (const { entry, payment } of await applyToPayments(tx, judged, { verdict: as, nowMs }))
      taken.set(entry, { as, paymentId: payment.id });
  }
  const booked = judged.map(({ entry, verdict }): Booked<Entry> => {
    const byItself = { as: verdict === 'fee' ? verdict : 'suspense', paymentId: null } as const;
    return { entry, verdict, ...(taken.get(entry) ?? byItself) };
  });
  const left = booked.filter(({ entry }) => !taken.has(entry));
  await postTransfers(
    tx,
    left.map(({ entry, as }) => (as === 'fee' ? feeTransfer(entry) : suspenseTransfer(entry))),
  );
  return booked;
}

/** Keeps what entries are booked as. */
export async function markBooked(
  tx: Tx,
  marks: readonly {
    readonly id: string;
    readonly as: NonNullable<BankEntryRow['bookedAs']>;
    readonly paymentId: string | null;
  }[],
): Promise<void> {
  await execute(tx, markedSql, [
    json(marks.map(({ id, as, paymentId }) => ({ id, booked_as: as, payment_id: paymentId }))),
  ]);
}

/** An entry, and the payment that took it. */
export interface OfPayment<Entry extends Bookable> {
  readonly entry: Entry;
  readonly payment: BankPaymentRow;
}

/** Each payment once: a second entry about it is in suspense. @returns those that the payments took */
export async function applyToPayments<Entry extends Bookable>(
  tx: Tx,
  judged: readonly Judged<Entry>[],
  { verdict, nowMs }: { readonly verdict: 'payment' | 'return'; readonly nowMs: number },
): Promise<OfPayment<Entry>[]> {
  const byPayment = new Map<string, OfPayment<Entry>>();
  for (const { entry, payment, ...judgement } of judged) {
    if (judgement.verdict === verdict && payment !== undefined && !byPayment.has(payment.id))
      byPayment.set(payment.id, { entry, payment });
  }
  const all = [...byPayment.values()];
  const steps = [...byPayment].map(([id, { entry }]) => ({
    id,
    cause: `entry:${entry.id}`,
    nowMs,
    event: eventOf(entry, verdict),
  }));
  const answers = await applySteps<BankPaymentKind>(tx, bankPaymentProcess, steps);
  const taken = all.filter((_each, index) => answers[index]?.answer !== undefined);
  if (verdict === 'return') await bookReturnCharges(tx, taken);
  return taken;
}

export function feeTransfer({ id, mode, amountMinor }: Pick<Bookable, 'id' | 'mode' | 'amountMinor'>): TransferRequest {
  const debit = { owner: GATEWAY, mode, asset: 'EUR', kind: 'fees:bank' } as const;
  const posting = { debit, credit: bankCustody(mode), minor: amountMinor };
  return { key: `bank-entry:${id}`, kind: 'bank_fee', postings: [posting], entity: `bank_entry:${id}` };
}

/** Euro that nobody was found for, and what left the account for nothing known. */
export function suspenseOf(mode: Mode, direction: 'credit' | 'debit'): AccountRef {
  return { owner: GATEWAY, mode, asset: 'EUR', kind: direction === 'credit' ? 'suspense:bank' : 'suspense:bank_debit' };
}

/** Between custody and suspense; `release`: backwards, because it is known now what it was. */
export function suspenseTransfer(
  { id, mode, amountMinor, direction }: Pick<Bookable, 'id' | 'mode' | 'amountMinor' | 'direction'>,
  { release = false }: { readonly release?: boolean } = {},
): TransferRequest {
  const suspense = suspenseOf(mode, direction);
  const comesIn = (direction === 'credit') !== release;
  const [debit, credit] = comesIn ? [bankCustody(mode), suspense] : [suspense, bankCustody(mode)];
  return {
    key: `bank-entry:${id}${release ? ':release' : ''}`,
    kind: direction === 'credit' ? 'bank_credit' : 'bank_debit',
    postings: [{ debit, credit, minor: amountMinor }],
    entity: `bank_entry:${id}`,
  };
}

async function paymentsOf(tx: Tx, rows: readonly Bookable[]): Promise<Map<string, BankPaymentRow>> {
  const requested = rows.flatMap(({ endToEndId }) => endToEndId ?? []);
  const [first] = rows;
  if (first === undefined) return new Map();
  const found = await select<object>(tx, paymentsSql, [first.mode, requested]);
  const payments = found.map((row) => bankPaymentsTable.read(row) as BankPaymentRow);
  return new Map(payments.map((payment) => [payment.endToEndId, payment]));
}

function eventOf(entry: Bookable, verdict: 'payment' | 'return'): BankPaymentKind['event'] {
  const { bankReference, returnCode, returnWords } = entry;
  if (verdict === 'payment') return { type: 'book', bankReference };
  return { type: 'return', bankReference, reasonCode: returnCode, words: returnWords };
}

/** The merchant is credited the whole payment; what the bank kept of it is a fee. */
async function bookReturnCharges(tx: Tx, returned: readonly OfPayment<Bookable>[]): Promise<void> {
  const transfers = returned.flatMap(({ entry, payment }): TransferRequest[] => {
    const keptMinor = payment.amountMinor - entry.amountMinor;
    if (keptMinor <= 0n) return [];
    const charge = feeTransfer({ ...entry, amountMinor: keptMinor });
    return [{ ...charge, key: `bank-entry:${entry.id}:charge`, kind: 'bank_return_charge' }];
  });
  await postTransfers(tx, transfers);
}

const paymentsSql = prepared(`
  SELECT ${bankPaymentsTable.selected('p')} FROM bank_payment p WHERE p.mode = $1 AND p.end_to_end_id = ANY($2::text[])`);

const markedSql = prepared(`
  UPDATE bank_entry e SET booked_as = b.booked_as, payment_id = b.payment_id
  FROM jsonb_to_recordset($1::jsonb) AS b(id uuid, booked_as text, payment_id uuid) WHERE e.id = b.id`);
