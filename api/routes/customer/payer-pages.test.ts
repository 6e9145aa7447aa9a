import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { claimDesk } from '../../../db/claims/testing.fixture.ts';
import { execute } from '../../../db/core/sql.ts';
import { createPayerEmailLinks } from '../../../db/invoices/payer-emails.ts';
import { makeInvoice, makeRates } from '../../../db/invoices/testing.fixture.ts';
import type { TestMerchant } from '../../../db/testing.fixture.ts';
import { buildPage } from '../../../invoice-page/fixtures/browser.fixture.ts';
import { expectAccessibleLook, expectNoSidewaysScroll, showAt, withBrowser } from '../../../scripts/testing/browser.ts';
import { type Picture, writeContactSheet } from '../../../scripts/testing/contact-sheet.ts';
import { startTestApi, type TestApi } from '../../testing/server.fixture.ts';

let built: Awaited<ReturnType<typeof buildPage>>;
let api: TestApi;
let shop: TestMerchant;
let origin: string;
const visit = withBrowser();
const SHEETS = process.env.TIDEGATE_CONTACT_SHEETS;

beforeAll(async () => {
  built = await buildPage();
  api = await startTestApi({
    env: { SMTP_URL: 'smtp://localhost:2525' },
    deps: { frontEnds: { invoicePage: built.dist } },
  });
  await makeRates(api.db);
  shop = await api.merchant({ profile: { domain: 'quay.example' } });
  origin = await api.app.listen({ host: '127.0.0.1', port: 0 });
});
afterAll(async () => {
  await api?.close();
  await built?.remove();
});

test('claim, payment link and what is not there have the frame, stripe and fonts of the invoice page', async () => {
  const { page, context, complaints } = await visit(origin);
  const { invoiceId, txid } = await strayTrx();
  const link = await api.call({
    url: '/api/v1/payment-links',
    body: { title: 'Harbor tour', amount: '49.90', currency: 'EUR', description: 'Two hours' },
    as: shop.token,
  });
  await page.goto(`${origin}/invoice/${invoiceId}/claim?lang=en&transaction=%22%3E%3Cb%3E`);
  expect(await page.getByLabel('Transaction ID').inputValue()).toBe('"><b>');
  await page.goto(`${origin}/invoice/${invoiceId}/claim?lang=en&transaction=${txid}`);
  await looksLikeTheInvoicePage(page, 'claim, question');
  await page.getByRole('button', { name: 'Check' }).click();
  await page.getByText('You sent TRX. This invoice expects USDT on TRON').waitFor();
  expect(await figuresOf(page)).toEqual(['200.282538 TRX', '−20.028253 TRX', '−1.100000 TRX', '179.154285 TRX']);
  await looksLikeTheInvoicePage(page, 'claim, verdict');

  await page.getByLabel('address').fill('nonsense');
  await page.getByLabel('Email').fill('ada@payer.test');
  await page.getByRole('button', { name: 'Claim this payment' }).click();
  const problem = page.locator('#address-problem');
  await expect.poll(() => problem.textContent()).toContain('not an address');
  const [field, words] = [await page.getByLabel('address').boundingBox(), await problem.boundingBox()];
  expect((words?.y ?? 0) - (field?.y ?? 0) - (field?.height ?? 0), 'below its field').toBeLessThan(12);
  expect(await page.getByLabel('address').getAttribute('aria-describedby')).toContain('address-problem');
  await looksLikeTheInvoicePage(page, 'claim, wrong address');

  await page.goto(`${origin}/pay/${link.json.data.id}?lang=en`);
  await looksLikeTheInvoicePage(page, 'payment link');
  await page.getByLabel('Language').selectOption('Deutsch');
  await page.getByRole('button', { name: 'Change' }).click();
  await page.getByRole('button', { name: 'Weiter zur Zahlung' }).waitFor();
  expect(complaints).toEqual([]);

  await page.goto(`${origin}/pay/00000000-0000-4000-8000-000000000000?lang=en`);
  await looksLikeTheInvoicePage(page, 'payment link that is not there', { isTest: false });
  await context.close();
});

test('payment requests and the removal of an address have them too, with words as long as shops write', async () => {
  const { page, context, complaints } = await visit(origin);
  const request = await api.call({
    url: '/api/v1/payment-requests',
    body: {
      recipient_name: 'Baronin Maximiliane von und zu Hohenlohe-Waldenburg-Schillingsfürst',
      recipient_email: 'nora@lind.example',
      description: `Two lamps, ${'brass '.repeat(40)}and ${'W'.repeat(70)}`,
      amount: '14999.89',
      currency: 'EUR',
    },
    as: shop.token,
  });
  expect(request.status, request.text).toBe(201);
  const { id } = request.json.data;
  const path = `${origin}/payment-request/invoice-form?request=${id}`;
  await page.goto(`${path}&lang=de`);
  await page.getByRole('button', { name: 'Weiter zur Zahlung' }).waitFor();
  await looksLikeTheInvoicePage(page, 'payment request');
  const canceled = { method: 'POST', url: `/api/v1/payment-requests/${id}/cancel`, as: shop.token } as const;
  expect((await api.call(canceled)).status).toBe(200);
  expect((await page.goto(`${path}&lang=fr`))?.status()).toBe(410);
  await page.getByRole('heading', { name: 'Cette demande a été annulée' }).waitFor();
  await looksLikeTheInvoicePage(page, 'payment request over');
  const { invoiceId } = await strayTrx();
  const remove = createPayerEmailLinks(api.deps.config.encryptionKey, origin).removeUrl(invoiceId);
  await page.goto(`${remove}&lang=es`);
  await looksLikeTheInvoicePage(page, 'address', { isTest: false });
  await page.getByRole('button', { name: 'Eliminar' }).click();
  await page.getByRole('heading', { name: 'La dirección de correo se ha eliminado' }).waitFor();
  await looksLikeTheInvoicePage(page, 'address removed', { isTest: false });
  // The browser names the status of the request that is over.
  expect(complaints.filter((each) => !each.includes('410'))).toEqual([]);
  await page.goto(`${remove}x&lang=it`);
  await looksLikeTheInvoicePage(page, 'address unknown', { isTest: false });
  await page.goto(`${origin}/payment-request/invoice-form?request=00000000-0000-4000-8000-000000000000&lang=pt`);
  await looksLikeTheInvoicePage(page, 'payment request gone', { isTest: false });
  await context.close();
});

