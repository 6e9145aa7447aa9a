import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TestApi } from '../../api/testing/server.fixture.ts';
import { mayTry, withinHour } from '../../db/accounts/lockouts.ts';
import { createAccountSecrets } from '../../db/accounts/secrets.ts';
import { inTransaction } from '../../db/core/sequelize.ts';
import { select } from '../../db/core/sql.ts';
import { testEncryptionKey } from '../../db/testing.fixture.ts';
import { createUpdateLinks } from '../../db/updates/links.ts';
import { newId } from '../../domain/ids.ts';
import {
  COLOR_RULES,
  expectAccessible,
  expectAccessibleLook,
  expectNoSidewaysScroll,
  showAt,
  withBrowser,
} from '../../scripts/testing/browser.ts';
import { type ServedSite, serveSite } from '../served-site.fixture.ts';

const PATHS = [
  '/contact-us',
  '/contact-us/partner',
  '/partner',
  '/newsletter',
  '/contact-us/sent?reference=TG-7K2M9QXA',
];
/** Draws them for a person to look at. */
const PICTURES = process.env.TIDEGATE_CONTACT_SHEETS;

let site: ServedSite;
let api: TestApi;
let origin: string;
let passedMs = 0;

beforeAll(async () => {
  site = await serveSite({
    env: { SUPPORT_MAIL: 'help@quay.example', SUPPORT_HOURS: 'Monday to Friday', SUPPORT_ANSWER_HOURS: '6' },
    deps: { now: () => Date.now() + passedMs },
  });
  ({ api, origin } = site);
});
afterAll(async () => {
  await site?.close();
});

const QUESTION = { name: 'Ada', subject: 'Settlement', message: 'When does a settlement arrive?\nThank you.' };
const unique = () => `${newId()}@shop.example`;
const stored = (email: string) =>
  select<{ name: string; message: string; was_proven: boolean }>(
    api.db,
    `SELECT t.name, m.text AS message, t.was_proven FROM ticket t JOIN ticket_message m ON m.ticket_id = t.id
     WHERE t.email = $1`,
    [email],
  );
let networks = 0;
const newIp = () => `10.8.0.${++networks}`;
const post = (
  path: string,
  fields: Record<string, string>,
  more: { headers?: Record<string, string>; ip?: string } = {},
) =>
  api.app.inject({
    method: 'POST',
    url: path,
    remoteAddress: more.ip ?? newIp(),
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...more.headers },
    payload: new URLSearchParams(fields).toString(),
  });
const tokenIn = (html: string) => /name="token" value="([^"]+)"/.exec(html)?.[1] ?? '';
/** A token that was made after the form is sent: no test is too slow for it. */
async function hasty() {
  const token = tokenIn((await api.app.inject('/contact-us')).body);
  passedMs -= 60_000;
  return { token };
}
/** A token that a person has had for some seconds. */
async function opened(path: string) {
  const token = tokenIn((await api.app.inject(path)).body);
  passedMs += 6_000;
  return token;
}

