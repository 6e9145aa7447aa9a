import type { BrowserContextOptions, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { expectAccessibleLook, expectNoSidewaysScroll, withBrowser } from '../scripts/testing/browser.ts';
import { injectWallets, refusal, type TestWallet } from '../scripts/testing/browser-wallet.ts';
import { openInvoice, readCode } from './fixtures/browser.fixture.ts';
import { startMockServer } from './fixtures/mock-server.fixture.ts';
import { withServedPage } from './fixtures/served-page.fixture.ts';
import { views } from './fixtures/views.fixture.ts';

const ACCOUNT = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266';
const TXID = `0x${'ab'.repeat(32)}`;
const RICH = `0x${(10n ** 24n).toString(16)}`;

/** The answers of a wallet by method. */
type Answers = Readonly<Record<string, (params: readonly unknown[]) => unknown>>;

/** An answer that refuses. */
function refuse(code: number, message: string): () => unknown {
  return () => Promise.reject(refusal(code, message));
}

/** A wallet on the main network with coins enough, but for what is changed; with the calls that it got. */
function makeWallet(answers: Answers = {}, name = 'Fjord') {
  const calls: [string, ...unknown[]][] = [];
  const usual: Answers = {
    eth_requestAccounts: () => [ACCOUNT],
    eth_chainId: () => '0x1',
    eth_getBalance: () => RICH,
    eth_call: () => RICH,
    eth_sendTransaction: () => TXID,
  };
  const wallet: TestWallet = {
    name,
    family: 'eip6963',
    async answer(method, params) {
      calls.push([method, ...params]);
      const answer = answers[method] ?? usual[method];
      if (answer === undefined) throw refusal(4200, 'Unsupported method');
      return answer(params);
    },
  };
  return { wallet, calls, asked: () => calls.map(([method]) => method) };
}

describe('wallets in the browser', () => {
  const visit = withBrowser();
  const server = withServedPage(startMockServer);

  const open = async (name: string, wallets: readonly TestWallet[], options: BrowserContextOptions = {}) => {
    const visited = await visit(server().url, { viewport: { width: 1441, height: 900 }, ...options });
    await injectWallets(visited.page, wallets);
    await openInvoice(visited.page, server().url, name);
    return visited;
  };
  const pay = (page: Page) => page.getByRole('button', { name: 'Pay with Fjord' });

  it('sends exact coins by one click, and says so until the payment shows', async () => {
    const { wallet, calls, asked } = makeWallet();
    const { page, context, complaints } = await open('pay-eth', [wallet]);
    expect(calls).toEqual([]);
    await pay(page).click();
    await page.getByText('Fjord has sent the payment').waitFor();
    await page.getByText(TXID).waitFor();
    expect(asked()).toEqual(['eth_requestAccounts', 'eth_chainId', 'eth_getBalance', 'eth_sendTransaction']);
    const order = calls.at(-1)?.[1];
    expect(order).toEqual({
      from: ACCOUNT,
      to: views['pay-eth'].address,
      value: expect.stringMatching(/^0x[0-9a-f]+$/),
      chainId: '0x1',
    });
    expect(server().calls).toEqual(expect.arrayContaining(['GET pay-eth/wallet-payment', 'PUT pay-eth/pay']));
    // Nothing invites to pay a second time.
    expect(await page.locator('.dock .button').allTextContents()).toEqual(['I have paid']);
    server().push('pay-eth', { ...views.confirming, version: 90 });
    await page.getByText('Fjord has sent the payment').waitFor({ state: 'detached' });
    expect(complaints).toEqual([]);
    await context.close();
  });

  it('sends a token by its contract, with the keyboard alone', async () => {
    const { wallet, calls } = makeWallet();
    const { page, context } = await open('pay-usdt-erc20', [wallet]);
    await pay(page).focus();
    await page.keyboard.press('Enter');
    await page.getByText('Fjord has sent the payment').waitFor();
    // Focus is where the news are, not lost with the button.
    expect(await page.evaluate(() => document.activeElement?.className)).toBe('wallets');
    expect(calls.at(-1)?.[1]).toMatchObject({
      to: '0xdac17f958d2ee523a2206206994597c13d831ec7',
      value: '0x0',
      data: expect.stringMatching(/^0xa9059cbb0{24}[0-9a-f]{104}$/),
    });
    await context.close();
  });

  it.each(['pay-trx', 'pay-usdt-trc20'])('has a TRON wallet sign, and hands over what it signed: %s', async (name) => {
    const from = 'T9yD14Nj9j7xAB4dbGeiX9h8unkKHxuWwb';
    const { wallet, calls, asked } = makeWallet({
      eth_requestAccounts: () => [from],
      sign: ([transaction]) => ({ ...(transaction as object), signature: ['12'.repeat(65)] }),
    });
    const { page, context, complaints } = await open(name, [{ ...wallet, family: 'TIP6963' }]);
    const sent = page.waitForRequest('**/tron-transaction/signed');
    await pay(page).click();
    expect((await sent).postDataJSON()).toEqual({ signature: '12'.repeat(65), order: 'sealed' });
    await page.getByText('Fjord has sent the payment').waitFor();
    await page.getByText('cd'.repeat(32)).waitFor();
    expect(asked()).toEqual(['eth_requestAccounts', 'sign']);
    expect(calls.at(-1)?.[1]).toMatchObject({ visible: false, txID: expect.stringMatching(/^[0-9a-f]{64}$/) });
    expect(complaints).toEqual([]);
    await context.close();
  });

  it('has a wallet on another chain switched, and sends nothing while it does not', async () => {
    let chain = '0x89';
    let isObedient = false;
    const { wallet, asked } = makeWallet({
      eth_chainId: () => chain,
      wallet_switchEthereumChain: ([to]) => {
        if (isObedient) ({ chainId: chain } = to as { chainId: string });
        return null;
      },
    });
    const { page, context } = await open('pay-eth', [wallet]);
    await pay(page).click();
    await page.getByText('Fjord did not switch to Ethereum').waitFor();
    expect(asked()).not.toContain('eth_sendTransaction');
    isObedient = true;
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByText('Fjord has sent the payment').waitFor();
    await context.close();
  });

  it.each<readonly [string, Answers, string]>([
    ['a refusal to be known', { eth_requestAccounts: refuse(4001, 'no') }, 'You declined'],
    ['a refusal to pay', { eth_sendTransaction: refuse(4001, 'no') }, 'Nothing was sent.'],
    ['an open question', { eth_requestAccounts: refuse(-32_002, 'x') }, 'earlier request'],
    ['a poor account', { eth_getBalance: () => '0x1' }, 'does not have enough'],
    ['an unknown chain', { eth_chainId: () => '0x2', wallet_switchEthereumChain: refuse(4902, 'x') }, 'did not switch'],
    ['an answer that is no ID', { eth_sendTransaction: () => null }, 'did not say whether'],
  ])('understands %s', async (_, answers, words) => {
    const { wallet, asked } = makeWallet(answers);
    const { page, context } = await open('pay-eth', [wallet]);
    await pay(page).click();
    await page.getByText(words).first().waitFor();
    await page.getByRole('button', { name: 'Try again' }).waitFor();
    if (!('eth_sendTransaction' in answers)) expect(asked()).not.toContain('eth_sendTransaction');
    await page.getByRole('button', { name: 'Pay another way' }).click();
    await page.getByRole('img', { name: /QR code/ }).waitFor();
    await context.close();
  });

  it('sends nothing when the amount is no longer the one that is shown', async () => {
    const { wallet, asked } = makeWallet();
    const { page, context } = await open('pay-eth', [wallet]);
    await page.route('**/wallet-payment', async (route) => {
      const response = await route.fetch();
      const { data } = await response.json();
      await route.fulfill({ json: { data: { ...data, amount: '9.1', minor: '9100000000000000000' } } });
    });
    await pay(page).click();
    await page.getByText('The amount has changed').waitFor();
    expect(asked()).toEqual(['eth_requestAccounts']);
    await context.close();
  });

  it('warns of a payment that its wallet has signed and the network does not show', async () => {
    const { wallet } = makeWallet();
    const { page, context } = await open('pay-eth', [wallet]);
    await page.clock.install();
    await pay(page).click();
    await page.getByText('Fjord has sent the payment').waitFor();
    await page.clock.runFor(61_000);
    await page.getByText('before you pay again').waitFor();
    expect(await page.getByText(TXID).count()).toBe(1);
    await context.close();
  });

  it('offers several by name, none where it cannot pay, and cuts what they say of themselves', async () => {
    const long = makeWallet({}, `Fjord ${'x'.repeat(200)}`);
    const other = makeWallet({}, 'Skerry');
    const { page, context } = await open('pay-eth', [other.wallet, long.wallet]);
    await page.getByRole('button', { name: 'Pay with a wallet here' }).click();
    await page.getByRole('group', { name: 'Choose a wallet' }).waitFor();
    expect(await page.locator('.wallets button').allTextContents()).toEqual(['Skerry', `Fjord ${'x'.repeat(18)}`]);
    await page.getByRole('button', { name: 'Skerry' }).click();
    await page.getByText('Skerry has sent the payment').waitFor();
    expect(long.calls).toEqual([]);
    for (const name of ['pay', 'pay-xrp', 'pay-trx']) {
      await openInvoice(page, server().url, name);
      expect(await page.getByRole('button', { name: /^Pay with a wallet/ }).count(), name).toBe(0);
    }
    await context.close();
  });

  it('goes on at a phone by the code of the page, which a phone itself does not offer', async () => {
    const { page, context } = await open('pay', []);
    await page.getByRole('button', { name: 'Continue on your phone' }).click();
    expect(await readCode(page.locator('svg.code'))).toBe(`${server().url}/invoice/pay`);
    await page.getByRole('button', { name: 'Pay here' }).click();
    expect(await readCode(page.locator('svg.code'))).toBe(views.pay.qr?.payload);
    await context.close();
    const phone = await open('pay', [], { viewport: { width: 376, height: 812 }, hasTouch: true, isMobile: true });
    expect(await phone.page.getByRole('button', { name: 'Continue on your phone' }).count()).toBe(0);
    await phone.context.close();
  });

  it.each(['en-GB', 'de-DE', 'ru-RU'])('keeps its looks, in %s', async (locale) => {
    const { wallet } = makeWallet({ eth_sendTransaction: refuse(-32_000, 'boom') });
    const { page, context, complaints } = await open('pay-eth', [wallet], { locale });
    await page.locator('.dock .button').first().click();
    await page.locator('.wallets .button').waitFor();
    for (const width of [320, 376, 850, 1441]) {
      await page.setViewportSize({ width, height: 900 });
      await expectNoSidewaysScroll(page, `wallet at ${width}`);
    }
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      await expectAccessibleLook(page, 'wallet', { width: 1441, colorScheme });
    }
    expect(complaints).toEqual([]);
    await context.close();
  });
});
