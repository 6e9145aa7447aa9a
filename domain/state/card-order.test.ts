import { describe, expect, test } from 'vitest';
import { isDomainError } from '../errors.ts';
import { type CardOrderEvent, type CardOrderFacts, nextCardOrder } from './card-order.ts';
import {
  CARD_ORDER_STATUSES,
  type CardOrderReason,
  type CardOrderStatus,
  NOT_PLACED_REASONS,
  PARTNER_NEWS,
  type PartnerNews,
} from './card-order-status.ts';

const NOW = 1_000;
const facts: CardOrderFacts = {
  version: 3,
  status: 'payment',
  reason: null,
  needsOperator: false,
  isComplete: true,
  isPaid: false,
  isMatured: false,
  hasPartnerOrder: true,
  deadlineMs: NOW + 1,
};

const seen = { minor: 5n, txid: 't', output: '0' };
const earnings = { euroMinor: 100n, commissionMinor: 2n, shareMinor: 1n };
const resolve = (outcome: 'delivered' | 'refunded' | 'failed'): CardOrderEvent => ({
  type: 'resolve',
  outcome,
  by: 's',
  note: '',
  earnings: null,
});
const partner = (news: PartnerNews | null): CardOrderEvent => ({
  type: 'partner',
  order: { news, statusText: String(news), txid: null, fiatMinor: null, cryptoMinor: null },
  readAtMs: 0,
});

const EVENTS: Readonly<Record<string, CardOrderEvent>> = {
  place: { type: 'place' },
  cancel: { type: 'cancel' },
  accept: { type: 'accept_amounts', fiatMinor: 1n, cryptoMinor: 1n },
  placed: { type: 'placed', partnerOrderId: 'p' },
  not_placed: { type: 'not_placed', reason: 'below_minimum' },
  mismatch: { type: 'mismatch' },
  delivered: { type: 'delivered', seen, earnings },
  short: { type: 'short', seen },
  elsewhere: { type: 'elsewhere' },
  overdue: { type: 'overdue' },
  look: { type: 'look' },
  resolve: resolve('failed'),
  mature: { type: 'mature' },
  ...Object.fromEntries(PARTNER_NEWS.map((news) => [`is ${news}`, partner(news)])),
};

/** The new status, what an operator is asked, and the effects; null where the event is rejected. */
function outcome(change: Partial<CardOrderFacts>, event: CardOrderEvent): string | null {
  try {
    const { state, effects } = nextCardOrder({ ...facts, ...change }, event, NOW);
    const types = effects.map(({ type }) => type);
    const reason = state.reason === null ? [] : [`(${state.reason})`];
    return [state.status, ...reason, ...types].join(' ');
  } catch (error) {
    if (isDomainError(error)) return null;
    throw error;
  }
}

type Column = Readonly<Partial<Record<string, string>>>;

/** Reads of the partner that change nothing in a status. */
const same = (status: string, ...news: readonly PartnerNews[]): Column =>
  Object.fromEntries(news.map((each) => [`is ${each}`, status]));

const alerted = (status: string, reason: CardOrderReason) => `${status} (${reason}) alert`;
const calm = (status: string): Column => ({
  ...same(status, ...PARTNER_NEWS),
  mismatch: status,
  place: status,
  look: status,
});

const openColumn = (status: string): Column => ({
  place: status,
  look: status,
  mismatch: alerted(status, 'mismatch'),
  'is identity': 'identity',
  'is payment': 'payment',
  'is processing': 'processing',
  'is sent': 'sending',
  'is declined': 'declined tell',
  'is rejected': 'rejected tell',
  'is expired': 'expired',
  'is refunded': 'refunded tell',
});
const leaving = { cancel: 'canceled', overdue: 'expired (overdue)' };
const reopened = (status: string): Column => ({ ...openColumn(status), ...same(status, 'expired') });

