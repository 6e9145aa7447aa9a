import type { BrowserContextOptions } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { expectAccessibleLook, expectNoSidewaysScroll, withBrowser } from '../scripts/testing/browser.ts';
import { openInvoice, readCode } from './fixtures/browser.fixture.ts';
import { startMockServer } from './fixtures/mock-server.fixture.ts';
import { withServedPage } from './fixtures/served-page.fixture.ts';
import { views } from './fixtures/views.fixture.ts';

describe('help for payers on the invoice page', () => {
  const visit = withBrowser();
  const server = withServedPage(startMockServer);

  const onPhone = (options: BrowserContextOptions = {}) =>
    visit(server().url, { viewport: { width: 376, height: 812 }, ...options });

  it('leads a payer through the form of an exchange, whose script is loaded only then', async () => {
    const { context, page, complaints } = await onPhone({ permissions: ['clipboard-read', 'clipboard-write'] });
    const scripts: string[] = [];
    page.on('request', (request) => /\/(?!early-)[^/]*\.js$/.test(request.url()) && scripts.push(request.url()));
    await openInvoice(page, server().url, 'pay');
    expect(scripts).toHaveLength(1);
    await page.getByRole('button', { name: 'I pay from an exchange' }).press('Enter');
    const exchange = page.getByRole('combobox', { name: 'Your exchange' });
    await exchange.waitFor();
    expect(scripts).toHaveLength(2);
    expect(server().calls).toContain('GET pay/exchanges');
    expect(await readCode(page.locator('svg.code'))).toBe(views.pay.address);
    await page.getByText('Enter the fee first').waitFor();
    await exchange.selectOption('kraken');
    await page.getByText('Estimate: 0.00002').waitFor();
    await page.getByRole('button', { name: 'Copy amount' }).last().click();
    await page.getByRole('button', { name: 'Copied amount' }).waitFor();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('0.00142597');
    await page.getByLabel('Fee that your exchange deducts').fill('0,0001');
    await page.getByText('0.00150597').waitFor();
    await exchange.selectOption('binance');
    await page.getByText('too old to use').waitFor();
    await exchange.selectOption('coinbase');
    await page.getByText('Coinbase does not send less than').waitFor();
    expect(await page.getByLabel('Fee that your exchange deducts').count()).toBe(0);
    await page.getByRole('button', { name: 'I pay from a wallet' }).click();
    expect(await readCode(page.locator('svg.code'))).toBe(views.pay.qr?.payload);
    expect(complaints).toEqual([]);
    await context.close();
  });

  it('has the tag as a step of its own, in the word of the exchange', async () => {
    const { context, page } = await onPhone({ permissions: ['clipboard-read', 'clipboard-write'] });
    await openInvoice(page, server().url, 'pay-xrp');
    await page.getByRole('button', { name: 'I pay from an exchange' }).click();
    await page.getByRole('combobox', { name: 'Your exchange' }).selectOption('binance');
    const steps = page.locator('.exchange .steps > li');
    expect(await steps.count()).toBe(4);
    expect(await steps.nth(2).locator('.label').textContent()).toBe('MEMORequired');
    await steps.nth(2).getByRole('button').click();
    await page.getByRole('button', { name: 'Copied destination tag' }).waitFor();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('48201937');
    await context.close();
  });

  it.each(['en-GB', 'de-DE', 'ru-RU'])('keeps its looks with an exchange open, in %s', async (locale) => {
    const { context, page, complaints } = await onPhone({ locale });
    await openInvoice(page, server().url, 'pay-xrp');
    await page.locator('.way').first().click();
    await page.locator('.exchange').waitFor();
    for (const width of [320, 376, 850, 1441]) {
      await page.setViewportSize({ width, height: 900 });
      await expectNoSidewaysScroll(page, `exchange at ${width}`);
    }
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      await expectAccessibleLook(page, 'exchange', { width: 1441, colorScheme });
    }
    expect(complaints).toEqual([]);
    await context.close();
  });

  it('says when the rare part does not load, and loads it at the next try', async () => {
    const { context, page } = await onPhone();
    await openInvoice(page, server().url, 'pay');
    await page.route('**/customer/invoices/pay/exchanges', (route) => route.abort(), { times: 1 });
    await page.getByRole('button', { name: 'I pay from an exchange' }).click();
    await page.getByText('Something went wrong. Please try again.').waitFor();
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('combobox', { name: 'Your exchange' }).waitFor();
    await context.close();
  });

  it('shows fee, time and marks of each coin', async () => {
    const { context, page, complaints } = await onPhone();
    await openInvoice(page, server().url, 'choose');
    await page.getByRole('button', { name: 'Bitcoin about 20 min · network fee about €1.18' }).waitFor();
    await page.getByRole('button', { name: 'XRP Fastest a few seconds' }).waitFor();
    expect(await page.locator('.mark').allTextContents()).toEqual(['Fastest', 'Cheapest']);
    expect(complaints).toEqual([]);
    await context.close();
  });

  it('locks a new quote for the shown amount by one button, and says when the rate moved again', async () => {
    const { context, page } = await onPhone();
    await openInvoice(page, server().url, 'rate-over');
    const quote = page.getByRole('region', { name: 'New rate' });
    expect(await quote.locator('dd').allTextContents()).toEqual([
      '0.00138900\u00a0BTC',
      '0.00140597\u00a0BTC',
      '+0.00001697\u00a0BTC',
    ]);
    await page.route(
      '**/currency',
      (route) =>
        route.fulfill({ status: 409, json: { message: 'Changed', code: 'changed_meanwhile', request_id: 'x' } }),
      { times: 1 },
    );
    const accept = quote.getByRole('button', { name: 'Continue with 0.00140597' });
    await accept.click();
    await page.getByRole('alert').filter({ hasText: 'The rate has just changed' }).waitFor();
    const [request] = await Promise.all([
      page.waitForRequest((each) => each.url().endsWith('/currency')),
      accept.click(),
    ]);
    expect(request.postDataJSON()).toEqual({ gate_id: 'BTC', amount: '0.00140597' });
    await context.close();
  });

  it('says what became of a payment that does not show, and leads on to a claim', async () => {
    const { context, page, complaints } = await onPhone();
    await openInvoice(page, server().url, 'pay');
    await page.getByRole('link', { name: 'Find a payment' }).click();
    const field = page.getByLabel('ID of the transaction, or the address you sent to');
    await field.fill('nonsense');
    await page.route(
      '**/find-payment',
      (route) => route.fulfill({ status: 422, json: { message: 'Wrong', code: 'validation_failed', request_id: 'x' } }),
      { times: 1 },
    );
    await field.press('Enter');
    await page.getByRole('alert').filter({ hasText: 'neither the ID of a transaction nor an address' }).waitFor();
    await field.fill('a'.repeat(64));
    const [request] = await Promise.all([
      page.waitForRequest((each) => each.url().endsWith('/customer/invoices/pay/find-payment')),
      page.getByRole('button', { name: 'Check' }).click(),
    ]);
    expect(request.postDataJSON()).toEqual({ text: 'a'.repeat(64), language: 'en' });
    const verdict = page.getByRole('status').filter({ hasText: 'Waiting for confirmations' });
    await verdict.getByText('0 of 2').first().waitFor();
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      await expectAccessibleLook(page, 'find', { width: 376, colorScheme });
    }
    await expectNoSidewaysScroll(page, 'find at 376');
    expect(await page.getByRole('link', { name: 'Get it back' }).count()).toBe(0);
    await field.fill('bc1q');
    await field.press('Enter');
    const claim = page.getByRole('link', { name: 'Get it back' });
    expect(await claim.getAttribute('href')).toBe(`/invoice/${views.pay.id}/claim?lang=en&transaction=bc1q`);
    await page.route('**/find-payment', (route) =>
      route.fulfill({ status: 429, json: { message: 'Later', code: 'rate_limited', request_id: 'x' } }),
    );
    await field.press('Enter');
    await page.getByRole('alert').filter({ hasText: 'wait 15 minutes' }).waitFor();
    expect(complaints.filter((each) => !/422|429/.test(each))).toEqual([]);
    await context.close();
  });
});
