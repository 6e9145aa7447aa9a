import { minOf } from '../money.ts';
import type { Condition } from '../process/table.ts';
import type { InvoicePosition } from './invoice-facts.ts';
import { untakenMinor } from './invoice-ledger.ts';

type InvoiceCondition = Condition<InvoicePosition>;

/** The questions that the invoice's table asks, in the words that docs/states.md shows. */
export const pastDeadline: InvoiceCondition = {
  words: 'the deadline has passed',
  holds: (at) => at.pastDeadline,
};

export const beforeDeadline: InvoiceCondition = {
  words: 'the deadline has not passed',
  holds: (at) => !at.pastDeadline,
};

export const somethingSeen: InvoiceCondition = {
  words: 'a payment was detected',
  holds: (at) => at.anythingSeen,
};

export const seenEnough: InvoiceCondition = {
  words: 'detected on time ≥ due',
  holds: (at) => at.dueMinor > 0n && at.seenOnTimeMinor >= at.dueMinor,
};

export const seenSome: InvoiceCondition = {
  words: 'detected on time < due',
  holds: (at) => at.seenOnTimeMinor > 0n,
};

export const openAndSeenSome: InvoiceCondition = {
  words: 'deadline not decided, detected on time < due',
  holds: (at) => !at.facts.expiryDecided && at.seenOnTimeMinor > 0n,
};

export const openAndNothingSeen: InvoiceCondition = {
  words: 'deadline not decided, no payment detected any more',
  holds: (at) => !at.facts.expiryDecided && at.seenOnTimeMinor === 0n,
};

export const expiryDecided: InvoiceCondition = {
  words: 'the deadline was decided',
  holds: (at) => at.facts.expiryDecided,
};

export const someUnconfirmed: InvoiceCondition = {
  words: 'partially paid on time, a detected payment is unconfirmed within the network’s confirmation limit',
  holds: (at) => at.seenOnTimeMinor > 0n && at.waitsForNetwork,
};

/**
 * Seen in time, and confirmed too late or not at all: the locked rate is over, whatever the clock says (invoice-states
 * M).
 */
export const lapsed: InvoiceCondition = {
  words: 'a payment detected on time was not confirmed within the network’s confirmation limit',
  holds: (at) => at.lapsed,
};

export const onTimeUnconfirmed: InvoiceCondition = {
  words: 'a payment detected before the deadline is unconfirmed',
  holds: (at) => at.seenOnTimeMinor > at.confirmedOnTimeMinor,
};

export const nothingConfirmed: InvoiceCondition = {
  words: 'no payment is confirmed',
  holds: (at) => at.confirmedMinor === 0n,
};

export const somethingConfirmed: InvoiceCondition = {
  words: 'a payment is confirmed',
  holds: (at) => at.confirmedMinor > 0n,
};

export const shortfallAccepted: InvoiceCondition = {
  words: 'the profile accepts what was paid on time',
  holds: (at) => at.facts.underpaidPolicy === 'accept' && at.confirmedOnTimeMinor > 0n,
};

export const confirmedEnough: InvoiceCondition = {
  words: 'confirmed ≥ due',
  holds: (at) => at.confirmedMinor > 0n && at.confirmedMinor >= at.dueMinor,
};

export const onTimeNotConfirmed: InvoiceCondition = {
  words: 'confirmed on time < due',
  holds: (at) => at.confirmedOnTimeMinor === 0n || at.confirmedOnTimeMinor < at.dueMinor,
};

export const heldByCompliance: InvoiceCondition = {
  words: 'held by compliance',
  holds: (at) => at.facts.complianceHold,
};

export const heldAndShortfallAccepted: InvoiceCondition = {
  words: 'held by compliance, and the profile accepts what was paid on time',
  holds: (at) => heldByCompliance.holds(at) && shortfallAccepted.holds(at),
};

export const shortAndAccepted: InvoiceCondition = {
  words: 'confirmed < due, and the profile accepts what was paid on time',
  holds: (at) => shortfallAccepted.holds(at) && at.confirmedMinor < at.dueMinor,
};

export const awaitsFinality: InvoiceCondition = {
  words: 'a large amount is not final',
  holds: (at) => at.awaitsFinality,
};

/** One condition for both, so that they lead to one status and one reason. */
export const heldOrNotFinal: InvoiceCondition = {
  words: 'a large amount is not final, or held by compliance',
  holds: (at) => at.awaitsFinality || at.facts.complianceHold,
};

