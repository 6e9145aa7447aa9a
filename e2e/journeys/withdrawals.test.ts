import { Client, Connection } from '@temporalio/client';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { simulatedBankFolder } from '../../activities/bank/open-bank.ts';
import { connect } from '../../db/connect.ts';
import type { Db } from '../../db/core/sequelize.ts';
import { newId } from '../../domain/ids.ts';
import { commandBank } from '../../scripts/bank-simulator/folder.ts';
import { expectAccessible, expectNoSidewaysScroll, withBrowser } from '../../scripts/testing/browser.ts';
import { workflowIds } from '../../workflows/messages.ts';
import { expectBooksInBalance } from '../books.fixture.ts';
import { openMailBox } from '../mail-box.fixture.ts';
import { newcomerAt } from '../newcomer.fixture.ts';
import { filterEvents, openShop } from '../shop.fixture.ts';
import { addColleague, enterProduction, signInColleague, signInMerchant } from '../sign-in.fixture.ts';
import { button, statusIs, type Withdrawer, withdrawerOf } from '../withdrawals-by-hand.fixture.ts';

const product = inject('product');
const { databaseUrl, dataDir, temporalAddress } = inject('productServers');
const shop = openShop(product);
const mails = openMailBox(product.mail_ui);
const visit = withBrowser();
const PATIENCE = { timeout: 400_000 };
const DESK = { viewport: { width: 1441, height: 900 } };
/** The demo merchant's colleague, who is there for the mails. */
const OFFICE = 'office@tidegate.localhost';
const TITLE = `House bank ${newId().slice(-6)}`;

let email: string;
let db: Db;
let secret: string;
let withdrawer: Withdrawer;

beforeAll(async () => {
  db = connect(databaseUrl, { poolSize: 1, applicationName: 'tidegate-e2e' });
  email = await addColleague(databaseUrl, product, 'Ida Strand');
  withdrawer = withdrawerOf({ product, db, email, secret: () => secret, title: TITLE, look });
});
afterAll(async () => {
  await db?.close();
});

test(
  'a merchant converts coins, withdraws euro by hand and automatically, and has a payment returned',
  PATIENCE,
  async () => {
    const { page, complaints, context } = await visit(product.url, DESK);
    await signInColleague(page, product, email);
    ({ secret } = await newcomerAt(product).turnOnTwoFactor(page, email));
    await enterProduction(page);
    await convert(page);
    await withdrawer.pauseMethods();
    await withdrawer.addAccount(page);
    await withdrawAndWait(page);
    await haveOneReturned(page);
    await withdrawAutomatically(page);
    // A new browser and each second factor are requested by a refusal.
    expect(complaints.filter((each) => !/ 406 | 422 /.test(each))).toEqual([]);
    await expectBooksInBalance(databaseUrl);
    await context.close();
  },
);

test('an invoice that is settled half in euro shows what it brought', PATIENCE, async () => {
  const reference = `half-${newId().slice(-8)}`;
  const autoconversion = { type: 'partial', gate_id: 'EUR', percent: 50 } as const;
  const { id } = await shop.create({ amount: '80.00', gate_id: 'LTC', reference, autoconversion });
  await shop.pay(id, 'paid');
  const { conversion } = await shop.until(id, 'done');
  // Half of 80 euro, less 1 % for the service and 0.5 % for the conversion, at the locked rate.
  expect(conversion).toMatchObject({ from: 'LTC', to: 'EUR', at: 'locked' });
  expect(Number(conversion?.amount_to)).toBeCloseTo(39.4, 1);
  const ofInvoice = (data: object) => 'invoice_id' in data && data.invoice_id === id;
  const told = await filterEvents(shop, ({ type, data }) => type === 'conversion.done' && ofInvoice(data));
  expect(told).toHaveLength(1);

  const { page, complaints, context } = await visit(product.url, DESK);
  await signInMerchant(page, product);
  await page.goto(`${product.url}/history/details?id=${id}`);
  await page
    .getByText(conversion?.amount_to ?? 'none')
    .first()
    .waitFor();
  await look(page);
  expect(complaints).toEqual([]);
  await context.close();
});

/** Converts bitcoin into euro at a firm price. */
async function convert(page: Page): Promise<void> {
  await priceBitcoin(page);
  await look(page);
  // Looking takes longer than a price is firm.
  await priceBitcoin(page);
  const euro = Number(await page.getByRole('textbox', { name: 'You get' }).inputValue()).toFixed(2);
  await page.getByRole('button', { name: /^Convert 0\.001 BTC to €/ }).click();
  await page.getByText('Conversion successful').waitFor();
  await page
    .getByRole('row', { name: new RegExp(`BTC to EUR.*${euro.replace('.', '[.]')}`) })
    .getByRole('link')
    .click();
  const details = page.getByRole('dialog');
  await details.getByText('Conversion ID').waitFor();
  expect(await details.textContent()).toContain(`€${euro}`);
  await look(page);
}

