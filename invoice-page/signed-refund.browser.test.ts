import type { BrowserContextOptions, Page } from 'playwright-core';
import { Trx } from 'tronweb';
import type { Hex } from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import { describe, expect, it } from 'vitest';
import { signerOf } from '../domain/refunds/signed-request.ts';
import { expectAccessibleLook, expectNoSidewaysScroll, withBrowser } from '../scripts/testing/browser.ts';
import { injectWallets, refusal, type TestWallet } from '../scripts/testing/browser-wallet.ts';
import { openInvoice } from './fixtures/browser.fixture.ts';
import { startMockServer } from './fixtures/mock-server.fixture.ts';
import { withServedPage } from './fixtures/served-page.fixture.ts';
import { SIGNER_KEY, SIGNERS } from './fixtures/signed-refund.fixture.ts';
import { views } from './fixtures/views.fixture.ts';

/** An answer of a wallet. */
type Answer = (params: readonly unknown[]) => unknown;

const ADDRESS = '0x8617E340B3D01FA5F11F306F4090FD50E238070D';

describe('a refund by signature on the invoice page', () => {
  const visit = withBrowser();
  const server = withServedPage(startMockServer);

  const onPhone = (options: BrowserContextOptions = {}) =>
    visit(server().url, { viewport: { width: 376, height: 812 }, ...options });

  const put = (gate_id: 'ETH' | 'USDT_ERC20' | 'TRX' | 'XRP') =>
    server().push('overpaid', {
      ...views.overpaid,
      gate_id,
      customer_email: null,
      refund_link_available: false,
      refund_by_signature: true,
    });

  it('is requested by keyboard: an address, the message to sign, and its signature', async () => {
    put('ETH');
    const { context, page, complaints } = await onPhone();
    await openInvoice(page, server().url, 'overpaid');
    await page.getByRole('button', { name: 'Sign for a refund' }).press('Enter');
    const address = page.getByLabel('Your Ethereum address');
    await address.fill('0x86');
    await address.press('Enter');
    await page.getByText('We cannot send to this address.').waitFor();
    await expect.poll(() => address.evaluate((field) => field === document.activeElement)).toBe(true);
    await address.fill(ADDRESS);
    await address.press('Enter');
    await page.getByText(`Refund to: ${ADDRESS}`).waitFor();
    const signature = page.getByLabel('Signature');
    await signature.fill('nonsense');
    await signature.press('Enter');
    await page.getByText('This is not a signature of this message').waitFor();
    expect(await page.getByLabel('Public key of the account').count()).toBe(0);
    await signature.fill(`0x${'ab'.repeat(65)}`);
    await page.getByRole('button', { name: 'Request refund' }).click();
    await page.getByRole('heading', { name: 'Your refund is requested' }).waitFor();
    expect(complaints.filter((text) => !text.includes('422'))).toEqual([]);
    await context.close();
  });

  it('needs a new message for another recipient, and the public key of an XRP account', async () => {
    put('XRP');
    const { context, page } = await onPhone();
    await openInvoice(page, server().url, 'overpaid');
    await page.getByRole('button', { name: 'Sign for a refund' }).click();
    await page.getByLabel('Your XRP Ledger address').fill('rPEPPER7kfTD9w2To4CQk6UCfuHM9c6GDY');
    await page.getByLabel('Destination tag').fill('7');
    await page.getByRole('button', { name: 'Create message' }).click();
    await page.getByText('Destination tag: 7').waitFor();
    await page.getByLabel('Public key of the account').waitFor();
    await page.getByLabel('Destination tag').fill('8');
    await page.getByRole('button', { name: 'Create message' }).waitFor();
    expect(await page.getByText('Destination tag: 7').count()).toBe(0);
    await context.close();
  });

  it('says that a message has expired, and starts again', async () => {
    put('ETH');
    const { context, page } = await onPhone();
    await openInvoice(page, server().url, 'overpaid');
    await page.getByRole('button', { name: 'Sign for a refund' }).click();
    await page.getByLabel('Your Ethereum address').fill(ADDRESS);
    await page.getByRole('button', { name: 'Create message' }).click();
    await page.route('**/signed-refund-request', (route) =>
      route.fulfill({ status: 410, json: { code: 'link_expired', message: 'Link expired' } }),
    );
    await page.getByLabel('Signature').fill('0xab');
    await page.getByRole('button', { name: 'Request refund' }).click();
    await page.getByText('The message has expired').waitFor();
    await page.getByRole('button', { name: 'Create message' }).waitFor();
    await context.close();
  });

  /** Opens the form with a message to sign, and a wallet of the browser that gives these answers. */
  async function withMessage(gateId: 'ETH' | 'USDT_ERC20' | 'TRX', answers: Readonly<Record<string, Answer>>) {
    put(gateId);
    const visited = await onPhone();
    const { page } = visited;
    const calls: string[] = [];
    const wallet: TestWallet = {
      name: 'Fjord',
      family: gateId === 'TRX' ? 'TIP6963' : 'eip6963',
      async answer(method, params) {
        calls.push(method);
        const answer = answers[method];
        if (answer === undefined) throw refusal(4200, 'Unsupported method');
        return answer(params);
      },
    };
    await injectWallets(page, [wallet]);
    await openInvoice(page, server().url, 'overpaid');
    await page.getByRole('button', { name: 'Sign for a refund' }).click();
    await page.getByLabel(/^Your \w+ address/).fill(ADDRESS);
    await page.getByRole('button', { name: 'Create message' }).click();
    const sign = page.getByRole('button', { name: 'Sign with Fjord' });
    await sign.waitFor();
    // Nothing is asked of a wallet before the click.
    expect(calls).toEqual([]);
    return { ...visited, calls, sign };
  }

  /** The text that the page shows to be signed. */
  const shownMessage = (page: Page) => page.locator('.to-sign').textContent();

  it.each(['ETH', 'USDT_ERC20'] as const)(
    'is signed and sent by one click with the account that paid: %s',
    async (gateId) => {
      const account = privateKeyToAccount(`0x${SIGNER_KEY}`);
      const { context, page, complaints, calls, sign } = await withMessage(gateId, {
        eth_requestAccounts: () => ['0x8617E340B3D01FA5F11F306F4090FD50E238070D', account.address.toLowerCase()],
        personal_sign: ([text, by]) => {
          expect(by).toBe(account.address.toLowerCase());
          return account.signMessage({ message: { raw: text as Hex } });
        },
      });
      const message = (await shownMessage(page)) ?? '';
      const [sent] = await Promise.all([page.waitForRequest('**/signed-refund-request'), sign.click()]);
      const { signature, address, public_key } = sent.postDataJSON();
      expect(address).toBe(ADDRESS);
      expect(signerOf('ETH', message, { signature, publicKey: null })).toBe(account.address.toLowerCase());
      expect(public_key).toBeUndefined();
      await page.getByRole('heading', { name: 'Your refund is requested' }).waitFor();
      expect(calls).toEqual(['eth_requestAccounts', 'personal_sign']);
      expect(complaints).toEqual([]);
      await context.close();
    },
  );

  it('is signed and sent by one click with a wallet of TRON', async () => {
    const { context, page, calls, sign } = await withMessage('TRX', {
      eth_requestAccounts: () => [SIGNERS.TRON],
      signMessageV2: ([text]) => Trx.signMessageV2(String(text), SIGNER_KEY),
    });
    const message = (await shownMessage(page)) ?? '';
    const [sent] = await Promise.all([page.waitForRequest('**/signed-refund-request'), sign.click()]);
    expect(signerOf('TRON', message, { ...sent.postDataJSON(), publicKey: null })).toBe(SIGNERS.TRON);
    await page.getByRole('heading', { name: 'Your refund is requested' }).waitFor();
    expect(calls).toEqual(['eth_requestAccounts', 'signMessageV2']);
    await context.close();
  });

  it('names the account that has to sign where the wallet has another one, and asks it for nothing', async () => {
    const account = privateKeyToAccount(`0x${SIGNER_KEY}`);
    let accounts = ['0x8617E340B3D01FA5F11F306F4090FD50E238070D'];
    const { context, page, calls, sign } = await withMessage('ETH', {
      eth_requestAccounts: () => accounts,
      personal_sign: ([text]) => account.signMessage({ message: { raw: text as Hex } }),
    });
    await sign.click();
    await page.getByText(`by the account that paid: ${SIGNERS.ETH}`).waitFor();
    expect(calls).toEqual(['eth_requestAccounts']);
    for (const width of [320, 1441]) {
      await page.setViewportSize({ width, height: 900 });
      await expectNoSidewaysScroll(page, `another account at ${width}`);
      await expectAccessibleLook(page, 'another account', { width, colorScheme: 'light' });
    }
    accounts = [account.address];
    await sign.click();
    await page.getByRole('heading', { name: 'Your refund is requested' }).waitFor();
    await context.close();
  });

  it.each([
    ['a refusal', refusal(4001, 'User rejected the request.'), 'You declined in Fjord. Nothing was sent.'],
    ['an open question', refusal(-32_002, 'Already pending'), 'earlier request'],
    ['a wallet that cannot', refusal(4200, 'Unsupported method'), 'Fjord did not sign. Try again, or paste'],
  ])('understands %s', async (_, error, words) => {
    const { context, page, sign } = await withMessage('ETH', {
      eth_requestAccounts: () => [SIGNERS.ETH],
      personal_sign: () => Promise.reject(error),
    });
    await sign.click();
    await page.getByRole('alert').filter({ hasText: words }).waitFor();
    await sign.waitFor();
    expect(server().calls).not.toContain('POST overpaid/signed-refund-request');
    await context.close();
  });

  it('takes no other answer of a wallet for a signature', async () => {
    const { context, page, sign } = await withMessage('ETH', {
      eth_requestAccounts: () => [SIGNERS.ETH],
      personal_sign: () => ({ signature: '0x12' }),
    });
    await sign.click();
    await page.getByText('Fjord did not sign').waitFor();
    expect(server().calls).not.toContain('POST overpaid/signed-refund-request');
    await context.close();
  });

  it.each(['en-GB', 'de-DE', 'ru-RU', 'fr-FR'])('keeps its looks, in %s', async (locale) => {
    put('ETH');
    const { context, page, complaints } = await onPhone({ locale });
    const answer = () => Promise.reject(refusal(4200, 'Unsupported method'));
    await injectWallets(page, [{ name: 'Fjord', family: 'eip6963', answer }]);
    await openInvoice(page, server().url, 'overpaid');
    await page.locator('.mailed .swap-link').click();
    await page.locator('#sign-address').fill(ADDRESS);
    await page.locator('.refund .button').click();
    await page.locator('.to-sign').waitFor();
    for (const width of [320, 376, 1441]) {
      await page.setViewportSize({ width, height: 900 });
      await expectNoSidewaysScroll(page, `signature at ${width}`);
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
        await expectAccessibleLook(page, 'signature', { width, colorScheme });
      }
    }
    expect(complaints).toEqual([]);
    await context.close();
  });
});
