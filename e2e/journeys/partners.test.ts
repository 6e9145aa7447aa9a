import { Client, Connection, type ScheduleHandle } from '@temporalio/client';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { connect } from '../../db/connect.ts';
import { type Db, inTransaction } from '../../db/core/sequelize.ts';
import { execute, one, select } from '../../db/core/sql.ts';
import { applyStep } from '../../db/process/apply.ts';
import { merchantProcess } from '../../db/shops/merchant-process.ts';
import { command, requestBlocks, requestPayment } from '../../db/simulator/commands.ts';
import { newId } from '../../domain/ids.ts';
import { expectAccessible, type Visit, withBrowser } from '../../scripts/testing/browser.ts';
import { workflowIds } from '../../workflows/messages.ts';
import { expectBooksInBalance } from '../books.fixture.ts';
import { openMailBox } from '../mail-box.fixture.ts';
import { newcomerAt, PASSWORD } from '../newcomer.fixture.ts';
import { enterProduction, signInStaff } from '../sign-in.fixture.ts';
import { callsOf, verifyMerchant } from '../verification.fixture.ts';
import { button, statusIs, withdrawerOf } from '../withdrawals-by-hand.fixture.ts';

const product = inject('product');
const { url } = product;
const servers = inject('productServers');
const { databaseUrl, temporalAddress } = servers;
const mails = openMailBox(product.mail_ui);
const newcomer = newcomerAt(product);
const visit = withBrowser();
const desk = { viewport: { width: 1441, height: 900 } };
/** Three people, two payments with their blocks, a settlement and a file of the bank. */
const PATIENCE = { timeout: 400_000 };

let db: Db;
beforeAll(async () => {
  db = connect(databaseUrl, { poolSize: 2, applicationName: 'tidegate-e2e' });
  // The run of a full hour must not settle in the middle.
  await atSchedule((schedule) => schedule.pause('A journey triggers it.'));
});
afterAll(async () => {
  await atSchedule((schedule) => schedule.unpause());
  await db?.close();
});

const mark = newId().slice(-8);
const NAME = `Ada Reach ${mark}`;
const ambassador = { email: `ada-${mark}@reach.example`, company: `Reach ${mark}`, website: `reach-${mark}.example` };
const shop = { email: `owner-${mark}@shop.example`, company: `Shop ${mark}`, website: `shop-${mark}.example` };

test('an ambassador brings a merchant, earns, loses the part of a lost payment, and is paid', PATIENCE, async () => {
  await apply();
  const partnerId = await approve();
  const own = await accept();
  const link =
    (await own.page
      .getByText(new RegExp(`^${url}/r/[2-9A-Z]{8}$`))
      .first()
      .textContent()) ?? '';

  const merchant = await signUpBy(link);
  await letCount(partnerId);
  const kept = [await pay(merchant.page, '12000'), await pay(merchant.page, '12000')];
  // A tenth of one percent of it, at the rates of the two hours.
  const before = await earnedWhen(own.page, (euro) => euro > 20);
  expect(before).toBeLessThan(28);
  const lost = await pay(merchant.page, '3000');
  await earnedWhen(own.page, (euro) => euro > before);
  await expectAccessible(own.page);

  await loseOnChain(lost);
  await earnedWhen(own.page, (euro) => euro === before);
  for (const id of kept) expect(await statusOf(id)).toBe('done');

  expect(await settle()).toBe(Math.round(before * 100));
  await openRoom(own.page);
  await fact(own.page, 'Not settled yet').filter({ hasText: '€0.00' }).waitFor();
  await readStatement(own.page);
  await verifyMerchant(callsOf(own.page, url), servers, { legal_name: ambassador.company });
  await withdraw(own);
  await expectBooksInBalance(databaseUrl);
  await Promise.all([own, merchant].map(({ context }) => context.close()));
});

/** The form of the public page, which also makes the application. */
async function apply(): Promise<void> {
  await execute(db, "DELETE FROM lockout WHERE scope LIKE ANY('{contact:%,mail:ticket%}')", []);
  const { page, context, complaints } = await visit(url, desk);
  await page.goto(`${url}/partner`);
  const fields = { name: NAME, email: ambassador.email, website: ambassador.website, subscribers: '25000' };
  for (const [name, value] of Object.entries(fields)) await page.locator(`#${name}`).fill(value);
  for (const name of ['eu_audience', 'real_users']) await page.locator(`#${name}`).check();
  await page.locator('#message').fill('I write about payments for shops in Europe.');
  await button(page, 'Send application').click();
  await page.getByRole('heading', { name: 'Your message was sent.' }).waitFor();
  expect(complaints).toEqual([]);
  await context.close();
}

