import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { CARD_ORDER_STATUSES, type CardOrderStatus } from '../domain/state/card-order-status.ts';
import {
  expectAccessibleLook,
  expectNoSidewaysScroll,
  showAt,
  type Visit,
  withBrowser,
} from '../scripts/testing/browser.ts';
import { ADDRESSES, merchant, SHOP_ID } from './fixtures/card-offer.fixture.ts';
import { CODE, INVOICE_ID, startCardServer } from './fixtures/card-server.fixture.ts';
import { withServedPage } from './fixtures/served-page.fixture.ts';

const shopPath = `/onramp-iframe?shop=${SHOP_ID}`;
const expected = (complaint: string) => /the server responded with a status of (401|422|503)/.test(complaint);

describe('the card purchase in a browser', () => {
  const visit = withBrowser();
  const server = withServedPage(startCardServer);

  const open = async (path = shopPath, options: BrowserContextOptions = {}): Promise<Visit> => {
    const visitor = await visit(server().url, { viewport: { width: 376, height: 812 }, ...options });
    await visitor.page.goto(server().url + path);
    await visitor.page.waitForSelector('html[data-live]');
    return visitor;
  };
  const title = (page: Page, text: string) =>
    page.getByRole('heading', { level: 1, name: text, exact: true }).waitFor();
  const next = (page: Page, name = 'Continue') => page.getByRole('button', { name, exact: true }).click();

  /** Until the email is confirmed. */
  async function buyUntilChecked(page: Page): Promise<void> {
    await next(page);
    await title(page, 'Where should your BTC go?');
    await page.getByLabel('Bitcoin address').fill(ADDRESSES.BTC ?? '');
    await next(page);
    await confirmEmail(page);
  }

  async function confirmEmail(page: Page): Promise<void> {
    await title(page, 'Your email');
    await page.getByLabel('Email', { exact: true }).fill('anna@example.com');
    await page.getByRole('checkbox').check();
    await next(page, 'Send code');
    await title(page, 'Enter the code');
    await page.getByLabel('Code', { exact: true }).fill(CODE);
    await title(page, 'Check your order');
  }

  it('leads from an amount to coins that have arrived, each screen accessible and without sideways scroll', async () => {
    const { context, page, complaints } = await open();
    await looksWell(page, 'amount', page.getByText('Total charged'));
    await next(page);
    await title(page, 'Where should your BTC go?');
    await expect.poll(() => page.evaluate('document.activeElement.id')).toBe('title');
    await page.getByLabel('Bitcoin address').fill(ADDRESSES.ETH ?? '');
    await page.getByText('This is an address of another network (Ethereum). Use a Bitcoin address.').waitFor();
    expect(await page.getByRole('button', { name: 'Continue', exact: true }).isDisabled()).toBe(true);
    await page.getByLabel('Bitcoin address').fill(ADDRESSES.BTC ?? '');
    await looksWell(page, 'address', page.getByText('Compare with your wallet'));
    await next(page);
    await title(page, 'Your email');
    await page.getByLabel('Email', { exact: true }).fill('anna@example');
    await next(page, 'Send code');
    await page.getByRole('alert').filter({ hasText: 'Enter a complete email address' }).waitFor();
    await page.getByLabel('Email', { exact: true }).fill('anna@example.com');
    await next(page, 'Send code');
    await page.getByRole('alert').filter({ hasText: 'Accept the terms of Banxa' }).waitFor();
    await looksWell(page, 'email');
    await page.getByRole('checkbox').check();
    await page.getByText('Accept the terms of Banxa').waitFor({ state: 'detached' });
    await next(page, 'Send code');
    await title(page, 'Enter the code');
    await looksWell(page, 'code');
    await page.getByLabel('Code', { exact: true }).fill('111111');
    const wrong = page
      .getByRole('alert')
      .filter({ hasText: 'The entered verification code is incorrect or has expired' });
    await wrong.waitFor();
    // After a second it is ready for another one.
    await expect.poll(() => page.getByLabel('Code', { exact: true }).inputValue()).toBe('');
    await page.getByLabel('Code', { exact: true }).fill(`${CODE.slice(0, 3)} ${CODE.slice(3)}`);
    await title(page, 'Check your order');
    await looksWell(page, 'check');
    await next(page, 'Continue to payment');
    await title(page, 'Preparing your payment');
    await looksWell(page, 'placing');
    server().update({ status: 'identity' });
    await title(page, 'Verify your identity');
    await looksWell(page, 'identity');
    server().update({ status: 'payment', checkout_available: true });
    await title(page, 'Pay €100.00');
    await looksWell(page, 'pay');
    await page.getByRole('button', { name: 'Open payment page' }).click();
    await page.waitForURL(`${server().url}/seller`);
    server().update({ status: 'sending', checkout_available: false, txid: 'ab'.repeat(32), confirmations: 0 });
    await page.goto(`${server().url}/card-payment/${server().order().id}`);
    await title(page, 'Your coins are on their way');
    server().update({ confirmations: 1 });
    await page.getByRole('status').filter({ hasText: '1 of 2 confirmations' }).waitFor({ state: 'attached' });
    await looksWell(page, 'sending');
    server().update({ status: 'delivered', confirmations: 2, delivered_amount: server().order().crypto_amount });
    await title(page, 'Your BTC has arrived');
    await looksWell(page, 'delivered');
    expect(await page.getByRole('link', { name: 'Return to Kestrel Cycles' }).getAttribute('href')).toContain(
      '/thanks',
    );
    expect(complaints.filter((each) => !expected(each))).toEqual([]);
    await context.close();
  });

  it('says of each end why, and of a declined card what the specification says', async () => {
    const { context, page } = await open();
    await buyUntilChecked(page);
    const ends: Partial<Record<CardOrderStatus, string>> = {
      declined: "Your payment didn't go through, please double-check your payment details and try again",
      rejected: 'Banxa couldn’t confirm your identity',
      expired: 'It wasn’t paid in time',
      refunded: 'Banxa returned €100.00 to your card',
      canceled: 'Your card was not charged',
      failed: 'Banxa didn’t accept the order',
      charged_back: 'The card payment was reversed',
    };
    for (const status of CARD_ORDER_STATUSES.filter((each) => ends[each] !== undefined)) {
      server().update({ status, checkout_available: status === 'declined' });
      await page
        .locator('.say')
        .filter({ hasText: ends[status] ?? '' })
        .waitFor();
      await looksWell(page, status);
    }
    server().update({ status: 'sending', status_reason: 'short', delivered_amount: '0.00050000' });
    await page
      .locator('.note')
      .filter({ hasText: /^Only 0.00050000.BTC of/ })
      .waitFor();
    // The coins that have not arrived are not awaited.
    expect(await page.getByText('We wait until').count()).toBe(0);
    await looksWell(page, 'short');
    await context.close();
  });

  it('calculates either side while it is typed, and no answer to an earlier text wins', async () => {
    const { context, page } = await open();
    const get = page.getByLabel('You get', { exact: true });
    await expect.poll(() => get.inputValue()).not.toBe('');
    let answer = (): void => undefined;
    server().hold('amount-from', new Promise<void>((resolve) => (answer = resolve)));
    await page.getByLabel('You pay', { exact: true }).fill('900');
    await expect.poll(() => server().calls.filter((call) => call.endsWith('amount-from')).length).toBe(2);
    server().hold('amount-from', null);
    await get.fill('0.01');
    await expect.poll(() => page.getByLabel('You pay', { exact: true }).inputValue()).toMatch(/^86\d\.\d\d$/);
    answer();
    await page.getByLabel('You get', { exact: true }).fill('0.02');
    await expect.poll(() => page.getByLabel('You pay', { exact: true }).inputValue()).toMatch(/^17\d\d\.\d\d$/);
    const lines = await page.locator('.step .lines dd').allTextContents();
    const cents = lines.map((text) => Math.round(Number(text.replaceAll(/[^\d.]/g, '')) * 100));
    expect(cents.slice(0, 3).reduce((total, each) => total + each, 0)).toBe(cents[3]);
    server().refuse('amount-to', { status: 422, code: 'amount_too_large' });
    await get.fill('10');
    await page.getByText('Amount is greater than the maximum value. €20.00 to €15,000.00 per purchase').waitFor();
    expect(await page.getByRole('button', { name: 'Continue', exact: true }).isDisabled()).toBe(true);
    await context.close();
  });

  it('keeps the place over reload and back button, and the secret out of every address', async () => {
    const { context, page } = await open();
    const requestedUrls: string[] = [];
    page.on('request', (request) => requestedUrls.push(request.url()));
    await buyUntilChecked(page);
    await page.reload();
    await title(page, 'Check your order');
    await page.goBack();
    await title(page, 'Your email');
    await page.goBack();
    await title(page, 'Where should your BTC go?');
    expect(await page.getByLabel('Bitcoin address').inputValue()).toBe(ADDRESSES.BTC);
    await page.goForward();
    await page.goForward();
    await title(page, 'Check your order');
    expect(page.url()).toBe(server().url + shopPath);
    const secret = await page.evaluate('JSON.parse(sessionStorage.getItem("tidegate-card-orders"))[0].secret');
    expect(String(secret)).toHaveLength(43);
    expect(requestedUrls.filter((url) => url.includes(String(secret)))).toEqual([]);
    expect(await context.cookies()).not.toEqual(
      expect.arrayContaining([expect.objectContaining({ value: expect.stringContaining(String(secret)) })]),
    );
    await context.close();
  });

  it('leads to the page of the seller by itself once the price of the order is known', async () => {
    const { context, page } = await open();
    await buyUntilChecked(page);
    await next(page, 'Continue to payment');
    await title(page, 'Preparing your payment');
    server().update({ status: 'payment', checkout_available: false });
    await title(page, 'Pay €100.00');
    expect(await page.getByRole('button', { name: 'Open payment page' }).count()).toBe(0);
    server().update({ checkout_available: true });
    await page.waitForURL(`${server().url}/seller`);
    // Customers who come back decide themselves whether to go there again.
    await page.goto(`${server().url}/card-payment/${server().order().id}`);
    await title(page, 'Pay €100.00');
    server().update({ checkout_available: false });
    await page.getByRole('button', { name: 'Open payment page' }).waitFor({ state: 'detached' });
    server().update({ checkout_available: true });
    await page.getByRole('button', { name: 'Open payment page' }).waitFor();
    expect(page.url()).toContain('/card-payment/');
    await context.close();
  });

  it('places nothing at another price than the one that was accepted', async () => {
    const { context, page } = await open();
    await buyUntilChecked(page);
    const { gate_id, fiat, method, country, rate, fees, crypto_amount } = server().order();
    const expires_at = new Date(Date.now() + 60_000).toISOString();
    const price = { gate_id, fiat, method, country, rate, fees, crypto_amount, expires_at };
    server().update({ new_quote: { ...price, fiat_amount: '101.30' } });
    await page.reload();
    await page
      .getByRole('alert')
      .filter({ hasText: /Before: €100\.00 .* Now: €101\.30/ })
      .waitFor();
    expect(await page.getByRole('button', { name: 'Continue to payment' }).count()).toBe(0);
    await next(page, 'Accept new price');
    await next(page, 'Continue to payment');
    await title(page, 'Preparing your payment');
    expect(server().order().fiat_amount).toBe('101.30');
    await context.close();
  });

  it('pays an invoice without asking for an address', async () => {
    const { context, page } = await open(`/card-payment/invoice/${INVOICE_ID}`, { locale: 'en-GB' });
    await title(page, 'Pay by card');
    await looksWell(page, 'invoice', page.getByText('Total charged'));
    await next(page);
    await confirmEmail(page);
    await page.getByText('Invoice of Kestrel Cycles').waitFor();
    expect(await page.getByRole('button', { name: 'Change address' }).count()).toBe(0);
    server().update({ status: 'delivered' });
    await title(page, 'Your invoice is paid');
    await context.close();
  });

  it('says when there is nothing to buy, no network, or an order of another tab', async () => {
    for (const [drawn, heading] of [
      ['missing', 'Nothing found'],
      ['failed', 'This page can’t be shown right now'],
      [
        { merchant: { ...merchant, available: false, reason: 'shop_closed' }, invoice: null },
        'Card purchase is not available now',
      ],
    ] as const) {
      server().drawn = drawn;
      const { context, page } = await open();
      await title(page, heading);
      await looksWell(page, heading);
      await context.close();
    }
    server().drawn = null;
    const stranger = await open(`/card-payment/${INVOICE_ID}`);
    await title(stranger.page, 'Go back to the page you started from');
    await stranger.context.close();
    const { context, page } = await open();
    await page.getByText('Total charged').waitFor();
    await context.setOffline(true);
    await page.getByRole('status').filter({ hasText: 'offline' }).first().waitFor();
    await context.close();
  });

  it('speaks each language without a word of another, in light and dark, from 320 to 1441', async () => {
    for (const [locale, heading] of [
      ['de-DE', 'Krypto mit Karte kaufen'],
      ['fr-FR', 'Acheter des cryptos par carte'],
      ['es-ES', 'Comprar cripto con tarjeta'],
      ['it-IT', 'Acquista cripto con carta'],
      ['pt-PT', 'Comprar cripto com cartão'],
      ['ru-RU', 'Купить криптовалюту картой'],
    ] as const) {
      const { context, page } = await open(shopPath, { locale });
      await title(page, heading);
      await page.locator('#country').selectOption('DE');
      await page.locator('.step .lines').waitFor();
      expect(await page.locator('#root').textContent()).not.toMatch(/\b[a-z]+\.[a-z_]+\b(?!\.)|\{\w+\}/);
      for (const width of [320, 376, 850, 1441]) {
        await page.setViewportSize({ width, height: 800 });
        await expectNoSidewaysScroll(page, `${locale} at ${width}`);
      }
      await context.close();
    }
  });
});

