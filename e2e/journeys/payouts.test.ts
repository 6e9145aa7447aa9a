import type { Page } from 'playwright-core';
import { expect, inject, test } from 'vitest';
import type { Payout } from '../../contract/payouts.ts';
import { RECIPIENTS } from '../../db/payouts/testing.fixture.ts';
import type { CryptoGateId } from '../../domain/assets/assets.ts';
import { expectAccessible, type Visit, withBrowser } from '../../scripts/testing/browser.ts';
import { expectBooksInBalance } from '../books.fixture.ts';
import { openMailBox } from '../mail-box.fixture.ts';
import { openShop } from '../shop.fixture.ts';
import { signInMerchant } from '../sign-in.fixture.ts';

const product = inject('product');
const { databaseUrl } = inject('productServers');
const shop = openShop(product);
const mails = openMailBox(product.mail_ui);
const visit = withBrowser();
const desk = { viewport: { width: 1441, height: 900 } };

test('a merchant asks for a payout, confirms it with the code of the mail, and follows it until it is done', async () => {
  await earn('XRP');
  const reference = `supplier-${Date.now()}`;
  const { page, complaints, context } = await signIn('/payouts');
  await page.getByRole('link', { name: 'Request payout' }).first().click();
  await choose(page, 'Asset', /XRP/);
  await page.getByLabel('Address on XRP Ledger').fill(RECIPIENTS.XRP);
  await page.getByLabel(/Destination tag/).fill('4021967');
  await page.getByRole('textbox', { name: 'Amount' }).fill('12.5');
  await page.getByLabel('Reference').fill(reference);
  await expectAccessible(page);
  await button(page, 'Continue').click();
  await page.getByRole('heading', { name: 'Confirm the payout' }).waitFor();
  await page.getByText(RECIPIENTS.XRP).waitFor();
  const code = await mails.codeOf(product.login.email, '[Sandbox] Confirm your payout', RECIPIENTS.XRP);
  await button(page, 'Confirm').click();
  await page.getByLabel(/^Code sent to/).waitFor();
  await expectAccessible(page);
  await page.getByLabel(/^Code sent to/).fill(code);

  await page.waitForURL('**/payouts/details?id=*');
  await statusIs(page, 'Done');
  const id = new URL(page.url()).searchParams.get('id') ?? '';
  const { body } = await shop.call<{ data: Payout }>('GET', `/api/v1/payouts/${id}`);
  expect(body.data).toMatchObject({
    status: 'done',
    reference,
    address: RECIPIENTS.XRP,
    destination_tag: '4021967',
    net_amount: '12.500000',
    transactions: [{ status: 'confirmed' }],
  });
  await page.getByText(body.data.txid?.slice(0, 8) ?? 'no transaction').waitFor();
  await expectAccessible(page);
  await page.goto(`${product.url}/payouts`);
  await page.getByRole('row', { name: new RegExp(`${reference} Done`) }).waitFor();
  await expectBooksInBalance(databaseUrl);
  expect(complaints).toEqual([]);
  await context.close();
});

test('a merchant lets a balance go out by itself, sees it paid, and pauses it', async () => {
  await earn('BTC');
  const title = `Cold wallet ${Date.now()}`;
  const { page, complaints, context } = await signIn('/payouts/method?new');
  await page.getByLabel('Title').fill(title);
  await choose(page, 'Asset', /BTC/);
  await page.getByLabel('Address on Bitcoin').fill(RECIPIENTS.BTC);
  await page.getByRole('switch', { name: 'Pay out automatically' }).click();
  await choose(page, 'How often', 'Every week');
  await page.getByLabel(/This address belongs to/).check();
  await page.getByLabel(/I have checked/).check();
  await expectAccessible(page);
  await button(page, 'Add method').click();
  await page.getByText('Method saved').waitFor();
  await page.locator('h1 ~ *', { hasText: 'Active' }).first().waitFor();

  // In a hurried sandbox a week is over in seconds.
  await page.goto(`${product.url}/payouts?tab=scheduled`);
  const row = page.getByRole('row', { name: new RegExp(title) });
  await expect
    .poll(
      async () => {
        await page.reload();
        await row.waitFor();
        return row.textContent();
      },
      { timeout: 90_000, interval: 1000 },
    )
    .toMatch(/Paid|under the minimum/);
  await button(page, `Pause ${title}`).click();
  await row.getByText('Paused', { exact: true }).waitFor();
  const { body } = await shop.call<{ data: Payout[] }>('GET', '/api/v1/payouts?gate_id=BTC&per_page=1');
  const [paid] = body.data;
  expect(paid).toMatchObject({
    address: RECIPIENTS.BTC,
    fees: { payer: 'recipient' },
    description: `Automatic payout: ${title}`,
  });
  await page.goto(`${product.url}/payouts/details?id=${paid?.id}`);
  await statusIs(page, 'Done');
  await page.getByText('Its schedule').first().waitFor();
  await expectBooksInBalance(databaseUrl);
  expect(complaints).toEqual([]);
  await context.close();
});

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

/** Money that really came in, so that the chain has what leaves. */
async function earn(gateId: CryptoGateId): Promise<void> {
  const { id } = await shop.create({ amount: '200.00', gate_id: gateId });
  await shop.pay(id, 'paid');
  await shop.until(id, 'done');
}

async function choose(page: Page, field: string, option: string | RegExp): Promise<void> {
  await page.getByRole('combobox', { name: field }).click();
  await page.getByRole('option', { name: option }).click();
}

/** Through the real form, and on to a page. */
async function signIn(path: string): Promise<Visit> {
  const visitor = await visit(product.url, desk);
  const { page } = visitor;
  await signInMerchant(page, product);
  await page.goto(`${product.url}${path}`);
  return visitor;
}

/** The chip beside the heading. */
async function statusIs(page: Page, word: string): Promise<void> {
  await page.locator('h1 + [role=status]', { hasText: word }).waitFor();
}
