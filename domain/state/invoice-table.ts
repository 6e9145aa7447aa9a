import { always, both, type Rule, type StateTable } from '../process/table.ts';
import * as when from './invoice-conditions.ts';
import type { InvoiceEventType } from './invoice-event.ts';
import type { InvoicePosition } from './invoice-facts.ts';
import type { InvoiceReason, InvoiceStatus } from './invoice-status.ts';

/**
 * Effects of a rule besides changing the status. Credits, reversals and settlement follow from the facts after every
 * rule and have no marks: see invoice-ledger.ts.
 */
export type InvoiceMark =
  | 'decide_expiry'
  | 'keep_excess'
  | 'hold'
  | 'release_hold'
  | 'ask_operator'
  | 'clear_operator_request'
  | 'freeze'
  | 'unfreeze'
  | 'void_refund'
  | 'settle_rest'
  | 'count_refund'
  | 'make_conversions'
  | 'keep_coins';

export type InvoiceRule = Rule<InvoiceStatus, InvoicePosition, InvoiceReason, InvoiceMark>;

const expire = {
  to: 'expired',
  reason: 'not_paid',
  marks: ['decide_expiry'],
} as const satisfies Partial<InvoiceRule>;

/** A payment that was found late but detected before the deadline: the invoice was paid in time after all. */
const foundEnough: InvoiceRule = { when: when.seenEnough, to: 'confirming', reason: 'payment_found', letter: 'I' };
const foundSome: InvoiceRule = {
  when: when.onTimeUnconfirmed,
  to: 'partially_paid',
  reason: 'payment_found',
  letter: 'I',
};

/** Money that is not final, or that compliance holds, is not the merchant's yet, even if it is less than due. */
const holdShortfall: InvoiceRule = {
  when: both(when.heldOrNotFinal, when.shortfallAccepted),
  to: 'processing',
  reason: 'awaiting_finality',
};
/** Only for operators: the answer to a merchant's own action must not reveal a hold. */
const heldMoney: InvoiceRule = { when: when.heldByCompliance, to: 'refused', code: 'operation_suspended' };

/** Decides an invoice that is short once nothing is left to wait for. */
const judgeShortfall: readonly InvoiceRule[] = [
  { when: when.nothingConfirmed, ...expire, letter: 'C' },
  { ...holdShortfall, marks: ['decide_expiry'] },
  { when: when.shortfallAccepted, to: 'done', reason: 'underpaid_accepted', marks: ['decide_expiry'], letter: 'C' },
  { when: when.confirmedEnough, to: 'expired_paid', reason: 'paid_late', marks: ['decide_expiry'], letter: 'D' },
  { when: always, to: 'invalid', reason: 'underpaid', marks: ['decide_expiry'], letter: 'C' },
];

/** A payment that was detected in time has lost the locked rate: it is judged as late, with a reason of its own. */
const judgeLapsed: readonly InvoiceRule[] = [
  { when: when.someUnconfirmed, to: 'partially_paid' as const, marks: ['decide_expiry'] as const },
  ...judgeShortfall,
].map((rule): InvoiceRule => {
  const isLate = rule.to === 'expired' || rule.to === 'expired_paid';
  const reason: Pick<InvoiceRule, 'reason'> = isLate ? { reason: 'not_confirmed_in_time' } : {};
  return { ...rule, ...reason, when: both(when.lapsed, rule.when), letter: 'M' };
});
/** A confirmed payment was reorganized while it waited for finality or a release, and was mined again too late. */
const judgeMinedAgain: readonly InvoiceRule[] = [
  {
    when: both(when.lapsedAgain, when.confirmedEnough),
    to: 'expired_paid',
    reason: 'not_confirmed_in_time',
    letter: 'M',
  },
  { when: when.lapsedAgain, to: 'invalid', reason: 'underpaid_late', letter: 'M' },
];

const tooEarly: InvoiceRule = { when: when.beforeDeadline, to: 'refused', code: 'invoice_not_expired' };
const atDeadline: readonly InvoiceRule[] = [
  tooEarly,
  { when: when.seenEnough, to: 'confirming', letter: 'I' },
  { when: when.someUnconfirmed, to: 'partially_paid', marks: ['decide_expiry'], letter: 'C' },
  ...judgeShortfall,
];

