import { beforeAll, describe, expect, test } from 'vitest';
import { inTransaction } from '../../db/core/sequelize.ts';
import { execute } from '../../db/core/sql.ts';
import { makeInvoice, payInFull } from '../../db/invoices/testing.fixture.ts';
import { fund } from '../../db/payouts/testing.fixture.ts';
import type { TestMerchant } from '../../db/testing.fixture.ts';
import { openTill, withdraw } from '../../db/withdrawals/testing.fixture.ts';
import { LANGUAGES } from '../../domain/languages.ts';
import { openTestApi } from '../testing/open-api.fixture.ts';
import type { TestAnswer, TestApi } from '../testing/server.fixture.ts';

let shop: TestMerchant;
let browser: Awaited<ReturnType<TestApi['signIn']>>;
const api = await openTestApi({ env: { RATE_LIMIT_CUSTOMER_PER_MINUTE: '1000000', TRUST_PROXY: '127.0.0.0/8' } });
beforeAll(async () => {
  shop = await api.merchant();
  browser = await api.signIn(shop);
});

async function paidInvoice(of = shop): Promise<string> {
  const { id } = await makeInvoice(api.db, of, { priceMinor: 10_000n });
  await payInFull(api.db, id);
  return id;
}

/** A network that nobody else of this file calls from. */
let networks = 0;
function newNetwork(): Record<string, string> {
  networks += 1;
  return { 'x-forwarded-for': `203.0.113.${networks}` };
}

describe('the thread that answers requests', () => {
  /** Milliseconds of processor time of this thread, where the server runs too. */
  async function costOf(get: () => Promise<TestAnswer>): Promise<number> {
    const before = process.threadCpuUsage();
    const { status, text } = await get();
    const { user, system } = process.threadCpuUsage(before);
    expect([status, text.slice(0, 5)]).toEqual([200, '%PDF-']);
    return (user + system) / 1_000;
  }

  /** The least of several, so that nothing else this thread did counts. */
  async function leastCostOf(gets: readonly (() => Promise<TestAnswer>)[]): Promise<number> {
    const costs: number[] = [];
    for (const get of gets) costs.push(await costOf(get));
    return Math.min(...costs);
  }

  test('draws no invoice and no receipt, for payers and for the back office', async () => {
    const ids = await Promise.all([1, 2, 3, 4].map(() => paidInvoice()));
    const headers = newNetwork();
    for (const kind of ['invoice', 'receipt']) {
      const payer = ids.map((id) => () => api.call({ url: `/customer/invoices/${id}/${kind}.pdf?lang=de`, headers }));
      expect(await leastCostOf(payer)).toBeLessThan(MOST_MS);
      const office = ids.map((id) => () => browser({ url: `/spa/sandbox/invoices/${id}/${kind}.pdf`, headers }));
      expect(await leastCostOf(office)).toBeLessThan(MOST_MS);
    }
  });

  test('draws no confirmation', async () => {
    const till = await openTill(api.db);
    const as = await api.signIn(till.shop);
    const ids: string[] = [];
    for (let made = 0; made < 4; made += 1) ids.push((await withdraw(api.db, till)).id);
    await execute(
      api.db,
      `UPDATE withdrawal SET status = 'done', hold = 'posted', completed_at = now() WHERE id = ANY($1)`,
      [ids],
    );
    const headers = newNetwork();
    const gets = ids.map(
      (id) => () => as({ url: `/spa/${till.shop.mode}/withdrawals/${id}/confirmation.pdf`, headers }),
    );
    expect(await leastCostOf(gets)).toBeLessThan(MOST_MS);
  });

  test('draws no statement', async () => {
    const of = await api.merchant();
    const as = await api.signIn(of);
    for (let made = 0; made < 200; made += 1) await fund(api.db, of, 'LTC', 1_000_000n + BigInt(made));
    const headers = newNetwork();
    const ask = async () => {
      const body = { kind: 'statement', time_zone: 'UTC', filter: { gate_id: 'LTC' } };
      const { json } = await as({ url: '/spa/sandbox/reports', body });
      return () => as({ url: `/spa/reports/${json.data.id}/file`, headers });
    };
    expect(await leastCostOf([await ask(), await ask(), await ask()])).toBeLessThan(MOST_MS);
  });
});

/** On a busy machine, reading and signing costs up to 15 ms of this thread, and a drawing cost 50 and more. */
const MOST_MS = 30;

describe('one person or network', () => {
  test('has a few documents drawn at a time, and leaves places for others', async () => {
    const id = await paidInvoice();
    const url = `/spa/sandbox/invoices/${id}/invoice.pdf`;
    const [own, other] = [newNetwork(), newNetwork()];
    const requested = await inTransaction(api.db, async (tx) => {
      // Those that have a place wait for the invoice.
      await execute(tx, 'LOCK TABLE invoice IN ACCESS EXCLUSIVE MODE');
      const first = [1, 2, 3, 4].map(() => browser({ url, headers: own }));
      const refused = await Promise.race(first);
      expect([refused.status, refused.headers['retry-after']]).toEqual([429, '5']);
      const payers = api.call({ url: `/customer/invoices/${id}/receipt.pdf`, headers: other });
      return [...first, payers];
    });
    expect((await Promise.all(requested)).map(({ status }) => status).sort()).toEqual([200, 200, 200, 200, 429]);
  });

  test('has a budget of a minute, and others have their own', async () => {
    const ids = await Promise.all([1, 2, 3].map(() => paidInvoice()));
    const urls = ids.flatMap((id) =>
      LANGUAGES.flatMap((lang) => [
        `/customer/invoices/${id}/invoice.pdf?lang=${lang}`,
        `/customer/invoices/${id}/receipt.pdf?lang=${lang}`,
      ]),
    );
    const headers = newNetwork();
    const answers: TestAnswer[] = [];
    for (const url of urls) answers.push(await api.call({ url, headers }));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(30);
    const refused = answers.at(-1);
    expect(refused?.status).toBe(429);
    expect(Number(refused?.headers['retry-after'])).toBeGreaterThan(0);
    expect((await api.call({ url: urls.at(-1) ?? '', headers: newNetwork() })).status).toBe(200);
  });
});

describe('a document that was drawn', () => {
  test('is the same file again, and another one once a fact has changed', async () => {
    const id = await paidInvoice();
    const get = async () =>
      (await api.call({ url: `/customer/invoices/${id}/invoice.pdf?lang=en`, headers: newNetwork() })).bytes;
    const first = await get();
    expect((await get()).equals(first)).toBe(true);
    await execute(api.db, `UPDATE merchant SET company_name = 'Another name' WHERE id = $1`, [shop.merchantId]);
    await execute(api.db, `UPDATE profile SET name = 'Another name' WHERE id = $1`, [shop.profileId]);
    expect((await get()).equals(first)).toBe(false);
  });
});
