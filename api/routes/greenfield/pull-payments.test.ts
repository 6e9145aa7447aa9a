import { afterAll, describe, expect, test } from 'vitest';
import { inTransaction } from '../../../db/core/sequelize.ts';
import { archiveInvoice } from '../../../db/greenfield/invoices.ts';
import { paymentsChanged, recordPayment, setPayment, settleNow } from '../../../db/invoices/testing.fixture.ts';
import { RECIPIENTS } from '../../../db/payouts/testing.fixture.ts';
import { newId } from '../../../domain/ids.ts';
import { openPlugin, startShopWithPlugin } from './greenfield.fixture.ts';

const { api, merchant, plugin } = await startShopWithPlugin();
afterAll(() => api.close());

/** An invoice of the order over 49.90 EUR, paid in full or to a part. */
async function paidOrder(orderId: string, minor = 99_800n): Promise<string> {
  const body = { amount: '49.90', currency: 'EUR', metadata: { orderId }, checkout: { paymentMethods: ['BTC'] } };
  const { id } = (await plugin.inStore({ url: '/invoices', body })).json;
  const payment = await recordPayment(api.db, { invoiceId: id, minor });
  await setPayment(api.db, payment, 'confirmed');
  await paymentsChanged(api.db, id);
  await settleNow(api.db, id);
  return id;
}

/** The request that WooCommerce 2.8.0 sends, captured. */
const refundOf = (orderId: string, amount: unknown = '10.00') => ({
  name: `Refund of order ${orderId}; broken`,
  description: null,
  amount,
  currency: 'EUR',
  period: null,
  BOLT11Expiration: null,
  autoApproveClaims: false,
  startsAt: null,
  expiresAt: null,
  paymentMethods: ['BTC_CHAIN', 'LTC_CHAIN'],
  payoutMethods: ['BTC_CHAIN', 'LTC_CHAIN'],
});
/** The same for an order that is paid. */
async function refundOfPaid(orderId: string, more: object = {}) {
  await paidOrder(orderId);
  return { ...refundOf(orderId), ...more };
}

const prepare = (body: unknown, as = plugin) => as.inStore({ url: '/pull-payments', body });

describe('a refund that WooCommerce prepares', () => {
  test('is a link to the payer’s own form: the address waits for the merchant’s approval', async () => {
    const invoiceId = await paidOrder('501');
    const { status, json } = await prepare(refundOf('501'));
    expect([status, json]).toEqual([
      200,
      {
        id: expect.any(String),
        name: 'Refund of order 501; broken',
        description: '',
        currency: 'EUR',
        amount: '10.00',
        period: null,
        BOLT11Expiration: 30,
        autoApproveClaims: false,
        archived: false,
        viewLink: `http://localhost:8080/btcpay/pull-payments/${json.id}`,
      },
    ]);
    const page = await api.call({ url: new URL(json.viewLink).pathname });
    expect(page.status).toBe(302);
    const [address, token] = String(page.headers.location).split('#refund=');
    // Of the plugin's 10.00 EUR alone: 49.90 EUR were 0.00099800 BTC.
    const offer = await api.call({ url: `/customer/invoices/${invoiceId}/refund-offer`, body: { token } });
    expect(offer.json.data).toMatchObject({ value: '10.00', coins: [{ gate_id: 'BTC', amount: '0.00020000' }] });
    expect(address).toBe(`http://localhost:8080/invoice/${invoiceId}`);
    const ask = () =>
      api.call({
        url: `/customer/invoices/${invoiceId}/refund-request`,
        body: { token, address: RECIPIENTS.BTC },
      });
    expect((await ask()).status).toBe(200);
    // Nothing has left: somebody of the merchant approves. The link works once.
    const invoice = (await api.call({ url: `/api/v1/invoices/${invoiceId}`, as: merchant.token })).json.data;
    expect([invoice.status, invoice.refunds]).toEqual(['done', []]);
    expect((await ask()).json.code).toBe('link_used');
  });

  test('is shown with its amount and name to the merchant who decides, and refunds that much', async () => {
    const invoiceId = await paidOrder('551');
    const { viewLink } = (await prepare(refundOf('551'))).json;
    const page = await api.call({ url: new URL(viewLink).pathname });
    const token = String(page.headers.location).split('#refund=')[1];
    const body = { token, address: RECIPIENTS.BTC };
    await api.call({ url: `/customer/invoices/${invoiceId}/refund-request`, body });
    const as = await api.signIn(merchant);
    const prepared = { amount: '10.00', currency: 'EUR', name: 'Refund of order 551; broken', fee_payer: null };
    const { refund_request: shown } = (await as({ url: `/spa/sandbox/invoices/${invoiceId}` })).json.data;
    expect(shown).toMatchObject({ status: 'open', address: RECIPIENTS.BTC, prepared });
    const query = `invoice_id=${invoiceId}&value=${prepared.amount}`;
    const form = (await as({ url: `/spa/sandbox/refunds/create?${query}` })).json.data;
    expect(form).toMatchObject({ request: { id: shown.id, prepared } });
    // 49.90 EUR were 0.00099800 BTC; 10 EUR are 0.00020000.
    expect(form.preview[0].amount).toBe('0.00020000');
    const url = `/spa/sandbox/invoices/${invoiceId}/reject-refund`;
    expect((await as({ method: 'POST', url, body: {} })).json.data).toMatchObject({ status: 'rejected', prepared });
  });

  test('finds the order by the first number in its name that is one', async () => {
    const first = await paidOrder('601');
    await paidOrder('602');
    const { json } = await prepare({ ...refundOf('601'), name: 'Refund of order #601: exchanged for order 602' });
    const page = await api.call({ url: new URL(json.viewLink).pathname });
    expect(page.headers.location).toContain(first);
  });

  test('takes the invoice with the money where an order has several', async () => {
    const paid = await paidOrder('701');
    await plugin.inStore({ url: '/invoices', body: { amount: '49.90', metadata: { orderId: '701' } } });
    const { json } = await prepare(refundOf('701'));
    expect((await api.call({ url: new URL(json.viewLink).pathname })).headers.location).toContain(paid);
  });

  test.each([
    ['of an order that nobody paid', async () => refundOf('no-such-order'), 'name'],
    ['without a name', async () => ({ amount: '1' }), 'name'],
    ['of more than was paid', () => refundOfPaid('801', { amount: '49.91' }), 'amount'],
    ['of nothing', () => refundOfPaid('802', { amount: '0' }), 'amount'],
    ['of a lost cent', () => refundOfPaid('803', { amount: '1.001' }), 'amount'],
    ['in another currency', () => refundOfPaid('804', { currency: 'USD' }), 'currency'],
  ])('is refused %s', async (_, body, path) => {
    const { status, json } = await prepare(await body());
    expect([status, json]).toEqual([422, [{ path, message: expect.any(String) }]]);
  });

  test('several together never promise more than was paid, also at the same time', async () => {
    await paidOrder('901');
    const answers = await Promise.all([20, 20, 20].map((amount) => prepare(refundOf('901', amount))));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 422]);
    const { id } = answers.find(({ status }) => status === 200)?.json ?? {};
    await plugin.inStore({ url: `/pull-payments/${id}`, method: 'DELETE' });
    expect((await prepare(refundOf('901', 20))).status).toBe(200);
  });

  test('of another shop is not found', async () => {
    await paidOrder('950');
    const stranger = await openPlugin(api, (await api.merchant()).profileId);
    expect((await prepare(refundOf('950'), stranger)).status).toBe(422);
    const { id } = (await prepare(refundOf('950'))).json;
    const seen = await stranger.inStore({ url: `/pull-payments/${id}` });
    expect([seen.status, seen.json.code]).toEqual([404, 'pull-payment-not-found']);
  });
});