/** On a phone in light and at a desk in dark. */
async function looksWell(page: Page, where: string, ready?: { waitFor(): Promise<void> }): Promise<void> {
  await ready?.waitFor();
  for (const [width, colorScheme] of [
    [376, 'light'],
    [1441, 'dark'],
  ] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await showAt(page, width);
    await expectAccessibleLook(page, where, { width, colorScheme });
    await expectNoSidewaysScroll(page, `${where} at ${width}`);
  }
  await page.setViewportSize({ width: 320, height: 700 });
  await expectNoSidewaysScroll(page, `${where} at 320`);
  await page.setViewportSize({ width: 376, height: 812 });
}

describe('a shop’s page with the card purchase in a frame', () => {
  const visit = withBrowser();
  const gateway = withServedPage(startCardServer);
  let shop: Server;
  let shopUrl: string;

  beforeEach(async () => {
    shop = createServer((_, response) => {
      response.setHeader('content-type', 'text/html').end(`<!doctype html><html lang="en"><title>Shop</title>
<main><h1>Shop</h1><iframe title="Buy" src="${gateway().url}${shopPath}" width="400" height="780"></iframe></main>
<script>window.heard = []; addEventListener('message', ({ data }) => heard.push(data));</script></html>`);
    });
    await new Promise<void>((resolve) => shop.listen(0, '127.0.0.1', resolve));
    shopUrl = `http://localhost:${(shop.address() as AddressInfo).port}`;
  });
  afterEach(() => {
    shop.closeAllConnections();
    shop.close();
  });

  it('hears typed messages, none with the secret or the customer in it, and opens the seller in a tab', async () => {
    const { context, page } = await visit(shopUrl, { viewport: { width: 900, height: 900 } });
    await page.goto(shopUrl);
    const frame = page.frameLocator('iframe');
    await frame.getByText('Total charged').waitFor();
    await page.evaluate(`frames[0].postMessage({ source: 'tidegate', version: 1, type: 'hello' }, '*')`);
    const heard = () => page.evaluate('heard') as Promise<{ type: string; card_order?: { status: string } }[]>;
    await expect.poll(async () => (await heard()).map(({ type }) => type)).toContain('page.ready');
    await frame.getByRole('button', { name: 'Continue', exact: true }).click();
    await frame.getByRole('heading', { name: 'Where should your BTC go?' }).waitFor();
    await expect.poll(async () => (await heard()).at(-1)?.card_order?.status).toBe('draft');
    gateway().update({ status: 'payment', checkout_available: true, address: ADDRESSES.BTC ?? null });
    await frame.getByRole('heading', { name: 'Pay €100.00' }).waitFor();
    const opened = context.waitForEvent('page');
    await frame.getByRole('button', { name: 'Open payment page' }).click();
    await (await opened).waitForURL(`${gateway().url}/seller`);
    expect(page.url()).toBe(`${shopUrl}/`);
    expect(Object.keys((await heard()).at(-1)?.card_order ?? {}).sort()).toEqual([
      'id',
      'invoice_id',
      'status',
      'status_reason',
      'version',
    ]);
    expect(JSON.stringify(await heard())).not.toMatch(/secret|bc1q|example\.com/);
    await frame.locator('#title').focus();
    await page.keyboard.press('Escape');
    await expect.poll(async () => (await heard()).at(-1)?.type).toBe('page.close');
    await context.close();
  });
});