/** Every cell of the table, for an order that nobody has paid and that no operator is asked about. */
const CELLS: Readonly<Record<CardOrderStatus, Column>> = {
  draft: { place: 'placing', cancel: 'canceled' },
  placing: {
    place: 'placing',
    look: 'placing',
    placed: 'payment',
    not_placed: 'failed (below_minimum) tell',
    mismatch: alerted('placing', 'mismatch'),
  },
  identity: {
    ...openColumn('identity'),
    ...leaving,
    accept: 'identity',
    'is declined': 'rejected (identity) tell',
  },
  payment: { ...openColumn('payment'), ...leaving, accept: 'payment' },
  processing: { ...openColumn('processing'), overdue: alerted('processing', 'overdue') },
  sending: {
    ...calm('sending'),
    'is declined': alerted('sending', 'contradiction'),
    'is rejected': alerted('sending', 'contradiction'),
    'is expired': alerted('sending', 'contradiction'),
    'is refunded': 'refunded tell',
    mismatch: alerted('sending', 'mismatch'),
    delivered: 'delivered book_earnings tell',
    short: alerted('sending', 'short'),
    elsewhere: alerted('sending', 'elsewhere'),
    overdue: alerted('sending', 'overdue'),
  },
  delivered: {
    ...calm('delivered'),
    'is refunded': 'charged_back reverse_earnings',
    mature: 'delivered mature_earnings',
  },
  charged_back: calm('charged_back'),
  declined: { ...reopened('declined'), 'is declined': 'declined' },
  rejected: { ...reopened('rejected'), ...same('rejected', 'declined', 'rejected') },
  expired: reopened('expired'),
  refunded: calm('refunded'),
  canceled: {
    ...reopened('canceled'),
    ...same('canceled', 'identity', 'payment'),
    cancel: 'canceled',
  },
  failed: { ...calm('failed'), not_placed: 'failed', 'is refunded': 'refunded tell' },
};

const noOrder = { hasPartnerOrder: false } as const;
const PREPARED: Partial<Record<CardOrderStatus, Partial<CardOrderFacts>>> = { draft: noOrder, placing: noOrder };

describe('the table of card orders', () => {
  test.each(CARD_ORDER_STATUSES.flatMap((status) => Object.keys(EVENTS).map((name) => [status, name] as const)))(
    '%s, %s',
    (status, name) => {
      const event = EVENTS[name];
      if (event === undefined) throw new Error(name);
      expect(outcome({ status, ...PREPARED[status] }, event)).toBe(CELLS[status][name] ?? null);
    },
  );

  test('a draft is placed once it is complete, and not when it is too old', () => {
    const draft = { status: 'draft', ...noOrder } as const;
    expect(outcome({ ...draft, isComplete: false }, { type: 'place' })).toBeNull();
    expect(outcome({ ...draft, deadlineMs: NOW }, { type: 'place' })).toBeNull();
    expect(() => nextCardOrder({ ...facts, ...draft, deadlineMs: NOW }, { type: 'place' }, NOW)).toThrow(
      expect.objectContaining({ code: 'quote_expired' }),
    );
  });

  test.each(NOT_PLACED_REASONS)('an order that the partner refuses (%s) ends with the reason', (reason) => {
    const status = reason === 'identity_refused' ? 'rejected' : 'failed';
    expect(outcome({ status: 'placing', ...noOrder }, { type: 'not_placed', reason })).toBe(
      `${status} (${reason}) tell`,
    );
  });

  test('an order whose answer came too late is followed after all', () => {
    const late = { status: 'failed', reason: 'partner_unavailable' } as const;
    expect(outcome({ ...late, ...noOrder }, { type: 'placed', partnerOrderId: 'p' })).toBe('payment');
    expect(outcome({ ...late, ...noOrder }, { type: 'not_placed', reason: 'below_minimum' })).toBe(
      'failed (partner_unavailable)',
    );
    expect(outcome(late, { type: 'placed', partnerOrderId: 'p' })).toBeNull();
    expect(outcome({ ...late, ...noOrder, needsOperator: true }, { type: 'placed', partnerOrderId: 'p' })).toBe(
      'payment resolve_alert',
    );
  });

  test('what was paid is not asked to be paid again, and ends without coins only with an operator', () => {
    for (const status of ['identity', 'processing'] as const) {
      const at = { status, isPaid: true };
      expect(outcome(at, partner('payment'))).toBe(status);
      expect(outcome(at, partner('expired'))).toBe(alerted(status, 'contradiction'));
    }
    expect(outcome({ status: 'identity', isPaid: true }, { type: 'cancel' })).toBeNull();
    expect(outcome({ status: 'identity', isPaid: true }, { type: 'overdue' })).toBe(alerted('identity', 'overdue'));
  });

  test('an order that nobody paid for long does not come back by waiting on, only by money', () => {
    const at = { status: 'expired', reason: 'overdue' } as const;
    expect(outcome(at, partner('payment'))).toBe('expired (overdue)');
    expect(outcome(at, partner('identity'))).toBe('expired (overdue)');
    expect(outcome(at, partner('processing'))).toBe('processing');
    expect(outcome(at, partner('sent'))).toBe('sending');
  });

  test('the partner says nothing about an order that it does not have', () => {
    for (const news of PARTNER_NEWS) expect(outcome({ ...noOrder, status: 'canceled' }, partner(news))).toBeNull();
    expect(outcome({ ...noOrder, status: 'canceled' }, { type: 'look' })).toBeNull();
  });

  test('a status that this version does not know is no news', () => {
    for (const status of CARD_ORDER_STATUSES) expect(outcome({ status }, partner(null))).toBe(status);
  });

  test('earnings mature once', () => {
    expect(outcome({ status: 'delivered', isMatured: true }, { type: 'mature' })).toBe('delivered');
  });
});

