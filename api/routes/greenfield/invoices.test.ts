import { afterAll, describe, expect, test } from 'vitest';
import { paymentsChanged, recordPayment, setPayment, settleNow } from '../../../db/invoices/testing.fixture.ts';
import { newId } from '../../../domain/ids.ts';
import { openPlugin, startShopWithPlugin, WOO_INVOICE } from './greenfield.fixture.ts';

const { api, merchant, plugin } = await startShopWithPlugin();
afterAll(() => api.close());

const create = (body: unknown = WOO_INVOICE, as = plugin) => as.inStore({ url: '/invoices', body });

describe('reading invoices', () => {
  test('one by its id, below the store and without it', async () => {
    const { json: made } = await create();
    expect((await plugin.inStore({ url: `/invoices/${made.id}` })).json).toEqual(made);
    expect((await plugin.call({ url: `/invoices/${made.id}` })).json).toEqual(made);
    for (const id of [newId(), 'nonsense']) {
      const { status, json } = await plugin.inStore({ url: `/invoices/${id}` });
      expect([status, json]).toEqual([404, { code: 'invoice-not-found', message: expect.any(String) }]);
    }
  });

  test('a list is a bare array, filtered by status, text and date, and bounded', async () => {
    const own = await openPlugin(api, (await api.merchant()).profileId);
    const made: string[] = [];
    for (const orderId of ['a-1', 'a-2', 'order-3']) {
      made.push((await create({ amount: '10', metadata: { orderId } }, own)).json.id);
    }
    await own.inStore({ url: `/invoices/${made[0]}/status`, body: { status: 'Invalid' } });
    const ids = async (query: string) =>
      (await own.inStore({ url: `/invoices${query}` })).json.map(({ id }: { id: string }) => id);
    expect((await ids('')).sort()).toEqual([...made].sort());
    expect(await ids('?status=invalid')).toEqual([made[0]]);
    expect((await ids('?status=New&status=Processing')).sort()).toEqual([made[1], made[2]].sort());
    expect(await ids('?textSearch=order-')).toEqual([made[2]]);
    expect(await ids('?take=1&skip=0')).toHaveLength(1);
    expect(await ids('?take=1000000&skip=2')).toHaveLength(1);
    expect(await ids('?startDate=4000000000')).toEqual([]);
    expect(await ids('?endDate=4000000000')).toHaveLength(3);
    const wrong = await own.inStore({ url: '/invoices?status=Paid' });
    expect([wrong.status, wrong.json[0].path]).toEqual([422, 'status']);
  });

  test('a GET with a JSON body is answered', async () => {
    const response = await api.app.inject({
      method: 'GET',
      url: `/btcpay/api/v1/stores/${plugin.store}/invoices?take=1`,
      headers: { authorization: `token ${plugin.key}`, 'content-type': 'application/json' },
      payload: '{"includeArchived":false}',
    });
    expect(response.statusCode).toBe(200);
  });

  test('invoices of the API are there, too: their reference is the order', async () => {
    const body = { amount: '12.00', currency: 'EUR', reference: 'own-1', metadata: { cart: '7' } };
    const { id } = (await api.call({ url: '/api/v1/invoices', body, as: merchant.token })).json.data;
    const { json } = await plugin.inStore({ url: '/invoices?orderId=own-1' });
    expect(json).toMatchObject([{ id, metadata: { cart: '7', orderId: 'own-1' } }]);
  });
});

