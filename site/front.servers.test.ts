import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApi, type TestApi } from '../api/testing.fixture.ts';
import { execute } from '../db/sql.ts';
import { AXE_RULES, expectAccessible, expectNoSidewaysScroll, withBrowser } from '../scripts/testing/browser.ts';
import { buildSite } from './build-site.fixture.ts';

const WIDTHS = [320, 376, 426, 769, 850, 1441, 2561];
/** Of each kind one; other articles differ in words. */
const TELLING = ['/', '/pricing', '/blog', '/blog/confirmations', '/support/articles', '/guides/countries'];
/** Draws them for a person to look at. */
const PICTURES = process.env.TIDEGATE_CONTACT_SHEETS;

let site: Awaited<ReturnType<typeof buildSite>>;
let api: TestApi;
let origin: string;
let passedMs = 0;

beforeAll(async () => {
  site = await buildSite();
  api = await startTestApi({ deps: { frontEnds: { site: site.dist }, now: () => Date.now() + passedMs } });
  origin = await api.app.listen({ host: '127.0.0.1', port: 0 });
});
afterAll(async () => {
  await api?.close();
  await site?.remove();
});

const read = async (path: string) => {
  const answer = await fetch(`${origin}${path}`, { redirect: 'manual' });
  return { answer, text: await answer.text() };
};

const pathsOf = (sitemap: string) =>
  [...sitemap.matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, url = '']) => new URL(url).pathname);

describe('the pages for visitors', () => {
  const visit = withBrowser();

  it('have no accessibility violation, nothing to scroll sideways, and load nothing from elsewhere', async () => {
    const { page, context, complaints } = await visit(origin);
    for (const path of TELLING) {
      await page.goto(`${origin}${path}`);
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
        for (const width of WIDTHS) {
          const where = `${path}, ${colorScheme}, ${width}`;
          await page.setViewportSize({ width, height: 900 });
          if (colorScheme === 'light') await expectNoSidewaysScroll(page, where);
          if (![376, 1441].includes(width)) continue;
          await expectAccessible(page, where, AXE_RULES[colorScheme]);
          if (PICTURES !== undefined) {
            const file = `site${path.replaceAll('/', '-')}-${colorScheme}-${width}.png`;
            await page.screenshot({ path: join(PICTURES, file), fullPage: true });
          }
        }
      }
    }
    expect(complaints).toEqual([]);
    await context.close();
  });

  it('are found by search engines, unlike all other pages', async () => {
    expect((await read('/')).answer.headers.get('x-robots-tag')).toBeNull();
    expect((await read('/legal/privacy')).answer.headers.get('x-robots-tag')).toContain('noindex');
    expect((await read('/robots.txt')).text).toContain('Sitemap: http');
    const { text, answer } = await read('/sitemap.xml');
    expect(answer.headers.get('content-type')).toContain('application/xml');
    const listed = pathsOf(text);
    expect(listed).toContain('/blog/confirmations');
    for (const path of listed) expect((await read(path)).answer.status, path).toBe(200);
  });

  it('link to nothing that is not there', async () => {
    const { text: sitemap } = await read('/sitemap.xml');
    const pages = pathsOf(sitemap);
    const targets = new Set<string>();
    for (const path of pages) {
      const { text } = await read(path);
      for (const [, target = ''] of text.matchAll(/(?:href|src)="(\/[^"#]*)/g)) targets.add(target);
    }
    // Pages of the back office are there, but not built for this test.
    for (const target of targets) expect((await read(target)).answer.status, target).not.toBe(404);
  });

  it('have a script on none of them, and are small', async () => {
    for (const path of TELLING) {
      const { text, answer } = await read(path);
      expect(text, path).not.toMatch(/<script|style="|__[A-Z_]+__/);
      expect(Buffer.byteLength(text), path).toBeLessThan(60_000);
      expect(answer.headers.get('content-security-policy'), path).not.toContain('unsafe');
    }
  });

  it('show the fees of the default plan as they are, minutes after a change', async () => {
    expect((await read('/pricing')).text).toContain('>1%<');
    await execute(api.db, "UPDATE fee_plan SET fee_bps = 85 WHERE plan = 'default' AND operation = 'invoice'", []);
    passedMs += 6 * 60_000;
    expect((await read('/pricing')).text).toContain('>0.85%<');
  });

  it('are not there when the operator has no site, and / leads to the back office', async () => {
    const without = await startTestApi({ env: { SITE: 'off' }, deps: { frontEnds: { site: site.dist } } });
    const answer = await without.app.inject('/');
    expect([answer.statusCode, answer.headers.location]).toEqual([302, '/dashboard']);
    expect((await without.app.inject('/blog')).statusCode).toBe(404);
    await without.close();
  });

  it('answer 404 for what no page is called, however it is written', async () => {
    for (const path of ['/blog/no-such-post', '/blog/Confirmations', '/blog/..%2f..%2fsecret', '/guides/coins/x%00']) {
      expect((await read(path)).answer.status, path).toBe(404);
    }
  });
});
