import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { execute, select } from '../../../../db/core/sql.ts';
import type { TestMerchant } from '../../../../db/testing.fixture.ts';
import { startTestApi, type TestAnswer, type TestApi, type TestCall } from '../../../testing/server.fixture.ts';

type Caller = (call: TestCall) => Promise<TestAnswer>;

let api: TestApi;
let merchant: TestMerchant;
let as: Caller;

beforeAll(async () => {
  api = await startTestApi();
});
beforeEach(async () => {
  merchant = await api.merchant({ profile: { domain: 'quay.example' } });
  as = await api.signIn(merchant);
});
afterAll(() => api.close());

const LIST = '/spa/sandbox/payment-requests';
const body = {
  recipient_name: 'Ada <b>Lund</b>',
  recipient_email: 'ada@lund.example',
  description: 'Two lamps',
  amount: '49.9',
  currency: 'EUR',
};

async function create(more: object = {}) {
  const answer = await as({ url: LIST, body: { ...body, ...more } });
  expect(answer.status, answer.text).toBe(201);
  return answer.json.data;
}
const read = async (id: string) => (await as({ url: `${LIST}/${id}` })).json.data;
const act = (id: string, action: 'cancel' | 'remind') => as({ method: 'POST', url: `${LIST}/${id}/${action}` });
const look = (id: string, language = 'en') =>
  api.call({ url: `/payment-request/invoice-form?request=${id}`, headers: { 'accept-language': language } });
const pay = (id: string) => api.call({ method: 'POST', url: `/customer/payment-requests/${id}/invoice` });
const press = (id: string) =>
  api.app.inject({
    method: 'POST',
    url: `/payment-request/invoice-form?request=${id}`,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: '',
  });
/** Its emails, as they wait to be composed. */
const mailsOf = async (id: string) =>
  (
    await select<{ n: number }>(
      api.db,
      `SELECT (payload->>'n')::int AS n FROM outbox
       WHERE topic = 'mail.payment_request' AND payload->>'requestId' = $1 ORDER BY 1`,
      [id],
    )
  ).map(({ n }) => n);
const setInvoice = (id: string, set: string) => execute(api.db, `UPDATE invoice SET ${set} WHERE id = $1`, [id]);

