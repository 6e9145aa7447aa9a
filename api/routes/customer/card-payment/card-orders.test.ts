import { afterEach, describe, expect, test } from 'vitest';
import { createSecretBox } from '../../../../db/core/secret-box.ts';
import { execute, one, select } from '../../../../db/core/sql.ts';
import { testEncryptionKey } from '../../../../db/testing.fixture.ts';
import { newId } from '../../../../domain/ids.ts';
import { lastCode, mailsTo, otherCode } from '../../../testing/mails.fixture.ts';
import { openCardApi } from './card-api.fixture.ts';

const { api, merchant, seller } = await openCardApi({ CARD_COMMISSION_BPS: '200', CARD_SHOP_SHARE_BPS: '4000' });
afterEach(async () => void (await execute(api.db, 'DELETE FROM lockout')));

interface Draft {
  readonly id: string;
  readonly secret: string;
}

const base = '/customer/card-payment';
const bearer = (secret: string) => ({ authorization: `Bearer ${secret}` });
const purchase = () => ({
  shop_id: merchant.profileId,
  gate_id: 'BTC',
  fiat: 'EUR',
  fiat_amount: '100.00',
  country: 'DE',
  method: 'card',
});
const setAmount = (body: object, headers: Record<string, string> = {}) =>
  api.call({ url: `${base}/set-amount`, body, headers });
const post = (call: string, { id, secret }: Draft, body: object = {}) =>
  api.call({ url: `${base}/${call}`, body: { order_id: id, ...body }, headers: bearer(secret) });
const read = ({ id, secret }: Draft) => api.call({ url: `${base}/orders/${id}`, headers: bearer(secret) });
const patch = ({ id, secret }: Draft, body: object) =>
  api.call({ method: 'PATCH', url: `${base}/orders/${id}`, body, headers: bearer(secret) });

async function draft(body: object = {}): Promise<Draft> {
  const { json } = await setAmount({ ...purchase(), ...body });
  return { id: json.data.order.id, secret: json.data.secret };
}

/** A usual address of the simulated BTC chain, which is a private one. */
const ADDRESS = 'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080';

async function codeFor(order: Draft, email: string): Promise<string> {
  const { status } = await post('customer/send-code', order, { email, language: 'de' });
  expect(status).toBe(200);
  return lastCode(api, email, 'card_code');
}

async function complete(body: object = {}): Promise<Draft> {
  const order = await draft(body);
  await post('set-address', order, { address: ADDRESS });
  const email = `${order.id}@payer.test`;
  const code = await codeFor(order, email);
  const { status } = await post('customer', order, { email, code, accepts_terms: true });
  expect(status).toBe(200);
  return order;
}