describe('how an invoice is paid', () => {
  test('a single method is chosen at once: with address, link and rate as text', async () => {
    const { json: made } = await create({ amount: '49.90', checkout: { paymentMethods: ['BTC_CHAIN'] } });
    const { status, json } = await plugin.inStore({ url: `/invoices/${made.id}/payment-methods` });
    expect(status).toBe(200);
    expect(json).toEqual([
      {
        paymentMethodId: 'BTC-CHAIN',
        currency: 'BTC',
        destination: expect.stringMatching(/^bcrt1/),
        paymentLink: expect.stringMatching(/^bitcoin:/),
        rate: '50000.00',
        paymentMethodPaid: '0.0',
        totalPaid: '0.0',
        due: '0.000998',
        amount: '0.000998',
        paymentMethodFee: '0.0',
        payments: [],
        activated: true,
        additionalData: {},
      },
    ]);
  });

  test('several have no address before the payer chooses, and never a null where PHP reads text', async () => {
    const { json: made } = await create();
    const { json } = await plugin.call({ url: `/invoices/${made.id}/payment-methods` });
    expect(json).toMatchObject([
      { paymentMethodId: 'BTC-CHAIN', activated: false, destination: '', rate: '50000.00', due: '0.000998' },
      { paymentMethodId: 'LTC-CHAIN', activated: false, destination: '', rate: '80.00' },
    ]);
    for (const method of json) expect(Object.values(method)).not.toContain(null);
  });

  test('payments are listed by transaction and output; the invoice follows them', async () => {
    const { json: made } = await create({ amount: '49.90', checkout: { paymentMethods: ['BTC'] } });
    const shown = async () => (await plugin.inStore({ url: `/invoices/${made.id}` })).json;
    const payment = await recordPayment(api.db, { invoiceId: made.id, minor: 40_000n });
    await paymentsChanged(api.db, made.id);
    expect(await shown()).toMatchObject({ status: 'New', additionalStatus: 'PaidPartial', paidAmount: '20.00' });
    const rest = await recordPayment(api.db, { invoiceId: made.id, minor: 59_800n });
    await paymentsChanged(api.db, made.id);
    expect(await shown()).toMatchObject({ status: 'Processing', additionalStatus: 'None', paidAmount: '49.90' });
    const [method] = (await plugin.inStore({ url: `/invoices/${made.id}/payment-methods` })).json;
    expect(method).toMatchObject({ due: '0.0', totalPaid: '0.000998', payments: [{ status: 'Processing' }, {}] });
    expect(method.payments[0]).toEqual({
      id: expect.stringMatching(/-0$/),
      receivedDate: expect.any(Number),
      value: '0.0004',
      fee: '0.0',
      status: 'Processing',
      destination: method.destination,
    });
    for (const each of [payment, rest]) await setPayment(api.db, each, 'confirmed');
    await paymentsChanged(api.db, made.id);
    await settleNow(api.db, made.id);
    expect(await shown()).toMatchObject({
      status: 'Settled',
      additionalStatus: 'None',
      availableStatusesForManualMarking: [],
    });
  });
});

describe('changing an invoice', () => {
  test('PUT replaces the metadata', async () => {
    const { json: made } = await create();
    const metadata = { orderId: 'moved-1', nested: { deep: [1, null, true] } };
    const answer = await plugin.inStore({ url: `/invoices/${made.id}`, method: 'PUT', body: { metadata } });
    expect([answer.status, answer.json]).toEqual([200, { ...made, metadata }]);
    expect((await plugin.inStore({ url: '/invoices?orderId=moved-1' })).json).toHaveLength(1);
  });

  test('Invalid cancels what nobody paid; the order is free for another one', async () => {
    const body = { ...WOO_INVOICE, metadata: { orderId: '9001' } };
    const { json: made } = await create(body);
    const marked = await plugin.inStore({ url: `/invoices/${made.id}/status`, body: { status: 'Invalid' } });
    expect([marked.status, marked.json]).toMatchObject([200, { status: 'Invalid', additionalStatus: 'Marked' }]);
    const own = (await api.call({ url: `/api/v1/invoices/${made.id}`, as: merchant.token })).json.data;
    expect(own.status).toBe('canceled');
    const next = await create(body);
    const after = (await api.call({ url: `/api/v1/invoices/${next.json.id}`, as: merchant.token })).json.data;
    expect(after.reference).toBe('9001');
  });

  test('a status that the rules do not allow is a 422 on `status`', async () => {
    const { json: made } = await create();
    for (const status of ['Settled', 'Expired', 'nonsense', null, 7]) {
      const answer = await plugin.inStore({ url: `/invoices/${made.id}/status`, body: { status } });
      expect([status, answer.status, answer.json[0].path]).toEqual([status, 422, 'status']);
    }
    const paid = (await create({ amount: '49.90', checkout: { paymentMethods: ['BTC'] } })).json;
    await recordPayment(api.db, { invoiceId: paid.id, minor: 1_000n });
    await paymentsChanged(api.db, paid.id);
    const answer = await plugin.inStore({ url: `/invoices/${paid.id}/status`, body: { status: 'Invalid' } });
    expect([answer.status, answer.json[0].path]).toEqual([422, 'status']);
  });

  test('archiving takes it out of lists, and back', async () => {
    const { json: made } = await create({ amount: '10', metadata: { orderId: 'old-1' } });
    const listed = async (more = '') => (await plugin.inStore({ url: `/invoices?orderId=old-1${more}` })).json.length;
    const archived = await plugin.inStore({ url: `/invoices/${made.id}`, method: 'DELETE' });
    expect([archived.status, archived.json.archived]).toEqual([200, true]);
    expect([await listed(), await listed('&includeArchived=true')]).toEqual([0, 1]);
    const back = await plugin.inStore({ url: `/invoices/${made.id}/unarchive`, method: 'POST' });
    expect([back.status, back.json.archived, back.json.metadata]).toEqual([200, false, { orderId: 'old-1' }]);
    expect(await listed()).toBe(1);
  });
});
