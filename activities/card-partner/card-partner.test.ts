import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test, vi } from 'vitest';
import { execute } from '../../db/core/sql.ts';
import { CRYPTO_GATES } from '../../domain/assets/assets.ts';
import { addressOf, openPartnerTest, orderRequest } from './card-partner.fixture.ts';
import {
  CardPartnerAwayError,
  CardPartnerRefusedError,
  CardPartnerUnclearError,
  type PartnerOrder,
  type RefusalReason,
} from './port.ts';
import { CARD_BEHAVIORS, type CardBehavior } from './simulator/faults.ts';
import { startCardPartnerSimulator } from './simulator/server.ts';

const partner = await openPartnerTest();
const { open, step, settle, submit, checkout, paidToPayer, clock, arrived, answers, simulator } = partner;

async function reasonOf(call: Promise<unknown>): Promise<RefusalReason> {
  const error = await call.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  expect(error).toBeInstanceOf(CardPartnerRefusedError);
  return (error as CardPartnerRefusedError).reason;
}

/** Nobody listens there any more. */
async function closedPort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

/** Buys with a card, and lets everything happen that happens by itself. */
async function buy(behavior: CardBehavior, changes: Parameters<typeof orderRequest>[0] = {}) {
  const request = orderRequest(changes);
  const created = await open().createOrder(request);
  const pageUrl = await checkout(created.checkoutUrl, behavior);
  const statuses: (string | null)[] = [];
  let order: PartnerOrder = await open().order(created.partnerId);
  for (let count = 0; count < 12; count += 1) {
    order = await open().order(created.partnerId);
    if (statuses.at(-1) !== order.status) statuses.push(order.status);
    await step();
  }
  return { request, partnerId: created.partnerId, pageUrl, order, statuses };
}

test('the lists name what can be bought, with what, and where not', async () => {
  const { fiats, coins } = await open().currencies();
  expect(fiats.find(({ currency }) => currency === 'EUR')?.methods).toEqual([
    { method: 'card', minMinor: 2_000n, maxMinor: 1_500_000n },
    { method: 'apple_pay', minMinor: 2_000n, maxMinor: 1_500_000n },
  ]);
  expect(coins.map(({ gateId }) => gateId).sort()).toEqual([...CRYPTO_GATES].sort());
  const tether = coins.find(({ gateId }) => gateId === 'USDT_TRC20');
  expect([...(tether?.excluded ?? [])]).toEqual([
    ['CA', []],
    ['US', ['NY']],
  ]);
  const countries = await open().countries();
  expect(countries.length).toBeGreaterThanOrEqual(190);
  expect(countries.find(({ code }) => code === 'GB')).toMatchObject({ name: 'United Kingdom' });
  expect(countries.find(({ code }) => code === 'US')?.states).toContainEqual({ code: 'NY', name: 'New York' });
});

test('a quote from either side is the same price, with both fees inside', async () => {
  const request = { gateId: 'BTC', currency: 'EUR', method: 'card' } as const;
  const byMoney = await open().quote({ ...request, amount: { kind: 'fiat', minor: 10_000n } });
  expect(byMoney.fiatMinor).toBe(10_000n);
  // 100.00 less 1.99 and the network fee, at about 60,600.
  expect(byMoney.cryptoMinor).toBeGreaterThan(157_000n);
  expect(byMoney.cryptoMinor).toBeLessThan(161_800n);
  expect(byMoney.processingFeeMinor).toBe(199n);
  expect(byMoney.networkFeeMinor).toBeGreaterThan(0n);
  const byCoins = await open().quote({ ...request, amount: { kind: 'crypto', minor: byMoney.cryptoMinor } });
  expect(byCoins.cryptoMinor).toBe(byMoney.cryptoMinor);
  expect(Number(byCoins.fiatMinor - 10_000n)).toBeLessThanOrEqual(2);
  expect(Number(byCoins.fiatMinor - 10_000n)).toBeGreaterThanOrEqual(-2);
  clock.ms += 20_000;
  const later = await open().quote({ ...request, amount: { kind: 'fiat', minor: 10_000n } });
  expect(later.cryptoMinor).not.toBe(byMoney.cryptoMinor);
});

