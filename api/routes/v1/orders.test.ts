import { beforeAll, describe, expect, test } from 'vitest';
import { select } from '../../../db/core/sql.ts';
import { paymentsChanged, recordPayment, setPayment, settleNow } from '../../../db/invoices/testing.fixture.ts';
import type { TestMerchant } from '../../../db/testing.fixture.ts';
import { openTestApi } from '../../testing/open-api.fixture.ts';

let merchant: TestMerchant;

const api = await openTestApi();
beforeAll(async () => {
  merchant = await api.merchant();
});

const as = () => merchant.token;
const create = (body: unknown, headers: Record<string, string> = {}) =>
  api.call({ url: '/api/v1/invoices', body, headers, as: as() });
const act = (id: string, action: string, body?: unknown) =>
  api.call({ method: 'POST', url: `/api/v1/invoices/${id}/${action}`, body, as: as() });
const read = async (id: string) => (await api.call({ url: `/api/v1/invoices/${id}`, as: as() })).json.data;
const price = { amount: '49.90', currency: 'EUR' };
const key = (name: string) => ({ 'idempotency-key': name });

/** Some money is seen and not confirmed yet. */
async function pay(invoiceId: string): Promise<void> {
  await recordPayment(api.db, { invoiceId, minor: 1_000n, status: 'seen' });
  await paymentsChanged(api.db, invoiceId);
}

describe('an Idempotency-Key never revives the dead', () => {
  test('the create of an invoice that was canceled unpaid makes a new invoice under its key, then is kept again', async () => {
    const body = { ...price, reference: '1001' };
    const first = await create(body, key('order-1001-1'));
    await act(first.json.data.id, 'cancel');
    const again = await create(body, key('order-1001-1'));
    expect([again.status, again.json.data.status, again.headers['idempotent-replayed']]).toEqual([
      201,
      'new',
      undefined,
    ]);
    expect(again.json.data.id).not.toBe(first.json.data.id);
    const third = await create(body, key('order-1001-1'));
    expect([third.text, third.headers['idempotent-replayed']]).toEqual([again.text, 'true']);
  });

  test('also with another body: the order has changed since', async () => {
    const first = await create(price, key('order-1002-1'));
    expect((await create({ ...price, amount: '5.00' }, key('order-1002-1'))).json.code).toBe('idempotency_mismatch');
    await act(first.json.data.id, 'cancel');
    expect((await create({ ...price, amount: '5.00' }, key('order-1002-1'))).json.data).toMatchObject({
      price: '5.00',
    });
  });

  test('32 repeats at once make one new invoice', async () => {
    const body = { ...price, reference: '1003' };
    const first = await create(body, key('order-1003-1'));
    await act(first.json.data.id, 'cancel');
    const answers = await Promise.all(Array.from({ length: 32 }, () => create(body, key('order-1003-1'))));
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    expect(answers.filter(({ headers }) => headers['idempotent-replayed'] === 'true')).toHaveLength(31);
  });

  test('one that saw money is given again, whatever became of it', async () => {
    const body = { ...price, gate_id: 'BTC' };
    const first = await create(body, key('order-1004-1'));
    await act(first.json.data.id, 'cancel');
    await pay(first.json.data.id);
    const again = await create(body, key('order-1004-1'));
    expect([again.text, again.headers['idempotent-replayed']]).toEqual([first.text, 'true']);
  });

  test('a refusal where nothing happened is not stored', async () => {
    const small = { amount: '0.50', currency: 'EUR' };
    expect((await create(small, key('order-1005-1'))).status).toBe(422);
    expect((await create(price, key('order-1005-1'))).status).toBe(201);
  });
});