describe('an order that needs an operator', () => {
  const asks = { needsOperator: true, reason: 'short' } as const;

  test('is resolved as what the operator found out', () => {
    for (const status of ['identity', 'payment', 'processing', 'sending'] as const) {
      const at = { status, ...asks };
      expect(outcome(at, resolve('delivered'))).toBe(
        'delivered (resolved_by_operator) book_earnings tell resolve_alert',
      );
      expect(outcome(at, resolve('refunded'))).toBe('refunded (resolved_by_operator) tell resolve_alert');
      expect(outcome(at, resolve('failed'))).toBe('failed (resolved_by_operator) tell resolve_alert');
    }
    expect(outcome({ status: 'placing', ...noOrder, ...asks }, resolve('failed'))).toBe(
      'failed (resolved_by_operator) resolve_alert',
    );
    expect(outcome({ status: 'placing', ...noOrder, ...asks }, resolve('delivered'))).toBeNull();
  });

  test('keeps its question while nothing new is known', () => {
    expect(outcome({ status: 'sending', ...asks }, partner('sent'))).toBe('sending (short)');
    expect(outcome({ status: 'sending', ...asks }, { type: 'short', seen })).toBe('sending (short)');
    expect(outcome({ status: 'processing', ...asks, reason: 'overdue' }, partner('processing'))).toBe(
      'processing (overdue)',
    );
  });

  test('goes on when the chain or the partner answers the question', () => {
    const at = { status: 'sending', ...asks } as const;
    expect(outcome(at, { type: 'delivered', seen, earnings })).toBe('delivered book_earnings tell resolve_alert');
    expect(outcome(at, partner('refunded'))).toBe('refunded tell resolve_alert');
    expect(outcome({ ...at, status: 'processing', reason: 'overdue' }, partner('sent'))).toBe('sending resolve_alert');
  });

  test('is described by its question', () => {
    const messages = (['short', 'elsewhere', 'overdue', 'mismatch'] as const).map(
      (type) =>
        nextCardOrder({ ...facts, status: 'sending' }, type === 'short' ? { type, seen } : { type }, NOW).effects[0]
          ?.message,
    );
    expect(messages).toEqual([
      'Less than was ordered arrived.',
      'The transaction that the partner names pays somebody else.',
      'Nothing has happened for too long.',
      'The partner has several orders of it, or one that is not what was ordered.',
    ]);
    expect(nextCardOrder({ ...facts, status: 'sending' }, partner('declined'), NOW).effects).toEqual([
      { type: 'alert', message: 'The partner says that it ended without coins, although it was paid.' },
    ]);
  });
});