test('every gate is quoted and can be ordered', async () => {
  for (const gateId of CRYPTO_GATES) {
    const amount = { kind: 'fiat', minor: 12_345n } as const;
    const quoted = await open().quote({ gateId, currency: 'EUR', method: 'card', amount });
    expect(quoted.cryptoMinor, gateId).toBeGreaterThan(0n);
    const { partnerId } = await open().createOrder(orderRequest({ gateId, amount }));
    expect(await open().order(partnerId), gateId).toMatchObject({
      gateId,
      status: 'awaiting_payment',
      address: addressOf(gateId).address,
      destinationTag: gateId === 'XRP' ? 77n : null,
      fiatMinor: 12_345n,
      txid: null,
    });
  }
});

test('what the partner refuses is final and has a reason for the payer', async () => {
  const quote = (minor: bigint, currency = 'EUR') =>
    open().quote({ gateId: 'BTC', currency, method: 'card', amount: { kind: 'fiat', minor } });
  expect(await reasonOf(quote(1_999n))).toBe('below_minimum');
  expect(await reasonOf(quote(1_500_001n))).toBe('above_maximum');
  expect(await reasonOf(quote(10_000n, 'JPY'))).toBe('unavailable_here');
  expect(await reasonOf(open().createOrder(orderRequest({ address: 'nowhere' })))).toBe('address_invalid');
  expect(await reasonOf(open().createOrder(orderRequest({ gateId: 'XRP', destinationTag: null })))).toBe(
    'address_invalid',
  );
  expect(await reasonOf(open().createOrder(orderRequest({ reference: 'a b' })))).toBe('invalid');
  expect(await reasonOf(open().order('0123456789abcdef'))).toBe('not_found');
  expect(await reasonOf(open().order('../fiats/buy'))).toBe('not_found');
});

test('a wrong key, an outage and a limit are away: nothing happened', async () => {
  const { faults } = simulator();
  const request = orderRequest();
  for (const fault of ['outage', 'rate_limit', 'not_json', 'error_after_work', 'lost_answer'] as const) {
    faults.add('quote', fault);
    const amount = { kind: 'fiat', minor: 10_000n } as const;
    const quoted = open().quote({ gateId: 'BTC', currency: 'EUR', method: 'card', amount });
    await expect(quoted, fault).rejects.toBeInstanceOf(CardPartnerAwayError);
  }
  faults.add('create', 'rate_limit');
  await expect(open().createOrder(request)).rejects.toBeInstanceOf(CardPartnerAwayError);
  await expect(open({ key: 'other' }).createOrder(request)).rejects.toBeInstanceOf(CardPartnerAwayError);
  await expect(open({ url: `http://127.0.0.1:${await closedPort()}` }).createOrder(request)).rejects.toBeInstanceOf(
    CardPartnerAwayError,
  );
  expect(await open().findOrder({ ...request, sinceMs: clock.ms })).toBeNull();
});

test.each(['lost_answer', 'error_after_work', 'not_json', 'outage', 'silence'] as const)(
  'an order whose answer is %s is unclear, and found by its reference if it was made',
  async (fault) => {
    const request = orderRequest();
    const sinceMs = clock.ms;
    await open().createOrder(orderRequest({ customerId: request.customerId }));
    simulator().faults.add('create', fault);
    await expect(open({ timeoutMs: 500 }).createOrder(request)).rejects.toBeInstanceOf(CardPartnerUnclearError);
    const found = await open().findOrder({ ...request, sinceMs });
    if (fault === 'lost_answer' || fault === 'error_after_work') {
      expect(found).toMatchObject({ reference: request.reference, status: 'awaiting_payment' });
      // The checkout URL is lost, but the payer can go on.
      expect(await (await fetch(found?.payerUrl ?? '')).text()).toContain('Waiting for your payment');
    } else {
      expect(found).toBeNull();
    }
  },
);

test('an order that the list does not show yet is not found, and two of one reference are for a person', async () => {
  const request = orderRequest();
  await open().createOrder(request);
  simulator().faults.add('orders', 'hidden');
  expect(await open().findOrder({ ...request, sinceMs: clock.ms })).toBeNull();
  expect(await open().findOrder({ ...request, sinceMs: clock.ms })).toMatchObject({ reference: request.reference });
  await open().createOrder(request);
  await expect(open().findOrder({ ...request, sinceMs: clock.ms })).rejects.toBeInstanceOf(CardPartnerUnclearError);
});