describe('the reference of an order', () => {
  test('with another total is refused, naming the invoice, its status and what is possible', async () => {
    const first = (await create({ ...price, reference: '2001' })).json.data;
    const { status, json } = await create({ ...price, amount: '5.00', reference: '2001' });
    expect([status, json]).toEqual([
      409,
      {
        code: 'reference_taken',
        message: expect.any(String),
        invoice_id: first.id,
        status: 'new',
        possible: ['replace', 'cancel'],
        request_id: expect.any(String),
      },
    ]);
    expect((await create({ amount: '49.90', currency: 'USD', reference: '2001' })).json.code).toBe('reference_taken');
  });

  test('is replaced on request: the unpaid invoice is canceled, and the new one has it', async () => {
    const first = (await create({ ...price, reference: '2002', gate_id: 'LTC' })).json.data;
    const { status, json } = await create({ ...price, amount: '5.00', reference: '2002', replace: true });
    expect([status, json.data.price, json.data.status]).toEqual([201, '5.00', 'new']);
    expect(await read(first.id)).toMatchObject({ status: 'canceled', status_reason: 'canceled_by_merchant' });
    const same = await create({ ...price, amount: '5.00', reference: '2002', replace: true });
    expect([same.status, same.json.data.id]).toEqual([200, json.data.id]);
  });

  test('is replaced once by many at a time', async () => {
    await create({ ...price, reference: '2003' });
    const requested = { ...price, amount: '6.00', reference: '2003', replace: true };
    const answers = await Promise.all(Array.from({ length: 16 }, () => create(requested)));
    expect(new Set(answers.map(({ json }) => json.data.id)).size).toBe(1);
    const rows = await select(api.db, "SELECT status FROM invoice WHERE reference = '2003' ORDER BY status", []);
    expect(rows).toEqual([{ status: 'canceled' }, { status: 'new' }]);
  });

  test('is never free once money was seen, confirmed or not', async () => {
    const first = (await create({ ...price, reference: '2004', gate_id: 'BTC' })).json.data;
    await pay(first.id);
    const { status, json } = await create({ ...price, amount: '5.00', reference: '2004', replace: true });
    expect([status, json.code, json.invoice_id, json.status]).toEqual([
      409,
      'reference_taken',
      first.id,
      'partially_paid',
    ]);
    expect(json.possible).not.toContain('replace');
    expect(await read(first.id)).toMatchObject({ status: 'partially_paid' });
  });

  test('a replacement that is refused cancels nothing', async () => {
    const first = (await create({ ...price, reference: '2005' })).json.data;
    const { status } = await create({ ...price, amount: '0.10', reference: '2005', replace: true });
    expect([status, (await read(first.id)).status]).toEqual([422, 'new']);
  });
});

describe('the same order again, with other fields that cost nothing', () => {
  const first = { description: 'Tent', success_url: 'https://shop.test/a/{reference}', metadata: { a: '1', b: '2' } };
  const other = {
    description: 'Tent 2P',
    success_url: 'https://shop.test/b/{reference}',
    metadata: { b: '2', a: '1' },
  };

  test('is brought up to date while nothing is paid, and says so', async () => {
    const { id } = (await create({ ...price, ...first, reference: '3001' })).json.data;
    const { status, json } = await create({ ...price, ...other, reference: '3001' });
    expect([status, json.data.id]).toEqual([200, id]);
    expect(json.warnings.map(({ field, code }: Record<string, string>) => [field, code])).toEqual([
      ['description', 'updated'],
      ['success_url', 'updated'],
    ]);
    expect(await read(id)).toMatchObject({ description: 'Tent 2P', success_url: 'https://shop.test/b/3001' });
    expect((await create({ ...price, ...other, reference: '3001' })).json.warnings).toBeUndefined();
    expect((await create({ ...price, reference: '3001' })).json.data.description).toBe('Tent 2P');
  });

  test('stays as it was once something is paid, and says so', async () => {
    const { id } = (await create({ ...price, ...first, reference: '3002', gate_id: 'BTC' })).json.data;
    await pay(id);
    const { status, json } = await create({ ...price, ...other, reference: '3002' });
    expect([status, json.data.description]).toEqual([200, 'Tent']);
    expect(json.warnings.map(({ code }: { code: string }) => code)).toEqual(['not_updated', 'not_updated']);
  });
});

test('a refused status names itself and what is possible', async () => {
  const { id } = (await create(price)).json.data;
  await act(id, 'cancel');
  const { status, json } = await act(id, 'cancel');
  expect([status, json.code, json.status, json.possible]).toEqual([409, 'illegal_transition', 'canceled', []]);
});