describe('a payment request', () => {
  test('is sent by email, and its page makes one invoice, in the words and terms of the request', async () => {
    const request = await create({
      language: 'de',
      gates: ['BTC'],
      success_url: 'https://shop.quay.example/ok',
      service_fee_payer: 'customer',
      network_fee_payer: 'customer',
      autocomplete: true,
      underpaid_tolerance: '0.5',
    });
    expect(request).toMatchObject({ status: 'sent', amount: '49.90', mail_count: 1, invoice_id: null });
    expect(await mailsOf(request.id)).toEqual([1]);
    expect(new URL(request.url).pathname + new URL(request.url).search).toBe(
      `/payment-request/invoice-form?request=${request.id}`,
    );
    const page = await look(request.id);
    expect(page.text).toContain('Ada &lt;b&gt;Lund&lt;/b&gt;');
    expect(page.text).toContain('Weiter zur Zahlung');
    expect(page.text).toContain('Der Kurs gilt dann 15 Minuten.');
    expect(page.text).not.toMatch(/<script|ada@lund/);
    expect((await read(request.id)).invoice_id).toBeNull();

    const answers = await Promise.all([press(request.id), press(request.id), press(request.id)]);
    const [{ headers }] = answers;
    expect(answers.map((each) => [each.statusCode, each.headers.location])).toEqual(
      answers.map(() => [303, headers.location]),
    );
    const invoiceId = String(headers.location).replace('/invoice/', '');
    const invoice = (await as({ url: `/spa/sandbox/invoices/${invoiceId}` })).json.data;
    expect(invoice).toMatchObject({
      price: '49.90',
      description: 'Two lamps',
      gates: ['BTC'],
      autocomplete: true,
      customer: { name: body.recipient_name, email: body.recipient_email },
      success_url: 'https://shop.quay.example/ok',
      metadata: { payment_request: request.id },
    });
    expect(invoice.fees).toMatchObject({ payer: 'customer' });
    expect(Number(invoice.fees.service)).toBeGreaterThan(0);
    const chosen = await api.call({
      url: `/customer/invoices/${invoiceId}/currency`,
      body: { gate_id: 'BTC' },
    });
    expect(Number(chosen.json.data.fees.network)).toBeGreaterThan(0);
    expect(await read(request.id)).toMatchObject({ status: 'sent', invoice_id: invoiceId, invoice_status: 'pending' });
  });

  test('says who pays the fees of conversion and refunds; otherwise the profile does', async () => {
    await execute(api.db, `UPDATE profile SET autoconversion = '{"type":"full","gate_id":"EUR"}' WHERE id = $1`, [
      merchant.profileId,
    ]);
    const feesOf = async (more: object) => {
      const { id } = await create(more);
      const invoiceId = (await pay(id)).json.data.invoice_id;
      const chosen = await api.call({ url: `/customer/invoices/${invoiceId}/currency`, body: { gate_id: 'BTC' } });
      await setInvoice(invoiceId, "status = 'invalid'");
      const invoice = (await as({ url: `/spa/sandbox/invoices/${invoiceId}` })).json.data;
      return { conversion: Number(chosen.json.data.fees.conversion ?? 0), refund: invoice.refund_fee_payer };
    };
    expect(await feesOf({})).toEqual({ conversion: 0, refund: 'merchant' });
    const payers = { conversion_fee_payer: 'customer', refund_fee_payer: 'customer' };
    const named = await feesOf(payers);
    expect(named.refund).toBe('customer');
    expect(named.conversion).toBeGreaterThan(0);
    expect(await create(payers)).toMatchObject(payers);
    await execute(
      api.db,
      `UPDATE profile SET conversion_fee_payer = 'customer', refund_fee_payer = 'customer' WHERE id = $1`,
      [merchant.profileId],
    );
    const otherwise = await feesOf({ conversion_fee_payer: 'merchant', refund_fee_payer: 'merchant' });
    expect(otherwise).toEqual({ conversion: 0, refund: 'merchant' });
  });

  test('is created once per Idempotency-Key, with one email', async () => {
    const once = () => as({ url: LIST, body, headers: { 'idempotency-key': 'lamps' } });
    const [first, again] = [await once(), await once()];
    expect(again.text).toBe(first.text);
    expect(await mailsOf(first.json.data.id)).toEqual([1]);
  });

  test('follows its invoices: another one only after one that ended unpaid, and paid is paid', async () => {
    const { id } = await create();
    const first = (await pay(id)).json.data.invoice_id;
    await setInvoice(first, "status = 'expired', expiry_decided_at = now()");
    expect(await read(id)).toMatchObject({ status: 'sent', invoice_status: 'expired' });
    const second = (await pay(id)).json.data.invoice_id;
    expect(second).not.toBe(first);
    // Late money on the first one counts: nobody is asked to pay twice.
    await setInvoice(first, "status = 'expired_paid'");
    expect(await read(id)).toMatchObject({ status: 'paying', invoice_id: first, actions: { cancel: false } });
    expect((await pay(id)).json.data.invoice_id).toBe(first);
    await setInvoice(first, "status = 'done'");
    expect(await read(id)).toMatchObject({ status: 'paid', invoice_id: first, actions: { remind_from: null } });
    const page = await look(id, 'fr');
    expect(page.text).toContain('This request has been paid');
    expect(page.text).toContain(`/invoice/${first}`);
    expect((await pay(id)).json.data.invoice_id).toBe(first);
  });

  test('stays paid when the money is refunded, and is open again when too little went back', async () => {
    const paid = await create();
    await setInvoice((await pay(paid.id)).json.data.invoice_id, "status = 'refunded', completed_at = now()");
    expect((await read(paid.id)).status).toBe('paid');
    const short = await create();
    const first = (await pay(short.id)).json.data.invoice_id;
    await setInvoice(first, "status = 'refund_requested'");
    expect((await read(short.id)).status).toBe('paying');
    await setInvoice(first, "status = 'refunded'");
    expect((await read(short.id)).status).toBe('sent');
    expect((await pay(short.id)).json.data.invoice_id).not.toBe(first);
  });

  test('can be canceled with its open invoice, but not once something was paid', async () => {
    const open = await create();
    const invoiceId = (await pay(open.id)).json.data.invoice_id;
    const canceled = await act(open.id, 'cancel');
    expect(canceled.json.data).toMatchObject({ status: 'canceled', actions: { cancel: false, remind_from: null } });
    expect((await as({ url: `/spa/sandbox/invoices/${invoiceId}` })).json.data.status).toBe('canceled');
    expect((await act(open.id, 'cancel')).status).toBe(200);
    expect((await look(open.id)).text).toContain('This request was canceled');
    expect((await pay(open.id)).status).toBe(404);

    const paid = await create();
    await setInvoice((await pay(paid.id)).json.data.invoice_id, "status = 'confirming'");
    const refused = await act(paid.id, 'cancel');
    expect([refused.status, refused.json.message]).toEqual([
      409,
      'Something was paid already: this request cannot be canceled.',
    ]);
  });

  test('ends by itself', async () => {
    const { id } = await create({ valid_days: 1 });
    await execute(api.db, `UPDATE payment_request SET expires_at = now() - interval '1 minute' WHERE id = $1`, [id]);
    expect(await read(id)).toMatchObject({ status: 'expired', actions: { cancel: true, remind_from: null } });
    const page = await look(id);
    expect([page.status, page.text]).toEqual([410, expect.stringContaining('This request has expired')]);
    expect((await pay(id)).status).toBe(404);
  });

  test('can be sent again three times, an hour apart', async () => {
    const { id } = await create();
    const soon = await act(id, 'remind');
    expect([soon.status, soon.json.code]).toEqual([429, 'rate_limited']);
    for (const n of [2, 3, 4]) {
      await execute(api.db, `UPDATE payment_request SET mailed_at = now() - interval '2 hours' WHERE id = $1`, [id]);
      expect((await act(id, 'remind')).json.data.mail_count).toBe(n);
    }
    await execute(api.db, `UPDATE payment_request SET mailed_at = now() - interval '2 hours' WHERE id = $1`, [id]);
    expect((await act(id, 'remind')).status).toBe(409);
    expect(await mailsOf(id)).toEqual([1, 2, 3, 4]);
  });

  test('offers nothing while its shop takes no payments', async () => {
    const { id } = await create();
    await execute(api.db, 'UPDATE profile SET closed_at = now() WHERE merchant_id = $1', [merchant.merchantId]);
    expect([(await look(id)).status, (await pay(id)).status]).toEqual([404, 404]);
    expect((await as({ url: LIST, body })).json.code).toBe('shop_closed');
  });
});