test('a customer with many orders is read page by page', async () => {
  const [first, customerId] = [orderRequest(), 'many'];
  await open().createOrder({ ...first, customerId });
  for (let count = 0; count < 101; count += 1) await open().createOrder(orderRequest({ customerId }));
  const sought = { reference: first.reference, customerId, sinceMs: clock.ms };
  expect(await open().findOrder(sought)).toMatchObject({ reference: first.reference });
});

test('the rate of an order can differ from its quote, and the order says so', async () => {
  const amount = { kind: 'fiat', minor: 10_000n } as const;
  const quoted = await open().quote({ gateId: 'BTC', currency: 'EUR', method: 'card', amount });
  simulator().faults.add('create', 'rate_moves');
  const { partnerId } = await open().createOrder(orderRequest({ amount }));
  const { cryptoMinor } = await open().order(partnerId);
  expect(cryptoMinor).toBeLessThan(quoted.cryptoMinor);
});

test.each(CRYPTO_GATES)('a paid order delivers %s to the address on the chain', async (gateId) => {
  const { order, statuses } = await buy('pays', { gateId });
  expect(statuses).toEqual(['payment_pending', 'paid', 'sent', 'complete']);
  expect(order.cryptoMinor).toBeGreaterThan(0n);
  expect(await paidToPayer(gateId, order.txid ?? '')).toBe(order.cryptoMinor);
});

test('a checkout URL opens once and for a minute', async () => {
  const { checkoutUrl } = await open().createOrder(orderRequest());
  expect((await fetch(checkoutUrl)).status).toBe(200);
  expect((await fetch(checkoutUrl)).status).toBe(410);
  const late = await open().createOrder(orderRequest());
  clock.ms += 60_000;
  expect((await fetch(late.checkoutUrl)).status).toBe(410);
});

test('a declined card ends the order without coins', async () => {
  const { order, statuses, pageUrl } = await buy('declined');
  expect(statuses).toEqual(['declined']);
  expect(order.txid).toBeNull();
  await submit(pageUrl, { step: 'card', number: '4000000000000000' });
  expect(await open().order(order.partnerId)).toMatchObject({ status: 'declined' });
});

test('3-D Secure can be approved, refused or left', async () => {
  const start = async () => {
    const { partnerId, checkoutUrl } = await open().createOrder(orderRequest());
    return { partnerId, pageUrl: await checkout(checkoutUrl, 'asks_3d_secure') };
  };
  const approved = await start();
  expect(await open().order(approved.partnerId)).toMatchObject({ status: 'payment_pending' });
  await submit(approved.pageUrl, { step: 'three_d_secure', answer: 'approve' });
  await settle();
  expect(await open().order(approved.partnerId)).toMatchObject({ status: 'complete' });
  const refused = await start();
  await submit(refused.pageUrl, { step: 'three_d_secure', answer: 'refuse' });
  expect(await open().order(refused.partnerId)).toMatchObject({ status: 'declined' });
  const left = await start();
  await step(600_000);
  expect(await open().order(left.partnerId)).toMatchObject({ status: 'expired', txid: null });
});

test('identity can be pending for a while, be refused, or be known from a share', async () => {
  const pending = await open().createOrder(orderRequest());
  const pageUrl = await checkout(pending.checkoutUrl, 'pays', 'Paula Pending');
  expect(await open().order(pending.partnerId)).toMatchObject({ status: 'verifying' });
  await step();
  expect(await open().order(pending.partnerId)).toMatchObject({ status: 'awaiting_payment' });
  await submit(pageUrl, { step: 'card', number: '4000000000000002' });
  await settle();

  const refused = await open().createOrder(orderRequest());
  await checkout(refused.checkoutUrl, 'pays', 'Rita Refused');
  expect(await open().order(refused.partnerId)).toMatchObject({ status: 'canceled' });

  const known = orderRequest({ email: 'nora@example.com' });
  const { customerId } = known;
  const share = {
    customerId,
    provider: 'sumsub',
    token: 't',
    email: 'nora@example.com',
    mobileNumber: '+491',
  } as const;
  await open().shareIdentity(share);
  await open().shareIdentity(share);
  const { checkoutUrl } = await open().createOrder(known);
  expect(await (await fetch(checkoutUrl)).text()).toContain('Card number');
  await expect(open({ secret: 'other' }).shareIdentity(share)).rejects.toBeInstanceOf(CardPartnerAwayError);
  simulator().faults.add('identity', 'lost_answer');
  await expect(open().shareIdentity(share)).rejects.toBeInstanceOf(CardPartnerUnclearError);
});

