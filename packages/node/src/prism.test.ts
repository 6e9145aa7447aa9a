import { expect, test } from 'vitest';
import { allOperations, openPrism, whyNoPrism } from '../../prism.fixture.ts';
import { Tidegate } from './index.ts';

const ID = '0199c1f2-7c3a-7d4e-8a51-5b0f3c9d2e10';
const ADDRESS = 'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080';
const RECIPIENT = { recipient_name: 'Nora Lind', recipient_email: 'nora@example.com' };
const PRICE = { amount: '49.90', currency: 'EUR' };

/** Every method once, with a request that the document allows. */
function everyCall(tidegate: Tidegate): Readonly<Record<string, () => PromiseLike<unknown>>> {
  const { invoices, refunds, addresses, deposits, payouts, massPayouts, withdrawals, sandbox } = tidegate;
  const { webhooks, webhookEndpoints: endpoints, events } = tidegate;
  const payout = { gate_id: 'BTC', amount: '0.001', address: ADDRESS, fee_payer: 'merchant' } as const;
  const { fee_payer, ...line } = payout;
  return {
    getMe: () => tidegate.me.get(),
    listCurrencies: () => tidegate.currencies.list({ per_page: 10 }),
    createInvoice: () => invoices.create({ ...PRICE, items: [{ name: 'Shirt', price: '49.90' }] }),
    listInvoices: () => invoices.list({ status: 'done,overpaid', page: 1, order: 'asc' }),
    getInvoice: () => invoices.get(ID),
    updateInvoice: () => invoices.update(ID, { metadata: { cart: '7' } }),
    cancelInvoice: () => invoices.cancel(ID),
    completeInvoice: () => invoices.complete(ID),
    expireInvoice: () => invoices.expire(ID),
    createPaymentLink: () => tidegate.paymentLinks.create({ ...PRICE, title: 'Harbor tour' }),
    listPaymentLinks: () => tidegate.paymentLinks.list({ active: true, sort: 'invoice_count' }),
    getPaymentLink: () => tidegate.paymentLinks.get(ID),
    updatePaymentLink: () => tidegate.paymentLinks.update(ID, { active: false }),
    createPaymentRequest: () => tidegate.paymentRequests.create({ ...PRICE, ...RECIPIENT, description: 'Two lamps' }),
    listPaymentRequests: () => tidegate.paymentRequests.list({ status: 'sent,paying', sort: 'expires_at' }),
    getPaymentRequest: () => tidegate.paymentRequests.get(ID),
    cancelPaymentRequest: () => tidegate.paymentRequests.cancel(ID),
    createRefund: () => invoices.refundByLink(ID, { amount: '10.00', currency: 'EUR', reason: 'Damaged' }),
    listRefunds: () => refunds.list({ reference: 'order-1001' }),
    getRefund: () => refunds.get(ID),
    listGates: () => tidegate.gates.list(),
    listRates: () => tidegate.rates.list({ currency: 'EUR' }),
    listBalances: () => tidegate.balances.list({ gate_id: 'BTC' }),
    listEvents: () => events.list({ limit: 10, types: 'invoice.*' }).next(),
    getEvent: () => events.get(ID),
    listRequests: () => tidegate.requests.list({ status: '4xx', limit: 5 }).next(),
    listLedgerEntries: () => tidegate.ledgerEntries.list({ gate_id: 'BTC', limit: 5 }).next(),
    quotePayout: () => payouts.quote({ gate_id: 'BTC', amount: '0.001', fee_payer: 'recipient' }),
    createPayout: () => payouts.create(payout),
    listPayouts: () => payouts.list({ date_from: '2026-11-01' }),
    getPayout: () => payouts.get(ID),
    cancelPayout: () => payouts.cancel(ID),
    createMassPayout: () => massPayouts.create({ fee_payer, lines: [line] }),
    listMassPayouts: () => massPayouts.list({ per_page: 5 }),
    getMassPayout: () => massPayouts.get(ID),
    listMassPayoutLines: () => massPayouts.lines(ID, { page: 1 }),
    cancelMassPayout: () => massPayouts.cancel(ID),
    createAddress: () => addresses.create({ gate_id: 'XRP', reference: 'customer-7' }),
    listAddresses: () => addresses.list({ reference: 'customer-7' }),
    getAddress: () => addresses.get(ID),
    listDeposits: () => deposits.list({ address_id: ID }),
    getDeposit: () => deposits.get(ID),
    listCardOrders: () => tidegate.cardOrders.list({ status: 'delivered,charged_back' }),
    getCardOrder: () => tidegate.cardOrders.get(ID),
    listWithdrawals: () => withdrawals.list({ gate_id: 'EUR' }),
    getWithdrawal: () => withdrawals.get(ID),
    listWebhookDeliveries: () => webhooks.deliveries({ kinds: 'payout' }),
    redeliverWebhook: () => webhooks.redeliver(ID),
    sendTestWebhook: () => webhooks.test(),
    listWebhookEndpoints: () => endpoints.list(),
    createWebhookEndpoint: () => endpoints.create({ url: 'https://shop.example.com/hooks' }),
    getWebhookEndpoint: () => endpoints.get(ID),
    updateWebhookEndpoint: () => endpoints.update(ID, { enabled: false }),
    deleteWebhookEndpoint: () => endpoints.delete(ID),
    rotateWebhookEndpointSecret: () => endpoints.rotateSecret(ID, { overlap_hours: 1 }),
    emulateBankTransfer: () => sandbox.transferToBank({ amount: '10.00', reference: 'TG-1' }),
    emulateInvoicePayment: () => sandbox.payInvoice(ID, { scenario: 'paid' }),
    emulateAddressPayment: () => sandbox.payAddress(ID, { amount: '0.5' }),
    mineBlocks: () => sandbox.mineBlocks('BTC', { count: 2 }),
    setNetworkFees: () => sandbox.setFees('BTC', { percent: 200 }),
  };
}

test.skipIf(whyNoPrism !== undefined)('every method is a call that the public document allows', async () => {
  const prism = await openPrism();
  const client = new Tidegate({ url: prism.url, key: 'tg_test_1', secret: 'tgs_1', maxRetries: 0 });
  const calls = everyCall(client);
  const answers: Record<string, unknown> = {};
  const refused: string[] = [];
  for (const [name, call] of Object.entries(calls)) {
    try {
      answers[name] = await call();
    } catch (error) {
      refused.push(`${name}: ${String(error)}`);
    }
  }
  const { operations, violations } = await prism.close();
  expect([...refused, ...violations]).toEqual([]);
  // The stream of events is not for this package, which reads them page by page.
  expect(operations).toEqual(allOperations.filter((name) => name !== 'followEvents'));
  expect(Object.keys(calls).sort()).toEqual(operations);
  expect(answers.getInvoice).toMatchObject({ checkout_url: expect.any(String), fulfillment: expect.any(String) });
  expect(answers.listInvoices).toMatchObject({ data: [expect.anything()], pagination: { page: 1 } });
  expect(answers.listEvents).toMatchObject({ done: false, value: { type: expect.any(String) } });
});

test.skipIf(whyNoPrism !== undefined)('a request that the document does not allow is noticed', async () => {
  const prism = await openPrism();
  const client = new Tidegate({ url: prism.url, key: 'tg_test_1', secret: 'tgs_1', maxRetries: 0 });
  await expect(client.invoices.create({ ...PRICE, amount: 49.9 } as never)).rejects.toMatchObject({ status: 422 });
  const { operations, violations } = await prism.close();
  expect(operations).toEqual(['createInvoice']);
  expect(violations).toEqual(['request.body.amount Request body property amount must be string']);
});