const lost: InvoiceRule = {
  when: when.lostByReorganization,
  to: 'error',
  reason: 'reorganised',
  marks: ['ask_operator', 'freeze'],
  letter: 'G',
};
const lostInRefund: InvoiceRule = { ...lost, marks: ['ask_operator', 'freeze', 'void_refund'] };

const book: InvoiceRule = { when: always, to: 'same' };
const askOperator: InvoiceRule = { when: always, to: 'same', reason: 'confirmation_overdue', marks: ['ask_operator'] };
const hold: readonly InvoiceRule[] = [{ when: always, to: 'same', marks: ['hold'] }];
const clear: readonly InvoiceRule[] = [
  { when: when.heldByCompliance, to: 'same', marks: ['release_hold', 'clear_operator_request'] },
];
const locked: readonly InvoiceRule[] = [{ when: always, to: 'refused', code: 'gate_locked', letter: 'A' }];
const seenAlready: readonly InvoiceRule[] = [{ when: always, to: 'refused', code: 'payment_seen', letter: 'F' }];
const expired: readonly InvoiceRule[] = [{ when: always, to: 'refused', code: 'invoice_expired', letter: 'A' }];
/** Also allowed while compliance holds the money: the refund then waits unsigned. */
const refund: readonly InvoiceRule[] = [{ when: when.refundable, to: 'refund_requested' }];
const settle: readonly InvoiceRule[] = [
  { when: when.overpaid, to: 'overpaid' },
  { when: always, to: 'done', marks: ['keep_excess'] },
];
/** The statuses after `processing` once nothing is left to wait for. */
const settleProcessed: readonly InvoiceRule[] = [
  { when: when.wasSettled, to: 'before', letter: 'G' },
  { when: when.shortAndAccepted, to: 'done', reason: 'underpaid_accepted' },
  ...judgeMinedAgain,
  ...settle,
];
/**
 * The outcome of a refund (J). An invoice that a reorganization or an operator moved out of `refund_requested` still
 * counts it: the money has left.
 */
const refundSent: readonly InvoiceRule[] = [
  { when: when.onlyExcessRefunded, to: 'done', marks: ['count_refund'], letter: 'J' },
  { when: when.allRefunded, to: 'refunded', marks: ['count_refund'], letter: 'J' },
  { when: always, to: 'partially_refunded', marks: ['count_refund'], letter: 'J' },
];
const refundFailed: readonly InvoiceRule[] = [{ when: always, to: 'same', letter: 'G' }];
/** Where settled money is: a promised conversion that could not be made is made later, or dropped. */
const conversions = {
  convert: [{ when: when.converting, to: 'same', marks: ['make_conversions'] }],
  keep_coins: [{ when: when.converting, to: 'same', marks: ['keep_coins'] }],
} as const satisfies Partial<Record<InvoiceEventType, readonly InvoiceRule[]>>;
const otherRefunded: readonly InvoiceRule[] = [
  { when: when.waitsForOtherMoney, to: 'same', marks: ['clear_operator_request'], letter: 'B' },
];
/** Held money is shown like a large amount that is not final yet, so that a hold cannot be recognized. */
const completeByMerchant: readonly InvoiceRule[] = [
  { when: both(when.somethingConfirmed, when.heldOrNotFinal), to: 'processing', reason: 'awaiting_finality' },
  { when: when.somethingConfirmed, to: 'done', reason: 'completed_by_merchant' },
];

const ERROR_ENDS = ['unfreeze', 'clear_operator_request'] as const;

