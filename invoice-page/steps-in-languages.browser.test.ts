import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { ADDRESS_CODES } from '../domain/claims/pasted-address.ts';
import { VERDICTS } from '../domain/claims/verdict.ts';
import type { Language } from '../domain/languages.ts';
import { CARD_ORDER_STATUSES } from '../domain/state/card-order-status.ts';
import { withBrowser } from '../scripts/testing/browser.ts';
import { injectWallets, refusal, type TestWallet } from '../scripts/testing/browser-wallet.ts';
import { openInvoice } from './fixtures/browser.fixture.ts';
import { ADDRESSES, merchant, quoteOf, SHOP_ID } from './fixtures/card-offer.fixture.ts';
import { CODE, INVOICE_ID, startCardServer } from './fixtures/card-server.fixture.ts';
import { lookerOf, WALKED } from './fixtures/looks.fixture.ts';
import { startMockServer } from './fixtures/mock-server.fixture.ts';
import { withServedPage } from './fixtures/served-page.fixture.ts';

/** The answers of a wallet by method. */
type Answers = Readonly<Record<string, () => unknown>>;

/** Walks by the shape of the pages, not by their words: it is the same walk in every language. */
const PHONE = { width: 376, height: 812 };
const go = (page: Page) => page.locator('.dock .button:enabled').first().click();
const screen = (page: Page, name: string) => page.locator(`[data-screen="${name}"]:not([data-opening])`).waitFor();

