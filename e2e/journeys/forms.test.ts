import type { Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest';
import { connect } from '../../db/connect.ts';
import type { Db } from '../../db/core/sequelize.ts';
import { execute, select } from '../../db/core/sql.ts';
import { newId } from '../../domain/ids.ts';
import { openPage, withBrowser } from '../../scripts/testing/browser.ts';
import { openMailBox } from '../mail-box.fixture.ts';
import { signInStaff } from '../sign-in.fixture.ts';

const product = inject('product');
const { databaseUrl } = inject('productServers');
const mails = openMailBox(product.mail_ui);
const visit = withBrowser();
const desk = { viewport: { width: 1441, height: 900 } };

let db: Db;
beforeAll(() => {
  db = connect(databaseUrl, { poolSize: 2, applicationName: 'tidegate-e2e' });
});
afterAll(() => db?.close());
// A person sends a few forms in an hour, a test more.
beforeEach(() => execute(db, "DELETE FROM lockout WHERE scope LIKE ANY('{contact:%,newsletter:%,mail:ticket%}')", []));

/** Ends attributes, elements and scripts, leads elsewhere, turns its direction, and is in six scripts. */
const HOSTILE = `'"></textarea></title><img src=x onerror=alert(1)>
https://evil.example/login?next=//evil.example mailto:a@evil.example
{{constructor.constructor('alert(1)')()}} __FORM_TOKEN__ \${7*7} %0d%0aBcc: all@evil.example
\u202Eetirw ew woh si siht\u202C Привет, 你好, مرحبا, שלום, γειά, 👩‍👩‍👧‍👦 Z̷a̷l̷g̷o̷`;

interface Form {
  readonly path: string;
  readonly table: string;
  /** The conditions that make it good; of each form one field shows which it is. */
  readonly fields: Readonly<Record<string, string>>;
  readonly checks?: readonly string[];
  /** The field that takes any text, where there is one. */
  readonly free?: string;
  readonly sent: string;
}

const FORMS: readonly Form[] = [
  {
    path: '/contact-us',
    table: 'ticket',
    free: 'message',
    sent: 'Your message was sent.',
    fields: { name: 'Søren Ødegård 王小明', subject: 'When does a settlement arrive?' },
  },
  {
    path: '/contact-us/partner',
    table: 'ticket',
    free: 'message',
    sent: 'Your message was sent.',
    fields: { name: 'Zoë', company: "O'Brien & Söhne", website: 'quay.example' },
  },
  {
    path: '/partner',
    table: 'ticket',
    free: 'message',
    sent: 'Your message was sent.',
    fields: { name: 'Амина', website: 'channel.example', subscribers: '12000' },
    checks: ['eu_audience', 'real_users'],
  },
  { path: '/newsletter', table: 'newsletter_subscriber', fields: {}, sent: 'Check your mailbox.' },
];

async function fill(page: Page, { fields, checks = [] }: Form, email: string): Promise<void> {
  for (const [name, value] of Object.entries({ ...fields, email })) await page.locator(`#${name}`).fill(value);
  for (const name of checks) await page.locator(`#${name}`).check();
}

const kept = async ({ table }: Form, email: string) =>
  (await select(db, `SELECT 1 FROM ${table} WHERE email = $1`, [email])).length;

describe.each(FORMS)('the form at $path', (form) => {
  const { path, free, sent } = form;

  test('says what is missing, and is kept once with hostile text, however often its button is pressed', async () => {
    const { page, context, complaints } = await visit(product.url, desk);
    const email = `${newId()}@shop.example`;
    await page.goto(product.url + path);
    const button = page.locator('form[data-form] button[type="submit"]');
    await button.click();
    await page.locator('[aria-invalid="true"]').first().waitFor();
    expect(new URL(page.url()).pathname).toBe(path);
    await fill(page, form, 'not an address');
    if (free !== undefined) await page.locator(`#${free}`).fill(HOSTILE);
    await button.click();
    await page.getByText('Email is not valid.').waitFor();
    await page.locator('#email').fill(email);
    await button.dblclick();
    await page.getByRole('heading', { name: sent }).waitFor();
    expect(await kept(form, email)).toBe(1);
    expect(complaints).toEqual([]);
    await context.close();
  });

  test('refuses links in names, lines in a line and a megabyte, in words, and keeps nothing', async () => {
    const { page, context } = await visit(product.url, { ...desk, javaScriptEnabled: false });
    const email = `${newId()}@shop.example`;
    const long = 'x'.repeat(1_000_000);
    for (const [name, bad] of [
      ['name', 'Win at https://evil.example'],
      ['name', 'Ada\r\nBcc: all@evil.example'],
      ['email', `${email}\r\nBcc: all@evil.example`],
      ['subject', 'Hi\r\nContent-Type: text/html'],
      ['company', 'www.evil.example'],
      ['website', 'javascript:alert(1)'],
      ['subscribers', '12000 OR 1=1'],
      ['message', long],
      ['email', long],
    ] as const) {
      if (name !== 'email' && !(name in form.fields) && name !== free) continue;
      const answer = await page.request.post(product.url + path, {
        form: { ...form.fields, message: 'Words that are long enough.', email, [name]: bad },
        headers: { 'sec-fetch-site': 'same-origin' },
      });
      const text = await answer.text();
      expect([bad === long ? 413 : 422, 'text/html; charset=utf-8'], `${name}: ${bad.slice(0, 40)}`).toEqual([
        answer.status(),
        answer.headers()['content-type'],
      ]);
      expect(text).toContain('<form');
      expect(text).not.toMatch(/(?:href|action)="javascript:/);
    }
    expect(await kept(form, email)).toBe(0);
    await context.close();
  });
});

test('a visitor writes, staff answer in the console, and the answer comes by mail with nothing of what was typed', async () => {
  const visitor = await visit(product.url, desk);
  const email = `${newId()}@shop.example`;
  const [form] = FORMS;
  if (form === undefined) throw new Error('There is no form.');
  await visitor.page.goto(`${product.url}/contact-us`);
  await fill(visitor.page, form, email);
  await visitor.page.locator('#subject').fill('Where is my settlement?');
  await visitor.page.locator('#message').fill(HOSTILE);
  await visitor.page.getByRole('button', { name: 'Send message' }).click();
  await visitor.page.getByRole('heading', { name: 'Your message was sent.' }).waitFor();
  const reference = /TG-[2-9A-Z]{8}/.exec((await visitor.page.locator('main').textContent()) ?? '')?.[0] ?? '';
  await expect.poll(() => mails.has(email, `We have your message (${reference})`)).toBe(true);

  const staff = await visit(product.url, desk);
  const { page } = staff;
  await signInStaff(page, product, 'compliance_officer');
  // A stranger is answered 401, and a code that another journey has used 422.
  staff.complaints.splice(0);
  await page.getByRole('link', { name: /Tickets/ }).click();
  await page.getByLabel('Search tickets').fill(reference);
  await page.getByRole('link', { name: 'Where is my settlement?' }).filter({ visible: true }).click();
  await page.getByText('Привет, 你好').waitFor();
  await page.getByText('Contact form').waitFor();
  expect(await page.locator('a[href*="evil"], img[src="x"], [onerror]').count()).toBe(0);
  await page.getByRole('textbox', { name: 'Answer', exact: true }).fill('Within one bank day.');
  await page.getByRole('button', { name: 'Send answer' }).click();
  await page.getByText(`Answered, and sent to ${email}`).waitFor();
  const subject = `An answer from support (${reference})`;
  await expect.poll(() => mails.has(email, subject)).toBe(true);
  const text = await mails.textOf(email, subject);
  expect(text).toContain('Within one bank day.');
  expect(text).not.toMatch(/evil|Привет/);
  expect(staff.complaints).toEqual([]);
  await Promise.all([visitor, staff].map(({ context }) => context.close()));
});

test('a reader subscribes, confirms by the button of the mail’s link, and stays so when it is opened again', async () => {
  const { page, context, complaints } = await visit(product.url, desk);
  const email = `${newId()}@shop.example`;
  await page.goto(`${product.url}/newsletter`);
  await page.locator('#email').fill(email);
  await page.getByRole('button', { name: 'Subscribe' }).click();
  await page.getByRole('heading', { name: 'Check your mailbox.' }).waitFor();
  const link = await mails.linkOf(email, 'Confirm that you want product updates');
  const confirmed = async () =>
    (await select(db, 'SELECT 1 FROM newsletter_subscriber WHERE email = $1 AND confirmed_at IS NOT NULL', [email]))
      .length;
  const opened = await openPage(context, product.url);
  await opened.page.goto(link);
  expect(await confirmed()).toBe(0);
  await opened.page.getByRole('button', { name: 'Confirm' }).click();
  await opened.page.getByRole('heading', { name: 'Product updates are on' }).waitFor();
  expect(await confirmed()).toBe(1);
  expect([...complaints, ...opened.complaints]).toEqual([]);
  await context.close();
});