describe('prepared refunds', () => {
  test('are listed and taken back; the link ends', async () => {
    await paidOrder('1001');
    const { json: made } = await prepare(refundOf('1001'));
    expect((await plugin.inStore({ url: '/pull-payments' })).json[0]).toEqual(made);
    expect((await plugin.inStore({ url: `/pull-payments/${made.id}` })).json).toEqual(made);
    expect((await plugin.inStore({ url: `/pull-payments/${made.id}`, method: 'DELETE' })).status).toBe(200);
    expect((await plugin.inStore({ url: `/pull-payments/${made.id}` })).json.archived).toBe(true);
    const ids = async (query: string) =>
      (await plugin.inStore({ url: `/pull-payments${query}` })).json.map(({ id }: { id: string }) => id);
    expect([(await ids('')).includes(made.id), (await ids('?includeArchived=true')).includes(made.id)]).toEqual([
      false,
      true,
    ]);
    expect((await api.call({ url: new URL(made.viewLink).pathname })).status).toBe(404);
    expect((await api.call({ url: `/btcpay/pull-payments/${newId()}` })).status).toBe(404);
  });

  test.each([
    [{ refundVariant: 'Fiat' }, '49.90'],
    [{ refundVariant: 'CurrentRate', subtractPercentage: 10 }, '44.91'],
    [{ refundVariant: 'Custom', customAmount: 12.5, customCurrency: 'eur' }, '12.50'],
  ])('of an invoice, by variant %j', async (body, amount) => {
    const id = await paidOrder(newId());
    const { status, json } = await plugin.inStore({ url: `/invoices/${id}/refund`, body });
    expect([status, json.amount, json.currency]).toEqual([200, amount, 'EUR']);
  });

  test('of what was paid too much', async () => {
    const id = await paidOrder('1101', 199_600n);
    const { json } = await plugin.inStore({ url: `/invoices/${id}/refund`, body: { refundVariant: 'OverpaidAmount' } });
    expect(json.amount).toBe('49.90');
  });

  test('of an invoice without money, or by no variant, are refused', async () => {
    const { id } = (await plugin.inStore({ url: '/invoices', body: { amount: '10' } })).json;
    await inTransaction(api.db, (tx) =>
      archiveInvoice(tx, { invoiceId: id, profileId: merchant.profileId, isArchived: true }),
    );
    const unpaid = await plugin.inStore({ url: `/invoices/${id}/refund`, body: { refundVariant: 'Fiat' } });
    expect([unpaid.status, unpaid.json[0].path]).toEqual([422, 'name']);
    const paid = await paidOrder('1201');
    for (const body of [{}, { refundVariant: 'All' }, { refundVariant: 'Custom', customAmount: 'x' }]) {
      expect((await plugin.inStore({ url: `/invoices/${paid}/refund`, body })).status).toBe(422);
    }
  });
});