test('what is delivered wrongly looks complete, and only the chain knows better', async () => {
  const less = await buy('delivers_less');
  expect(less.order).toMatchObject({ status: 'complete' });
  expect(await paidToPayer('BTC', less.order.txid ?? '')).toBe((less.order.cryptoMinor ?? 0n) / 2n);
  const elsewhere = await buy('delivers_elsewhere', { gateId: 'ETH' });
  expect(elsewhere.order).toMatchObject({ status: 'complete' });
  expect(await paidToPayer('ETH', elsewhere.order.txid ?? '')).toBe(0n);
  const nothing = await buy('delivers_nothing');
  expect(nothing.order).toMatchObject({ status: 'complete', txid: null });
});

test('an order whose coins could not be sent tries again, and delays no other', async () => {
  const [first, second] = [await open().createOrder(orderRequest()), await open().createOrder(orderRequest())];
  await checkout(first.checkoutUrl, 'pays');
  await checkout(second.checkoutUrl, 'delivers_nothing');
  await step();
  await step();
  await execute(partner.db, 'ALTER TABLE sim_transaction RENAME TO sim_transaction_away', []);
  await expect(simulator().advance()).resolves.toBeUndefined();
  clock.ms += 1_500;
  await expect(simulator().advance()).rejects.toThrow('could not go on');
  expect(await open().order(first.partnerId)).toMatchObject({ status: 'paid' });
  expect(await open().order(second.partnerId)).toMatchObject({ status: 'sent' });
  await execute(partner.db, 'ALTER TABLE sim_transaction_away RENAME TO sim_transaction', []);
  await settle();
  expect(await open().order(first.partnerId)).toMatchObject({ status: 'complete' });
});

test('a chargeback comes after the coins, and an expired order can become active again', async () => {
  const { partnerId, statuses } = await buy('chargeback');
  expect(statuses).toEqual(['payment_pending', 'paid', 'sent', 'complete']);
  await step(30_000);
  expect(await open().order(partnerId)).toMatchObject({ status: 'refunded' });
  const back = await buy('expires_first');
  expect(back.statuses).toEqual(['expired', 'payment_pending', 'paid', 'sent', 'complete']);
  const more = await buy('more_identity');
  expect(more.statuses).toEqual(['payment_pending', 'verifying', 'paid', 'sent', 'complete']);
});

test('a status that is not published is no news', async () => {
  expect((await buy('unknown_status')).statuses).toEqual(['payment_pending', 'paid', null, 'paid', 'sent', 'complete']);
});

test('webhooks are signed, and come again until they are taken', async () => {
  answers.webhookStatus = 500;
  const { partnerId } = await buy('pays');
  const first = arrived.length;
  expect(first).toBeGreaterThan(5);
  expect(arrived.every(({ isTheirs, body }) => isTheirs && body.order_id === partnerId)).toBe(true);
  answers.webhookStatus = 204;
  await step(300_000);
  const ofOrder = () => arrived.filter(({ body }) => body.order_id === partnerId);
  const again = ofOrder()
    .slice(first)
    .map(({ body }) => body.status);
  expect(new Set(again)).toEqual(
    new Set(['waitingPayment', 'paymentReceived', 'inProgress', 'cryptoTransferred', 'complete']),
  );
  await step(300_000);
  expect(ofOrder()).toHaveLength(first + again.length);
});

