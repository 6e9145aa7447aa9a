import { createHash } from 'node:crypto';
import { globSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { recordStatusEveryMinute } from '../api/status/recorder.ts';
import { startTestApi, type TestApi } from '../api/testing/server.fixture.ts';
import { execute } from '../db/core/sql.ts';
import { readStatusDays } from '../db/site/status-days.ts';
import { expectAccessibleLook, expectNoSidewaysScroll, showAt, withBrowser } from '../scripts/testing/browser.ts';
import { pathsOf, type ServedSite, serveSite } from './served-site.fixture.ts';

const WIDTHS = [320, 376, 426, 769, 850, 1441, 2561];
/** Of each kind one; other articles differ in words. */
const TELLING = [
  '/',
  '/pricing',
  '/demo',
  '/blog',
  '/blog/confirmations',
  '/support/articles',
  '/guides/countries',
  '/products',
  '/products/invoices',
  '/security',
  '/developers',
  '/developers/quickstart-express',
  '/about',
  '/faq',
  '/status',
  '/changelog',
  '/legal',
  '/legal/terms',
  '/legal/cookies',
  '/legal/prohibited-jurisdictions',
  '/system/1001',
];
/** Draws them for a person to look at. */
const PICTURES = process.env.TIDEGATE_CONTACT_SHEETS;

let site: ServedSite;
let api: TestApi;
let origin: string;
let passedMs = 0;

beforeAll(async () => {
  site = await serveSite({ deps: { now: () => Date.now() + passedMs } });
  ({ api, origin } = site);
});
afterAll(async () => {
  await site?.close();
});

const read = async (path: string) => {
  const answer = await fetch(`${origin}${path}`, { redirect: 'manual' });
  return { answer, text: await answer.text() };
};

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
          await showAt(page, width);
          if (colorScheme === 'light') await expectNoSidewaysScroll(page, where);
          if (![376, 1441].includes(width)) continue;
          await expectAccessibleLook(page, path, { width, colorScheme });
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
    expect((await read('/docs/api')).answer.headers.get('x-robots-tag')).toContain('noindex');
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

  it('lead developers to every quickstart', async () => {
    const { text } = await read('/developers');
    const linked = [...text.matchAll(/href="\/developers\/quickstart-([^"]+)"/g)].map(
      ([, name]) => `quickstart/${name}.md`,
    );
    const pages = globSync('quickstart/*.md', { cwd: join(import.meta.dirname, '../docs') });
    expect(linked.toSorted()).toEqual(pages.toSorted());
    expect((await read(`/docs/${linked[0]}`)).answer.headers.get('content-type')).toBe('text/markdown; charset=utf-8');
  });

  it('have a picture each for social networks, and data for search engines where it helps', async () => {
    for (const path of ['/', '/blog/confirmations', '/legal/terms', '/products/invoices']) {
      const { text } = await read(path);
      const [, picture = ''] = /property="og:image" content="http:\/\/localhost:8080(\/[^"]*)"/.exec(text) ?? [];
      const answer = await fetch(`${origin}${picture}`);
      expect([path, answer.status, answer.headers.get('content-type')]).toEqual([path, 200, 'image/jpeg']);
    }
    const { text } = await read('/faq');
    const [, data = ''] = /<script type="application\/ld\+json">(.*)<\/script>/.exec(text) ?? [];
    const { '@type': type, mainEntity } = JSON.parse(data) as { '@type': string; mainEntity: unknown[] };
    expect([type, mainEntity.length]).toEqual(['FAQPage', (text.match(/<details/g) ?? []).length]);
    expect(data).toContain('1% for an invoice in the default plan');
  });

  it('have a script only for the banner about cookies and where something plays or counts, and are small', async () => {
    for (const path of TELLING) {
      const { text, answer } = await read(path);
      const scripts = text.match(/<script(?! type="application\/ld\+json")[^>]*>/g) ?? [];
      const island = expect.stringMatching(/src="\/site-assets\/[\w.-]+\.js"/);
      const isIsland = ['/', '/pricing', '/demo'].includes(path) || path.startsWith('/developers');
      const banner = '<script type="module" src="/consent.js">';
      expect(scripts, path).toEqual(isIsland ? [island, banner] : [banner]);
      expect(text, path).not.toMatch(/style="|__[A-Z_]+__|\{\{/);
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
    for (const path of ['/blog', '/products', '/status']) {
      expect((await without.app.inject(path)).statusCode, path).toBe(404);
    }
    // Visitors accept these documents when they sign up, so they exist, and all their links work.
    for (const path of ['/legal', '/legal/terms', '/verify', '/docs/api', '/docs/api/search?q=refund', '/system/404']) {
      const page = (await without.app.inject(path)).body;
      expect(page, path).toContain('<h1');
      const targets = [...page.matchAll(/href="(\/[^"#?]*)/g)].map(([, target = '']) => target);
      const there =
        /^(\/(de|fr|es|it|pt|ru))?\/(legal|auth|dashboard|support$|verify|docs|llms.txt|favicon|site-assets)/;
      expect(
        targets.filter((target) => !there.test(target)),
        path,
      ).toEqual([]);
    }
    const robots = await without.app.inject('/robots.txt');
    expect([robots.statusCode, robots.body]).toEqual([200, 'User-agent: *\nDisallow: /\n']);
    await without.close();
  });

  it('answer 404 for what no page is called, however it is written', async () => {
    for (const path of ['/blog/no-such-post', '/blog/Confirmations', '/blog/..%2f..%2fsecret', '/guides/coins/x%00']) {
      expect((await read(path)).answer.status, path).toBe(404);
    }
  });
});

describe('an unknown path', () => {
  it('is a real 404 in the look of the site, and a small JSON to programs', async () => {
    for (const path of ['/no-such-page', '/blog/none', '/legal/none', '/products/none', `/dashbord`]) {
      const answer = await fetch(`${origin}${path}`, { headers: { accept: 'text/html' } });
      expect([path, answer.status]).toEqual([path, 404]);
      expect(await answer.text(), path).toContain('This page does not exist');
      expect(answer.headers.get('cache-control'), path).toBe('no-store');
    }
    expect((await (await fetch(`${origin}/api/v1/none`, { headers: { accept: 'text/html' } })).json()).code).toBe(
      'not_found',
    );
  });

  it('has a page for each error of spec §2, and only those that count against nobody have its status', async () => {
    const statuses = { 403: 403, 404: 404, 410: 410, 500: 200, 503: 200, 1001: 200, 1002: 200, 999: 404 };
    for (const [code, status] of Object.entries(statuses)) {
      expect((await fetch(`${origin}/system/${code}`, { headers: { accept: 'text/html' } })).status, code).toBe(status);
    }
    expect((await read('/system/1002')).text).toContain('already been used or has expired');
    const withFooter = [403, 404, 410, 500, 503, 1001, 1002].map(async (code) => {
      const page = await fetch(`${origin}/system/${code}`, { headers: { accept: 'text/html' } });
      return (await page.text()).includes('<footer') ? code : null;
    });
    expect((await Promise.all(withFooter)).filter((code) => code !== null)).toEqual([403, 404, 500]);
  });
});

describe('the figures of the pages', () => {
  it('are those of the settings and of the fee plan', async () => {
    const own = await startTestApi({
      env: {
        RETENTION_YEARS: '11',
        INVOICE_LIFETIME_SECONDS: '1200',
        OPERATOR_NAME: 'Pier & Co',
        LEGAL_REVISED_ON: '2098-02-03',
        CAPTCHA_SITE_KEY: 'site',
        CAPTCHA_SECRET: 'secret',
        OPERATOR_LINE: 'Pier <b>Ltd</b>, Harbor 1',
      },
      deps: { frontEnds: { site: site.dist } },
    });
    const page = async (path: string) => (await own.app.inject(path)).body;
    expect(await page('/legal/privacy')).toMatch(/<td>11 years after the business relationship ends/);
    expect(await page('/legal/privacy')).toContain(
      'Captcha against automated sign-ups: www.google.com, www.gstatic.com',
    );
    expect(await page('/legal/terms')).toContain('holds the rate for 20 minutes');
    expect(await page('/legal/terms')).toMatch(/<td>Refund<\/td>\s*<td>5%<\/td>/);
    expect(await page('/legal/terms')).toContain('Version of February 3, 2098');
    expect(await page('/legal/terms')).toContain('Pier &lt;b');
    expect(await page('/legal/cookies')).toContain('loaded from www.google.com and www.gstatic.com');
    expect(await page('/')).toMatch(/<title>Pier &amp; Co: take crypto/);
    await own.close();
    expect((await read('/legal/privacy')).text).toContain('None: everything runs on our own machines.');
  });
});

describe('the line of the landing page', () => {
  it('is a drawing until a day of rates is recorded, and says so; then what Bitcoin did', async () => {
    await execute(api.db, 'DELETE FROM rate_hour', []);
    passedMs += 6 * 60_000;
    expect((await read('/')).text).toMatch(/data-level="drawn".*<path class="coin"[^>]* d="M0 \d/s);
    // First, so that no hour of the clock begins between the rates and the page.
    passedMs += 6 * 60_000;
    for (const [mode, value] of Object.entries({ sandbox: 40_000, production: 60_000 })) {
      await execute(
        api.db,
        `INSERT INTO rate_hour (mode, asset, currency, hour, value)
         SELECT $1, 'BTC', 'EUR', date_trunc('hour', $2::timestamptz) - make_interval(hours => n), $3::numeric + n * 100
         FROM generate_series(0, 30) AS n`,
        [mode, new Date(api.deps.now()), value],
      );
    }
    const { text } = await read('/');
    expect(text).toContain('data-level="recorded"');
    // Of the last 24 hours, in production.
    expect(text).toContain('Bitcoin in the last 24 hours: €60,000 to €62,300, as recorded here.');
    expect(text).not.toMatch(/__LEVEL/);
  });
});

describe('the style sheets within the pages', () => {
  it('are let through by their hashes alone, and so are no others', async () => {
    for (const path of ['/', '/blog/confirmations', '/status', '/search', '/demo', '/contact-us', '/system/404']) {
      const { text, answer } = await read(path);
      const found = [...text.matchAll(/<style>(.*?)<\/style>/gs)].map(([, css = '']) => css);
      expect(found.length, path).toBe(1);
      const hash = createHash('sha256')
        .update(found[0] ?? '')
        .digest('base64');
      expect(answer.headers.get('content-security-policy'), path).toContain(`style-src 'self' 'sha256-${hash}';`);
      expect(text, path).not.toContain('rel="stylesheet"');
    }
    const { answer } = await read(`/search?q=${encodeURIComponent('<style>body{}</style>')}`);
    expect(answer.headers.get('content-security-policy')?.match(/sha256-/g)).toHaveLength(1);
  });
});

describe('the status page', () => {
  it('says in a sentence what the health checks say, each part by its name', async () => {
    const { text, answer } = await read('/status');
    expect(answer.headers.get('cache-control')).toBe('no-store');
    // Nobody follows the networks in this test.
    expect(text).toContain('parts are delayed');
    expect(text).toMatch(/Payments on Bitcoin<\/th><td class="state late">Delayed/);
    expect(text).toMatch(/back office<\/th><td class="state up">Works/);
  });

  it('shows what was recorded of each day, in bars and in words', async () => {
    const day = (ago: number) => new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10);
    await execute(api.db, 'DELETE FROM status_day', []);
    const insert = `INSERT INTO status_day (day, part, checks, late, down, first_minute, last_minute)
      SELECT d, p, 1440, CASE WHEN p = 'network-btc' THEN 12 ELSE 0 END, 0, d, d + interval '1439 minutes'
      FROM unnest($1::date[]) AS d, unnest($2::text[]) AS p`;
    await execute(api.db, insert, [
      [day(2), day(1)],
      ['network-btc', 'network-ltc', 'rates'],
    ]);
    const fresh = await startTestApi({ deps: { frontEnds: { site: site.dist }, db: api.db } });
    const { body } = await fresh.app.inject('/status');
    expect(body).toMatch(/Bitcoin<\/th>.*?<path class="none".*?<\/svg><span>Worked 99\.16% of 2 days<\/span>/s);
    expect(body).toMatch(/<li>\w+ \d+, \d{4}: Payments on Bitcoin delayed for 12 minutes<\/li>/);
    expect(body).toContain('Worked 100% of 2 days');
    expect(body).toContain('Nothing recorded yet');
    expect(body).not.toMatch(/__[A-Z_]+__/);
    await fresh.close();
  });

  it('records its health checks each minute, once however many processes do', async () => {
    await execute(api.db, 'DELETE FROM status_day', []);
    const troubles: unknown[] = [];
    const nowMs = Date.parse('2026-11-29T10:00:30Z');
    const readiness = async () => ({ status: 'ready' as const, dependencies: {} });
    const recorders = [1, 2].map(() =>
      recordStatusEveryMinute({ ...api.deps, now: () => nowMs }, readiness, (error) => troubles.push(error)),
    );
    for (const recorder of recorders) await recorder.record();
    for (const recorder of recorders) recorder.stop();
    const { days } = await readStatusDays(api.db, nowMs);
    expect(days.map(({ part, checks }) => [part, checks])).toEqual(
      [
        'messages',
        'network-bch',
        'network-btc',
        'network-eth',
        'network-ltc',
        'network-tron',
        'network-xrp',
        'pages',
        'rates',
        'settlement',
      ].map((part) => [part, 1]),
    );
    expect(troubles).toEqual([]);
  });

  it('is there while the database is not, and says so', async () => {
    const down = async () => ({
      status: 'not_ready' as const,
      dependencies: { postgres: { state: 'down' as const, required: true, detail: 'postgres://user:secret@db' } },
    });
    const broken = await startTestApi({ deps: { frontEnds: { site: site.dist }, readiness: down } });
    const { body, statusCode } = await broken.app.inject('/status');
    expect([statusCode, body.includes('The gateway does not work at the moment.')]).toEqual([200, true]);
    expect(body).not.toContain('secret');
    await broken.close();
  });

  it('is all right when every part is', async () => {
    await execute(
      api.db,
      `INSERT INTO chain_cursor (mode, network, height, block_hash, block_time, checked_at)
       SELECT m, n, 1, 'hash', now(), now() FROM unnest(ARRAY['sandbox', 'production']) AS m,
         unnest(ARRAY['BTC', 'LTC', 'BCH', 'ETH', 'TRON', 'XRP']) AS n
       ON CONFLICT (mode, network) DO UPDATE SET checked_at = now()`,
      [],
    );
    const fresh = await startTestApi({ deps: { frontEnds: { site: site.dist }, db: api.db } });
    expect((await fresh.app.inject('/status')).body).toContain('<h1>Everything works.</h1>');
    await fresh.close();
  });
});

describe('the search', () => {
  it('finds articles without a script, and shows what was typed as text', async () => {
    const found = await read('/search?q=confirmations%20shop');
    expect(found.answer.headers.get('x-robots-tag')).toContain('noindex');
    expect(found.text).toMatch(/articles contain “confirmations shop”/);
    expect(found.text).toContain('<a href="/blog/confirmations">');
    const hostile = await read(`/search?q=${encodeURIComponent('"><script>alert(1)</script>__OPERATOR__')}`);
    expect(hostile.text).not.toMatch(/<script>alert|value=""/);
    expect(hostile.text).toContain('value="&quot;>&lt;script>alert(1)&lt;/script>__OPERATOR__"');
    for (const query of ['', '?q=', '?q=%22', '?q=a&q=b', `?q=${'x'.repeat(5000)}`]) {
      expect((await read(`/search${query}`)).answer.status, query.slice(0, 20)).toBe(200);
    }
    expect((await read('/search?q=zzzzqqq')).text).toContain('No article contains “zzzzqqq”');
  });

  it('offers three articles at most while a ticket is written, and none for words that no article has', async () => {
    const offers = async (query: string) => JSON.parse((await read(`/support/articles/offers.json${query}`)).text).data;
    const found = await offers('?q=How%20many%20confirmations%20does%20a%20payment%20need%3F');
    expect(found.map(({ path }: { path: string }) => path)).toContain('/blog/confirmations');
    expect(found.length).toBeLessThanOrEqual(3);
    for (const query of ['', '?q=', '?q=zzzzqqq', '?q=a&q=b', `?q=${'x'.repeat(5000)}`]) {
      expect(await offers(query)).toEqual([]);
    }
  });
});
