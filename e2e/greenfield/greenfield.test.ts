import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import {
  InvoiceStatusMark,
  InvoicesService,
  OpenAPI,
  ServerInfoService,
  StoresService,
  WebhooksService,
} from 'btcpay-greenfield-node-client';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { type Receiver, startReceiver } from '../../activities/webhooks/receiver.fixture.ts';
import type { WebhookEndpoint } from '../../contract/webhook-endpoints.ts';
import { noteServer } from '../../scripts/testing/report.ts';
import { isFound } from '../../scripts/toolchain/found.ts';
import { findPhp } from '../../scripts/toolchain/php.ts';
import { openShop } from '../shop.fixture.ts';
import { connectShop, WOO_PERMISSIONS } from './connect.fixture.ts';

const product = inject('product');
const shop = openShop(product);
const base = `${product.url}/btcpay`;

let receiver: Receiver;
let key: string;
let store: string;

beforeAll(async () => {
  receiver = await startReceiver();
  const callback = 'http://127.0.0.1:9/?btcpay-settings-callback';
  const { action, fields } = await connectShop(product, callback);
  expect(action).toBe(callback);
  expect(fields.map(([name]) => name)).toEqual(['apiKey', 'userId', ...WOO_PERMISSIONS.map(() => 'permissions[]')]);
  key = fields[0]?.[1] ?? '';
  store = fields[2]?.[1].split(':')[1] ?? '';
});
afterAll(async () => {
  // Other tests use the same shop: an endpoint that answers no more would have a delivery of each of their events.
  const { body } = await shop.call<{ data: WebhookEndpoint[] }>('GET', '/api/v1/webhook-endpoints');
  for (const { id, url } of body.data) {
    if (url !== receiver?.url) continue;
    await WebhooksService.deleteWebhooksService({ storeId: store, webhookId: id, requestBody: {} });
  }
  await receiver?.close();
});

describe('a shop that was connected by its plugin’s button', () => {
  test('works with the Node client of others, unchanged', async () => {
    OpenAPI.BASE = base;
    OpenAPI.TOKEN = key;
    expect(await ServerInfoService.serverInfoGetServerInfo()).toMatchObject({ fullySynched: true });
    expect(await StoresService.storesGetStores()).toMatchObject([{ id: store }]);
    const orderId = `node-${Date.now()}`;
    const made = await InvoicesService.invoicesCreateInvoice({
      storeId: store,
      requestBody: { amount: '20.00', currency: 'EUR', metadata: { orderId }, checkout: { paymentMethods: ['BTC'] } },
    });
    expect(made).toMatchObject({ status: 'New', additionalStatus: 'None', amount: '20.00' });
    const invoiceId = String(made.id);
    const [method] = (await InvoicesService.invoicesGetInvoicePaymentMethods({
      storeId: store,
      invoiceId,
    })) as object[];
    expect(method).toMatchObject({ paymentMethodId: 'BTC-CHAIN', due: expect.stringMatching(/^0\.\d+$/) });
    const marked = InvoicesService.invoicesMarkInvoiceStatus({
      storeId: store,
      invoiceId,
      requestBody: { status: InvoiceStatusMark.INVALID },
    });
    await marked;
    expect(await InvoicesService.invoicesGetInvoice({ storeId: store, invoiceId })).toMatchObject({
      status: 'Invalid',
    });
    await InvoicesService.invoicesArchiveInvoice({ storeId: store, invoiceId });
    await expect(InvoicesService.invoicesGetInvoice({ storeId: newStore, invoiceId })).rejects.toMatchObject({
      status: 403,
    });
    const webhook = await WebhooksService.postWebhooksService({
      storeId: store,
      requestBody: { url: receiver.url, authorizedEvents: { everything: 'true' } },
    });
    const webhookId = String(webhook.id);
    expect(await WebhooksService.webhokksGetWebhook({ storeId: store, webhookId })).toMatchObject({
      url: receiver.url,
    });
    await WebhooksService.deleteWebhooksService({ storeId: store, webhookId, requestBody: {} });
  });

  test('works with a shop in PHP: from the order to the paid webhook and a refund', async (context) => {
    const php = await findPhp();
    if (!isFound(php)) {
      noteServer({ name: 'php', missing: php.missing });
      if (process.env.CI) throw new Error(php.missing);
      return context.skip(php.missing);
    }
    const run = (step: string, variables: Record<string, string> = {}, input = '') =>
      runPhp(
        php.path,
        step,
        { GREENFIELD_URL: base, GREENFIELD_KEY: key, WEBHOOK_URL: receiver.url, ...variables },
        input,
      );
    receiver.received.splice(0);
    const order = await run('order');
    const paid = await shop.pay(order.invoiceId, 'paid');
    await shop.until(order.invoiceId, 'done');

    const ofOrder = () => receiver.received.filter(({ body }) => JSON.parse(body).invoiceId === order.invoiceId);
    const settled = () => ofOrder().some(({ body }) => JSON.parse(body).type === 'InvoiceSettled');
    await expect.poll(settled).toBe(true);
    const understood = [];
    for (const { body, headers } of ofOrder()) {
      const signed = { SECRET: order.secret, SIGNATURE: String(headers['btcpay-sig']) };
      understood.push(await run('webhook', signed, body));
      await expect(run('webhook', { ...signed, SECRET: 'another' }, body)).rejects.toThrow('the signature');
    }
    expect(understood.map(([type]) => type)).toEqual([
      'InvoiceCreated',
      'InvoiceReceivedPayment',
      'InvoiceProcessing',
      'InvoicePaymentSettled',
      'InvoiceSettled',
    ]);
    expect(understood.at(-1)).toEqual(['InvoiceSettled', order.invoiceId, order.order, false, false]);

    const refund = await run('paid', { INVOICE_ID: order.invoiceId });
    expect(refund.txid).toBe(paid.txid);
    const page = await fetch(refund.viewLink, { redirect: 'manual' });
    expect(page.headers.get('location')).toMatch(new RegExp(`/invoice/${order.invoiceId}#refund=`));
  });
});

const newStore = '01a00000-0000-7000-8000-000000000000';

/** The JSON that a step of the script prints. @throws Error with PHP's output */
// biome-ignore lint/suspicious/noExplicitAny: each step prints another shape
async function runPhp(path: string, step: string, variables: Record<string, string>, input: string): Promise<any> {
  const child = spawn(path, [join(import.meta.dirname, 'shop.php'), step], {
    env: { ...process.env, ...variables },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  child.stdin.end(input);
  const [out, said, code] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    new Promise((resolve) => child.on('close', resolve)),
  ]);
  if (code !== 0) throw new Error(`shop.php ${step}: ${said}${out}`);
  return JSON.parse(out);
}
