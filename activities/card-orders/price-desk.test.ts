import { beforeEach, expect, test } from 'vitest';
import { readCardOffer } from '../../db/card-orders/offers.ts';
import { askPrice, deleteOldPrices, readPrice } from '../../db/card-orders/prices.ts';
import { listenLive } from '../../db/core/live.ts';
import type { Db } from '../../db/core/sequelize.ts';
import { execute, one } from '../../db/core/sql.ts';
import { openTestDatabase } from '../../db/database.fixture.ts';
import { OFFER_MS, type PriceQuestion } from '../../domain/card-orders/offer.ts';
import { until } from '../../scripts/testing/until.ts';
import { type CardPartner, CardPartnerAwayError, CardPartnerRefusedError } from '../card-partner/port.ts';
import { type PriceDesk, startPriceDesk } from './price-desk.ts';

const { db, databaseUrl } = await openTestDatabase({ poolSize: 6, applicationName: 'test-price-desk' });
beforeEach(async () => {
  await execute(db, 'DELETE FROM card_question');
  await execute(db, 'DELETE FROM card_offer');
});

const SELLER = {
  id: 'seller',
  name: 'Seller',
  termsUrl: 'https://seller.example/terms',
  privacyUrl: 'https://seller.example/p',
};
const QUESTION: PriceQuestion = {
  mode: 'sandbox',
  gateId: 'BTC',
  currency: 'EUR',
  method: 'card',
  country: 'DE',
  given: 'fiat',
  minor: 10_000n,
};
const QUOTE = {
  gateId: 'BTC',
  currency: 'EUR',
  fiatMinor: 10_000n,
  cryptoMinor: 190_000n,
  processingFeeMinor: 199n,
  networkFeeMinor: 50n,
} as const;

/** A seller whose price is decided by the test; the calls of orders are not its business. */
function seller(quote: CardPartner['quote']): CardPartner {
  const never = async () => {
    throw new Error('not a call of the price desk');
  };
  return {
    currencies: async () => ({
      fiats: [{ currency: 'EUR', methods: [{ method: 'card', minMinor: 2_000n, maxMinor: null }] }],
      coins: [
        {
          gateId: 'BTC',
          minMinor: 1_000n,
          excluded: new Map<string, readonly string[]>([
            ['US', ['NY']],
            ['GB', []],
          ]),
        },
      ],
    }),
    countries: async () => [{ code: 'DE', name: 'Germany', states: [] }],
    quote,
    createOrder: never,
    findOrder: never,
    order: never,
    shareIdentity: never,
  };
}

async function withDesks<T>(
  quotes: readonly (CardPartner['quote'] | null)[],
  work: (troubles: unknown[]) => Promise<T>,
): Promise<T> {
  const troubles: unknown[] = [];
  const desks: PriceDesk[] = [];
  for (const quote of quotes) {
    const open = quote === null ? null : { partner: seller(quote), seller: SELLER };
    const sellerOf = (mode: string) => (mode === 'sandbox' ? open : null);
    desks.push(await startPriceDesk(db, { sellerOf, onTrouble: (error) => troubles.push(error) }));
  }
  try {
    return await work(troubles);
  } finally {
    await Promise.all(desks.map((desk) => desk.stop()));
  }
}

async function answerTo(id: string) {
  let found: Awaited<ReturnType<typeof readPrice>>;
  await until(async () => {
    found = await readPrice(db, id);
    return found !== undefined;
  }, 'the price is answered');
  return found;
}

test('a question is answered once by one of several workers, and those who wait are notified', async () => {
  const requests: unknown[] = [];
  const quote: CardPartner['quote'] = async (request) => {
    requests.push(request);
    return QUOTE;
  };
  await withDesks([quote, quote, quote], async (troubles) => {
    const heard: unknown[] = [];
    const listener = await listenLive(databaseUrl, (message) => heard.push(message));
    // Thirty customers who want to know the same within a moment are one question.
    const ids = await Promise.all(Array.from({ length: 30 }, () => askPrice(db, QUESTION)));
    const answer = await answerTo(ids[0] ?? '');
    expect(answer).toEqual({
      price: { fiatMinor: 10_000n, cryptoMinor: 190_000n, partnerFeeMinor: 199n, networkFeeMinor: 50n },
      answeredAtMs: expect.any(Number),
    });
    expect(await askPrice(db, QUESTION)).toBeOneOf(ids);
    const { country, method, currency, gateId } = QUESTION;
    expect(requests[0]).toEqual({ country, method, currency, gateId, amount: { kind: 'fiat', minor: 10_000n } });
    expect(requests.length).toBe(new Set(ids).size);
    await until(async () => heard.some((each) => JSON.stringify(each) === JSON.stringify({ card: ids[0] })), 'heard');
    await listener.close();
    expect(troubles).toEqual([]);
  });
});