describe('the steps of a card purchase', () => {
  const visit = withBrowser();
  const server = withServedPage(startCardServer);

  const open = async (path: string, language: Language) => {
    const visitor = await visit(server().url, { viewport: PHONE, locale: language });
    await visitor.page.goto(server().url + path);
    await visitor.page.waitForSelector('html[data-live]');
    await visitor.page.evaluate(() => document.fonts.ready.then(() => undefined));
    return visitor;
  };

  it.each(WALKED)('fit and are translated in %s, from the amount to every end', async (language) => {
    const look = lookerOf(language);
    const { context, page } = await open(`/onramp-iframe?shop=${SHOP_ID}`, language);
    await page.locator('#country').selectOption('KP');
    await page.locator('#country-problem', { hasText: 'Banxa' }).waitFor();
    await look(page, 'amount-not-served');
    await page.locator('#country').selectOption('DE');
    await page.locator('.step .lines').waitFor();
    await look(page, 'amount');
    server().refuse('amount-from', { status: 422, code: 'amount_too_small' });
    await page.locator('#fiat').fill('1');
    await page.locator('#fiat-problem', { hasText: /\d/ }).waitFor();
    await look(page, 'amount-too-small');
    server().refuse('amount-from', null);
    await page.locator('.with-unit select').last().selectOption('USDT_TRC20');
    await page.locator('#fiat').fill('12500');
    await page.locator('.lines dt', { hasText: 'USDT' }).waitFor();
    await look(page, 'amount-of-a-token');
    await page.locator('.with-unit select').last().selectOption('BTC');
    await page.locator('#fiat').fill('100');
    await page.locator('.dock .button:enabled').waitFor();
    await go(page);

    await screen(page, 'address');
    await page.locator('#address').fill(ADDRESSES.ETH ?? '');
    await page.locator('#address-problem', { hasText: 'Ethereum' }).waitFor();
    await look(page, 'address-of-another-network');
    await page.locator('#address').fill(ADDRESSES.BTC ?? '');
    await page.locator('.step .value').waitFor();
    await look(page, 'address');
    await go(page);

    await screen(page, 'email');
    await page.locator('#email').fill('anna@example');
    await go(page);
    await page.locator('.dock [role=alert]', { hasText: '@' }).waitFor();
    await look(page, 'email-problem');
    await page.locator('#email').fill('anna@example.com');
    await page.getByRole('checkbox').check();
    await look(page, 'email');
    await go(page);
    await page.locator('#code').waitFor();
    await look(page, 'code');
    await page.locator('#code').fill('111111');
    await page.locator('[role=alert]', { hasText: /\S{4}/ }).first().waitFor();
    await look(page, 'code-problem');
    await expect.poll(() => page.locator('#code').inputValue()).toBe('');
    await page.locator('#code').fill(CODE);

    await screen(page, 'check');
    await look(page, 'check');
    const { gate_id, fiat, method, country, rate, fees, crypto_amount } = server().order();
    const expires_at = new Date(Date.now() + 600_000).toISOString();
    const price = { gate_id, fiat, method, country, rate, fees, crypto_amount, expires_at };
    server().update({ new_quote: { ...price, fiat_amount: '101.30' } });
    await page.reload();
    await screen(page, 'check');
    await page.locator('[role=alert]', { hasText: '101' }).waitFor();
    await look(page, 'check-new-price');
    server().update({ new_quote: null });
    await page.reload();
    await screen(page, 'check');
    await go(page);
    await screen(page, 'placing');
    await look(page, 'placing');

    const identities = [
      ['not_started', `${server().url}/seller`],
      ['pending', null],
      ['done', null],
    ] as const;
    for (const [status, url] of identities) {
      server().verification = { status, url, expires_at: null };
      server().update({ status: 'identity', checkout_available: status === 'pending' });
      await screen(page, 'identity');
      // The page gets the seller's answer after each change.
      await expect.poll(() => page.locator('.dock .button').count()).toBe(url !== null || status === 'pending' ? 1 : 0);
      await page.waitForLoadState('networkidle');
      await look(page, `identity-${status}`);
    }
    server().update({ status: 'payment', checkout_available: false, new_quote: { ...price, fiat_amount: '101.30' } });
    await screen(page, 'pay');
    await page.locator('[role=alert]', { hasText: '101' }).waitFor();
    await look(page, 'pay-new-price');
    server().update({ new_quote: null });
    await page.locator('[role=alert]', { hasText: '101' }).waitFor({ state: 'detached' });
    await look(page, 'pay-preparing');
    server().update({ status: 'processing' });
    await screen(page, 'follow');
    await look(page, 'processing');
    // From the page of the seller customers come back to one that knows no shop.
    server().update({ status: 'payment', checkout_available: true });
    await page.goto(`${server().url}/card-payment/${server().order().id}`);
    await screen(page, 'pay');
    await look(page, 'pay');
    server().update({ status: 'sending', checkout_available: false, txid: 'ab'.repeat(32), confirmations: 1 });
    await screen(page, 'follow');
    await look(page, 'sending');
    for (const reason of ['short', 'elsewhere', 'overdue']) {
      server().update({ status_reason: reason, delivered_amount: '0.00050000' });
      await page.locator('.note').waitFor();
      await look(page, `sending-${reason}`);
    }
    const delivered_amount = server().order().crypto_amount;
    server().update({ status: 'delivered', status_reason: null, confirmations: 2, delivered_amount });
    await screen(page, 'delivered');
    await look(page, 'delivered');
    const [, ...ends] = CARD_ORDER_STATUSES.slice(CARD_ORDER_STATUSES.indexOf('delivered'));
    for (const status of ends) {
      const before = await page.locator('#title').textContent();
      server().update({ status, checkout_available: status === 'declined' });
      await expect.poll(() => page.locator('#title').textContent()).not.toBe(before);
      await screen(page, 'ended');
      await look(page, status);
    }
    await context.close();
  });

  it.each(WALKED)('fit and are translated in %s for an invoice, and where nothing can be bought', async (language) => {
    const look = lookerOf(language);
    const { context, page } = await open(`/card-payment/invoice/${INVOICE_ID}`, language);
    await page.locator('#country').selectOption('DE');
    await page.locator('.step .lines').waitFor();
    await look(page, 'invoice');
    await go(page);
    await page.locator('#email').fill('anna@example.com');
    await page.getByRole('checkbox').check();
    await go(page);
    await page.locator('#code').fill(CODE);
    await screen(page, 'check');
    await look(page, 'invoice-check');
    server().update({ status: 'delivered' });
    await screen(page, 'delivered');
    await look(page, 'invoice-delivered');
    await context.close();
    const closed = { merchant: { ...merchant, available: false, reason: 'shop_closed' as const }, invoice: null };
    for (const [name, drawn] of [
      ['missing', 'missing'],
      ['failed', 'failed'],
      ['closed', closed],
    ] as const) {
      server().drawn = drawn;
      const other = await open(`/onramp-iframe?shop=${SHOP_ID}`, language);
      await look(other.page, name);
      await other.context.close();
    }
    server().drawn = null;
    const stranger = await open(`/card-payment/${INVOICE_ID}`, language);
    await look(stranger.page, 'another-tab');
    await stranger.context.close();
  });
});

