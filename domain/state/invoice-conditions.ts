import { minOf } from '../money/money.ts';
import type { Condition } from '../process/table.ts';
import type { InvoicePosition } from './invoice-facts.ts';
import { unclaimedMinor } from './invoice-ledger.ts';
import { UNPAID_STATUSES } from './invoice-status.ts';

type InvoiceCondition = Condition<InvoicePosition>;

/** The questions that the invoice's table asks, in the words that docs/states.md shows. */
export const pastDeadline: InvoiceCondition = {
  description: 'the deadline has passed',
  isMet: (at) => at.pastDeadline,
};

export const beforeDeadline: InvoiceCondition = {
  description: 'the deadline has not passed',
  isMet: (at) => !at.pastDeadline,
};

export const somethingSeen: InvoiceCondition = {
  description: 'a payment was detected',
  isMet: (at) => at.anythingSeen,
};

export const seenEnough: InvoiceCondition = {
  description: 'detected on time ≥ due',
  isMet: (at) => at.dueMinor > 0n && at.seenOnTimeMinor >= at.dueMinor,
};

export const seenSome: InvoiceCondition = {
  description: 'detected on time < due',
  isMet: (at) => at.seenOnTimeMinor > 0n,
};

export const openAndSeenSome: InvoiceCondition = {
  description: 'deadline not decided, detected on time < due',
  isMet: (at) => !at.facts.expiryDecided && at.seenOnTimeMinor > 0n,
};

export const openAndNothingSeen: InvoiceCondition = {
  description: 'deadline not decided, no payment detected any more',
  isMet: (at) => !at.facts.expiryDecided && at.seenOnTimeMinor === 0n,
};

export const expiryDecided: InvoiceCondition = {
  description: 'the deadline was decided',
  isMet: (at) => at.facts.expiryDecided,
};

export const someUnconfirmed: InvoiceCondition = {
  description: 'partially paid on time, a detected payment is unconfirmed within the network’s confirmation limit',
  isMet: (at) => at.seenOnTimeMinor > 0n && at.waitsForNetwork,
};

/** A payment detected in time was confirmed too late or not at all, so its locked rate is over (invoice-states M). */
export const lapsed: InvoiceCondition = {
  description: 'a payment detected on time was not confirmed within the network’s confirmation limit',
  isMet: (at) => at.lapsed,
};

export const onTimeUnconfirmed: InvoiceCondition = {
  description: 'a payment detected before the deadline is unconfirmed',
  isMet: (at) => at.seenOnTimeMinor > at.confirmedOnTimeMinor,
};

export const nothingConfirmed: InvoiceCondition = {
  description: 'no payment is confirmed',
  isMet: (at) => at.confirmedMinor === 0n,
};

export const somethingConfirmed: InvoiceCondition = {
  description: 'a payment is confirmed',
  isMet: (at) => at.confirmedMinor > 0n,
};

/** One order is completed once: money of an older invoice completes it only if the merchant says so. */
export const referenceTaken: InvoiceCondition = {
  description: 'a newer invoice took the order’s reference',
  isMet: ({ facts }) => !facts.referenceLive && (facts.referenceTaken || !UNPAID_STATUSES.has(facts.status)),
};

export const shortfallAccepted: InvoiceCondition = {
  description: 'the profile accepts what was paid on time, and no newer invoice took the reference',
  isMet: (at) => at.facts.underpaidPolicy === 'accept' && at.confirmedOnTimeMinor > 0n && !referenceTaken.isMet(at),
};

export const confirmedEnough: InvoiceCondition = {
  description: 'confirmed ≥ due',
  isMet: (at) => at.confirmedMinor > 0n && at.confirmedMinor >= at.dueMinor,
};

export const onTimeNotConfirmed: InvoiceCondition = {
  description: 'confirmed on time < due',
  isMet: (at) => at.confirmedOnTimeMinor === 0n || at.confirmedOnTimeMinor < at.dueMinor,
};

export const converting: InvoiceCondition = {
  description: 'something waits to be converted',
  isMet: (at) => at.facts.convertingMinor > 0n,
};

export const heldByCompliance: InvoiceCondition = {
  description: 'held by compliance',
  isMet: (at) => at.facts.complianceHold,
};

export const shortAndAccepted: InvoiceCondition = {
  description: 'confirmed < due, and the profile accepts what was paid on time',
  isMet: (at) => shortfallAccepted.isMet(at) && at.confirmedMinor < at.dueMinor,
};

export const awaitsFinality: InvoiceCondition = {
  description: 'a large amount is not final',
  isMet: (at) => at.awaitsFinality,
};

/** One condition for both cases, so that they lead to the same status and reason. */
export const heldOrNotFinal: InvoiceCondition = {
  description: 'a large amount is not final, or held by compliance',
  isMet: (at) => at.awaitsFinality || at.facts.complianceHold,
};

/** The blocks that contain the large amount are final. */
export const isFinal: InvoiceCondition = {
  description: 'the large amount is final',
  isMet: (at) => at.facts.statusReason === 'awaiting_finality' && !at.awaitsFinality && !at.facts.complianceHold,
};