/** A manager approves with evidence. @returns the ID of the partner */
async function approve(): Promise<string> {
  const { page, context } = await visit(url, desk);
  await signInStaff(page, product, 'manager');
  await page.getByRole('link', { name: 'Partners' }).click();
  await page.getByRole('link', { name: NAME }).filter({ visible: true }).click();
  await button(page, 'Review').click();
  await button(page, 'Approve').click();
  await page.getByLabel('Reason').fill('The channel shows 25,000 subscribers; ten of ten are people.');
  await page.getByRole('dialog').getByRole('button', { name: 'Approve' }).click();
  await page.getByText('Agreement sent').filter({ visible: true }).first().waitFor();
  await context.close();
  return page.url().split('/').at(-1) ?? '';
}

/** The ambassador has no shop: the mailed link opens an account with the rooms of partners alone. */
async function accept(): Promise<Visit> {
  const visitor = await visit(url, desk);
  const { page } = visitor;
  await page.goto(await mails.linkOf(ambassador.email, 'You are approved as a partner'));
  await page.getByRole('heading', { name: 'Open your partner account' }).waitFor();
  expect(await page.getByLabel('Full name').inputValue()).toBe(NAME);
  await page.getByLabel('Country of residence').selectOption({ label: 'Germany' });
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByLabel('Confirm password').fill(PASSWORD);
  for (const box of await page.getByRole('checkbox').all()) await box.check();
  await expectAccessible(page);
  await button(page, 'Open the account').click();
  await page.getByText(`${NAME}, you earn 10% of the fees`).waitFor();
  await expectAccessible(page);
  await page.getByRole('checkbox', { name: /I accept this agreement/ }).check();
  await button(page, 'Accept').click();
  await page.getByRole('heading', { name: 'Earnings' }).waitFor();
  await hasOwnRoomsOnly(page);
  return visitor;
}

async function hasOwnRoomsOnly(page: Page): Promise<void> {
  const links = page.getByRole('navigation', { name: 'Main' }).getByRole('link');
  expect(await links.allTextContents()).toEqual(['Tidegate', 'Partner program', 'Withdrawals', 'Documentation']);
  await page.goto(`${url}/history`);
  await page.getByText('You do not have permission to perform this action').waitFor();
  await page.goto(`${url}/dashboard`);
  await page.waitForURL('**/partner-program');
  await page.getByRole('heading', { name: 'Earnings' }).waitFor();
}

/** A visitor opens the link and becomes a merchant in production. */
async function signUpBy(link: string): Promise<Visit> {
  const visitor = await visit(url, desk);
  const { page } = visitor;
  await page.goto(link);
  await page.waitForURL('**/auth/sign-up?partner=*');
  await newcomer.signUp(page, shop.email, { fullName: `Otto Short ${mark}`, isOpen: true });
  await newcomer.nameCompany(page, shop.company, shop.website);
  await openProduction(shop.email);
  await page.goto(`${url}/dashboard`);
  await enterProduction(page);
  return visitor;
}

/** As the verification does at its end, which is a journey of its own. */
async function openProduction(email: string): Promise<void> {
  const { id } = await one<{ id: string }>(db, 'SELECT merchant_id AS id FROM app_user WHERE email = $1', [email]);
  const event = { type: 'production_opens' } as const;
  await inTransaction(db, (tx) => applyStep(tx, merchantProcess, { id, event, cause: newId(), nowMs: Date.now() }));
}

/** Both browsers are of one kind, so a person decides. */
async function letCount(partnerId: string): Promise<void> {
  const { page, context } = await visit(url, desk);
  await signInStaff(page, product, 'manager');
  await page.goto(`${url}/compliance/partners/${partnerId}`);
  await page.getByText('same kind of device').waitFor();
  await button(page, 'Let count').click();
  await page.getByLabel('Reason').fill('Two companies in two registers.');
  await page.getByRole('dialog').getByRole('button', { name: 'Let count' }).click();
  await page.getByText('Counts', { exact: true }).filter({ visible: true }).first().waitFor();
  await context.close();
}

/** The merchant makes an invoice, and a payer pays it on the simulated chain of production. @returns its ID */
async function pay(page: Page, euro: string): Promise<string> {
  await page.goto(`${url}/history/create-invoice`);
  await page.getByLabel('Amount').fill(euro);
  await page.getByLabel('Asset').click();
  await page.getByRole('option', { name: /^LTC/ }).click();
  await button(page, 'Create invoice').click();
  await page.getByText('Invoice link').waitFor();
  const link = await page.getByRole('link', { name: 'Open invoice page' }).getAttribute('href');
  const invoiceId = link?.split('/').at(-1) ?? '';
  const payment = { mode: 'production', invoiceId, scenario: 'paid', isSimulated: () => true } as const;
  await inTransaction(db, (tx) => requestPayment(tx, { ...payment, nowMs: Date.now() }));
  await expect.poll(() => statusOf(invoiceId)).not.toBe('pending');
  await inTransaction(db, (tx) =>
    requestBlocks(tx, { ...LITECOIN, count: 6, nowMs: Date.now(), isSimulated: () => true }),
  );
  await expect.poll(() => statusOf(invoiceId)).toBe('done');
  return invoiceId;
}