describe('a request that no invoice can come of', () => {
  test.each([
    ['a price of nothing', { amount: '0' }, 'amount'],
    ['a price above the bound', { amount: '15000.01' }, 'amount'],
    ['an address that is none', { recipient_email: 'ada' }, 'recipient_email'],
    ['a name without a letter', { recipient_name: '  ' }, 'recipient_name'],
    ['a name of two lines', { recipient_name: 'Ada\nBcc: x@y.example' }, 'recipient_name'],
    ['a stranger’s page to return to', { success_url: 'https://evil.example/' }, 'success_url'],
    ['a tolerance of half the price', { underpaid_tolerance: '50' }, 'underpaid_tolerance'],
    ['a validity of a year', { valid_days: 365 }, 'valid_days'],
  ])('is refused: %s', async (_, wrong, field) => {
    const answer = await as({ url: LIST, body: { ...body, ...wrong } });
    expect([answer.status, Object.keys(answer.json.errors ?? {})]).toEqual([422, [field]]);
  });

  test('is refused: an asset that the profile does not take', async () => {
    await execute(api.db, `UPDATE profile SET gates = '{LTC}' WHERE merchant_id = $1`, [merchant.merchantId]);
    const answer = await as({ url: LIST, body: { ...body, gates: ['BTC'] } });
    expect([answer.status, answer.json.code]).toEqual([422, 'gate_not_offered']);
  });
});