/** The blocks that a large amount waited for are final. */
export const isFinal: InvoiceCondition = {
  words: 'the large amount is final',
  holds: (at) => at.facts.reason === 'awaiting_finality' && !at.awaitsFinality && !at.facts.complianceHold,
};

export const overpaid: InvoiceCondition = {
  words: 'confirmed > due and the overpaid tolerance',
  holds: (at) => at.over,
};

export const notOverpaid: InvoiceCondition = {
  words: 'only the excess was lost',
  holds: (at) => !at.over,
};

/** Money that was credited is gone, and what is left is below the amount due, or below what the invoice had. */
export const lostByReorganisation: InvoiceCondition = {
  words: 'a reorganization removed credited money, confirmed < due',
  holds: (at) => {
    const neededMinor = minOf(at.creditedBeforeMinor, at.dueMinor);
    return at.reversedMinor > 0n && at.confirmedMinor < neededMinor;
  },
};

export const minedAgain: InvoiceCondition = {
  words: 'reorganized and mined again',
  holds: (at) =>
    at.facts.reason === 'reorganised' &&
    at.confirmedMinor > 0n &&
    // Mined again with less than the merchant had, it is not back.
    ((at.allReturned && at.confirmedMinor >= (at.facts.before?.settledMinor ?? 0n)) ||
      at.confirmedMinor >= at.dueMinor),
};

/** Late money that a merchant took, or that completed by itself, waits for finality too, and is not judged again. */
export const lapsedAgain: InvoiceCondition = {
  words: 'money was reorganized and mined again after the network’s confirmation limit, confirmed on time < due',
  holds: (at) => at.lapsedAgain && onTimeNotConfirmed.holds(at),
};

export const autoCompletes: InvoiceCondition = {
  words:
    'auto-complete is on, and the late part covers what was missing, less the late tolerance (at its first-seen rate; past the patience, at the rate of its confirmation)',
  holds: (at) => at.facts.autocomplete && at.lateValueCovers,
};

/** Never moved on by itself: someone decided, and later money does not undo that. */
export const decidedByPeople: InvoiceCondition = {
  words: 'it was canceled, or an operator decided it',
  holds: (at) => at.facts.canceledAtMs !== null || at.facts.reason === 'resolved_by_operator',
};

export const waitsForOtherMoney: InvoiceCondition = {
  words: 'an operator was asked only about this',
  holds: (at) => at.facts.reason !== 'paid_after_refund',
};

export const newMoney: InvoiceCondition = {
  words: 'new money is credited',
  holds: (at) => at.newlyCredited,
};

export const refundable: InvoiceCondition = {
  words: 'the refund is within what was received and not yet refunded',
  holds: (at) => at.refundMinor > 0n && at.refundMinor <= at.confirmedMinor - at.goneMinor,
};

/** After an earlier refund of more than the excess nobody can say what is excess. */
export const onlyExcessRefunded: InvoiceCondition = {
  words: 'only the excess was refunded',
  holds: ({ facts, refundMinor, excessMinor }) =>
    facts.before !== null &&
    facts.before.status !== 'partially_refunded' &&
    facts.before.status !== 'refunded' &&
    facts.refundedMinor + refundMinor <= excessMinor,
};

export const refundUndecided: InvoiceCondition = {
  words: 'a refund is in progress, or was paid from money that was never settled',
  holds: ({ facts }) => facts.refundOpen || (facts.refundedMinor > 0n && facts.completedAtMs === null),
};

export const neverSettled: InvoiceCondition = {
  words: 'its money was never settled, and some is left',
  holds: (at) => at.facts.completedAtMs === null && at.confirmedMinor > at.facts.refundedMinor,
};

export const somethingUntaken: InvoiceCondition = {
  words: 'some of what was paid is neither settled nor refunded',
  holds: (at) => at.facts.completedAtMs !== null && !at.facts.refundOpen && untakenMinor(at) > 0n,
};

export const allRefunded: InvoiceCondition = {
  words: 'everything was refunded',
  holds: (at) => at.facts.refundedMinor + at.refundMinor >= at.confirmedMinor,
};

export const beforeIsKnown: InvoiceCondition = {
  words: 'the earlier status is known',
  holds: (at) => at.facts.before !== null,
};
