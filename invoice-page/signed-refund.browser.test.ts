import type { BrowserContextOptions } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { expectAccessibleLook, expectNoSidewaysScroll, withBrowser } from '../scripts/testing/browser.ts';
import { openInvoice } from './fixtures/browser.fixture.ts';
import { startMockServer } from './fixtures/mock-server.fixture.ts';
import { withServedPage } from './fixtures/served-page.fixture.ts';
import { views } from './fixtures/views.fixture.ts';

const ADDRESS = '0x8617E340B3D01FA5F11F306F4090FD50E238070D';

describe('a refund by signature on the invoice page', () => {
  const visit = withBrowser();
  const server = withServedPage(startMockServer);

  const onPhone = (options: BrowserContextOptions = {}) =>
    visit(server().url, { viewport: { width: 376, height: 812 }, ...options });

  const put = (gate_id: 'ETH' | 'XRP') =>
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

  it.each(['en-GB', 'de-DE', 'ru-RU', 'fr-FR'])('keeps its looks, in %s', async (locale) => {
    put('ETH');
    const { context, page, complaints } = await onPhone({ locale });
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