describe('the list', () => {
  test('has search, status and dates, the newest first', async () => {
    const old = await create({ recipient_name: 'Bo', recipient_email: 'bo@dale.example' });
    const canceled = await create({ description: 'Three chairs' });
    await act(canceled.id, 'cancel');
    const idsOf = async (query: string) =>
      (await as({ url: `${LIST}?${query}` })).json.data.map(({ id }: { id: string }) => id);
    expect(await idsOf('')).toEqual([canceled.id, old.id]);
    expect(await idsOf('search=dale.example')).toEqual([old.id]);
    expect(await idsOf('search=chairs')).toEqual([canceled.id]);
    expect(await idsOf('search=%25')).toEqual([]);
    expect(await idsOf('status=canceled')).toEqual([canceled.id]);
    expect(await idsOf('status=sent,paid')).toEqual([old.id]);
    expect(await idsOf('date_from=2100-01-01')).toEqual([]);
    const page = (await as({ url: `${LIST}?per_page=1&page=2` })).json;
    expect([page.data[0].id, page.pagination.total]).toEqual([old.id, 2]);
  });

  test('of recipients has each address once, as it was named last', async () => {
    await create({ recipient_name: 'Ada' });
    await create({ recipient_name: 'Bo', recipient_email: 'bo@dale.example' });
    await create({ recipient_name: 'Ada Lund', recipient_email: 'ADA@lund.example' });
    const recipients = async (search = '') => (await as({ url: `/spa/sandbox/invoice-recipients${search}` })).json.data;
    expect(await recipients()).toEqual([
      { name: 'Ada Lund', email: 'ADA@lund.example' },
      { name: 'Bo', email: 'bo@dale.example' },
    ]);
    expect(await recipients('?search=dale')).toEqual([{ name: 'Bo', email: 'bo@dale.example' }]);
  });
});

test('nothing of it is there for others, in the other mode or for a stranger', async () => {
  const { id } = await create();
  const asOther = await api.signIn(await api.merchant());
  for (const [caller, path] of [
    [asOther, `/spa/sandbox/payment-requests/${id}`],
    [as, `/spa/production/payment-requests/${id}`],
  ] as const) {
    expect((await caller({ url: path })).status).toBe(404);
    expect((await caller({ method: 'POST', url: `${path}/cancel` })).status).toBe(404);
    expect((await caller({ method: 'POST', url: `${path}/remind` })).status).toBe(404);
  }
  expect((await api.call({ url: '/payment-request/invoice-form?request=nonsense' })).status).toBe(404);
  expect((await api.call({ url: '/payment-request/invoice-form' })).status).toBe(404);
  const json = (await api.call({ url: `/customer/payment-requests/${id}` })).json.data;
  expect(json).toMatchObject({ id, status: 'sent', amount: '49.90', invoice_url: null });
  expect(JSON.stringify(json)).not.toContain('lund.example');
});

test('each act is in the audit log', async () => {
  const { id } = await create();
  await act(id, 'cancel');
  await act(id, 'cancel');
  const rows = await select<{ action: string }>(
    api.db,
    "SELECT action FROM audit_log WHERE chain = $1 AND action LIKE 'payment_request.%' ORDER BY seq",
    [merchant.merchantId],
  );
  expect(rows.map(({ action }) => action)).toEqual(['payment_request.created', 'payment_request.canceled']);
});
