import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { launch } from 'chrome-launcher';
import { HtmlValidate } from 'html-validate';
import lighthouse, { type Result } from 'lighthouse';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { noteServer } from '../scripts/testing/report.ts';
import { ensureChromium } from '../scripts/toolchain/chain-nodes.ts';
import { isFound } from '../scripts/toolchain/found.ts';
import { type ServedSite, serveSite } from './served-site.fixture.ts';

/** One of each kind; `npm run test:site` looks at all of them, and at their speed. */
const AUDITED = [
  '/',
  '/blog/confirmations',
  '/pricing',
  '/blog',
  '/support/articles',
  '/guides/coins',
  '/guides/countries',
  '/guides/coins/bitcoin',
  '/guides/countries/germany',
  '/support/articles/request-a-payout',
];
const onlyCategories = ['performance', 'accessibility', 'best-practices', 'seo'];
const isWhole = process.env.SITE_AUDIT === 'whole';

let site: ServedSite;
let paths: readonly string[];
beforeAll(async () => {
  site = await serveSite();
  paths = await site.listed();
});
afterAll(() => site?.close());

describe('each page for visitors', () => {
  it('is valid HTML', async () => {
    const validator = new HtmlValidate({
      extends: ['html-validate:standard'],
      // React writes elements without content and boolean attributes its way, which means the same.
      rules: { 'void-style': 'off', 'attribute-boolean-style': 'off', 'attribute-empty-style': 'off' },
    });
    const findings: string[] = [];
    for (const path of paths) {
      const html = await (await fetch(site.origin + path)).text();
      const { results } = await validator.validateString(html, path);
      for (const { messages } of results)
        findings.push(...messages.map(({ ruleId, message, line }) => `${path}:${line} ${ruleId}: ${message}`));
    }
    expect(findings.slice(0, 20)).toEqual([]);
  });

  it('has a title and a description of its own', async () => {
    const seen = new Map<string, string>();
    for (const path of paths) {
      const html = await (await fetch(site.origin + path)).text();
      const [, language = ''] = /<html lang="(\w+)">/.exec(html) ?? [];
      for (const found of [/<title>([^<]+)</.exec(html)?.[1], /name="description" content="([^"]+)"/.exec(html)?.[1]]) {
        expect(found, path).toBeDefined();
        // Two languages may have the same words for something.
        const text = `${language}: ${found}`;
        expect(seen.get(text), `${path}: ${text}`).toBeUndefined();
        seen.set(text, path);
      }
    }
  });
});

describe('the build', () => {
  it('has more than 250 pages', () => expect(site.pages).toBeGreaterThan(250));

  // How long it takes on a machine that does other work says nothing of the build.
  it.runIf(isWhole)('makes 250 pages in less than 30 seconds', async () => {
    const startedMs = performance.now();
    const vite = join(import.meta.dirname, '../node_modules/vite/bin/vite.js');
    const dist = await mkdtemp(join(tmpdir(), 'tidegate-site-'));
    await promisify(execFile)(process.execPath, [vite, 'build', '--logLevel', 'warn', '--outDir', dist], {
      cwd: import.meta.dirname,
      env: { ...process.env, NODE_ENV: 'production' },
    });
    await rm(dist, { recursive: true });
    const builtMs = performance.now() - startedMs;
    process.stdout.write(`${site.pages} pages built in ${(builtMs / 1000).toFixed(1)} s\n`);
    expect((builtMs / site.pages) * 250).toBeLessThan(30_000);
  });
});

describe('Lighthouse on a phone', () => {
  let chrome: Awaited<ReturnType<typeof launch>> | undefined;
  let missing: string | undefined;
  beforeAll(async () => {
    const program = await ensureChromium();
    if (!isFound(program)) {
      noteServer({ name: 'Chromium', missing: program.missing });
      if (process.env.CI) throw new Error(program.missing);
      missing = program.missing;
      return;
    }
    const chromeFlags = ['--headless', '--no-sandbox', '--disable-gpu', '--disable-background-networking'];
    chrome = await launch({ chromePath: program.path, chromeFlags, logLevel: 'silent' });
  });
  afterAll(() => chrome?.kill());

  it.each(isWhole ? AUDITED : AUDITED.slice(0, 2))('finds nothing to improve at %s', async (path) => {
    if (chrome === undefined) throw new Error(missing);
    const run = await lighthouse(site.origin + path, {
      port: chrome.port,
      output: 'json',
      logLevel: 'error',
      onlyCategories,
    });
    if (run === undefined) throw new Error(`Lighthouse says nothing of ${path}.`);
    const { categories, audits } = run.lhr;
    const scores = Object.fromEntries(
      Object.entries(categories).map(([name, { score }]) => [name, Math.round(100 * (score ?? 0))]),
    );
    process.stdout.write(
      `${path}: ${JSON.stringify(scores)}, first view after ${at(audits, 'largest-contentful-paint')}\n`,
    );
    const { performance = 0, ...others } = scores;
    expect(Object.values(others).every((score) => score >= LEAST) || problemsOf(run.lhr)).toBe(true);
    expect(audits['cumulative-layout-shift']?.numericValue).toBe(0);
    // How fast a page is shown on a machine that does other work says nothing of the page.
    if (isWhole) expect(performance >= LEAST || problemsOf(run.lhr)).toBe(true);
  });
});

/** In each category. */
const LEAST = 98;

function at(audits: Result['audits'], name: string): string {
  return audits[name]?.displayValue ?? 'no time';
}

function problemsOf({ audits }: Result): string[] {
  return Object.values(audits)
    .filter(({ score }) => score !== null && score < 1)
    .map(({ id, title, displayValue }) => `${id}: ${title} ${displayValue ?? ''}`);
}
