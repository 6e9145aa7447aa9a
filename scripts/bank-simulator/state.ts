import type { DialectName } from './dialects.ts';
import type { Movement, SimulatedAccount } from './messages.ts';

/** The simulated bank's reactions to the next file of payments. */
export const PLANS = ['accept', 'reject', 'half', 'close-match', 'no-match', 'not-possible', 'silent'] as const;
export type Plan = (typeof PLANS)[number];

/** Defects of the next statement. */
export const TRICKS = ['twice', 'out-of-order', 'missing-line'] as const;
export type Trick = (typeof TRICKS)[number];

/** One thing that somebody wants of the simulated bank. */
export type BankCommand =
  | { readonly type: 'plan'; readonly plan: Plan; readonly reason?: string | undefined }
  | { readonly type: 'trick'; readonly trick: Trick }
  | { readonly type: 'delay'; readonly seconds: number }
  /** How it writes its statements from now on. */
  | { readonly type: 'dialect'; readonly dialect: DialectName }
  /** Makes the payment of the next recall instead. */
  | { readonly type: 'refuse-recall' }
  /** Of a payment, or of the last one that was booked. */
  | {
      readonly type: 'return';
      readonly endToEndId?: string | undefined;
      readonly reason: string;
      readonly days: number;
    }
  | {
      readonly type: 'credit';
      readonly minor: string;
      readonly name: string;
      readonly iban?: string | undefined;
      readonly reference?: string | undefined;
      readonly remittance?: string | undefined;
    }
  | { readonly type: 'fee'; readonly minor: string };

export interface SimulatedPayment {
  readonly endToEndId: string;
  readonly minor: string;
  readonly name: string;
  readonly iban: string;
  readonly remittance: string;
  readonly isNameConfirmed: boolean;
  readonly state: 'pending' | 'held' | 'rejected' | 'canceled' | 'booked' | 'returned';
  readonly bookAtMs: number;
}

/** Everything that the simulated bank knows. JSON, so that it survives the program. */
export interface BankState {
  readonly account: SimulatedAccount;
  /** Counts files and references. */
  counter: number;
  /** Cents, by the last statement. */
  statedMinor: string;
  sequence: number;
  statedAtMs: number;
  /** Movements that are in no notification, and in no statement. */
  unnotified: Movement[];
  unstated: Movement[];
  payments: Record<string, SimulatedPayment>;
  lastBooked: string | null;
  seenMessages: string[];
  /** Files of commands, the last ones: each is obeyed once. */
  obeyed?: string[];
  plans: { readonly plan: Plan; readonly reason?: string | undefined }[];
  tricks: Trick[];
  delayMs: number;
  /** Left out: that of the standard. */
  dialect?: DialectName;
  refusesRecall: boolean;
  /** A statement that is kept back for the one after it. */
  heldBack: OutFile | null;
  /** Files that are decided and not written yet. */
  outbox: OutFile[];
}

export interface OutFile {
  readonly name: string;
  readonly text: string;
}

/** A bank on its first day: our account holds ten million euro. */
export function newBankState(account: SimulatedAccount): BankState {
  return {
    account,
    counter: 0,
    statedMinor: '1000000000',
    sequence: 0,
    statedAtMs: 0,
    delayMs: 0,
    refusesRecall: false,
    unnotified: [],
    unstated: [],
    payments: {},
    lastBooked: null,
    seenMessages: [],
    plans: [],
    tricks: [],
    heldBack: null,
    outbox: [],
  };
}