describe('a draft', () => {
  test('is made for what the customer saw, on the terms of the moment, and opened by its secret alone', async () => {
    const { status, json } = await setAmount({ ...purchase(), language: 'fr' });
    expect(status).toBe(200);
    const { order, secret } = json.data;
    expect(secret).toMatch(/^[\w-]{43}$/);
    expect(order).toMatchObject({
      status: 'draft',
      mode: 'sandbox',
      simulated: true,
      shop: { id: merchant.profileId, name: 'Test Shop' },
      fiat_amount: '100.00',
      crypto_amount: '0.00195000',
      rate: '50000',
      fees: { partner: '2.00', network: '0.50' },
      new_quote: null,
      address: null,
      customer: null,
      confirmations: null,
      required_confirmations: 2,
      checkout_available: false,
    });
    expect(
      await one(api.db, 'SELECT commission_bps, share_bps, partner, language FROM card_order WHERE id = $1', [
        order.id,
      ]),
    ).toEqual({ commission_bps: 200, share_bps: 4_000, partner: 'seller', language: 'fr' });
    const stranger = await draft();
    expect((await api.call({ url: `${base}/orders/${order.id}` })).status).toBe(401);
    expect((await read({ id: order.id, secret: stranger.secret })).json.code).toBe('not_found');
    expect((await read({ id: newId(), secret })).json.code).toBe('not_found');
    expect((await read({ id: order.id, secret: '%' })).status).toBe(401);
    expect((await read({ id: order.id, secret })).json.data).toEqual({ ...order, server_time: expect.any(String) });
  });

  test.each([
    ['no amount', { fiat_amount: undefined }, 'fiat_amount'],
    ['both amounts', { crypto_amount: '1' }, 'crypto_amount'],
    ['no shop', { shop_id: undefined }, 'shop_id'],
    ['an amount below zero', { fiat_amount: '-1' }, 'fiat_amount'],
    ['a page of somebody else to return to', { return_url: 'javascript:alert(1)' }, 'return_url'],
    ['a prohibited country', { country: 'RU' }, 'country'],
    ['a status of its own', { status: 'delivered' }, 'status'],
  ])('is refused with %s', async (_, change, field) => {
    const { status, json } = await setAmount({ ...purchase(), ...change });
    expect([status, Object.keys(json.errors ?? {})]).toEqual([422, [field]]);
  });

  test('leads back to pages of the shop only', async () => {
    const shop = await api.merchant({ mode: 'sandbox' });
    await execute(api.db, `UPDATE profile SET domain = 'shop.example' WHERE id = $1`, [shop.profileId]);
    const to = (return_url: string) => setAmount({ ...purchase(), shop_id: shop.profileId, return_url });
    expect((await to('https://shop.example/cart')).status).toBe(200);
    expect((await to('https://thief.example/')).json.errors).toEqual({
      return_url: ['Must be on shop.example, the domain of your profile.'],
    });
  });

  test('changes what it buys with its secret, and an address of another coin is dropped', async () => {
    const order = await draft();
    await post('set-address', order, { address: ADDRESS });
    const same = await setAmount({ ...purchase(), order_id: order.id, fiat_amount: '200' }, bearer(order.secret));
    expect(same.json.data).toMatchObject({ secret: null, order: { fiat_amount: '200.00', address: ADDRESS } });
    const other = await setAmount({ ...purchase(), order_id: order.id, gate_id: 'ETH' }, bearer(order.secret));
    expect(other.json.data.order).toMatchObject({ gate_id: 'ETH', address: null });
    expect((await setAmount({ ...purchase(), order_id: order.id })).status).toBe(401);
    const stranger = await draft();
    expect((await setAmount({ ...purchase(), order_id: order.id }, bearer(stranger.secret))).status).toBe(404);
  });

  test('one network cannot fill the table', async () => {
    const statuses: number[] = [];
    for (let n = 0; n < 62; n += 1) statuses.push((await setAmount(purchase())).status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(60);
    expect(statuses.at(-1)).toBe(429);
  });
});

describe('the address', () => {
  test.each([
    ['of another network', '0x742d35Cc6634C0532925a3b844Bc454e4438f44e'],
    ['of another chain', 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4'],
    ['with a typing mistake', 'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt081'],
  ])('%s is refused', async (_, address) => {
    const { status, json } = await post('set-address', await draft(), { address });
    expect([status, json.code]).toEqual([422, 'address_invalid']);
  });

  test('takes a tag where the network has one', async () => {
    const order = await draft({ gate_id: 'XRP' });
    const set = (destination_tag?: string) =>
      post('set-address', order, {
        address: 'rPT1Sjq2YGrBMTttX4GZHjKu9dyfzbpAYe',
        ...(destination_tag && { destination_tag }),
      });
    expect((await set('7')).json.data.destination_tag).toBe('7');
    expect((await set('4294967296')).json.code).toBe('destination_tag_invalid');
    expect((await post('set-address', await draft(), { address: ADDRESS, destination_tag: '7' })).status).toBe(422);
  });
});

describe('the code', () => {
  test('is mailed in the customer’s language and confirms the address of this order alone', async () => {
    const order = await draft();
    const other = await draft();
    const email = 'Payer@Example.com';
    const sent = await post('customer/send-code', order, { email, language: 'de' });
    expect(sent.json.data).toEqual({ email_masked: 'P•••@Example.com', expires_in: 600, resend_in: 60 });
    const mail = (await mailsTo(api, 'payer@example.com')).at(-1);
    expect(mail).toMatchObject({
      to: 'payer@example.com',
      language: 'de',
      kind: 'card_code',
      values: { mode: 'sandbox' },
    });
    const code = mail?.kind === 'card_code' ? mail.values.code : '';
    // With the code of this order nobody confirms another one, and an order cannot take another address by it.
    expect((await post('customer', other, { email, code, accepts_terms: true })).status).toBe(422);
    expect((await post('customer', order, { email: 'other@example.com', code, accepts_terms: true })).status).toBe(422);
    expect((await post('customer', order, { email, code, accepts_terms: false })).status).toBe(422);
    const { json } = await post('customer', order, { email, code, accepts_terms: true });
    expect(json.data.customer).toEqual({ email_masked: 'p•••@example.com', verified: true });
    const known = { url: `${base}/customer?order_id=${order.id}`, headers: bearer(order.secret) };
    expect((await api.call(known)).json.data).toEqual({ email_masked: 'p•••@example.com', verified: true });
    // Used up.
    expect((await post('customer', order, { email, code, accepts_terms: true })).status).toBe(422);
    expect((await api.call({ ...known, headers: bearer(other.secret) })).status).toBe(404);
  });

  test('cannot be guessed: five tries, however often it is sent again', async () => {
    const order = await draft();
    const email = 'guess@example.com';
    const code = await codeFor(order, email);
    const wrong = otherCode(code);
    const statuses: number[] = [];
    for (let n = 0; n < 7; n += 1) {
      statuses.push((await post('customer', order, { email, code: wrong, accepts_terms: true })).status);
    }
    expect(statuses).toEqual([422, 422, 422, 422, 422, 429, 429]);
    expect((await post('customer', order, { email, code, accepts_terms: true })).status).toBe(429);
  });

  test('strangers cannot be mailed at will, and nobody learns who bought before', async () => {
    const [known, order] = [await complete(), await draft()];
    const mailsOut = async () =>
      (await one<{ n: number }>(api.db, `SELECT count(*)::int AS n FROM outbox WHERE topic = 'mail.code'`)).n;
    const before = await mailsOut();
    const answers: unknown[] = [];
    for (const email of [`${known.id}@payer.test`, 'new@example.com']) {
      answers.push((await post('customer/send-code', order, { email })).json.data);
    }
    expect(answers.map((each) => ({ ...Object(each), email_masked: '' }))).toEqual([
      { email_masked: '', expires_in: 600, resend_in: 60 },
      { email_masked: '', expires_in: 600, resend_in: 60 },
    ]);
    // Again within a minute.
    expect((await post('customer/send-code', order, { email: 'new@example.com' })).status).toBe(429);
    const statuses: number[] = [];
    for (let n = 0; n < 6; n += 1) {
      statuses.push((await post('customer/send-code', order, { email: `victim${n}@example.com` })).status);
    }
    expect(statuses).toEqual([200, 200, 200, 429, 429, 429]);
    expect(await mailsOut()).toBe(before + 5);
    const others: number[] = [];
    for (let n = 0; n < 20; n += 1) {
      others.push((await post('customer/send-code', await draft(), { email: `other${n}@example.com` })).status);
    }
    expect(others.filter((status) => status === 200).length).toBeLessThanOrEqual(20 - 6);
  });
});

describe('placing', () => {
  test('needs everything, happens once, and is for the amounts that the customer saw', async () => {
    const bare = await draft();
    expect((await post('orders', bare)).json.code).toBe('illegal_transition');
    const order = await complete();
    const answers = await Promise.all(Array.from({ length: 5 }, () => post('orders', order)));
    expect(answers.map(({ json }) => json.data?.status)).toEqual(Array(5).fill('placing'));
    const starts = await select(api.db, `SELECT FROM outbox WHERE payload::text LIKE '%card-order:${order.id}%'`);
    expect(starts.length).toBeGreaterThan(0);
    expect((await post('set-address', order, { address: ADDRESS })).json.code).toBe('illegal_transition');
    expect((await setAmount({ ...purchase(), order_id: order.id }, bearer(order.secret))).json.code).toBe(
      'illegal_transition',
    );
    expect((await post('customer/send-code', order, { email: 'a@example.com' })).json.code).toBe('illegal_transition');
    expect((await patch(order, { action: 'cancel' })).json.code).toBe('illegal_transition');
  });

  test('a price that is over is shown and accepted first, and never another one than was seen', async () => {
    const order = await complete();
    await execute(api.db, `UPDATE card_order SET quote_expires_at = now() - interval '1 second' WHERE id = $1`, [
      order.id,
    ]);
    // Some seconds later, when the answer to the same question is no longer fresh.
    await execute(api.db, 'DELETE FROM card_question');
    seller.percent = 110n;
    expect((await post('orders', order)).json.code).toBe('quote_expired');
    const { new_quote, crypto_amount } = (await read(order)).json.data;
    expect([crypto_amount, new_quote.crypto_amount]).toEqual(['0.00195000', '0.00177272']);
    const accept = (crypto: string) =>
      patch(order, { action: 'accept_quote', fiat_amount: '100.00', crypto_amount: crypto });
    expect((await accept('0.00195000')).json.code).toBe('quote_expired');
    expect((await patch(order, { action: 'accept_quote' })).status).toBe(422);
    expect((await accept('0.00177272')).json.data).toMatchObject({ crypto_amount: '0.00177272', new_quote: null });
    expect((await post('orders', order)).json.data).toMatchObject({ status: 'placing', crypto_amount: '0.00177272' });
  });

  test('is refused once the shop is closed or the country is not served any more', async () => {
    const order = await complete();
    await execute(api.db, 'UPDATE profile SET closed_at = now() WHERE id = $1', [merchant.profileId]);
    expect((await post('orders', order)).json.code).toBe('shop_closed');
    await execute(api.db, 'UPDATE profile SET closed_at = NULL WHERE id = $1', [merchant.profileId]);
    await execute(api.db, `UPDATE card_order SET country = 'IT' WHERE id = $1`, [order.id]);
    expect((await post('orders', order)).json.errors).toHaveProperty('country');
  });

  test('a draft can be canceled', async () => {
    const order = await draft();
    expect((await patch(order, { action: 'cancel' })).json.data.status).toBe('canceled');
    expect((await post('orders', order)).json.data.status).toBe('canceled');
  });
});

describe('the page of the seller', () => {
  /** The order as its workflow leaves it once the seller has made it. */
  async function made(values: string, partnerStatus: string | null = 'pendingPayment'): Promise<Draft> {
    const order = await complete();
    await post('orders', order);
    const box = createSecretBox(Buffer.from(testEncryptionKey));
    const seal = (url: string) => box.seal(url, `card_order:${order.id}`);
    await execute(
      api.db,
      `UPDATE card_order SET status = 'payment', partner_order_id = id::text, checkout_url = $2,
         checkout_until = now() + interval '1 minute', payer_url = $3, partner_status = $4, ${values} WHERE id = $1`,
      [order.id, seal('https://seller.example/checkout'), seal('https://seller.example/order'), partnerStatus],
    );
    return order;
  }

  test('is offered no longer than it lasts', async () => {
    const order = await made('partner_fiat_minor = fiat_minor, partner_crypto_minor = crypto_minor');
    await execute(api.db, 'UPDATE card_order SET payer_url = NULL WHERE id = $1', [order.id]);
    expect((await read(order)).json.data.checkout_available).toBe(true);
    await execute(api.db, 'UPDATE card_order SET checkout_until = now() WHERE id = $1', [order.id]);
    expect((await read(order)).json.data.checkout_available).toBe(false);
    expect((await post('customer/payment-token', order)).json.code).toBe('conflict');
  });

  test('is given to the customer alone, first the one that lasts a minute', async () => {
    const order = await made('partner_fiat_minor = fiat_minor, partner_crypto_minor = crypto_minor');
    const first = await post('customer/payment-token', order);
    expect(first.json.data.checkout_url).toBe('https://seller.example/checkout');
    expect(first.headers['cache-control']).toBe('no-store');
    await execute(api.db, 'UPDATE card_order SET checkout_until = now() WHERE id = $1', [order.id]);
    expect((await post('customer/payment-token', order)).json.data.checkout_url).toBe('https://seller.example/order');
    expect((await read(order)).json.data.checkout_available).toBe(true);
    const thief = await draft();
    expect((await post('customer/payment-token', { ...order, secret: thief.secret })).status).toBe(404);
    expect((await post('customer/payment-token', thief)).json.code).toBe('illegal_transition');
    expect((await post('customer/verification-token', order)).json.data).toEqual({
      status: 'not_started',
      url: null,
      expires_at: null,
    });
    await execute(api.db, `UPDATE card_order SET status = 'identity' WHERE id = $1`, [order.id]);
    expect((await post('customer/verification-token', order)).json.data).toMatchObject({
      status: 'pending',
      url: 'https://seller.example/order',
    });
  });

  test('opens only once the price is known at which the seller made the order', async () => {
    const order = await made('partner_fiat_minor = NULL, partner_crypto_minor = NULL', null);
    expect((await read(order)).json.data).toMatchObject({ checkout_available: false, new_quote: null });
    expect((await post('customer/payment-token', order)).json.code).toBe('conflict');
    // A seller that names no amounts keeps to those of the request.
    await execute(api.db, `UPDATE card_order SET partner_status = 'pendingPayment' WHERE id = $1`, [order.id]);
    expect((await read(order)).json.data).toMatchObject({ checkout_available: true });
  });

  test('opens only after a worse price than the customer saw was accepted', async () => {
    const order = await made('partner_fiat_minor = fiat_minor, partner_crypto_minor = crypto_minor - 1');
    const shown = (await read(order)).json.data;
    expect(shown).toMatchObject({
      checkout_available: false,
      crypto_amount: '0.00195000',
      new_quote: { crypto_amount: '0.00194999', fiat_amount: '100.00' },
    });
    expect((await post('customer/payment-token', order)).json.code).toBe('conflict');
    const accept = (crypto_amount: string) =>
      patch(order, { action: 'accept_quote', fiat_amount: '100.00', crypto_amount });
    expect((await accept('0.00195000')).json.code).toBe('quote_expired');
    expect((await accept('0.00194999')).json.data).toMatchObject({ checkout_available: true, new_quote: null });
    expect((await post('customer/payment-token', order)).status).toBe(200);
  });
});

describe('the back office', () => {
  test('lists what was placed through the own shop, without the email addresses of customers', async () => {
    const [order, unplaced] = [await complete(), await draft()];
    await post('orders', order);
    const as = await api.signIn(merchant);
    const { data, pagination } = (await as({ url: '/spa/sandbox/card-orders?per_page=100&status=placing' })).json;
    expect(pagination.total).toBe(data.length);
    const found = data.find(({ id }: { id: string }) => id === order.id);
    expect(found).toMatchObject({
      status: 'placing',
      fiat_amount: '100.00',
      crypto_amount: '0.00195000',
      earnings: null,
    });
    expect(found).toMatchObject({ address: ADDRESS, customer_email: `${order.id.slice(0, 1)}•••@payer.test` });
    expect(JSON.stringify(found)).not.toContain(`${order.id}@`);
    expect(data.map(({ id }: { id: string }) => id)).not.toContain(unplaced.id);
    expect((await as({ url: `/spa/sandbox/card-orders/${order.id}` })).json.data).toMatchObject(found);
    expect((await as({ url: `/spa/sandbox/card-orders/${unplaced.id}` })).status).toBe(404);
    const stranger = await api.signIn(await api.merchant({ mode: 'sandbox' }));
    expect((await stranger({ url: `/spa/sandbox/card-orders/${order.id}` })).status).toBe(404);
    expect((await stranger({ url: '/spa/sandbox/card-orders' })).json.data).toEqual([]);
  });
});