export const overpaid: InvoiceCondition = {
  description: 'confirmed > due and the overpaid tolerance',
  isMet: (at) => at.over,
};

export const notOverpaid: InvoiceCondition = {
  description: 'only the excess was lost',
  isMet: (at) => !at.over,
};

/** Credited money is gone, and the rest is below the amount due or below what the invoice had. */
export const lostByReorganization: InvoiceCondition = {
  description: 'a reorganization removed credited money, confirmed < due',
  isMet: (at) => {
    const neededMinor = minOf(at.creditedBeforeMinor, at.dueMinor);
    return at.reversedMinor > 0n && at.confirmedMinor < neededMinor;
  },
};

/** Money that staff hold, or that is not final, is not on the balance: the invoice is not done yet. */
export const withheldAgain: InvoiceCondition = {
  description: 'settled money was reorganized, and is held by compliance or not final now that it is back',
  isMet: (at) => {
    const { before, amountRefundedMinor, refundOpen, amountSettledMinor } = at.facts;
    if (amountRefundedMinor > 0n || refundOpen || !heldOrNotFinal.isMet(at)) return false;
    return wasSettled.isMet(at) && (before?.settledMinor ?? 0n) > amountSettledMinor;
  },
};

/** It was done before a reorganization, from which its money has come back. */
export const wasSettled: InvoiceCondition = {
  description: 'it was settled before a reorganization',
  isMet: ({ facts: { before } }) => before?.status === 'done' || before?.status === 'overpaid',
};

export const minedAgain: InvoiceCondition = {
  description: 'reorganized and mined again',
  isMet: (at) =>
    at.facts.statusReason === 'reorganised' &&
    at.confirmedMinor > 0n &&
    // A transaction that is mined again with less than the merchant had does not restore the invoice.
    ((at.allReturned && at.confirmedMinor >= (at.facts.before?.settledMinor ?? 0n)) ||
      at.confirmedMinor >= at.dueMinor),
};

/** Late money that was accepted before also waits for finality, but its lateness is not judged a second time. */
export const lapsedAgain: InvoiceCondition = {
  description: 'money was reorganized and mined again after the network’s confirmation limit, confirmed on time < due',
  isMet: (at) => at.lapsedAgain && onTimeNotConfirmed.isMet(at),
};

export const autoCompletes: InvoiceCondition = {
  description:
    'auto-complete is on, no newer invoice took the reference, and the late payments cover the shortfall within the ' +
    'late tolerance (at the rate of their detection, or past the confirmation limit at the rate of their confirmation)',
  isMet: (at) => at.facts.autocomplete && at.lateValueCovers && !referenceTaken.isMet(at),
};

/** Later money never undoes a decision that a person made. */
export const decidedByPeople: InvoiceCondition = {
  description: 'it was canceled, or an operator decided it',
  isMet: (at) => at.facts.canceledAtMs !== null || at.facts.statusReason === 'resolved_by_operator',
};

export const waitsForOtherMoney: InvoiceCondition = {
  description: 'an operator was asked only about this',
  isMet: (at) => at.facts.statusReason !== 'paid_after_refund',
};

export const newMoney: InvoiceCondition = {
  description: 'new money is credited',
  isMet: (at) => at.newlyCredited,
};

export const refundable: InvoiceCondition = {
  description: 'the refund is within what was received and not yet refunded',
  isMet: (at) => at.refundMinor > 0n && at.refundMinor <= at.confirmedMinor - at.goneMinor,
};

/** Not true after an earlier refund of more than the excess: nobody can tell then what the excess is. */
export const onlyExcessRefunded: InvoiceCondition = {
  description: 'only the excess was refunded',
  isMet: ({ facts, refundMinor, excessMinor }) =>
    facts.before !== null &&
    facts.before.status !== 'partially_refunded' &&
    facts.before.status !== 'refunded' &&
    facts.amountRefundedMinor + refundMinor <= excessMinor,
};

export const refundUndecided: InvoiceCondition = {
  description: 'a refund is in progress, or was paid from money that was never settled',
  isMet: ({ facts }) => facts.refundOpen || (facts.amountRefundedMinor > 0n && facts.completedAtMs === null),
};

export const neverSettled: InvoiceCondition = {
  description: 'its money was never settled, and some is left',
  isMet: (at) => at.facts.completedAtMs === null && at.confirmedMinor > at.facts.amountRefundedMinor,
};

export const somethingUnclaimed: InvoiceCondition = {
  description: 'some of what was paid is neither settled nor refunded',
  isMet: (at) => at.facts.completedAtMs !== null && !at.facts.refundOpen && unclaimedMinor(at) > 0n,
};

export const allRefunded: InvoiceCondition = {
  description: 'everything was refunded',
  isMet: (at) => at.facts.amountRefundedMinor + at.refundMinor >= at.confirmedMinor,
};

export const beforeIsKnown: InvoiceCondition = {
  description: 'the earlier status is known',
  isMet: (at) => at.facts.before !== null,
};