describe('a form without a script', () => {
  it('is sent once, and says so on a page of its own', async () => {
    const email = unique();
    const token = await opened('/contact-us');
    const answer = await post('/contact-us', { ...QUESTION, email, token, fax: '' });
    expect([answer.statusCode, answer.headers.location]).toEqual([303, expect.stringMatching(/^\/contact-us\/sent\?/)]);
    const page = await api.app.inject(String(answer.headers.location));
    expect(page.body).toMatch(/Your message was sent.*TG-[2-9A-Z]{8}/s);
    const again = await post('/contact-us', { ...QUESTION, email, token, fax: '' });
    expect(again.headers.location).toBe(answer.headers.location);
    expect(await stored(email)).toEqual([{ name: 'Ada', message: QUESTION.message, was_proven: false }]);
  });

  it('keeps what was typed, as text, and says beside each field what is wrong', async () => {
    const email = unique();
    const hostile = '"><script>alert(1)</script></textarea>';
    const fields = { ...QUESTION, email, name: hostile, subject: 'Hi\r\nBcc: all@shop.example', message: hostile };
    const answer = await post('/contact-us', { ...fields, token: await opened('/contact-us') });
    expect(answer.statusCode).toBe(422);
    expect(answer.body).not.toContain('<script>alert');
    expect(answer.body).toContain('&lt;script>alert(1)');
    expect(answer.body).toMatch(/id="subject-problem">Must be one line/);
    expect(answer.body).toMatch(/aria-invalid="true"[^>]*|id="subject"/);
    expect(answer.body).toContain(`value="${email}"`);
    expect(answer.body).not.toMatch(/__[A-Z_]+__/);
    expect(await stored(email)).toEqual([]);
  });

  it.each([
    ['too soon', hasty, {}, 422, 'faster than people'],
    ['without a token', async () => ({}), {}, 422, 'not loaded from here'],
    [
      'by another site',
      async () => ({ token: await opened('/contact-us') }),
      { 'sec-fetch-site': 'cross-site' },
      403,
      'another site',
    ],
    ['with a megabyte', async () => ({ message: 'x'.repeat(1_000_000) }), {}, 413, 'too large'],
  ] as const)(
    'that is sent %s is answered in words, with a form to send again',
    async (_how, more, headers, status, words) => {
      const email = unique();
      const answer = await post('/contact-us', { ...QUESTION, email, ...(await more()) }, { headers });
      expect([answer.statusCode, String(answer.headers['content-type'])]).toEqual([
        status,
        expect.stringContaining('html'),
      ]);
      expect(answer.body).toContain(words);
      expect(tokenIn(answer.body)).not.toBe('');
      expect(await stored(email)).toEqual([]);
    },
  );

  it('that a program filled in is answered like every other, and not kept', async () => {
    const email = unique();
    const answer = await post('/contact-us', { ...QUESTION, email, token: await opened('/contact-us'), fax: '1' });
    expect(answer.headers.location).toMatch(/^\/contact-us\/sent\?reference=TG-/);
    expect(await stored(email)).toEqual([]);
  });

  it('is refused in words after five in an hour', async () => {
    const answers = [];
    for (let at = 0; at < 6; at += 1) {
      const token = await opened('/newsletter');
      answers.push(await post('/newsletter', { email: unique(), token }, { ip: '10.8.1.1' }));
    }
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([303, 303, 303, 303, 303, 429]);
    expect(answers.at(-1)?.body).toContain('Too many requests');
  });

  it('leads to support’s mailbox when too many come without a script', async () => {
    const hourMs = 3_600_000;
    // In the middle of an hour, so that none begins meanwhile.
    passedMs += 1.5 * hourMs - (api.deps.now() % hourMs);
    const secrets = createAccountSecrets(testEncryptionKey);
    const all = withinHour({ scope: 'contact:plain', key: '', tries: 60 }, api.deps.now());
    await inTransaction(api.db, async (tx) => {
      for (let at = 0; at < 60; at += 1) await mayTry(tx, secrets, all);
    });
    const email = unique();
    const answer = await post('/contact-us', { ...QUESTION, email, token: await opened('/contact-us') });
    expect([answer.statusCode, answer.headers['retry-after']]).toEqual([429, '3600']);
    expect(answer.body).toContain('Please write to help@quay.example instead.');
    expect(answer.body).toContain(`value="${email}"`);
  });

  it('shows no reference that it was not given, and no settings but the operator’s', async () => {
    expect((await api.app.inject('/contact-us/sent?reference=%3Cb%3E')).body).not.toContain('<b>');
    const { body } = await api.app.inject('/contact-us');
    for (const said of ['help@quay.example', 'Monday to Friday', '6 hours']) expect(body).toContain(said);
  });
});

it('pages with a form have the head of all others, and what forms need', async () => {
  const [front, form] = await Promise.all(
    ['front', 'form'].map((name) => readFile(join(import.meta.dirname, `../${name}.html`), 'utf8')),
  );
  expect(form?.replaceAll(/.*\.\/forms\/.*\n/g, '')).toBe(front);
});