/** The invoice, cell by cell. An event that is not listed is refused and changes nothing. */
export const invoiceTable: StateTable<InvoiceStatus, InvoiceEventType, InvoicePosition, InvoiceReason, InvoiceMark> = {
  new: {
    choose: [
      { when: when.pastDeadline, to: 'refused', code: 'invoice_expired', letter: 'A' },
      { when: always, to: 'pending' },
    ],
    payments_changed: [book],
    deadline: [tooEarly, { when: always, ...expire }],
    cancel: [{ when: always, to: 'canceled', reason: 'canceled_by_merchant' }],
  },
  pending: {
    choose: [
      { when: when.pastDeadline, to: 'refused', code: 'invoice_expired', letter: 'A' },
      { when: when.somethingSeen, to: 'refused', code: 'gate_locked', letter: 'A' },
      { when: always, to: 'same', letter: 'A' },
    ],
    payments_changed: [
      { when: when.seenEnough, to: 'confirming' },
      { when: when.seenSome, to: 'partially_paid' },
      book,
    ],
    deadline: atDeadline,
    cancel: [
      { when: when.somethingSeen, to: 'refused', code: 'payment_seen', letter: 'F' },
      { when: always, to: 'canceled', reason: 'canceled_by_merchant' },
    ],
    hold,
    clear,
  },
  partially_paid: {
    choose: locked,
    payments_changed: [
      { when: when.seenEnough, to: 'confirming' },
      ...judgeLapsed,
      { when: when.openAndSeenSome, to: 'same' },
      { when: when.openAndNothingSeen, to: 'pending', reason: 'payment_dropped', letter: 'H' },
      { when: when.someUnconfirmed, to: 'same', letter: 'C' },
      ...judgeShortfall,
    ],
    deadline: atDeadline,
    overdue: [
      { when: when.expiryDecided, to: 'error', reason: 'confirmation_overdue', marks: ['ask_operator'], letter: 'C' },
    ],
    cancel: seenAlready,
    hold,
    clear,
  },
  confirming: {
    choose: locked,
    payments_changed: [
      { when: when.seenEnough, to: 'same' },
      ...judgeLapsed,
      { when: when.openAndSeenSome, to: 'partially_paid', reason: 'payment_dropped', letter: 'H' },
      { when: when.openAndNothingSeen, to: 'pending', reason: 'payment_dropped', letter: 'H' },
      { when: when.someUnconfirmed, to: 'partially_paid', reason: 'payment_dropped', letter: 'H' },
      ...judgeShortfall,
    ],
    deadline: [book],
    settle: [
      { when: when.onTimeNotConfirmed, to: 'refused' },
      { when: when.referenceTaken, to: 'expired_paid', reason: 'reference_taken' },
      { when: when.heldOrNotFinal, to: 'processing', reason: 'awaiting_finality' },
      ...settle,
    ],
    overdue: [askOperator],
    cancel: seenAlready,
    hold,
    clear,
  },
  processing: {
    payments_changed: [
      lost,
      ...settleProcessed.map((rule): InvoiceRule => ({ ...rule, when: both(when.isFinal, rule.when) })),
      book,
    ],
    settle: [
      { when: when.heldByCompliance, to: 'refused' },
      { when: when.awaitsFinality, to: 'refused' },
      ...settleProcessed,
    ],
    clear: [
      {
        when: when.awaitsFinality,
        to: 'same',
        reason: 'awaiting_finality',
        marks: ['release_hold', 'clear_operator_request'],
      },
      ...settleProcessed.map(
        (rule): InvoiceRule => ({
          ...rule,
          marks: [...(rule.marks ?? []), 'release_hold', 'clear_operator_request'],
        }),
      ),
    ],
    overdue: [{ when: always, to: 'same', marks: ['ask_operator'] }],
    hold,
  },
  done: {
    ...conversions,
    payments_changed: [lost, { ...book, letter: 'E' }],
    // Lets the merchant accept what a refund left of an excess, and payments that came after it.
    complete: [
      { when: when.heldByCompliance, to: 'refused' },
      { when: when.somethingUnclaimed, to: 'same', reason: 'excess_kept', marks: ['keep_excess'] },
    ],
    refund,
    refund_sent: refundSent,
    refund_failed: refundFailed,
    clear,
    other_refunded: otherRefunded,
  },
  overpaid: {
    ...conversions,
    payments_changed: [lost, { when: when.notOverpaid, to: 'done', marks: ['keep_excess'], letter: 'G' }, book],
    complete: [{ when: always, to: 'done', reason: 'excess_kept', marks: ['keep_excess'] }],
    refund,
    clear,
    other_refunded: otherRefunded,
  },
  expired: {
    choose: expired,
    payments_changed: [
      foundEnough,
      foundSome,
      { when: when.nothingConfirmed, to: 'same' },
      holdShortfall,
      { when: when.shortfallAccepted, to: 'done', reason: 'underpaid_accepted', letter: 'I' },
      { when: both(when.referenceTaken, when.confirmedEnough), to: 'expired_paid', reason: 'reference_taken' },
      {
        when: both(when.lapsed, when.confirmedEnough),
        to: 'expired_paid',
        reason: 'not_confirmed_in_time',
        letter: 'M',
      },
      { when: when.confirmedEnough, to: 'expired_paid', reason: 'paid_late' },
      { when: always, to: 'invalid', reason: 'underpaid_late' },
    ],
    hold,
    clear,
    other_refunded: otherRefunded,
  },
  expired_paid: {
    choose: expired,
    payments_changed: [lost, book],
    settle: [
      { when: both(when.heldOrNotFinal, when.autoCompletes), to: 'processing', reason: 'awaiting_finality' },
      { when: when.autoCompletes, to: 'done', reason: 'auto_completed' },
    ],
    complete: completeByMerchant,
    refund,
    refund_sent: refundSent,
    refund_failed: refundFailed,
    hold,
    clear,
    other_refunded: otherRefunded,
  },
  invalid: {
    choose: expired,
    payments_changed: [
      lost,
      { when: when.decidedByPeople, to: 'same', letter: 'F' },
      foundEnough,
      foundSome,
      holdShortfall,
      { when: when.shortfallAccepted, to: 'done', reason: 'underpaid_accepted', letter: 'I' },
      { when: when.confirmedEnough, to: 'expired_paid', reason: 'paid_late', letter: 'D' },
      book,
    ],
    complete: completeByMerchant,
    refund,
    refund_sent: refundSent,
    refund_failed: refundFailed,
    hold,
    clear,
    other_refunded: otherRefunded,
  },
  canceled: {
    payments_changed: [
      { when: when.somethingConfirmed, to: 'invalid', reason: 'paid_after_cancel', letter: 'F' },
      { ...book, letter: 'F' },
    ],
    hold,
    clear,
    other_refunded: otherRefunded,
  },
  refund_requested: {
    ...conversions,
    payments_changed: [lostInRefund, book],
    refund_sent: refundSent,
    refund_failed: [{ when: always, to: 'before', letter: 'J' }],
    hold,
    clear,
  },
  partially_refunded: {
    ...conversions,
    payments_changed: [lost, book],
    // Lets the merchant accept the rest after part of an undecided payment was refunded.
    complete: [
      { when: when.heldOrNotFinal, to: 'refused' },
      { when: when.neverSettled, to: 'same', reason: 'completed_by_merchant', marks: ['settle_rest'] },
      { when: when.somethingUnclaimed, to: 'same', reason: 'completed_by_merchant', marks: ['settle_rest'] },
    ],
    refund,
    clear,
    other_refunded: otherRefunded,
  },
  refunded: {
    ...conversions,
    payments_changed: [
      lost,
      { when: when.newMoney, to: 'same', reason: 'paid_after_refund', marks: ['ask_operator'], letter: 'K' },
      book,
    ],
    refund: [{ when: when.refundable, to: 'refund_requested', letter: 'K' }],
    clear,
    other_refunded: otherRefunded,
  },
  error: {
    ...conversions,
    payments_changed: [
      {
        when: both(when.minedAgain, when.withheldAgain),
        to: 'processing',
        reason: 'awaiting_finality',
        marks: ERROR_ENDS,
        letter: 'G',
      },
      { when: when.minedAgain, to: 'before', marks: ERROR_ENDS, letter: 'G' },
      book,
    ],
    refund_sent: [{ when: always, to: 'same', marks: ['count_refund'], letter: 'G' }],
    refund_failed: refundFailed,
    resolve_earlier: [
      { when: when.beforeIsKnown, to: 'before', reason: 'resolved_by_operator', marks: ERROR_ENDS, letter: 'L' },
    ],
    resolve_invalid: [{ when: always, to: 'invalid', reason: 'resolved_by_operator', marks: ERROR_ENDS, letter: 'L' }],
    resolve_done: [
      heldMoney,
      { when: when.refundUndecided, to: 'refused' },
      { when: always, to: 'done', reason: 'resolved_by_operator', marks: ERROR_ENDS, letter: 'L' },
    ],
    hold,
    clear,
  },
};
