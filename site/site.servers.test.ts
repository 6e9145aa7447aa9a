import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { BrowserContextOptions } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { signInAs } from '../api/testing/accounts.fixture.ts';
import type { TestApi } from '../api/testing/server.fixture.ts';
import { execute } from '../db/core/sql.ts';
import type { TestMerchant } from '../db/testing.fixture.ts';
import { newId } from '../domain/ids.ts';
import { CONSENT_COOKIE, consentValue, NOTHING_OPTIONAL } from '../domain/legal/consent.ts';
import {
  expectAccessibleLook,
  expectNoSidewaysScroll,
  showAt,
  type Visit,
  withBrowser,
} from '../scripts/testing/browser.ts';
import { type ServedSite, serveSite } from './served-site.fixture.ts';

const WIDTHS = [320, 376, 426, 769, 850, 1441];
/** Of each kind one; the other groups differ in words. */
const TELLING = ['/docs/api', '/docs/api/invoices', '/docs/api/sign-in', '/verify?lang=en', '/verify?lang=ru'];
const SECRET = 'tgs_pasted-by-the-reader-0123456789';
/** Draws them for a person to look at. */
const PICTURES = process.env.TIDEGATE_CONTACT_SHEETS;

let site: ServedSite;
let api: TestApi;
let origin: string;

beforeAll(async () => {
  site = await serveSite();
  ({ api, origin } = site);
});
afterAll(async () => {
  await site?.close();
});

/** The addresses of the pages beside those for visitors, which have a test of their own. */
function allPages(): string[] {
  const files = readdirSync(join(site.dist, 'pages')).filter((file) => /^(docs-api|verify).*\.html$/.test(file));
  return files.map((file) =>
    file
      .replace('.html', '')
      .replace(/^docs-api-?/, '/docs/api/')
      .replace(/^verify-(.*)$/, '/verify?lang=$1')
      .replace(/\/$/, ''),
  );
}

describe('the public pages on a running gateway', () => {
  const visit = withBrowser();
  const open = (options: BrowserContextOptions = {}): Promise<Visit> => visit(origin, options);

  it('have no accessibility violation and nothing to scroll sideways, at every width, light and dark', async () => {
    const { page, context, complaints } = await open();
    for (const path of allPages()) {
      await page.goto(`${origin}${path}`);
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
        for (const width of TELLING.includes(path) ? WIDTHS : [376]) {
          const where = `${path}, ${colorScheme}, ${width}`;
          await showAt(page, width);
          if (colorScheme === 'light') await expectNoSidewaysScroll(page, where);
          if (TELLING.includes(path) && [376, 1441].includes(width))
            await expectAccessibleLook(page, path, { width, colorScheme });
          if (PICTURES !== undefined) {
            await page.screenshot({
              path: join(PICTURES, `${path.replaceAll(/[/?=]/g, '-')}-${colorScheme}-${width}.png`),
            });
          }
        }
      }
    }
    // Also a blocked style, script or font, and a request to any other host.
    expect(complaints).toEqual([]);
    await context.close();
  });

  it('show the examples of one language, and remember it on the next page of a visitor who agreed to that', async () => {
    const { page, context } = await open();
    const value = consentValue(newId(), { ...NOTHING_OPTIONAL, functional: true });
    await context.addCookies([{ name: CONSENT_COOKIE, value, url: origin }]);
    await page.goto(`${origin}/docs/api/invoices`);
    const sample = page.locator('article').first().locator('.sample');
    await page.getByRole('radio', { name: 'Python' }).check();
    expect(await sample.filter({ visible: true }).textContent()).toContain('requests.post(');
    await page.goto(`${origin}/docs/api/payouts`);
    expect(await sample.filter({ visible: true }).textContent()).toContain('import requests');
    await context.close();
  });

  it('fill in the sandbox key of the signed-in merchant, and copy a secret that the page never shows', async () => {
    const merchant = await api.merchant();
    const { page, context, complaints } = await open({ permissions: ['clipboard-read', 'clipboard-write'] });
    const { value, name } = await sessionOf(merchant.user);
    await context.addCookies([{ name, value, url: origin }]);
    await page.goto(`${origin}/docs/api/invoices`);
    const code = page.locator('article').first().locator('.sample.curl');
    await expect.poll(() => code.textContent()).toContain(`--user '${merchant.token.key}:tgs_YOUR_SECRET'`);
    expect(await code.textContent()).toContain(`curl ${origin}/api/v1/invoices`);

    await page.getByText('Use your key').click();
    await page.getByLabel('Secret').fill(SECRET);
    await page.getByText('Use your key').click();
    await page.getByRole('button', { name: 'Copy the request: Create an invoice' }).click();
    await expect
      .poll(() => page.evaluate(() => navigator.clipboard.readText()))
      .toContain(`--user '${merchant.token.key}:${SECRET}'`);
    expect(await page.content()).not.toContain(SECRET);
    expect(await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]))).not.toContain(
      SECRET,
    );
    expect(complaints).toEqual([]);
    await context.close();
  });
});

