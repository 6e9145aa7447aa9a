import type { BrowserContext, Page } from 'playwright-core';
import { expect, inject, test } from 'vitest';
import { MERCHANT_MAIL_EVENTS } from '../domain/accounts/merchant-mail.ts';
import { newId } from '../domain/ids.ts';
import { type Visit, withBrowser } from '../scripts/testing/browser.ts';
import { openShop } from './shop.fixture.ts';

const product = inject('product');
const visit = withBrowser();
/** Ends attributes, elements and scripts, whatever it is put into; short enough for every field. */
const HOSTILE = `'"></title><img src=x onerror=alert(1)>`;
const PASSWORD = 'Harbour-lights-7';

test('hazard 71: markup in every text of a shop is text on each of its pages, on its payers’ and in all mails', async () => {
  const merchant = await visit(product.url, { viewport: { width: 1441, height: 900 } });
  const email = `${newId()}@quay.example`;
  const call = await signUp(merchant.context, email);
  const { token, link } = await fillEveryText(call);
  const invoices = await makeInvoices(token);

  for (const path of [
    '/dashboard',
    '/balance',
    '/history',
    ...invoices.map((id) => `/history/details?id=${id}`),
    '/integration/profile',
    '/integration/api',
    '/integration/api/create-new',
    '/payment-request',
    '/payment-request/create-invoice',
    '/history/create-invoice',
    '/fees',
    '/account?tab=profile',
    '/account?tab=setting',
    '/account?tab=verify',
    '/account?tab=team-access',
  ]) {
    await expectInert(merchant, path);
  }

  const payer = await visit(product.url, { viewport: { width: 376, height: 812 } });
  for (const id of invoices) await expectInert(payer, `/invoice/${id}`);
  await expectInert(payer, new URL(link).pathname);

  const mails = await mailsTo([email, PAYER]);
  expect(mails.map(({ subject }) => subject).join('\n')).toContain(HOSTILE);
  const reader = await visit('data:');
  for (const { html } of mails) {
    await reader.page.setContent(html);
    await expectNothingInjected(reader.page, 'mail');
  }
  await Promise.all([merchant, payer, reader].map(({ context }) => context.close()));
});

const PAYER = `${newId()}@payer.example`;

type Call = <Body>(method: string, path: string, body?: object) => Promise<Body>;

async function signUp({ request }: BrowserContext, email: string): Promise<Call> {
  const call: Call = async (method, path, data) => {
    const { cookies } = await request.storageState();
    const token = cookies.find(({ name }) => name === 'XSRF-TOKEN')?.value ?? '';
    const headers = { 'x-xsrf-token': decodeURIComponent(token), 'x-visitor-id': 'visitor-of-a-test' };
    const answer = await request.fetch(`${product.url}${path}`, { method, headers, ...(data ? { data } : {}) });
    const text = await answer.text();
    expect(answer.ok(), `${method} ${path}: ${answer.status()} ${text}`).toBe(true);
    return text === '' ? undefined : JSON.parse(text).data;
  };
  await call('GET', '/auth/csrf-cookie');
  await call('POST', '/auth/register', {
    full_name: HOSTILE,
    email,
    country: 'DE',
    password: PASSWORD,
    password_confirmation: PASSWORD,
    privacy_accepted: true,
    aml_accepted: true,
  });
  const [mail] = await mailsTo([email]);
  await call('POST', '/auth/verify-email', { code: /\b\d{6}\b/.exec(mail?.text ?? '')?.[0] });
  const company = { company_name: HOSTILE, turnover: 'up_to_30k', website: 'quay.example', confirmed: true };
  await call('POST', '/auth/company', company);
  return call;
}

interface Issued {
  readonly api_key: string;
  readonly secret_key: string;
}

/** Everything a merchant can type, in each of the forms that take free text. */
async function fillEveryText(call: Call): Promise<{ readonly token: Issued; readonly link: string }> {
  const profile = '/spa/sandbox/profile';
  const {
    id,
    mode,
    company_name,
    logo_url,
    previous_key_until,
    conversion_targets,
    currencies,
    mail_events,
    ...known
  } = await call<Record<string, unknown>>('GET', profile);
  await call('PUT', profile, {
    ...known,
    name: HOSTILE,
    company_address: `${HOSTILE}\n${HOSTILE}`,
    company_phone: HOSTILE,
    tax_name: HOSTILE,
    tax_rate: '19.00',
    tax_type: 'exclusive',
    show_company: true,
    email_events: MERCHANT_MAIL_EVENTS,
  });
  const permissions = ['invoice_create', 'invoice_get'];
  const token = await call<Issued>('POST', '/spa/sandbox/api-tokens', { name: HOSTILE, permissions });
  const link = { title: HOSTILE, description: HOSTILE, amount: '20.00', currency: 'EUR' };
  const { url } = await call<{ url: string }>('POST', '/spa/sandbox/payment-links', link);
  await call('POST', '/spa/invitations', { full_name: HOSTILE, email: `${newId()}@x.example`, role: 'viewer' });
  return { token, link: url };
}

/** One that waits for its payer, one that is paid. */
async function makeInvoices({ api_key, secret_key }: Issued): Promise<string[]> {
  const shop = openShop({ url: product.url, api: { key: api_key, secret: secret_key, notification_key: '' } });
  const text = {
    description: HOSTILE,
    items: [{ name: HOSTILE, quantity: 1, price: '20.00' }],
    metadata: { note: HOSTILE },
    customer: { email: PAYER, name: HOSTILE },
  };
  const waiting = await shop.call<{ data: { id: string } }>('POST', '/api/v1/invoices', {
    ...text,
    currency: 'EUR',
    reference: `${HOSTILE}1`,
  });
  expect(waiting.status, JSON.stringify(waiting.body)).toBe(201);
  const paid = await shop.call<{ data: { id: string } }>('POST', '/api/v1/invoices', {
    ...text,
    currency: 'EUR',
    gate_id: 'XRP',
    reference: `${HOSTILE}2`,
  });
  await shop.pay(paid.body.data.id, 'paid');
  await shop.until(paid.body.data.id, 'done');
  return [waiting.body.data.id, paid.body.data.id];
}

/** Opens the page, lets it come to rest, and looks for what should have stayed text. */
async function expectInert({ page, complaints }: Visit, path: string): Promise<void> {
  await page.goto(`${product.url}${path}`);
  await page.locator('h1').first().waitFor();
  await page.waitForTimeout(300);
  await expectNothingInjected(page, path);
  // A script that the policy stopped is a complaint, too.
  expect(complaints, path).toEqual([]);
}

async function expectNothingInjected(page: Page, where: string): Promise<void> {
  const injected = await page.evaluate(() =>
    [...document.querySelectorAll('img[src="x"], [onerror], body title')].map((each) => each.outerHTML),
  );
  expect(injected, where).toEqual([]);
}

interface Mail {
  readonly id: number;
  readonly to: readonly string[];
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

/** Waits until each of them has one. */
async function mailsTo(people: readonly string[]): Promise<readonly Mail[]> {
  const read = async <T>(path: string): Promise<T> =>
    ((await (await fetch(`${product.mail_ui}${path}`)).json()) as { data: T }).data;
  const list = async () =>
    (await read<Mail[]>('/api/messages')).filter(({ to }) => to.some((each) => people.includes(each)));
  const reached = async () => new Set((await list()).flatMap(({ to }) => to)).size;
  await expect.poll(reached, { interval: 250 }).toBe(people.length);
  return Promise.all((await list()).map(({ id }) => read<Mail>(`/api/messages/${id}`)));
}
