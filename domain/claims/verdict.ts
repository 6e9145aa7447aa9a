import type { CryptoGateId, Network } from '../assets/assets.ts';
import type { PaymentStatus } from '../invoices/record.ts';
import type { ClaimStatus } from '../state/claim-status.ts';

/**
 * The relation of a pasted transaction to the invoice or shop of the caller. Nothing is said about other people's
 * payments: those are `not_ours`, as is what never happened.
 */
export const VERDICTS = [
  'unconfirmed',
  'failed',
  'short',
  'late',
  'other_coin',
  'credited',
  'claimable',
  'too_small',
  'unsupported',
  'claimed',
  'not_ours',
  'unknown_yet',
] as const;

export type VerdictCode = (typeof VERDICTS)[number];

/** A payment in the asked transaction that the asker may know of. Amounts in minor units. */
export interface SuspectPayment {
  readonly paymentId: string;
  readonly network: Network;
  readonly gateId: CryptoGateId | null;
  /** As the ledger names it. */
  readonly asset: string;
  readonly txid: string;
  readonly amountMinor: bigint;
  readonly status: PaymentStatus;
  readonly confirmations: number;
  readonly requiredConfirmations: number;
  readonly creditedTo: 'unsettled' | 'suspense' | null;
  /** A transfer of the gateway's own money. */
  readonly isTaken: boolean;
  /** It was first seen after its invoice's deadline. */
  readonly isLate: boolean;
  /** Its invoice waits for more, or ended with too little. */
  readonly isShort: boolean;
  /** It came in another coin than its invoice's. */
  readonly isOtherCoin: boolean;
  /** The claim to it that was not refused. */
  readonly claim: { readonly id: string; readonly status: ClaimStatus; readonly isOwn: boolean } | null;
}

/** The part of a payment that a claim pays back: null if the fees leave less than the network's minimum. */
export type LeftOf = (payment: SuspectPayment & { readonly gateId: CryptoGateId }) => bigint | null;

export interface Verdict {
  readonly code: VerdictCode;
  /** The payment that it is about; null for what is not ours. */
  readonly payment: SuspectPayment | null;
  /** The amount that a claim would pay back; null if nothing can be claimed. */
  readonly leftMinor: bigint | null;
}

/**
 * The verdict on a transaction: of several payments in it, what can be claimed comes first, then what still may be.
 * @param isUpToDate whether the chains are read as far as they go: only then is it certain that nothing came
 */
export function judgeTransaction(
  payments: readonly SuspectPayment[],
  { leftOf, isUpToDate }: { readonly leftOf: LeftOf; readonly isUpToDate: boolean },
): Verdict {
  const verdicts = payments.filter(({ isTaken }) => !isTaken).map((payment) => judgePayment(payment, leftOf));
  const [first] = verdicts.sort((one, other) => ORDER.indexOf(one.code) - ORDER.indexOf(other.code));
  return first ?? { code: isUpToDate ? 'not_ours' : 'unknown_yet', payment: null, leftMinor: null };
}

const ORDER: readonly VerdictCode[] = [
  'claimable',
  'unconfirmed',
  'claimed',
  'short',
  'late',
  'other_coin',
  'credited',
  'too_small',
  'unsupported',
  'failed',
  'not_ours',
  'unknown_yet',
];

function judgePayment(payment: SuspectPayment, leftOf: LeftOf): Verdict {
  const { gateId, claim } = payment;
  const said = (code: VerdictCode): Verdict => ({ code, payment, leftMinor: null });
  if (claim !== null && claim.status !== 'recorded') return said('claimed');
  if (payment.creditedTo === null) return said(GONE.has(payment.status) ? 'failed' : 'unconfirmed');
  if (payment.creditedTo === 'unsettled') {
    if (payment.isOtherCoin) return said('other_coin');
    if (payment.isLate) return said('late');
    return said(payment.isShort ? 'short' : 'credited');
  }
  if (gateId === null) return said('unsupported');
  const leftMinor = leftOf({ ...payment, gateId });
  return leftMinor === null ? said('too_small') : { code: 'claimable', payment, leftMinor };
}

const GONE: ReadonlySet<PaymentStatus> = new Set(['dropped', 'replaced', 'failed']);

/**
 * The ways in which chains write the ID of a transaction that was pasted, alone or within a link to an explorer; empty
 * when there is none.
 */
export function transactionIds(text: string): string[] {
  const found = /(?<![0-9a-f])(?:0x)?([0-9a-f]{64})(?![0-9a-f])/i.exec(text.slice(0, MAX_TEXT))?.[1];
  if (found === undefined) return [];
  const lower = found.toLowerCase();
  return [lower, `0x${lower}`, found.toUpperCase()];
}

const MAX_TEXT = 500;
