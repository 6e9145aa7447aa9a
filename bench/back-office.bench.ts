import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { Browser } from 'playwright-core';
import { buildBareAdmin } from '../admin/testing/bare-admin.fixture.ts';
import { buildBackOffice } from '../admin/testing/build.fixture.ts';
import { makeRows } from '../admin/testing/fixtures.fixture.ts';
import { startMockServer } from '../admin/testing/mock-server.fixture.ts';
import { launchBrowser } from '../scripts/testing/browser.ts';
import { ensureChromium } from '../scripts/toolchain/chain-nodes.ts';
import { isFound } from '../scripts/toolchain/found.ts';
import type { Figure } from './figure.ts';
import { type TimedPage, timePages } from './slow-browser.ts';

const KB = 1_000;
const MOST_SCRIPT_OF_REFERENCE = 1.15;
const MOST_OF_REFERENCE = 1.3;
const ROOMS = ['/history', '/dashboard', '/integration/profile', '/account?tab=profile'] as const;
const DESK = { width: 1441, height: 900 };
const SIGNED_IN = { 'tidegate.signed-in': 'yes' };

/**
 * The bytes that the back office loads until its list of invoices is usable, and the time this takes, beside plain
 * react-admin with one list of the same rows and one form. Both take turns in the same browser, each with empty caches,
 * on a processor slowed to a quarter.
 */
export async function run(): Promise<Figure[]> {
  const chromium = await ensureChromium();
  if (!isFound(chromium)) throw new Error(chromium.missing);
  const backOffice = await buildBackOffice();
  const reference = await buildBareAdmin();
  const browser = await launchBrowser(chromium.path);
  const servers = [await startMockServer(backOffice.dist), await startMockServer(reference.dist)] as const;
  try {
    const { value, reference: referenceMs } = await timePages(browser, {
      value: list(`${servers[0].url}/history`),
      reference: list(`${servers[1].url}/`),
    });
    const speed: Figure = {
      name: 'back office: its list usable, 4x slowed CPU',
      value,
      unit: 'ms',
      reference: { name: 'a bare react-admin with one list and one form', value: referenceMs },
      target: `≤ ${MOST_OF_REFERENCE} of it`,
      ok: value <= MOST_OF_REFERENCE * referenceMs,
    };
    const bare = await scriptKb(browser, `${servers[1].url}/`, reference.dist);
    const charts = await chartFiles(backOffice.dist);
    const weights: Figure[] = [
      { name: 'back office: charts of /dashboard, gzipped', value: await sizeKb(backOffice.dist, charts), unit: 'KB' },
    ];
    for (const room of ROOMS) {
      const kb = await scriptKb(browser, `${servers[0].url}${room}`, backOffice.dist, charts);
      weights.push({
        name: `back office: script of the first load of ${room} without charts, gzipped`,
        value: kb,
        unit: 'KB',
        reference: { name: 'a bare react-admin with one list and one form', value: bare },
        target: `≤ ${MOST_SCRIPT_OF_REFERENCE} of it`,
        ok: kb <= MOST_SCRIPT_OF_REFERENCE * bare,
      });
    }
    return [speed, ...weights];
  } finally {
    await browser.close();
    for (const server of servers) await server.close();
    await backOffice.remove();
    await reference.remove();
  }
}

/** Usable when the first row of the list is in the page. */
function list(url: string): TimedPage {
  return {
    url,
    viewport: DESK,
    storage: SIGNED_IN,
    word: makeRows()[0]?.reference ?? '',
    isUsable: (word) => document.querySelector('tbody')?.textContent?.includes(word) ?? false,
  };
}

/** Every script a browser with empty caches asks for until the page is at rest. */
async function scriptKb(
  browser: Browser,
  url: string,
  dist: string,
  except: ReadonlySet<string> = new Set(),
): Promise<number> {
  const context = await browser.newContext({ viewport: DESK });
  try {
    const page = await context.newPage();
    const names = new Set<string>();
    page.on('request', (request) => {
      const { pathname } = new URL(request.url());
      if (pathname.endsWith('.js')) names.add(pathname);
    });
    await page.addInitScript(() => localStorage.setItem('tidegate.signed-in', 'yes'));
    await page.goto(url, { waitUntil: 'load' });
    await page.locator('h1, tbody td').first().waitFor();
    return await sizeKb(dist, new Set([...names].filter((name) => !except.has(name))));
  } finally {
    await context.close();
  }
}

async function sizeKb(dist: string, names: ReadonlySet<string>): Promise<number> {
  const sizes = await Promise.all(
    [...names].map(async (name) => gzipSync(await readFile(join(dist, name)), { level: 9 }).length),
  );
  return sizes.reduce((total, size) => total + size, 0) / KB;
}

/** The files that only the charts of the dashboard need: they load after the page, into reserved places. */
async function chartFiles(dist: string): Promise<ReadonlySet<string>> {
  type Manifest = Record<string, { readonly file: string; readonly imports?: readonly string[] } | undefined>;
  const manifest = JSON.parse(await readFile(join(dist, '.vite', 'manifest.json'), 'utf8')) as Manifest;
  const filesOf = (keys: readonly string[], files = new Set<string>()): Set<string> => {
    for (const key of keys) {
      const chunk = manifest[key];
      if (chunk === undefined) throw new Error(`${key} is no chunk of its own`);
      if (files.has(`/${chunk.file}`)) continue;
      files.add(`/${chunk.file}`);
      filesOf(chunk.imports ?? [], files);
    }
    return files;
  };
  const page = filesOf(['index.html', 'back-office.tsx', 'dashboard/dashboard-page.tsx']);
  const charts = filesOf(['dashboard/figures/main.tsx', 'dashboard/figures/aside.tsx']);
  return new Set([...charts].filter((file) => !page.has(file)));
}
