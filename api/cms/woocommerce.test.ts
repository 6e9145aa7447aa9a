import { execFile } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { execute } from '../../db/core/sql.ts';
import {
  makeRates,
  payInFull,
  paymentsChanged,
  recordPayment,
  setPayment,
  settleNow,
} from '../../db/invoices/testing.fixture.ts';
import { RECIPIENTS } from '../../db/payouts/testing.fixture.ts';
import { refundDesk } from '../../db/refunds/testing.fixture.ts';
import type { TestMerchant } from '../../db/testing.fixture.ts';
import { API_VERSIONS, FIRST_VERSION } from '../../domain/versions/api-versions.ts';
import { useProgram } from '../../scripts/testing/nodes.ts';
import { makeRunFolder } from '../../scripts/testing/run-folder.ts';
import { findPhp, findPhpUnit } from '../../scripts/toolchain/php.ts';
import { startTestApi, type TestApi } from '../testing/server.fixture.ts';

const plugin = join(import.meta.dirname, '../../plugins/woocommerce');
const run = promisify(execFile);

describe('the plugin’s own tests', () => {
  const phpUnit = useProgram('phpunit', findPhpUnit);

  test('pass', async () => {
    const { stdout } = await run(phpUnit().path, [], { cwd: join(plugin, 'tests') });
    expect(stdout).toMatch(/^OK \(\d{3,} tests/m);
  });
});

describe('the plugin on a gateway', () => {
  const php = useProgram('php', findPhp);
  let api: TestApi;
  let origin: string;
  let merchant: TestMerchant;
  let folder: ReturnType<typeof makeRunFolder>;

  beforeAll(async () => {
    api = await startTestApi();
    await makeRates(api.db);
    origin = await api.app.listen({ host: '127.0.0.1', port: 0 });
    merchant = await api.merchant();
    folder = makeRunFolder();
  });
  afterAll(async () => {
    folder.remove();
    await api.close();
  });

  let shops = 0;
  /** A shop whose state lies in a file of its own between requests; each request is a process, as in a real one. */
  async function openShop() {
    shops += 1;
    const file = join(folder.path, `shop-${shops}`);
    const env = { ...process.env, SHOP_URL: `https://shop-${shops}.test` };
    // biome-ignore lint/suspicious/noExplicitAny: each step answers something else
    async function step(name: string, input: object): Promise<any> {
      const program = join(plugin, 'tests/drive.php');
      const { stdout } = await run(php().path, [program, file, name, JSON.stringify(input)], { env });
      return JSON.parse(stdout).result;
    }
    await step('settings', {
      enabled: 'yes',
      gateway_url: origin,
      api_key: merchant.token.key,
      api_secret: merchant.token.secret,
      notification_keys: merchant.notificationKey,
      reference_prefix: `shop-${shops}-`,
    });
    return step;
  }
  type Shop = Awaited<ReturnType<typeof openShop>>;

  async function place(shop: Shop, coin: string | null = 'BTC') {
    const items = [
      ['Tire', 2, '33.613445', '6.386555'],
      ['Shipping', 1, '9.90'],
    ];
    const order: number = await shop('order', { items });
    const { result, redirect } = await shop('pay', { order, coin });
    expect(result).toBe('success');
    const id = String(redirect).split('/').at(-1) ?? '';
    return { order, id, redirect };
  }

  const invoice = async (id: string) =>
    (await api.call({ url: `/api/v1/invoices/${id}`, as: merchant.token })).json.data;

  /** Delivers the invoice as it is now, signed as the gateway signs. */
  async function deliver(shop: Shop, id: string, change: { body?: string; key?: string; at?: Date } = {}) {
    const { key = merchant.notificationKey, at = new Date() } = change;
    const data = await invoice(id);
    const sent = JSON.stringify({ type: `invoice.${data.status}`, timestamp: at.toISOString(), data });
    const headers = {
      'webhook-id': id,
      'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
      'webhook-signature': new Webhook(key).sign(id, at, sent),
    };
    return shop('webhook', { body: change.body ?? sent, headers });
  }
  const show = (shop: Shop, order: number) => shop('show', { order });

  test('creates one invoice for an order, with its lines, and finds it again', async () => {
    const shop = await openShop();
    const { order, id, redirect } = await place(shop, null);
    expect(redirect).toBe(`http://localhost:8080/invoice/${id}`);
    expect(await invoice(id)).toMatchObject({
      status: 'new',
      price: '49.90',
      reference: `shop-1-order-${order}`,
      items: [
        { name: 'Tire', quantity: 2, price: '20.00' },
        { name: 'Shipping', quantity: 1, price: '9.90' },
      ],
      customer: { email: 'jane@payer.test', name: 'Jane Doe' },
      notification_url: 'https://shop-1.test/wp-json/tidegate/v1/webhook',
      metadata: { platform: 'woocommerce', order_id: String(order) },
    });
    const again = await Promise.all([shop('pay', { order }), shop('pay', { order })]);
    expect(again.map((each) => each.redirect)).toEqual([redirect, redirect]);
  });

  test('an order that changed gets another invoice, and the first one is canceled', async () => {
    const shop = await openShop();
    const { order, id } = await place(shop);
    await shop('change', { order, data: { total: '59.90', items: [] } });
    const { redirect } = await shop('pay', { order, coin: 'BTC' });
    expect((await invoice(id)).status).toBe('canceled');
    expect((await invoice(String(redirect).split('/').at(-1) ?? '')).price).toBe('59.90');
  });

  test.each(API_VERSIONS)('a paid invoice pays the order when token and shop have version %s', async (version) => {
    const choose = async (chosen: string) => {
      await execute(api.db, 'UPDATE api_token SET api_version = $2 WHERE id = $1', [merchant.token.id, chosen]);
      await execute(api.db, 'UPDATE profile SET api_version = $2 WHERE id = $1', [merchant.profileId, chosen]);
      const me = async () => (await api.call({ url: '/api/v1/me', as: merchant.token })).json.data.api_version;
      await expect.poll(me).toBe(chosen);
    };
    await choose(version);
    try {
      const shop = await openShop();
      const { order, id } = await place(shop);
      await payInFull(api.db, id);
      expect(await deliver(shop, id)).toBe(204);
      expect(await show(shop, order)).toMatchObject({ status: 'processing', stock_reduced: true });
    } finally {
      await choose(FIRST_VERSION);
    }
  });

  test('a paid invoice pays the order; forged, old and repeated webhooks change nothing', async () => {
    const shop = await openShop();
    const { order, id } = await place(shop);
    await payInFull(api.db, id);
    const data = await invoice(id);
    const forged = [
      await deliver(shop, id, { key: `whsec_${Buffer.alloc(32, 7).toString('base64')}` }),
      await deliver(shop, id, { body: JSON.stringify({ type: 'invoice.done', data }) }),
      await deliver(shop, id, { at: new Date(Date.now() - 301_000) }),
    ];
    expect(forged).toEqual([401, 401, 401]);
    expect((await show(shop, order)).status).toBe('pending');

    expect(await deliver(shop, id)).toBe(204);
    const paid = await show(shop, order);
    expect(paid).toMatchObject({
      status: 'processing',
      transaction_id: data.transactions[0].txid,
      stock_reduced: true,
    });
    expect(paid.notes).toContain(`Paid: ${data.amount_confirmed} BTC for 49.90 EUR.`);
    expect(await deliver(shop, id)).toBe(204);
    expect(await show(shop, order)).toEqual(paid);
  });

  test('a partly paid invoice holds the stock and says what is missing', async () => {
    const shop = await openShop();
    const { order, id } = await place(shop);
    await recordPayment(api.db, { invoiceId: id, minor: 40_000n, status: 'confirmed' });
    await paymentsChanged(api.db, id);
    expect(await deliver(shop, id)).toBe(204);
    const { amount_due: due, amount_remaining: missing } = await invoice(id);
    const held = await show(shop, order);
    expect(held).toMatchObject({ status: 'on-hold', stock_reduced: true });
    expect(held.notes).toContain(`Partly paid: 0.00040000 BTC of ${due} BTC. ${missing} BTC is missing.`);
    // The rest arrives, and no webhook does: the hourly check finds it.
    await recordPayment(api.db, { invoiceId: id, minor: 59_800n, status: 'confirmed' });
    await paymentsChanged(api.db, id);
    await settleNow(api.db, id);
    await shop('check', {});
    expect(await show(shop, order)).toMatchObject({ status: 'processing' });
  });

  test('an invoice that was paid back refunds the order', async () => {
    const shop = await openShop();
    const { order, id } = await place(shop);
    await payInFull(api.db, id);
    await deliver(shop, id);
    const desk = refundDesk(api.db);
    const refund = await desk.refund(merchant, id, { feePayer: 'merchant', address: RECIPIENTS.BTC });
    await deliver(shop, id);
    expect((await show(shop, order)).notes.join('\n')).toContain('is under way');
    await desk.send(refund.id);
    expect((await invoice(id)).status).toBe('refunded');
    expect(await deliver(shop, id)).toBe(204);
    const refunded = await show(shop, order);
    expect(refunded.status).toBe('refunded');
    expect(refunded.notes.join('\n')).toContain('sent in transaction');
  });

  test('a payment that disappears again releases the order', async () => {
    const shop = await openShop();
    const { order, id } = await place(shop);
    const payment = await recordPayment(api.db, { invoiceId: id, minor: 99_800n });
    await paymentsChanged(api.db, id);
    await deliver(shop, id);
    expect((await show(shop, order)).status).toBe('on-hold');
    await setPayment(api.db, payment, 'dropped');
    await paymentsChanged(api.db, id);
    await deliver(shop, id);
    expect(await show(shop, order)).toMatchObject({ status: 'pending', stock_reduced: false });
  });

  test('a refund from the order screen sends the customer a link, once', async () => {
    const shop = await openShop();
    const { order, id } = await place(shop);
    await payInFull(api.db, id);
    await deliver(shop, id);
    expect(await shop('refund', { order, amount: '10.00' })).toBe(true);
    const refunded = await show(shop, order);
    expect(refunded.notes.join('\n')).toMatch(
      /Refund of 10 EUR created: .*\nThe refund link was sent to j.*@payer\.test\./,
    );
    expect(refunded.customer_notes).toEqual([]);
    expect(refunded.status).toBe('processing');
  });

  test('the invoice of another merchant changes nothing', async () => {
    const shop = await openShop();
    const { order, id } = await place(shop);
    const other = await api.merchant();
    const foreign = await api.call({
      url: '/api/v1/invoices',
      body: { amount: '49.90', currency: 'EUR', gate_id: 'BTC', reference: (await invoice(id)).reference },
      as: other.token,
    });
    await payInFull(api.db, foreign.json.data.id);
    const sent = JSON.stringify({ type: 'invoice.done', data: { ...foreign.json.data, paid: true } });
    const at = new Date();
    const headers = {
      'webhook-id': 'msg_1',
      'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
      'webhook-signature': new Webhook(merchant.notificationKey).sign('msg_1', at, sent),
    };
    const before = await show(shop, order);
    expect(await shop('webhook', { body: sent, headers })).toBe(204);
    expect(await show(shop, order)).toEqual(before);
  });
});

describe('the plugin’s PHP', () => {
  const php = useProgram('php', findPhp);

  test('is valid', async () => {
    const files = readdirSync(plugin, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.php'));
    expect(files.length).toBeGreaterThan(20);
    for (const file of files) await run(php().path, ['-l', join(plugin, file)]);
  });
});