test('webhooks can be lost, doubled, late, in the wrong order and forged', async () => {
  const newsOf = async (behavior: CardBehavior) => {
    arrived.length = 0;
    const { partnerId, order } = await buy(behavior);
    expect(order.status, behavior).toBe('complete');
    return arrived.filter(({ body }) => body.order_id === partnerId);
  };
  const inOrder = ['waitingPayment', 'paymentReceived', 'inProgress', 'cryptoTransferred', 'complete'];
  const statuses = (news: typeof arrived) => news.map(({ body }) => body.status);
  expect(await newsOf('webhooks_lost')).toEqual([]);
  expect(statuses(await newsOf('webhooks_doubled'))).toEqual(inOrder.flatMap((status) => [status, status]));
  const reordered = statuses(await newsOf('webhooks_reordered'));
  expect(reordered).not.toEqual(inOrder);
  expect([...reordered].sort()).toEqual([...inOrder].sort());
  const forged = await newsOf('webhooks_forged');
  expect(statuses(forged.filter(({ isTheirs }) => isTheirs))).toEqual(inOrder);
  expect(forged.filter(({ isTheirs }) => !isTheirs).map(({ body }) => body.status)).toEqual(
    inOrder.map(() => 'complete'),
  );
  expect(await newsOf('webhooks_late')).toEqual([]);
  await step(30_000);
  expect(statuses(arrived)).toEqual(inOrder);
});

test('the page escapes what it shows, loads nothing, and has a card for every behavior', async () => {
  const returnUrl = 'https://shop.example/?a="><script>alert(1)</script>';
  const { checkoutUrl } = await open().createOrder(orderRequest({ email: 'n@example.com', returnUrl }));
  const opened = await fetch(checkoutUrl);
  expect(opened.headers.get('content-security-policy')).toContain("default-src 'none'");
  const pageUrl = opened.url;
  expect(await opened.text()).not.toContain('<script');
  const cards = await submit(pageUrl, { step: 'identity', name: '<b>Nora</b>' });
  expect(cards).not.toContain('<b>Nora');
  expect(cards.match(/<code>4000 0000 \d{4} \d{4}<\/code>/g)).toHaveLength(CARD_BEHAVIORS.length);
  expect(await submit(pageUrl, { step: 'card', number: '4242424242424242' })).toContain('This is no test card');
  expect((await fetch(`${simulator().url}/order/${'x'.repeat(32)}`)).status).toBe(404);
  expect((await fetch(`${simulator().url}/terms`)).status).toBe(200);
});

test("faults are chosen by a call with the account's key", async () => {
  const control = (key: string, body: object) =>
    fetch(`${simulator().url}/tidegate/control/faults`, {
      method: 'POST',
      headers: { 'x-api-key': key },
      body: JSON.stringify(body),
    });
  expect((await control('other', { scope: 'lists', faults: ['outage'] })).status).toBe(401);
  expect((await control('key-1', { scope: 'lists', faults: ['nonsense'] })).status).toBe(422);
  expect((await control('key-1', { scope: 'lists', faults: ['outage'] })).status).toBe(202);
  await expect(open().countries()).rejects.toBeInstanceOf(CardPartnerAwayError);
  await control('key-1', { scope: 'lists', faults: ['outage'] });
  await control('key-1', {});
  expect(await open().countries()).not.toEqual([]);
});

test("an order's time to be paid is ended by a call with the account's key, and a paid order goes on", async () => {
  const expire = (key: string, reference: string) =>
    fetch(`${simulator().url}/tidegate/control/expire`, {
      method: 'POST',
      headers: { 'x-api-key': key },
      body: JSON.stringify({ reference }),
    });
  const [left, paid] = [orderRequest(), orderRequest()];
  const [{ partnerId }, { partnerId: paidId, checkoutUrl }] = [
    await open().createOrder(left),
    await open().createOrder(paid),
  ];
  await checkout(checkoutUrl, 'pays');
  expect((await expire('other', left.reference)).status).toBe(401);
  expect((await expire('key-1', 'nobody')).status).toBe(404);
  for (const { reference } of [left, paid]) expect((await expire('key-1', reference)).status).toBe(202);
  await settle();
  expect(await open().order(partnerId)).toMatchObject({ status: 'expired' });
  expect(await open().order(paidId)).toMatchObject({ status: 'complete' });
});

test('there is no simulator with NODE_ENV=production', async () => {
  vi.stubEnv('NODE_ENV', 'production');
  onTestFinished(() => void vi.unstubAllEnvs());
  const starting = startCardPartnerSimulator({ db: partner.db, accounts: [], stateFile: null });
  await expect(starting).rejects.toThrow('never simulated in production');
});