describe('the pages that links of mails about product updates open', () => {
  const visit = withBrowser();

  it('can be read and used by everybody, by keyboard, light and dark', async () => {
    const email = unique();
    await post('/newsletter', { email, token: await opened('/newsletter') });
    const [row] = await select<{ id: string; requested_at: Date }>(
      api.db,
      'SELECT id, requested_at FROM newsletter_subscriber WHERE email = $1',
      [email],
    );
    const id = row?.id ?? '';
    const links = createUpdateLinks(api.deps.config.encryptionKey, origin);
    const confirm = links.confirmUrl({ id, requestedAt: row?.requested_at ?? new Date(0) });
    const stop = links.unsubscribeUrl({ source: 'subscriber', id });
    const { page, context } = await visit(origin);
    const look = async (name: string) => {
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
        for (const width of [320, 376, 1441]) {
          await page.setViewportSize({ width, height: 700 });
          await expectNoSidewaysScroll(page, name);
          await expectAccessible(page, `${name}, ${colorScheme}, ${width}`, colorScheme === 'light' ? {} : COLOR_RULES);
          if (PICTURES === undefined || width === 320) continue;
          await page.screenshot({ path: join(PICTURES, `newsletter-${name}-${colorScheme}-${width}.png`) });
        }
      }
    };
    for (const [url, button, heading] of [
      [confirm, 'Confirm', 'Product updates are on'],
      [stop, 'Unsubscribe', 'Product updates are off'],
    ] as const) {
      await page.goto(url);
      await look(button);
      await page.getByRole('button', { name: button }).focus();
      await page.keyboard.press('Enter');
      await page.getByRole('heading', { name: heading }).waitFor();
      await look(`${button}-done`);
    }
    await page.goto(`${origin}/newsletter/confirm?token=wrong`);
    await page.getByRole('heading', { name: 'This link has expired' }).waitFor();
    await look('over');
    await context.close();
  });
});

