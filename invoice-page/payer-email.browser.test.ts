import type { BrowserContextOptions } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import type { PayerEmail } from '../contract/customer-invoice.ts';
import { expectAccessibleLook, expectNoSidewaysScroll, withBrowser } from '../scripts/testing/browser.ts';
import { openInvoice } from './fixtures/browser.fixture.ts';
import { startMockServer } from './fixtures/mock-server.fixture.ts';
import { withServedPage } from './fixtures/served-page.fixture.ts';
import { views } from './fixtures/views.fixture.ts';

const nothing: PayerEmail = { masked: null, refunds: true, open: true };

describe('the email address of a payer whom the shop does not know', () => {
  const visit = withBrowser();
  const server = withServedPage(startMockServer);

  const onPhone = (options: BrowserContextOptions = {}) =>
    visit(server().url, { viewport: { width: 376, height: 812 }, ...options });

  const put = (name: keyof typeof views, payer_email: PayerEmail | null) =>
    server().push(name, { ...views[name], customer_email: null, payer_email });

  it('is entered on the choice of coins, shown masked and changed by keyboard', async () => {
    put('choose', nothing);
    const { context, page, complaints } = await onPhone();
    await openInvoice(page, server().url, 'choose');
    await page.locator('.payer-email summary').press('Enter');
    const field = page.getByRole('textbox', { name: 'Email for receipt and refund' });
    await field.fill('mona@mail.example');
    await field.press('Enter');
    await page.getByText('Receipt and refund link go to m•••@mail.example.').waitFor();
    const change = page.getByRole('button', { name: 'Change' });
    await expect.poll(() => change.evaluate((button) => button === document.activeElement)).toBe(true);
    await change.press('Enter');
    await field.fill('nora@mail.example');
    await page.getByRole('button', { name: 'Notify me' }).click();
    await page.getByText('go to n•••@mail.example.').waitFor();
    expect(server().calls.filter((call) => call === 'PUT choose/email')).toHaveLength(2);
    expect(complaints).toEqual([]);
    await context.close();
  });

  it('says below the field what is wrong, and keeps what was typed', async () => {
    put('pay', nothing);
    const { context, page } = await onPhone();
    await openInvoice(page, server().url, 'pay');
    await page.getByText('Email for receipt and refund').click();
    const field = page.getByRole('textbox', { name: 'Email for receipt and refund' });
    const answers = [
      [422, 'validation_failed', 'Enter an email address'],
      [429, 'rate_limited', 'Too many changes'],
      [409, 'conflict', 'cannot be changed anymore'],
    ] as const;
    for (const [status, code, said] of answers) {
      await page.route('**/email', (route) => route.fulfill({ status, json: { code, message: code } }));
      await field.fill('mona');
      await field.press('Enter');
      await page.getByRole('alert').getByText(said).waitFor();
      expect(await field.inputValue()).toBe('mona');
      await page.unroute('**/email');
    }
    await context.close();
  });

  it('gets the news alone while a payment is confirming, and a fixed one cannot be changed', async () => {
    put('confirming', { ...nothing, refunds: false });
    const { context, page } = await onPhone();
    await openInvoice(page, server().url, 'confirming');
    await page.getByText('Email me when it is confirmed').click();
    await page.getByRole('textbox', { name: 'Email me when it is confirmed' }).fill('mona@mail.example');
    await page.getByRole('button', { name: 'Notify me' }).click();
    await page.getByText('We email m•••@mail.example about the outcome.').waitFor();
    put('confirming', { masked: 'm•••@mail.example', refunds: true, open: false });
    await page.reload();
    await page.getByText('Receipt and refund link go to m•••@mail.example.').waitFor();
    expect(await page.getByRole('button', { name: 'Change' }).count()).toBe(0);
    await context.close();
  });

  it('is named where the mail with the refund link went, which is sent once', async () => {
    server().push('overpaid', {
      ...views.overpaid,
      customer_email: null,
      refund_link_available: false,
      payer_email: { masked: 'm•••@mail.example', refunds: true, open: false },
    });
    const { context, page } = await onPhone();
    await openInvoice(page, server().url, 'overpaid');
    await page.getByText('We sent a refund link to m•••@mail.example.').waitFor();
    expect(await page.getByRole('button', { name: 'Send it again' }).count()).toBe(0);
    await context.close();
  });

  it.each(['en-GB', 'de-DE', 'ru-RU', 'fr-FR'])('keeps its looks, in %s', async (locale) => {
    put('choose', nothing);
    put('pay', { ...nothing, masked: 'm•••@a-rather-long-name-of-a-mail-provider.example' });
    put('confirming', { ...nothing, refunds: false });
    const { context, page, complaints } = await onPhone({ locale });
    for (const name of ['choose', 'pay', 'confirming'] as const) {
      await openInvoice(page, server().url, name);
      if (name !== 'pay') await page.locator('.payer-email summary').click();
      for (const width of [320, 376, 1441]) {
        await page.setViewportSize({ width, height: 900 });
        await expectNoSidewaysScroll(page, `${name} at ${width}`);
        for (const colorScheme of ['light', 'dark'] as const) {
          await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
          await expectAccessibleLook(page, name, { width, colorScheme });
        }
      }
    }
    expect(complaints).toEqual([]);
    await context.close();
  });
});
