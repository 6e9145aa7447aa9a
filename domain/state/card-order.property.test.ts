import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isDomainError } from '../errors.ts';
import { examples } from '../examples.fixture.ts';
import { type CardOrderEffect, type CardOrderEvent, type CardOrderFacts, nextCardOrder } from './card-order.ts';
import { PARTNER_NEWS } from './card-order-status.ts';

const seen = { minor: 5n, txid: 't', output: '0' };
const earnings = { euroMinor: 100n, commissionMinor: 2n, shareMinor: 1n };

const draft: CardOrderFacts = {
  version: 1,
  status: 'draft',
  reason: null,
  needsOperator: false,
  isComplete: true,
  isPaid: false,
  isMatured: false,
  hasPartnerOrder: false,
  deadlineMs: 10,
};

const news = fc.constantFrom(...PARTNER_NEWS, null).map(
  (each): CardOrderEvent => ({
    type: 'partner',
    order: { news: each, statusText: '', txid: null, fiatMinor: null, cryptoMinor: null },
    readAtMs: 0,
  }),
);

const resolved = fc
  .constantFrom('delivered' as const, 'refunded' as const, 'failed' as const)
  .map((outcome): CardOrderEvent => ({ type: 'resolve', outcome, by: 's', note: '', earnings }));

/** Whatever the customer, the partner, the chain, time and operators say, in any order and as often as they like. */
const anyEvent: fc.Arbitrary<CardOrderEvent> = fc.oneof(
  { weight: 8, arbitrary: news },
  { weight: 2, arbitrary: fc.constant<CardOrderEvent>({ type: 'placed', partnerOrderId: 'p' }) },
  { weight: 2, arbitrary: fc.constant<CardOrderEvent>({ type: 'delivered', seen, earnings }) },
  { weight: 1, arbitrary: resolved },
  {
    weight: 5,
    arbitrary: fc.constantFrom<CardOrderEvent>(
      { type: 'place' },
      { type: 'cancel' },
      { type: 'accept_amounts', fiatMinor: 1n, cryptoMinor: 1n },
      { type: 'not_placed', reason: 'partner_unavailable' },
      { type: 'mismatch' },
      { type: 'short', seen },
      { type: 'elsewhere' },
      { type: 'overdue' },
      { type: 'look' },
      { type: 'mature' },
    ),
  },
);

/** One event after another, as the process writes them; what is refused changes nothing. */
function live(from: CardOrderFacts, events: readonly CardOrderEvent[]) {
  const effects: CardOrderEffect['type'][] = [];
  let facts = from;
  for (const event of events) {
    try {
      const decision = nextCardOrder(facts, event, 0);
      const isMoney = event.type === 'partner' && (event.order.news === 'processing' || event.order.news === 'sent');
      facts = {
        ...facts,
        ...decision.state,
        version: facts.version + 1,
        isPaid: facts.isPaid || isMoney,
        isMatured: facts.isMatured || event.type === 'mature',
        hasPartnerOrder: facts.hasPartnerOrder || event.type === 'placed',
      };
      effects.push(...decision.effects.map(({ type }) => type));
    } catch (error) {
      if (!isDomainError(error)) throw error;
    }
  }
  return { facts, effects };
}

const many = fc.array(anyEvent, { maxLength: 40 });

test('no sequence of events books, matures or reverses earnings twice, or takes back what was never booked', () => {
  fc.assert(
    fc.property(many, (events) => {
      const { facts, effects } = live(draft, [{ type: 'place' }, ...events]);
      const count = (type: CardOrderEffect['type']) => effects.filter((each) => each === type).length;
      const [booked, matured, reversed] = [count('book_earnings'), count('mature_earnings'), count('reverse_earnings')];
      expect(booked).toBeLessThanOrEqual(1);
      expect(matured).toBeLessThanOrEqual(booked);
      expect(reversed).toBeLessThanOrEqual(booked);
      expect(booked === 1).toBe(facts.status === 'delivered' || facts.status === 'charged_back');
      expect(reversed === 1).toBe(facts.status === 'charged_back');
      if (matured === 1 && reversed === 1)
        expect(effects.indexOf('mature_earnings')).toBeLessThan(effects.indexOf('reverse_earnings'));
    }),
    { numRuns: examples(2_000) },
  );
});

test('an alert is open exactly while an operator is asked', () => {
  fc.assert(
    fc.property(many, (events) => {
      const { facts, effects } = live(draft, [{ type: 'place' }, ...events]);
      const open =
        effects.filter((each) => each === 'alert').length - effects.filter((each) => each === 'resolve_alert').length;
      expect(open).toBe(facts.needsOperator ? 1 : 0);
    }),
    { numRuns: examples(2_000) },
  );
});

const ofPartner = (status: (typeof PARTNER_NEWS)[number]): CardOrderEvent => ({
  type: 'partner',
  order: { news: status, statusText: '', txid: 't', fiatMinor: null, cryptoMinor: null },
  readAtMs: 0,
});

test('no order is lost: coins that are on the chain in the end are delivered, whatever was said before', () => {
  const withoutOperator = many.map((events) => events.filter(({ type }) => type !== 'resolve'));
  fc.assert(
    fc.property(withoutOperator, (events) => {
      const placed: CardOrderEvent = { type: 'placed', partnerOrderId: 'p' };
      const before = live(draft, [{ type: 'place' }, ...events, placed]).facts;
      const { status } = live(before, [ofPartner('sent'), { type: 'delivered', seen, earnings }]).facts;
      // The payer has the money back: the coins are the partner's own matter.
      const isOver = before.status === 'refunded' || before.status === 'charged_back';
      expect(isOver ? 'delivered' : status).toBe('delivered');
    }),
    { numRuns: examples(2_000) },
  );
});

test('what was paid never ends as expired or canceled without a person', () => {
  fc.assert(
    fc.property(many, (events) => {
      let facts = live(draft, [{ type: 'place' }]).facts;
      for (const event of events) {
        const after = live(facts, [event]).facts;
        const isEnd = after.status === 'expired' || after.status === 'canceled';
        if (facts.isPaid && after.status !== facts.status) expect(isEnd).toBe(false);
        facts = after;
      }
    }),
    { numRuns: examples(2_000) },
  );
});