describe('the pages with a form', () => {
  const visit = withBrowser();

  const fill = async (page: Page, fields: Record<string, string>) => {
    for (const [name, value] of Object.entries(fields)) await page.locator(`#${name}`).fill(value);
  };

  it('have no accessibility violation and nothing to scroll sideways, also with problems', async () => {
    const { page, context, complaints } = await visit(origin);
    for (const path of PATHS) {
      await page.goto(`${origin}${path}`);
      for (const state of path.includes('sent') ? ['empty'] : ['empty', 'wrong']) {
        if (state === 'wrong') await page.locator('form .btn').click();
        if (state === 'wrong') await page.locator('[aria-invalid="true"]').first().waitFor();
        for (const colorScheme of ['light', 'dark'] as const) {
          await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
          for (const width of [320, 376, 850, 1441, 2561]) {
            const where = `${path}, ${state}, ${colorScheme}, ${width}`;
            await showAt(page, width);
            if (colorScheme === 'light') await expectNoSidewaysScroll(page, where);
            if (![376, 1441].includes(width)) continue;
            await expectAccessibleLook(page, `${path}, ${state}`, { width, colorScheme });
            if (PICTURES !== undefined) {
              const file = `form${path.replaceAll(/[/?=]/g, '-')}-${state}-${colorScheme}-${width}.png`;
              await page.screenshot({ path: join(PICTURES, file), fullPage: true });
            }
          }
        }
      }
    }
    expect(complaints).toEqual([]);
    await context.close();
  });

  it('say what is wrong without leaving the page, prove some work and send, by keyboard alone', async () => {
    const { page, context, complaints } = await visit(origin);
    const email = unique();
    await page.goto(`${origin}/contact-us`);
    await page.locator('#name').focus();
    await page.keyboard.type(QUESTION.name);
    await page.keyboard.press('Tab');
    await page.keyboard.type('not an address');
    await page.keyboard.press('Tab');
    await page.getByText('Email is not valid.').waitFor();
    await page.keyboard.type(QUESTION.subject);
    await page.keyboard.press('Enter');
    await page.getByText('The message field is required.').waitFor();
    // The first field with a problem has the focus.
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('email');
    await page.keyboard.press('Control+A');
    await page.keyboard.type(email);
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    await page.keyboard.type(QUESTION.message);
    await page.keyboard.press('Tab');
    passedMs += 6_000;
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Your message was sent.' }).waitFor();
    expect(await stored(email)).toEqual([{ name: 'Ada', message: QUESTION.message, was_proven: true }]);
    expect(complaints).toEqual([]);
    await context.close();
  });

  it('are sent by the first click, also while the words of a problem vanish above the button', async () => {
    const { page, context } = await visit(origin);
    const email = unique();
    await page.goto(`${origin}/contact-us`);
    await fill(page, { ...QUESTION, email: 'not an address' });
    await page.locator('#message').focus();
    await page.getByText('Email is not valid.').waitFor();
    await page.locator('#email').fill(email);
    passedMs += 6_000;
    await page.locator('form .btn').click();
    await page.getByRole('heading', { name: 'Your message was sent.' }).waitFor({ timeout: 30_000 });
    expect(await stored(email)).toHaveLength(1);
    await context.close();
  });

  it('offer help articles while the subject is typed, and none where none fits', async () => {
    const { page, context, complaints } = await visit(origin);
    await page.goto(`${origin}/contact-us`);
    const offers = page.getByRole('status').filter({ hasText: 'These articles may help' });
    await page.locator('#subject').pressSequentially('How many confirmations does a payment need?');
    const link = offers.getByRole('link').first();
    await link.waitFor();
    expect(await link.getAttribute('href')).toMatch(/^\/(blog|support\/articles)\//);
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      for (const width of [376, 1441]) {
        await showAt(page, width);
        await expectNoSidewaysScroll(page, `offers, ${width}`);
        await expectAccessibleLook(page, 'contact form with offers', { width, colorScheme });
        if (PICTURES === undefined) continue;
        await page.screenshot({ path: join(PICTURES, `form-offers-${colorScheme}-${width}.png`), fullPage: true });
      }
    }
    await page.locator('#subject').fill('zzzzqqq <img src=x onerror=alert(1)>');
    await link.waitFor({ state: 'detached' });
    expect(await page.getByText('These articles may help').isVisible()).toBe(false);
    expect(complaints).toEqual([]);
    await context.close();
  });

  it('take every form: partners, ambassadors, newsletter', async () => {
    const { page, context } = await visit(origin);
    const [partner, ambassador, reader] = [unique(), unique(), unique()];
    const { name, message } = QUESTION;
    await page.goto(`${origin}/contact-us/partner`);
    await fill(page, { name, email: partner, company: 'Quay GmbH', website: 'quay.example', message });
    passedMs += 6_000;
    await page.locator('form .btn').click();
    await page.getByRole('heading', { name: 'Your message was sent.' }).waitFor();
    await page.goto(`${origin}/partner`);
    await fill(page, { name, email: ambassador, website: 'channel.example', subscribers: '12000', message });
    await page.locator('#eu_audience').check();
    await page.locator('#real_users').check();
    passedMs += 6_000;
    await page.locator('form .btn').click();
    await page.getByRole('heading', { name: 'Your message was sent.' }).waitFor();
    await page.goto(`${origin}/newsletter`);
    await fill(page, { email: reader });
    passedMs += 6_000;
    await page.locator('form .btn').click();
    await page.getByRole('heading', { name: 'Check your mailbox.' }).waitFor();
    for (const email of [partner, ambassador]) expect(await stored(email), email).toHaveLength(1);
    expect(await select(api.db, 'SELECT 1 FROM newsletter_subscriber WHERE email = $1', [reader])).toHaveLength(1);
    await context.close();
  });
});
