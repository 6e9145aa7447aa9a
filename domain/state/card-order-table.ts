import { always, both, type Condition, type Rule, type StateTable } from '../process/table.ts';
import type { CardOrderReason, CardOrderStatus, PartnerNews } from './card-order-status.ts';

/**
 * `place` and `cancel`: the customer. `accept_amounts`: the customer accepts the amounts of the order that was made.
 * `placed`, `not_placed`, `mismatch`: making it at the partner. `partner_…`: the order as it was fetched from the
 * partner. `delivered`, `short`, `elsewhere`: our own view of the chain. `overdue`, `mature`: time. `look`: somebody
 * says that there is news.
 */
export type CardOrderEventType =
  | 'place'
  | 'cancel'
  | 'accept_amounts'
  | 'placed'
  | 'not_placed'
  | 'mismatch'
  | `partner_${PartnerNews}`
  | 'delivered'
  | 'short'
  | 'elsewhere'
  | 'overdue'
  | 'look'
  | 'resolve'
  | 'mature';

/** Effects of a rule besides changing the status. */
export type CardOrderMark =
  | 'book_earnings'
  | 'reverse_earnings'
  | 'mature_earnings'
  | 'ask_operator'
  | 'clear_operator_request'
  /** A mail to the customer. */
  | 'tell';

export type CardOrderResolution = 'delivered' | 'refunded' | 'failed';

/** The facts that conditions look at. */
export interface CardOrderPosition {
  /** Everything is there that the partner needs. */
  readonly isComplete: boolean;
  /** The time to place the draft is over. */
  readonly isLapsed: boolean;
  /** The partner said once that the money is there. */
  readonly isPaid: boolean;
  readonly hasPartnerOrder: boolean;
  readonly isMatured: boolean;
  /** It expired because nothing happened for too long. */
  readonly isOverdue: boolean;
  readonly needsOperator: boolean;
  /** The order was not made because of the customer's identity. */
  readonly isIdentityRefused: boolean;
  readonly resolution: CardOrderResolution | null;
}

type CardOrderCondition = Condition<CardOrderPosition>;
export type CardOrderRule = Rule<CardOrderStatus, CardOrderPosition, CardOrderReason, CardOrderMark>;
type Rules = readonly CardOrderRule[];

const lapsed: CardOrderCondition = { description: 'the draft is too old', isMet: (at) => at.isLapsed };
const complete: CardOrderCondition = {
  description: 'address and customer are known',
  isMet: (at) => at.isComplete,
};
const paid: CardOrderCondition = { description: 'the partner had the money', isMet: (at) => at.isPaid };
const unpaid: CardOrderCondition = { description: 'the partner never had the money', isMet: (at) => !at.isPaid };
const made: CardOrderCondition = { description: 'the partner has an order', isMet: (at) => at.hasPartnerOrder };
const unmade: CardOrderCondition = { description: 'the partner has no order', isMet: (at) => !at.hasPartnerOrder };
const overdue: CardOrderCondition = { description: 'it expired for being overdue', isMet: (at) => at.isOverdue };
const matured: CardOrderCondition = { description: 'the earnings are available', isMet: (at) => at.isMatured };
const identityRefused: CardOrderCondition = {
  description: 'because of the identity',
  isMet: (at) => at.isIdentityRefused,
};
const awaitsOperator: CardOrderCondition = { description: 'it needs an operator', isMet: (at) => at.needsOperator };
const as = (resolution: CardOrderResolution): CardOrderCondition =>
  both(awaitsOperator, { description: `as ${resolution}`, isMet: (at) => at.resolution === resolution });

const stays: Rules = [{ when: always, to: 'same' }];
const asks = (reason: CardOrderReason): Rules => [{ when: always, to: 'same', reason, marks: ['ask_operator'] }];
/** Ends, or goes on where the operator was asked before. */
const to = (status: CardOrderStatus, reason?: CardOrderReason): Rules => [
  { when: always, to: status, ...(reason === undefined ? {} : { reason }), marks: ['clear_operator_request'] },
];
const ends = (status: CardOrderStatus, reason?: CardOrderReason): Rules => [
  { when: always, to: status, ...(reason === undefined ? {} : { reason }), marks: ['clear_operator_request', 'tell'] },
];

const resolve: Rules = [
  {
    when: as('delivered'),
    to: 'delivered',
    reason: 'resolved_by_operator',
    marks: ['book_earnings', 'clear_operator_request', 'tell'],
  },
  {
    when: as('refunded'),
    to: 'refunded',
    reason: 'resolved_by_operator',
    marks: ['clear_operator_request', 'tell'],
  },
  { when: as('failed'), to: 'failed', reason: 'resolved_by_operator', marks: ['clear_operator_request', 'tell'] },
];