const LITECOIN = { mode: 'production', network: 'LTC' } as const;

async function statusOf(invoiceId: string): Promise<string> {
  return (await one<{ status: string }>(db, 'SELECT status FROM invoice WHERE id = $1', [invoiceId])).status;
}

/** The blocks of a payment are reorganized away and it is gone: its fee is returned. */
async function loseOnChain(invoiceId: string): Promise<void> {
  const sql = 'SELECT txid FROM payment WHERE invoice_id = $1';
  const { txid } = await one<{ txid: string }>(db, sql, [invoiceId]);
  await inTransaction(db, async (tx) => {
    await command(tx, LITECOIN, { type: 'reorganise', txid }, Date.now());
    await command(tx, LITECOIN, { type: 'drop', txid }, Date.now() + 1);
  });
}

/** Reads what was earned in the partner's room until it is so: the shares follow the fees. */
async function earnedWhen(page: Page, isSo: (euro: number) => boolean): Promise<number> {
  let euro = Number.NaN;
  const shown = async () => {
    await page.goto(`${url}/partner-program`);
    await page.getByRole('heading', { name: 'Earnings' }).waitFor();
    euro = Number((await fact(page, 'Earned in all').textContent())?.replaceAll(/[^\d.]/g, ''));
    return isSo(euro);
  };
  await expect.poll(shown, { interval: 1_000, message: 'earned in all' }).toBe(true);
  return euro;
}

function fact(page: Page, label: string) {
  return page.locator('dt', { hasText: label }).locator('xpath=following-sibling::dd[1]');
}

/** Triggers the run, as the Web UI's button does, and waits for its end in the books. @returns the settled cents */
async function settle(): Promise<number> {
  await atSchedule((schedule) => schedule.trigger());
  const settled = () => select<{ minor: string }>(db, settledSql, [ambassador.email]);
  await expect.poll(settled).toHaveLength(1);
  return Number((await settled())[0]?.minor);
}

async function atSchedule(act: (schedule: ScheduleHandle) => Promise<void>): Promise<void> {
  const client = new Client({ connection: await Connection.connect({ address: temporalAddress }) });
  try {
    await act(client.schedule.getHandle(workflowIds.partnerSettlement));
  } finally {
    await client.connection.close();
  }
}

const settledSql = `
  SELECT s.minor::text AS minor FROM partner_settlement s JOIN partner p ON p.id = s.partner_id WHERE p.email = $1`;

/** By the menu of the account. */
async function openRoom(page: Page): Promise<void> {
  await page.goto(`${url}/dashboard`);
  await page.getByRole('button', { name: new RegExp(NAME) }).click();
  await page.getByRole('dialog').getByRole('link', { name: 'Partner program' }).click();
  await page.getByRole('heading', { name: 'Statements' }).waitFor();
}

/** The settled month has a signed document. */
async function readStatement(page: Page): Promise<void> {
  const link = page.getByRole('link', { name: /^Download the statement of/ });
  const answer = await page.request.get(url + (await link.getAttribute('href')));
  expect([answer.status(), answer.headers()['content-type']]).toEqual([200, 'application/pdf']);
}

/** The settled earnings leave by an ordinary withdrawal, once the account is verified. */
async function withdraw({ page }: Visit): Promise<void> {
  const { secret } = await newcomer.turnOnTwoFactor(page, ambassador.email);
  const title = `House bank ${mark}`;
  const { email } = ambassador;
  const holder = ambassador.company;
  const withdrawer = withdrawerOf({ product, db, email, secret: () => secret, title, holder });
  await execute(db, noCoolOffSql, [email]);
  await page.goto(`${url}/dashboard`);
  await enterProduction(page);
  await withdrawer.addAccount(page);
  await withdrawer.withdraw(page, '21');
  await statusIs(page, 'Done');
}

/** A new bank account cools off for a day, which the demo merchant does not wait either. */
const noCoolOffSql = `
  INSERT INTO payout_policy (profile_id, cool_off_seconds)
  SELECT p.id, 0 FROM profile p JOIN app_user u ON u.merchant_id = p.merchant_id
  WHERE u.email = $1 AND p.mode = 'production'`;