test('a question whose notification was lost is answered while somebody still waits for it', async () => {
  await withDesks([async () => QUOTE], async () => {
    // Whatever the desk takes at its start is taken before the question.
    await answerTo(await askPrice(db, { ...QUESTION, minor: 7_000n }));
    const deaf: Db = { ...db, notifier: { ...db.notifier, send: () => {} } };
    expect(await answerTo(await askPrice(deaf, { ...QUESTION, minor: 8_000n }))).toHaveProperty('price');
  });
});

test('a price that makes no sense is none, and a refusal is named', async () => {
  const answers: Record<string, () => Promise<typeof QUOTE>> = {
    '1': async () => ({ ...QUOTE, cryptoMinor: 0n as never }),
    '2': async () => ({ ...QUOTE, gateId: 'LTC' as never }),
    '3': async () => {
      throw new CardPartnerRefusedError('below_minimum', 'At least 20 EUR.');
    },
    '4': async () => {
      throw new CardPartnerRefusedError('not_enabled', 'The key may not do this.');
    },
    '5': async () => {
      throw new CardPartnerAwayError('No answer.');
    },
    '6': async () => {
      throw new TypeError('a mistake of ours');
    },
  };
  const quote: CardPartner['quote'] = ({ amount }) => answers[String(amount.minor)]?.() ?? Promise.reject(amount);
  await withDesks([quote], async (troubles) => {
    const refusals: unknown[] = [];
    for (const minor of [1n, 2n, 3n, 4n, 5n, 6n]) {
      refusals.push(await answerTo(await askPrice(db, { ...QUESTION, minor })));
    }
    expect(refusals).toEqual([
      { refusal: 'away' },
      { refusal: 'away' },
      { refusal: 'below_minimum' },
      { refusal: 'away' },
      { refusal: 'away' },
      { refusal: 'away' },
    ]);
    expect(troubles).toEqual([new TypeError('a mistake of ours')]);
  });
});

test('a seller that hangs delays nobody beyond its own questions, and open questions are bounded', async () => {
  let release = (_: typeof QUOTE) => {};
  const hanging = new Promise<typeof QUOTE>((resolve) => {
    release = resolve;
  });
  await withDesks([() => hanging], async () => {
    for (let n = 1n; n <= 100n; n += 1n) await askPrice(db, { ...QUESTION, minor: n });
    await expect(askPrice(db, { ...QUESTION, minor: 101n })).rejects.toMatchObject({ code: 'service_unavailable' });
    // Eight are asked; the others wait in the table, where they grow old.
    const taken = await one<{ n: number }>(
      db,
      'SELECT count(*)::int AS n FROM card_question WHERE taken_at IS NOT NULL',
    );
    expect(taken.n).toBeLessThanOrEqual(8);
    await execute(db, `UPDATE card_question SET asked_at = now() - interval '6 seconds'`);
    await askPrice(db, { ...QUESTION, minor: 101n });
    await execute(db, `UPDATE card_question SET asked_at = now() - interval '2 minutes'`);
    expect(await deleteOldPrices(db)).toBe(101);
    release(QUOTE);
  });
});

test('one worker requests the offer, which is stored, and removed once nothing is sold', async () => {
  await withDesks([async () => QUOTE, async () => QUOTE], async (troubles) => {
    await until(async () => (await readCardOffer(db, 'sandbox', Date.now())) !== null, 'the offer is there');
    expect(await readCardOffer(db, 'sandbox', Date.now())).toEqual({
      seller: SELLER,
      fiats: [{ currency: 'EUR', methods: [{ method: 'card', min: '2000', max: null }] }],
      // Of the states of a country only the seller's checkout decides.
      coins: [{ gateId: 'BTC', min: '1000', excluded: ['GB'] }],
      countries: ['DE'],
    });
    expect(await readCardOffer(db, 'production', Date.now())).toBeNull();
    expect(await readCardOffer(db, 'sandbox', Date.now() + OFFER_MS + 60_000)).toBeNull();
    expect(troubles).toEqual([]);
  });
  await withDesks([null], async () => {
    await until(async () => (await readCardOffer(db, 'sandbox', Date.now())) === null, 'the offer is gone');
  });
});