test('the page to ask for help is found from the invoice, and has the frame too', async () => {
  const { page: invoicePage, context, complaints } = await visit(origin);
  const { id } = await makeInvoice(api.db, shop);
  await invoicePage.goto(`${origin}/invoice/${id}?lang=en`);
  const link = invoicePage.getByRole('link', { name: 'Ask for help with this payment' });
  // The page of the invoice goes on following the payment.
  const [page] = await Promise.all([context.waitForEvent('page'), link.click()]);
  await page.getByRole('heading', { name: 'Ask for help' }).waitFor();
  await looksLikeTheInvoicePage(page, 'help');
  await page.getByLabel('Email').fill('ada@payer');
  await page.getByLabel('Message').fill('I paid,\nand nothing happened.');
  await page.getByRole('button', { name: 'Send message' }).click();
  await page.locator('#email-problem').waitFor();
  expect(await page.getByLabel('Message').inputValue()).toBe('I paid,\nand nothing happened.');
  await looksLikeTheInvoicePage(page, 'help, wrong address');
  await page.getByLabel('Email').fill('ada@payer.example');
  await page.getByRole('button', { name: 'Send message' }).click();
  await page.getByRole('heading', { name: 'We have your message' }).waitFor();
  await looksLikeTheInvoicePage(page, 'help, received');
  for (const language of ['de', 'fr', 'es', 'it', 'pt', 'ru']) {
    await page.goto(`${origin}/invoice/${id}/help?lang=${language}`);
    await page.setViewportSize({ width: 320, height: 800 });
    await expectNoSidewaysScroll(page, `help in ${language}`);
  }
  // No worker feeds live updates here, and the wrong address is refused.
  expect(complaints.filter((each) => !/422|503/.test(each))).toEqual([]);
  await context.close();
});

/** A payment of the list of defects: 200.282538 TRX to an invoice for USDT. */
async function strayTrx() {
  const of = await claimDesk(api.db).stray(shop, { minor: 200_282_538n, gateId: 'TRX' });
  const choice = await api.call({
    url: `/customer/invoices/${of.invoiceId}/currency`,
    body: { gate_id: 'USDT_TRC20' },
  });
  expect(choice.status, choice.text).toBe(200);
  await execute(api.db, `UPDATE fee_plan SET fee_bps = 1000 WHERE operation = 'balance_recovery'`);
  return of;
}

async function figuresOf(page: Page): Promise<string[]> {
  const texts = await page.locator('.facts dd').allTextContents();
  const minor = texts.map((text) => Number(text.replace('−', '-').replaceAll(/[^\d-]/g, '')));
  const left = minor.at(-1);
  expect(
    minor.slice(0, -1).reduce((sum, each) => sum + each, 0),
    'the lines add up to the last',
  ).toBe(left);
  return texts;
}

async function looksLikeTheInvoicePage(page: Page, name: string, { isTest = true } = {}): Promise<void> {
  const pictures: Picture[] = [];
  await page.evaluate(() => document.fonts.ready.then(() => undefined));
  const fonts = await page.evaluate(() => [...document.fonts].filter(({ status }) => status === 'loaded').length);
  expect(fonts, `fonts of ${name}`).toBeGreaterThan(0);
  expect(await page.locator('aside.banner').count(), `stripe of ${name}`).toBe(isTest ? 1 : 0);
  expect(await page.locator('.button').count(), `filled buttons of ${name}`).toBeLessThanOrEqual(1);
  for (const width of [320, 376, 850, 1441]) {
    await showAt(page, width);
    await expectNoSidewaysScroll(page, `${name} at ${width}`);
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      if (width === 376 || width === 1441) await expectAccessibleLook(page, name, { width, colorScheme });
      if (SHEETS) pictures.push({ name: `${width} ${colorScheme}`, png: await page.screenshot({ fullPage: true }) });
    }
  }
  const browser = page.context().browser();
  if (!SHEETS || browser === null) return;
  await mkdir(SHEETS, { recursive: true });
  await writeContactSheet(browser, join(SHEETS, `payer-${name.replaceAll(/[^a-z]+/g, '-')}.png`), pictures);
}
