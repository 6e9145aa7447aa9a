import { expect, test } from 'vitest';
import { execute, one, select } from '../../../../db/core/sql.ts';
import { lastCode } from '../../../testing/mails.fixture.ts';
import { openCardApi } from './card-api.fixture.ts';

const { api, merchant, seller } = await openCardApi();

const HOUR_MS = 3_600_000;

async function invoiceOf(gates: readonly string[], body: object = {}): Promise<string> {
  const call = {
    url: '/api/v1/invoices',
    body: { amount: '49.90', currency: 'EUR', gates, ...body },
    as: merchant.token,
  };
  const { status, json } = await api.call(call);
  expect(status, JSON.stringify(json)).toBe(201);
  return json.data.id;
}

const priceOf = (id: string, country = 'DE') => api.call({ url: `/customer/invoices/${id}/card?country=${country}` });
const payByCard = (id: string, body: object = {}) =>
  api.call({ url: `/customer/invoices/${id}/card`, body: { country: 'DE', method: 'card', ...body } });
const ofInvoice = (id: string) =>
  one<{ status: string; expires_at: Date; gate_id: string }>(
    api.db,
    'SELECT status, expires_at, gate_id FROM invoice WHERE id = $1',
    [id],
  );

/** Places the order as its customer does. */
async function place(order: { id: string }, secret: string) {
  const post = (call: string, body: object) =>
    api.call({
      url: `/customer/card-payment/${call}`,
      body: { order_id: order.id, ...body },
      headers: { authorization: `Bearer ${secret}` },
    });
  const email = `${order.id}@payer.test`;
  await post('customer/send-code', { email });
  await post('customer', { email, code: await lastCode(api, email, 'card_code'), accepts_terms: true });
  return post('orders', {});
}

test('the total is shown before the click, and nothing is chosen by it', async () => {
  const id = await invoiceOf(['BTC', 'USDT_TRC20']);
  const { available, quote } = (await priceOf(id)).json.data;
  expect(available).toBe(true);
  // The stablecoin, although another coin is named first.
  expect(quote).toMatchObject({ gate_id: 'USDT_TRC20', fiat: 'EUR', method: 'card', country: 'DE' });
  expect(Number(quote.fiat_amount)).toBeGreaterThan(49.9);
  const anywhere = await api.call({ url: `/customer/invoices/${id}/card` });
  expect(anywhere.json.data).toMatchObject({ available: true, quote: { gate_id: 'USDT_TRC20' } });
  expect((await ofInvoice(id)).status).toBe('new');
  expect((await priceOf(id, 'IT')).json.data).toEqual({ available: false, quote: null, minimum: null });
  seller.silent = true;
  await execute(api.db, 'DELETE FROM card_question');
  expect((await priceOf(id)).json.data).toEqual({ available: false, quote: null, minimum: null });
});