async function priceBitcoin(page: Page): Promise<void> {
  await page.goto(`${product.url}/balance?tab=convert&from=BTC`);
  await page.getByRole('textbox', { name: 'You give' }).fill('0.001');
  await page.getByRole('button', { name: /^Convert 0\.001 BTC to €/ }).waitFor();
}

/** Withdraws euro by SEPA, and gets a mail when the bank has paid. */
async function withdrawAndWait(page: Page): Promise<void> {
  await withdrawer.withdraw(page, '40');
  await statusIs(page, 'Done');
  await page.getByText('Bank reference').waitFor();
  await look(page);
  for (const reader of [email, OFFICE]) {
    await expect.poll(() => mails.has(reader, 'Your withdrawal is done')).toBe(true);
  }
  await page.goto(`${product.url}/withdrawals`);
  await page.getByRole('row', { name: new RegExp(`${TITLE}.*Done`) }).waitFor();
  await look(page);
}

/** Has the money back, with the bank's reason, when the payment comes back. */
async function haveOneReturned(page: Page): Promise<void> {
  const before = await euroAvailable(page);
  await withdrawer.withdraw(page, '20');
  await statusIs(page, 'Done');
  const details = page.url();
  expect(await euroAvailable(page)).toBeCloseTo(before - 20.2, 2);
  await page.goto(details);
  await statusIs(page, 'Done');
  // The page follows by itself.
  await commandBank(simulatedBankFolder(dataDir, 'production'), { type: 'return', reason: 'MD07', days: 0 });
  await statusIs(page, 'Error');
  await page.getByText('The account holder has died.').first().waitFor();
  await look(page);
  expect(await euroAvailable(page)).toBeCloseTo(before, 2);
  await expect.poll(() => mails.has(email, 'Your withdrawal failed')).toBe(true);
}

/** Makes the method automatic: the whole balance leaves when it is due, until it is paused. */
async function withdrawAutomatically(page: Page): Promise<void> {
  await page.goto(`${product.url}/withdrawals/method`);
  await page.getByRole('link', { name: TITLE }).click();
  await page.getByRole('switch', { name: 'Pay out automatically' }).click();
  await choose(page, 'How often', 'Every day');
  await button(page, 'Save changes').click();
  await withdrawer.confirmWithApp(page);
  await page.getByText('Method saved').waitFor();
  await look(page);
  await triggerNow(new URL(page.url()).searchParams.get('id') ?? '');
  await page.goto(`${product.url}/withdrawals?tab=scheduled`);
  const made = page.getByRole('row', { name: new RegExp(TITLE) }).getByRole('link', { name: 'Withdrawn' });
  const countMade = async () => {
    await page.reload();
    await page.getByRole('row', { name: new RegExp(TITLE) }).waitFor();
    return made.count();
  };
  await expect.poll(countMade, { interval: 1_000 }).toBe(1);
  await look(page);
  await made.click();
  // A paused method would keep it from the next file.
  await statusIs(page, 'Done');
  expect(await euroAvailable(page)).toBe(0);
  await page.goto(`${product.url}/withdrawals?tab=scheduled`);
  await button(page, `Pause ${TITLE}`).click();
  await page.getByRole('table').getByText('Paused', { exact: true }).waitFor();
}

async function choose(page: Page, field: string, option: string | RegExp): Promise<void> {
  await page.getByRole('combobox', { name: field }).click();
  await page.getByRole('option', { name: option }).click();
}

/** The available euro, as the form of a withdrawal shows them. */
async function euroAvailable(page: Page): Promise<number> {
  const answer = await page.request.get(`${product.url}/spa/production/balances`, {
    headers: { 'x-visitor-id': 'e2e' },
  });
  const { data } = (await answer.json()) as { data: { gate_id: string; available: string }[] };
  return Number(data.find(({ gate_id }) => gate_id === 'EUR')?.available ?? 'NaN');
}

/** Triggers the run, as the Web UI's button does. */
async function triggerNow(methodId: string): Promise<void> {
  const client = new Client({ connection: await Connection.connect({ address: temporalAddress }) });
  try {
    await client.schedule.getHandle(workflowIds.automaticPayout(methodId)).trigger();
  } finally {
    await client.connection.close();
  }
}

/** The screen of a desk and of a phone, in light and in dark. */
async function look(page: Page): Promise<void> {
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme });
    await expectAccessible(page, `${page.url()} in ${colorScheme}`);
  }
  await page.setViewportSize({ width: 376, height: 812 });
  await expectNoSidewaysScroll(page, page.url());
  await page.setViewportSize(DESK.viewport);
}
