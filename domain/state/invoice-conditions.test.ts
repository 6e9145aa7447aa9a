import { describe, expect, it } from 'vitest';
import type { Condition } from '../process/table.ts';
import { facts, ON_TIME_MS, payment } from './invoice.fixture.ts';
import * as when from './invoice-conditions.ts';
import { type InvoiceFacts, type InvoicePosition, positionOf } from './invoice-facts.ts';
import type { InvoiceStatus } from './invoice-status.ts';

type Case = readonly [description: string, held: boolean, at: Partial<InvoicePosition>, facts?: Partial<InvoiceFacts>];

const was = (status: InvoiceStatus, settledMinor = 0n) => ({ before: { status, reason: null, settledMinor } });
const accept = { underpaidPolicy: 'accept' } as const;
const reorganised = { statusReason: 'reorganised' } as const;
const received = payment('a', 1_000n, { status: 'confirmed', credited: true, creditCount: 1 });

/** A condition asked about an unpaid invoice that differs in what is given alone: 1000 are due. */
const ask = (
  condition: Condition<InvoicePosition>,
  at: Partial<InvoicePosition>,
  changes: Partial<InvoiceFacts> = {},
) => condition.isMet({ ...positionOf(facts(changes), ON_TIME_MS), ...at });

describe.each<[string, Condition<InvoicePosition>, readonly Case[]]>([
  [
    'seenEnough',
    when.seenEnough,
    [
      ['nothing is due and nothing was seen', false, { dueMinor: 0n }],
      ['all that is due was seen', true, { seenOnTimeMinor: 1_000n }],
      ['less was seen', false, { seenOnTimeMinor: 999n }],
    ],
  ],
  [
    'openAndNothingSeen',
    when.openAndNothingSeen,
    [
      ['nothing was seen', true, {}],
      ['something was', false, { seenOnTimeMinor: 1n }],
      ['the deadline was decided', false, {}, { expiryDecided: true }],
    ],
  ],
  [
    'shortfallAccepted',
    when.shortfallAccepted,
    [
      ['nothing was paid on time', false, {}, accept],
      ['something was', true, { confirmedOnTimeMinor: 1n }, accept],
      ['the profile rejects', false, { confirmedOnTimeMinor: 1n }],
    ],
  ],
  [
    'shortAndAccepted',
    when.shortAndAccepted,
    [
      ['less is confirmed', true, { confirmedOnTimeMinor: 1n, confirmedMinor: 999n }, accept],
      ['all is', false, { confirmedOnTimeMinor: 1n, confirmedMinor: 1_000n }, accept],
      ['the profile rejects', false, { confirmedOnTimeMinor: 1n, confirmedMinor: 999n }],
    ],
  ],
  [
    'confirmedEnough',
    when.confirmedEnough,
    [
      ['nothing is due and nothing confirmed', false, { dueMinor: 0n }],
      ['all that is due is', true, { confirmedMinor: 1_000n }],
      ['less is', false, { confirmedMinor: 999n }],
    ],
  ],
  [
    'onTimeNotConfirmed',
    when.onTimeNotConfirmed,
    [
      ['nothing is due and nothing confirmed', true, { dueMinor: 0n }],
      ['less is confirmed', true, { confirmedOnTimeMinor: 999n }],
      ['all is', false, { confirmedOnTimeMinor: 1_000n }],
    ],
  ],
  [
    'isFinal',
    when.isFinal,
    [
      ['it waited for that', true, {}, { statusReason: 'awaiting_finality' }],
      ['it waited for something else', false, {}],
      ['it is not final', false, { awaitsFinality: true }, { statusReason: 'awaiting_finality' }],
    ],
  ],
  [
    'lostByReorganization',
    when.lostByReorganization,
    [
      ['nothing is taken back now', false, { creditedBeforeMinor: 5n }],
      ['what was credited is', true, { creditedBeforeMinor: 5n, reversedMinor: 5n }],
      ['what is left is enough', false, { creditedBeforeMinor: 1_005n, reversedMinor: 5n, confirmedMinor: 1_000n }],
    ],
  ],
  [
    'minedAgain',
    when.minedAgain,
    [
      ['nothing is back, and nothing due', false, { dueMinor: 0n }, reorganised],
      ['all is back', true, { confirmedMinor: 400n }, { ...reorganised, ...was('done', 400n) }],
      ['all is back with less', false, { confirmedMinor: 399n }, { ...reorganised, ...was('done', 400n) }],
      ['all of a status that is not known is back', true, { confirmedMinor: 1n }, reorganised],
      [
        'a part is back that is enough',
        true,
        { allReturned: false, confirmedMinor: 1_000n },
        { ...reorganised, ...was('done', 1_200n) },
      ],
      ['a part is back', false, { allReturned: false, confirmedMinor: 999n }, { ...reorganised, ...was('done', 400n) }],
      ['the error is another one', false, { confirmedMinor: 1_000n }, was('done')],
    ],
  ],
  [
    'waitsForOtherMoney',
    when.waitsForOtherMoney,
    [
      ['an operator was asked about that alone', true, {}],
      ['and about money after a refund', false, {}, { statusReason: 'paid_after_refund' }],
    ],
  ],
  [
    'onlyExcessRefunded',
    when.onlyExcessRefunded,
    [
      ['the excess is', true, { excessMinor: 5n, refundMinor: 5n }, was('done')],
      ['more is', false, { excessMinor: 5n, refundMinor: 6n }, was('done')],
      [
        'with what was refunded before it is more',
        false,
        { excessMinor: 5n, refundMinor: 5n },
        { ...was('done'), amountRefundedMinor: 1n },
      ],
      ['after a refund of a part', false, { excessMinor: 5n, refundMinor: 5n }, was('partially_refunded')],
      ['after a refund of all', false, { excessMinor: 5n, refundMinor: 5n }, was('refunded')],
      ['what it was before is not known', false, { excessMinor: 5n, refundMinor: 5n }],
    ],
  ],
  [
    'refundUndecided',
    when.refundUndecided,
    [
      ['nothing was refunded', false, {}],
      ['a refund goes on', true, {}, { refundOpen: true, completedAtMs: 7 }],
      ['one of money that was never settled has left', true, {}, { amountRefundedMinor: 1n }],
      ['one of settled money has', false, {}, { amountRefundedMinor: 1n, completedAtMs: 7 }],
    ],
  ],
  [
    'neverSettled',
    when.neverSettled,
    [
      ['some is left', true, { confirmedMinor: 6n }, { amountRefundedMinor: 5n }],
      ['nothing is left', false, { confirmedMinor: 5n }, { amountRefundedMinor: 5n }],
      ['it was settled', false, { confirmedMinor: 6n }, { amountRefundedMinor: 5n, completedAtMs: 7 }],
    ],
  ],
  [
    'somethingUnclaimed',
    when.somethingUnclaimed,
    [
      ['some is', true, {}, { completedAtMs: 7, amountSettledMinor: 999n, payments: [received] }],
      ['all is taken', false, {}, { completedAtMs: 7, amountSettledMinor: 1_000n, payments: [received] }],
      [
        'a refund goes on',
        false,
        {},
        { completedAtMs: 7, amountSettledMinor: 999n, payments: [received], refundOpen: true },
      ],
      ['it was never settled', false, {}, { amountSettledMinor: 999n, payments: [received] }],
    ],
  ],
  [
    'beforeIsKnown',
    when.beforeIsKnown,
    [
      ['it is', true, {}, was('done')],
      ['it is not', false, {}],
    ],
  ],
])('%s', (_name, condition, cases) => {
  const requested = cases.map(([description, held, at, changes]) => ({ description, held, at, changes }));
  it.each(requested)('$description: $held', ({ held, at, changes }) => {
    expect(ask(condition, at, changes)).toBe(held);
  });
});