describe('the API reference', () => {
  const read = async (path: string) => (await api.app.inject(path)).body;

  it('finds calls, objects and guides by their words, without calls of our own pages', async () => {
    const found = await read('/docs/api/search?q=create%20invoice');
    expect(found).toContain('href="/docs/api/invoices#post-api-v1-invoices"');
    expect(found).toContain('href="/developers/webhooks"');
    const ownCall = await read('/docs/api/search?q=sign%20in%20new_device');
    expect(ownCall).not.toContain('href="/docs/api/sign-in');
    expect(await read('/docs/api/search?q=xylophone')).toContain('No entry contains “xylophone”');
    expect(await read('/docs/api/search?q=%3Cb%3Ehello%3C/b%3E')).not.toContain('<b>');
  });

  it('keeps calls of our own pages in an appendix, and leads beginners to their first payment', async () => {
    const start = await read('/docs/api');
    expect(start).toContain('href="/developers/quickstart-curl"');
    for (const path of ['/docs/api/sign-in', '/docs/api/compliance']) expect(start).not.toContain(`href="${path}"`);
    expect(await read('/docs/api/own-pages')).toContain('href="/docs/api/sign-in"');
    expect(await read('/docs/api/sign-in')).toContain('href="/docs/api/compliance"');
  });
});

describe('the icon', () => {
  it('is there for browsers that ask for it whatever a page says: pictures of three sizes', async () => {
    const { headers, rawPayload } = await api.app.inject('/favicon.ico');
    expect(headers['content-type']).toBe('image/x-icon');
    expect([...rawPayload.subarray(0, 6)]).toEqual([0, 0, 1, 0, 3, 0]);
    for (const [index, side] of [16, 32, 48].entries()) {
      const entry = 6 + 16 * index;
      const png = rawPayload.subarray(rawPayload.readUInt32LE(entry + 12));
      expect(png.subarray(1, 4).toString()).toBe('PNG');
      expect(png.readUInt32BE(16)).toBe(side);
    }
  });
});

describe('the keys for examples', () => {
  const keys = async (cookie = '') =>
    (await api.call({ url: '/docs/sandbox-keys.json', headers: { cookie } })).json.data;

  it('are those of the sandbox alone, without their secrets, for people who may see tokens', async () => {
    const merchant = await api.merchant();
    const { name, value } = await sessionOf(merchant.user);
    const answer = await keys(`${name}=${value}`);
    expect(answer.map(({ api_key }: { api_key: string }) => api_key)).toEqual([merchant.token.key]);
    expect(Object.keys(answer[0])).toEqual(['name', 'api_key']);
  });

  it('are none for a stranger, for a wrong session, and for a role without tokens', async () => {
    const { user } = await api.merchant();
    const { name, value } = await sessionOf(user);
    await execute(api.db, "UPDATE app_user SET role = 'viewer' WHERE id = $1", [user.id]);
    expect(await keys()).toEqual([]);
    expect(await keys(`${name}=wrong`)).toEqual([]);
    expect(await keys(`${name}=${value}`)).toEqual([]);
  });
});

describe('a page that is not there', () => {
  it('is a 404, also by a name that leads out of the folder', async () => {
    for (const url of ['/docs/api/none', '/docs/api/..%2f..%2findex', '/legal/none', '/legal/..%2fdocs-api']) {
      expect((await api.call({ url, headers: { accept: 'text/html' } })).status, url).toBe(404);
    }
  });
});

async function sessionOf(user: TestMerchant['user']) {
  const name = 'tidegate_session';
  return { name, value: (await signInAs(api, user)).jar.get(name) ?? '' };
}
