import type { StatementEntry } from './messages.ts';
import type { BankPaymentStatus } from './payment-table.ts';

/** The payment with the entry's end-to-end ID. */
export interface KnownPayment {
  readonly amountMinor: bigint;
  readonly status: BankPaymentStatus;
  /** How many files it has been in. */
  readonly files: number;
}

/**
 * The booking of an entry of a statement. All of it is: what conflicts is in suspense, where staff decide. A `reversal`
 * takes back a credit, if it is known which.
 */
export type EntryVerdict = 'payment' | 'return' | 'fee' | 'suspense' | 'reversal';

type JudgedEntry = Pick<StatementEntry, 'amountMinor' | 'direction' | 'code' | 'isReversal' | 'returnCode'>;

/**
 * Decides by what the bank says. Payees see the end-to-end ID and may send money with it, so an incoming payment is a
 * return only where the bank marks it as one.
 */
export function judgeEntry(entry: JudgedEntry, payment: KnownPayment | undefined): EntryVerdict {
  if (entry.direction === 'debit') {
    if (isReturn(entry)) return 'reversal';
    if (payment === undefined) return isBankFee(entry.code) ? 'fee' : 'suspense';
    return entry.amountMinor === payment.amountMinor && isBookable(payment) ? 'payment' : 'suspense';
  }
  if (payment === undefined || !isReturn(entry)) return 'suspense';
  const missingMinor = payment.amountMinor - entry.amountMinor;
  return payment.status === 'booked' && missingMinor >= 0n && missingMinor <= MOST_CHARGED_MINOR
    ? 'return'
    : 'suspense';
}

/** Banks may keep a charge of a payment that they return. */
const MOST_CHARGED_MINOR = 5_000n;

/** After a rejection, the bank has made it all the same: the merchant is notified that it was booked after its end. */
const BOOKABLE: ReadonlySet<BankPaymentStatus> = new Set([
  'in_file',
  'accepted',
  'name_question',
  'recalling',
  'rejected',
]);

/** The bank may make the payment of an earlier file while the next one waits. */
function isBookable({ status, files }: KnownPayment): boolean {
  return BOOKABLE.has(status) || (status === 'waiting' && files > 0);
}

/** Money goes back: of a credit, what we paid; of a debit, what we were paid. */
function isReturn({ returnCode, isReversal, code }: JudgedEntry): boolean {
  return returnCode !== null || isReversal || code.endsWith('/RRTN');
}

/** Charges, commissions and fees of the bank (ISO 20022, sub-families of payments and of account management). */
function isBankFee(code: string): boolean {
  return /^(?:PMNT|ACMT|CAMT)\/.*\/(?:CHRG|COMM|COME|COMI|COMT|FEES)$/.test(code);
}

/** The change of the balance by the entry. */
export function signedMinor({ direction, amountMinor }: Pick<StatementEntry, 'direction' | 'amountMinor'>): bigint {
  return direction === 'credit' ? amountMinor : -amountMinor;
}