describe('changing an invoice', () => {
  const change = (id: string, body: unknown) =>
    api.call({ method: 'PATCH', url: `/api/v1/invoices/${id}`, body, as: as() });

  test('its price, until a coin is chosen: version and total follow', async () => {
    const { id } = (await create({ ...price, items: [{ name: 'Tent', price: '49.90' }] })).json.data;
    const { status, json } = await change(id, { amount: '60.0000' });
    expect([status, json.data]).toEqual([
      200,
      expect.objectContaining({ price: '60.00', total: '60.00', items: [], version: 2 }),
    ]);
    expect(await read(id)).toEqual(json.data);
    const lines = await change(id, { items: [{ name: 'Rope', quantity: 2, price: '4.00' }], plugin: 'x' });
    expect(lines.json.data).toMatchObject({ price: '8.00', total: '8.00', version: 3 });
    expect(lines.json.warnings).toMatchObject([{ field: 'plugin', code: 'unknown_field' }]);
  });

  test('its price with coins chosen: each keeps its rate and address and asks for the new total', async () => {
    const made = (await create({ ...price, gate_id: 'BTC' })).json.data;
    const choose = (gate_id: string) =>
      api.call({ method: 'POST', url: `/customer/invoices/${made.id}/currency`, body: { gate_id } });
    await choose('LTC');
    const { json } = await change(made.id, { amount: '99.80' });
    expect(json.data).toMatchObject({ gate_id: 'LTC', total: '99.80', status: 'pending', expires_at: made.expires_at });
    await choose('BTC');
    const back = await read(made.id);
    expect(back).toMatchObject({ amount_due: '0.00199600', address: made.address, rate: made.rate, total: '99.80' });
    await recordPayment(api.db, { invoiceId: made.id, minor: 99_800n, status: 'seen' });
    await paymentsChanged(api.db, made.id);
    expect(await read(made.id)).toMatchObject({ status: 'partially_paid', amount_remaining: '0.00099800' });
  });

  test('not its price once a payment was seen, nor out of bounds, nor after the end; metadata and reference always', async () => {
    const { id } = (await create({ ...price, gate_id: 'BTC', metadata: { a: '1', b: '2' } })).json.data;
    expect((await change(id, { amount: '0.99' })).json.errors).toEqual({ amount: [expect.stringContaining('€1.00')] });
    await pay(id);
    const seen = await change(id, { amount: '60.00' });
    expect([seen.status, seen.json.code, seen.json.status]).toEqual([409, 'payment_seen', 'partially_paid']);
    const { json } = await change(id, { metadata: { b: '', c: 3 }, reference: 4001 });
    expect(json.data).toMatchObject({ metadata: { a: '1', c: '3' }, reference: '4001', price: '49.90' });
    const over = (await create(price)).json.data.id;
    await act(over, 'cancel');
    expect((await change(over, { amount: '60.00' })).json).toMatchObject({
      code: 'illegal_transition',
      status: 'canceled',
    });
    expect((await change(over, { metadata: { note: 'late' } })).status).toBe(200);
  });

  test('not to the reference of another invoice, nor one of another shop, nor with what it does not know', async () => {
    const { id } = (await create({ ...price, reference: '4002' })).json.data;
    const other = (await create({ ...price, reference: '4003' })).json.data;
    expect((await change(other.id, { reference: '4002' })).json).toMatchObject({
      code: 'reference_taken',
      invoice_id: id,
    });
    const stranger = await api.merchant();
    const url = `/api/v1/invoices/${id}`;
    expect((await api.call({ method: 'PATCH', url, body: { reference: 'x' }, as: stranger.token })).status).toBe(404);
    expect((await change(id, { currency: 'USD' })).json.errors).toEqual({ currency: ['This field is not known.'] });
    const many = Object.fromEntries(Array.from({ length: 20 }, (_, at) => [`k${at}`, 'v']));
    await change(id, { metadata: many });
    expect((await change(id, { metadata: { more: 'v' } })).json.errors).toEqual({ metadata: [expect.any(String)] });
  });
});

describe('completing and expiring', () => {
  test('an overpaid invoice is completed; completed again it says its status', async () => {
    const { id } = (await create({ ...price, gate_id: 'BTC' })).json.data;
    const payment = await recordPayment(api.db, { invoiceId: id, minor: 200_000n, status: 'seen' });
    await paymentsChanged(api.db, id);
    await setPayment(api.db, payment, 'confirmed');
    await paymentsChanged(api.db, id);
    await settleNow(api.db, id);
    expect(await read(id)).toMatchObject({ status: 'overpaid', fulfillment: 'ship', amount_refunded: '0.00000000' });
    expect((await act(id, 'complete')).json.data).toMatchObject({ status: 'done', status_reason: 'excess_kept' });
    const again = await act(id, 'complete');
    expect([again.status, again.json.status, again.json.possible]).toEqual([409, 'done', ['refund']]);
  });

  test('a sandbox invoice expires at once, and its reference is free', async () => {
    const { id } = (await create({ ...price, reference: '5001', gate_id: 'BTC' })).json.data;
    const { json } = await act(id, 'expire');
    expect(json.data).toMatchObject({ status: 'expired', fulfillment: 'wait' });
    expect((await create({ ...price, amount: '5.00', reference: '5001' })).status).toBe(201);
    expect((await act(id, 'expire')).json).toMatchObject({
      code: 'illegal_transition',
      status: 'expired',
      possible: [],
    });
    const { token } = merchant.modes.production;
    const production = await api.call({ method: 'POST', url: `/api/v1/invoices/${id}/expire`, as: token });
    expect([production.status, production.json.code]).toEqual([403, 'sandbox_only']);
  });
});
