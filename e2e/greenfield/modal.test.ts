import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { tabTo, withBrowser } from '../../scripts/testing/browser.ts';
import { openShop } from '../shop.fixture.ts';

const product = inject('product');
const shop = openShop(product);
const visit = withBrowser();

/** The checkout of a shop as BTCPay's plugins make it: their script, the invoice's id, and what they listen to. */
const CHECKOUT = `<!doctype html><title>Checkout</title><button>Pay with coins</button><ul></ul>
<script src="${product.url}/btcpay/modal/btcpay.js?ver=2.8.0"></script>
<script>
const note = (textContent) =>
  document.querySelector('ul').append(Object.assign(document.createElement('li'), { textContent }));
document.querySelector('button').addEventListener('click', () => {
  btcpay.setApiUrlPrefix('${product.url}/btcpay');
  btcpay.showInvoice(location.hash.slice(1));
  btcpay.onModalReceiveMessage(({ data }) => note(data.status ?? data));
});
</script>`;

const server = createServer((_, response) => response.setHeader('content-type', 'text/html').end(CHECKOUT));
let origin: string;

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => server.close());

test('a payer chooses, pays and closes in the modal of a shop plugin, by the keyboard alone', async () => {
  const invoice = await shop.create({ amount: '25.00', success_url: `${origin}/thanks` });
  const { page, complaints } = await visit(origin, { viewport: { width: 376, height: 800 } });
  const messages = () => page.getByRole('listitem').allTextContents();
  await page.goto(`${origin}/#${invoice.id}`);
  await tabTo(page, 'Pay with coins');
  await page.keyboard.press('Enter');
  const payer = page.frameLocator('iframe[title=Payment]');
  await payer.getByText('€25.00').first().waitFor();
  // The server draws the page; only then does it answer.
  await payer.locator('html[data-live]').waitFor();
  await payer.getByRole('button', { name: /^Bitcoin(?! Cash)/ }).press('Enter');
  await payer
    .getByText(/Send exactly|Amount to send|bcrt1/)
    .first()
    .waitFor();
  await shop.pay(invoice.id, 'paid');
  await shop.untilSeen(invoice.id);
  await shop.makeBlocks('BTC', 3);
  await expect.poll(messages).toContain('Settled');
  expect((await messages())[0]).toBe('loaded');
  await payer.getByRole('button', { name: 'Close' }).press('Escape');
  await page.locator('iframe[title=Payment]').waitFor({ state: 'hidden' });
  expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('BUTTON');
  expect(complaints.filter((complaint) => !complaint.startsWith(`request: ${product.url}/`))).toEqual([]);
});