/** The events from the partner while it has an order and no coins are on their way. */
const open = {
  partner_identity: to('identity'),
  partner_payment: [{ when: paid, to: 'same' }, ...to('payment')],
  partner_processing: to('processing'),
  partner_sent: to('sending'),
  partner_declined: ends('declined'),
  partner_rejected: ends('rejected'),
  partner_expired: [{ when: paid, to: 'same', reason: 'contradiction', marks: ['ask_operator'] }, ...to('expired')],
  partner_refunded: ends('refunded'),
  mismatch: asks('mismatch'),
  place: stays,
  look: stays,
  resolve,
} as const satisfies Partial<Record<CardOrderEventType, Rules>>;

const byCustomer = {
  cancel: [{ when: unpaid, to: 'canceled' }],
  accept_amounts: stays,
} as const satisfies Partial<Record<CardOrderEventType, Rules>>;

/** It ended without coins, as the partner said; it may say otherwise later, and then the coins matter. */
const reopens = {
  ...open,
  partner_expired: stays,
} as const satisfies Partial<Record<CardOrderEventType, Rules>>;

/** Over, whatever the partner says. */
const over = {
  partner_identity: stays,
  partner_payment: stays,
  partner_processing: stays,
  partner_sent: stays,
  partner_declined: stays,
  partner_rejected: stays,
  partner_expired: stays,
  partner_refunded: stays,
  mismatch: stays,
  place: stays,
  look: stays,
} as const satisfies Partial<Record<CardOrderEventType, Rules>>;

/**
 * Purchases of coins by card, cell by cell. The partner's status never books money: earnings follow from coins that we
 * saw on the chain. Its status never moves an order backwards, and an order that had ended can become active again.
 */
export const cardOrderTable: StateTable<
  CardOrderStatus,
  CardOrderEventType,
  CardOrderPosition,
  CardOrderReason,
  CardOrderMark
> = {
  draft: {
    place: [
      { when: lapsed, to: 'refused', code: 'quote_expired' },
      { when: complete, to: 'placing' },
    ],
    cancel: [{ when: always, to: 'canceled' }],
  },
  placing: {
    place: stays,
    placed: to('payment'),
    not_placed: [
      { when: identityRefused, to: 'rejected', marks: ['clear_operator_request', 'tell'] },
      { when: always, to: 'failed', marks: ['clear_operator_request', 'tell'] },
    ],
    mismatch: asks('mismatch'),
    look: stays,
    resolve: [{ when: as('failed'), to: 'failed', reason: 'resolved_by_operator', marks: ['clear_operator_request'] }],
  },
  identity: {
    ...open,
    ...byCustomer,
    partner_identity: stays,
    partner_declined: ends('rejected', 'identity'),
    overdue: [{ when: paid, to: 'same', reason: 'overdue', marks: ['ask_operator'] }, ...to('expired', 'overdue')],
  },
  payment: { ...open, ...byCustomer, partner_payment: stays, overdue: to('expired', 'overdue') },
  processing: { ...open, partner_processing: stays, overdue: asks('overdue') },
  sending: {
    ...over,
    partner_declined: asks('contradiction'),
    partner_rejected: asks('contradiction'),
    partner_expired: asks('contradiction'),
    partner_refunded: ends('refunded'),
    mismatch: asks('mismatch'),
    delivered: [{ when: always, to: 'delivered', marks: ['book_earnings', 'clear_operator_request', 'tell'] }],
    short: asks('short'),
    elsewhere: asks('elsewhere'),
    overdue: asks('overdue'),
    resolve,
  },
  delivered: {
    ...over,
    partner_refunded: [{ when: always, to: 'charged_back', marks: ['reverse_earnings'] }],
    mature: [
      { when: matured, to: 'same' },
      { when: always, to: 'same', marks: ['mature_earnings'] },
    ],
  },
  charged_back: over,
  declined: { ...reopens, partner_declined: stays },
  rejected: { ...reopens, partner_declined: stays, partner_rejected: stays },
  expired: {
    ...reopens,
    partner_identity: [{ when: overdue, to: 'same' }, ...to('identity')],
    partner_payment: [{ when: overdue, to: 'same' }, ...to('payment')],
  },
  refunded: over,
  canceled: {
    ...reopens,
    cancel: stays,
    look: [{ when: made, to: 'same' }],
    // The customer left; its page at the partner may still be open.
    partner_identity: stays,
    partner_payment: stays,
  },
  failed: {
    ...over,
    // Made after all: its answer came later than everything else.
    placed: [{ when: unmade, to: 'payment', marks: ['clear_operator_request'] }],
    not_placed: stays,
    partner_refunded: ends('refunded'),
  },
};