describe('what helps payers', () => {
  const visit = withBrowser();
  const server = withServedPage(startMockServer);

  it.each(WALKED)('fits and is translated in %s: card, exchange, verdicts, new rate, phone', async (language) => {
    const look = lookerOf(language);
    const { context, page } = await visit(server().url, { viewport: PHONE, locale: language });
    const amount = { side: 'fiat', text: '122.40' } as const;
    const purchase = { gateId: 'USDT_TRC20', fiat: 'EUR', country: 'DE', method: 'card', amount } as const;
    server().cardOffer = { available: true, minimum: null, quote: quoteOf({ ...purchase, nowMs: Date.now() }) };
    await openInvoice(page, server().url, 'choose-card');
    await page.locator('a[href^="/card-payment/"]').waitFor();
    await look(page, 'card-row');
    server().cardOffer = { available: false, minimum: { amount: '20.00', fiat: 'EUR' }, quote: null };
    await page.reload();
    await page.waitForLoadState('networkidle');
    await look(page, 'card-row-unavailable');

    await openInvoice(page, server().url, 'pay-xrp');
    await page.locator('.way').first().click();
    await page.locator('.exchange').waitFor();
    for (const exchange of ['', 'kraken', 'binance', 'coinbase']) {
      await page.locator('.exchange select').selectOption(exchange);
      await look(page, `exchange-${exchange || 'other'}`);
    }
    await openInvoice(page, server().url, 'pay');
    await page.locator('.way').last().click();
    await page.locator('svg.code').waitFor();
    await look(page, 'phone');
    await openInvoice(page, server().url, 'rate-over');
    await page.locator('.new-quote').waitFor();
    await look(page, 'new-rate');
    await openInvoice(page, server().url, 'rate-over-no-rate');
    await look(page, 'no-new-rate');

    await openInvoice(page, server().url, 'pay');
    await page.locator('.claim a[href*="/claim"]').click();
    const find = async (text: string) => {
      await page.locator('#find-text').fill(text);
      await page.locator('#find-text').press('Enter');
    };
    await find('nonsense');
    await page.locator('#find-problem', { hasText: /\S/ }).waitFor();
    await look(page, 'find-problem');
    for (const code of [...VERDICTS, ...ADDRESS_CODES]) {
      await find(code);
      await page.locator(`[data-verdict="${code}"]`).waitFor();
      await look(page, `verdict-${code}`);
    }
    await context.close();
  });

  it.each(WALKED)('fits and is translated in %s: wallets of the browser, and what they refuse', async (language) => {
    const look = lookerOf(language);
    const { context, page } = await visit(server().url, { viewport: PHONE, locale: language });
    let answers: Answers = {};
    const usual: Answers = {
      eth_requestAccounts: () => ['0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'],
      eth_chainId: () => '0x1',
      eth_getBalance: () => `0x${(10n ** 24n).toString(16)}`,
      eth_sendTransaction: () => `0x${'ab'.repeat(32)}`,
    };
    const walletOf = (name: string): TestWallet => ({
      name,
      family: 'eip6963',
      answer: async (method) => ({ ...usual, ...answers })[method]?.(),
    });
    await injectWallets(page, [walletOf('Fjord'), walletOf('Skerry')]);
    const refuse = (code: number) => () => Promise.reject(refusal(code, 'x'));
    const pay = async (step: string, next: Answers, isOver: string) => {
      answers = next;
      await openInvoice(page, server().url, 'pay-eth');
      await page.locator('.dock .button').first().click();
      await page.locator('.wallets fieldset button').first().waitFor();
      if (step === 'wallet-sent') await look(page, 'wallet-choice');
      await page.locator('.wallets fieldset button').first().click();
      await page.locator(`.wallets ${isOver}`).waitFor();
      await look(page, step);
    };
    await pay('wallet-sent', {}, '.txid');
    await pay('wallet-declined', { eth_requestAccounts: refuse(4001) }, 'button');
    await pay('wallet-busy', { eth_requestAccounts: refuse(-32_002) }, 'button');
    await pay('wallet-network', { eth_chainId: () => '0x2', wallet_switchEthereumChain: refuse(4902) }, 'button');
    await pay('wallet-funds', { eth_getBalance: () => '0x1' }, 'button');
    await pay('wallet-failed', { eth_sendTransaction: refuse(-32_000) }, 'button');
    await pay('wallet-unclear', { eth_sendTransaction: () => 'no hash' }, 'button');
    await pay('wallet-connect', { eth_requestAccounts: () => new Promise(() => undefined) }, '.note');
    await context.close();
  });
});