test('exactly what is due is bought, to the address of the invoice, and nowhere else', async () => {
  const id = await invoiceOf(['BTC', 'USDT_TRC20']);
  const { json } = await payByCard(id);
  const { order, secret } = json.data;
  const page = (await api.call({ url: `/customer/invoices/${id}` })).json.data;
  expect(page).toMatchObject({ status: 'pending', gate_id: 'USDT_TRC20' });
  expect(order).toMatchObject({
    status: 'draft',
    invoice_id: id,
    gate_id: 'USDT_TRC20',
    crypto_amount: page.amount_due,
    address: page.address,
    return_url: `http://localhost:8080/invoice/${id}`,
  });
  const headers = { authorization: `Bearer ${secret}` };
  const address = { order_id: order.id, address: 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8' };
  const moved = await api.call({ url: '/customer/card-payment/set-address', body: address, headers });
  expect([moved.status, moved.json.code]).toEqual([409, 'conflict']);
  const other = {
    shop_id: merchant.profileId,
    gate_id: 'BTC',
    fiat: 'EUR',
    fiat_amount: '30',
    country: 'DE',
    method: 'card',
  };
  const changed = await api.call({
    url: '/customer/card-payment/set-amount',
    body: { ...other, order_id: order.id },
    headers,
  });
  expect([changed.status, changed.json.code]).toEqual([409, 'conflict']);
});

test('placing keeps the invoice open for an hour, once, and a stablecoin at its amount', async () => {
  const id = await invoiceOf(['USDT_TRC20', 'BTC']);
  await api.call({ url: `/customer/invoices/${id}/currency`, body: { gate_id: 'BTC' } });
  const before = await ofInvoice(id);
  const { order, secret } = (await payByCard(id)).json.data;
  expect((await ofInvoice(id)).expires_at).toEqual(before.expires_at);
  expect((await place(order, secret)).json.data.status).toBe('placing');
  const held = await ofInvoice(id);
  expect(held.expires_at.getTime()).toBeGreaterThan(Date.now() + HOUR_MS - 60_000);
  expect(held.expires_at.getTime()).toBeLessThanOrEqual(Date.now() + HOUR_MS);
  const locks = await select<{ gate_id: string; locked_until: Date }>(
    api.db,
    'SELECT gate_id, locked_until FROM quote WHERE invoice_id = $1 ORDER BY gate_id',
    [id],
  );
  // No option on the price of a coin: its rate ends when it would have without the card.
  expect(locks).toEqual([
    { gate_id: 'BTC', locked_until: before.expires_at },
    { gate_id: 'USDT_TRC20', locked_until: held.expires_at },
  ]);
  const again = (await payByCard(id)).json.data;
  expect((await place(again.order, again.secret)).json.data.status).toBe('placing');
  expect((await ofInvoice(id)).expires_at).toEqual(held.expires_at);
});

test('an invoice that is over, canceled or of a coin that is not sold cannot be paid by card', async () => {
  const canceled = await invoiceOf(['BTC']);
  await api.call({ url: `/api/v1/invoices/${canceled}/cancel`, body: {}, as: merchant.token });
  expect((await payByCard(canceled)).json.code).toBe('illegal_transition');
  expect((await priceOf(canceled)).json.data).toEqual({ available: false, quote: null, minimum: null });
  const over = await invoiceOf(['BTC']);
  await execute(api.db, `UPDATE invoice SET expires_at = now() - interval '1 second' WHERE id = $1`, [over]);
  expect((await payByCard(over)).json.code).toBe('invoice_expired');
  const unsold = await invoiceOf(['LTC']);
  expect((await payByCard(unsold)).json.code).toBe('gate_not_offered');
  expect((await payByCard(await invoiceOf(['BTC']), { gate_id: 'ETH' })).json.code).toBe('gate_not_offered');
});

test('invoices of similar amounts share a price of the last seconds, and the draft has its own', async () => {
  seller.questions.length = 0;
  const ids: string[] = [];
  for (let cents = 0; cents < 40; cents += 1) {
    const amount = `45.${String(cents + 10)}`;
    ids.push(await invoiceOf(['USDT_TRC20'], { amount }));
  }
  const totals = [];
  for (const id of ids) totals.push(Number((await priceOf(id)).json.data.quote.fiat_amount));
  expect(seller.questions.length).toBeLessThanOrEqual(2);
  expect(totals).toEqual(totals.toSorted((one, other) => one - other));
  expect(new Set(totals).size).toBeGreaterThan(20);
  const { order } = (await payByCard(ids.at(-1) ?? '')).json.data;
  expect(Math.abs(Number(order.fiat_amount) - (totals.at(-1) ?? 0))).toBeLessThan(0.03);
  const shared = seller.questions.length;
  await execute(api.db, `UPDATE card_question SET asked_at = now() - interval '30 seconds'`);
  await priceOf(ids[0] ?? '');
  expect(seller.questions.length).toBe(shared);
  await execute(api.db, `UPDATE card_question SET asked_at = now() - interval '46 seconds'`);
  await priceOf(ids[0] ?? '');
  expect(seller.questions.length).toBe(shared + 1);
});

test('an invoice just below the minimum of the seller names it', async () => {
  const id = await invoiceOf(['USDT_TRC20'], { amount: '18.00' });
  seller.refusal = 'below_minimum';
  const { data } = (await priceOf(id)).json;
  seller.refusal = null;
  expect(data).toEqual({ available: false, quote: null, minimum: { amount: '20.00', fiat: 'EUR' } });
});

test('a shared price that was refused is not shared for longer than any other', async () => {
  const id = await invoiceOf(['USDT_TRC20'], { amount: '77.77' });
  seller.refusal = 'away';
  expect((await priceOf(id)).json.data).toEqual({ available: false, quote: null, minimum: null });
  seller.refusal = null;
  await execute(api.db, `UPDATE card_question SET asked_at = asked_at - interval '6 seconds'`);
  expect((await priceOf(id)).json.data.available).toBe(true);
});

test('the first view of an invoice says whether it can be paid by card', async () => {
  const isOffered = async (id: string): Promise<boolean> =>
    (await api.call({ url: `/customer/invoices/${id}` })).json.data.card_available;
  const id = await invoiceOf(['BTC', 'USDT_TRC20']);
  seller.questions.length = 0;
  expect(await isOffered(id)).toBe(true);
  expect(await isOffered(await invoiceOf(['LTC']))).toBe(false);
  expect(await isOffered(await invoiceOf(['BTC'], { amount: '10.00' }))).toBe(false);
  expect(seller.questions).toEqual([]);
  await execute(api.db, `UPDATE invoice SET expires_at = now() - interval '1 second' WHERE id = $1`, [id]);
  expect(await isOffered(id)).toBe(false);
  const open = await invoiceOf(['BTC']);
  await execute(api.db, `UPDATE card_offer SET answered_at = now() - interval '31 minutes'`);
  expect(await isOffered(open)).toBe(false);
  await execute(api.db, 'UPDATE card_offer SET answered_at = now()');
  expect(await isOffered(open)).toBe(true);
});
