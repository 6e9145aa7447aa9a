import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { build } from 'vite';
import type { CustomerInvoice } from '../contract/customer-invoice.ts';
import { inlineJson } from '../domain/text/inline-json.ts';
import { buildPage } from '../invoice-page/fixtures/browser.fixture.ts';
import { drawerOf, startMockServer } from '../invoice-page/fixtures/mock-server.fixture.ts';
import { views } from '../invoice-page/fixtures/views.fixture.ts';
import { launchBrowser } from '../scripts/testing/browser.ts';
import { ensureChromium } from '../scripts/toolchain/chain-nodes.ts';
import { isFound } from '../scripts/toolchain/found.ts';
import { type Figure, percentile } from './figure.ts';
import { type TimedPage, timePages } from './slow-browser.ts';
import type { Pair } from './turns.ts';

const MOST_OF_REFERENCE = 1.3;
const KB = 1_000;

/**
 * The size of the payer's page and the time until its heading and code are painted and it is usable, beside a page that
 * only mounts React; and the server's cost of rendering it. Both pages take turns in the same browser, each with empty
 * caches, on a processor slowed to a quarter.
 */
export async function run(): Promise<Figure[]> {
  const chromium = await ensureChromium();
  if (!isFound(chromium)) throw new Error(chromium.missing);
  const page = await buildPage();
  const reference = await buildReference();
  const floor = await buildFloor(reference.dist);
  const browser = await launchBrowser(chromium.path);
  const servers = await Promise.all([page, reference, floor].map(({ dist }) => startMockServer(dist)));
  const [drawn, bare, mounting] = servers.map(({ url }) => url) as [string, string, string];
  try {
    const isMounted = () => document.getElementById('mounted');
    const mounted = phone(bare, isMounted);
    const live = phone(drawn, () => 'live' in document.documentElement.dataset);
    const painted = await timePages(browser, {
      value: { ...phone(drawn, () => document.querySelector('svg.code')), isPaintTimed: true },
      reference: { ...mounted, isPaintTimed: true },
    });
    const mount = await timePages(browser, { value: live, reference: mounted });
    const least = await timePages(browser, { value: live, reference: phone(mounting, isMounted) });
    return [
      beside('heading and code painted', painted, REACT_ONLY),
      beside('interactive', mount, REACT_ONLY),
      beside('interactive', least, 'the same drawn page, whose script mounts React and nothing else'),
      ...(await drawing(page.dist)),
      await weigh(page.dist, 'script', /\.js$/, 35),
      await weigh(page.dist, 'style', /\.css$/, 8),
      await weigh(page.dist, 'fonts of a Latin language', /geist-(latin|mono).*\.woff2$/, 30),
    ];
  } finally {
    await browser.close();
    for (const server of servers) await server.close();
    for (const built of [page, reference, floor]) await built.remove();
  }
}

const REACT_ONLY = 'a page that mounts React and nothing else';

/** How long the page takes, next to another one. */
function beside(what: string, { value, reference }: Pair<number>, name: string): Figure {
  return {
    name: `invoice page: ${what}, 4x slowed CPU`,
    value,
    unit: 'ms',
    reference: { name, value: reference },
    target: `≤ ${MOST_OF_REFERENCE} of it`,
    ok: value <= MOST_OF_REFERENCE * reference,
  };
}

function phone(server: string, isUsable: () => unknown): TimedPage {
  return { url: `${server}/invoice/pay`, viewport: { width: 376, height: 812 }, isUsable };
}

const DRAWN = 2_000;
const MOST_MS = 3;

/** The server draws as it answers: all states in turn, for payers of two languages. */
async function drawing(dist: string): Promise<Figure[]> {
  const draw = await drawerOf(dist);
  const states = Object.values(views);
  const times: number[] = [];
  for (let round = 0; round < DRAWN; round += 1) {
    const state = states[round % states.length] ?? 'missing';
    const acceptLanguage = round % 2 === 0 ? 'en-GB' : 'ru-RU';
    const startedMs = performance.now();
    draw({ state, lang: undefined, acceptLanguage, cookies: undefined });
    times.push(performance.now() - startedMs);
  }
  const warm = times.slice(DRAWN / 4);
  const median = percentile(warm, 0.5);
  return [
    {
      name: 'invoice page: drawn by the server, median',
      value: median,
      unit: 'ms',
      target: `< ${MOST_MS} ms`,
      ok: median < MOST_MS,
    },
    { name: 'invoice page: drawn by the server, 99 of 100', value: percentile(warm, 0.99), unit: 'ms' },
    {
      name: 'invoice page: pages drawn on one core',
      value: (1_000 * warm.length) / warm.reduce((sum, ms) => sum + ms, 0),
      unit: '/s',
      reference: { name: 'states put into an empty page', value: inlinedPerSecond(states) },
    },
  ];
}

/** Answers per second if the payer's phone did all the rendering. */
function inlinedPerSecond(states: readonly CustomerInvoice[]): number {
  const html = '<!doctype html><title>Invoice</title><!--state--><div id="root"></div>';
  const startedMs = performance.now();
  let length = 0;
  for (let round = 0; round < DRAWN; round += 1) {
    length += html.replace('<!--state-->', () => inlineJson(states[round % states.length])).length;
  }
  return length === 0 ? 0 : (1_000 * DRAWN) / (performance.now() - startedMs);
}

async function buildReference() {
  const root = await mkdtemp(join(tmpdir(), 'tidegate-react-only-'));
  const dist = join(root, 'dist');
  await writeFile(
    join(root, 'index.html'),
    '<!doctype html><html lang="en"><head><title>React</title></head><body><script type="module" src="./main.js"></script></body></html>',
  );
  await writeFile(
    join(root, 'main.js'),
    `import { createElement } from 'react';
     import { createRoot } from 'react-dom/client';
     const root = document.body.appendChild(document.createElement('div'));
     createRoot(root).render(createElement('p', { id: 'mounted' }, 'React'));`,
  );
  const modules = join(import.meta.dirname, '../node_modules');
  await build({
    configFile: false,
    logLevel: 'warn',
    mode: 'production',
    root,
    base: '/invoice-assets/',
    resolve: { alias: { react: join(modules, 'react'), 'react-dom': join(modules, 'react-dom') } },
    build: { outDir: join(dist, 'client'), target: 'es2022', modulePreload: { polyfill: false } },
  });
  await mkdir(join(dist, 'server'));
  await writeFile(join(dist, 'server/page.js'), 'export const createPage = (html) => () => html;');
  return { dist, remove: () => rm(root, { recursive: true, force: true }) };
}

/** The page as the server draws it, with the script of the reference: what no way of taking it over can go below. */
async function buildFloor(reference: string) {
  const page = await buildPage();
  const folder = join(page.dist, 'client/assets');
  const script = await readFile(join(reference, 'client/assets', await scriptOf(join(reference, 'client/assets'))));
  const name = await scriptOf(folder);
  await writeFile(join(folder, name), script);
  // Files that the build compressed belong to the page's own script.
  for (const ending of ['br', 'gz']) await rm(join(folder, `${name}.${ending}`), { force: true });
  return page;
}

async function scriptOf(folder: string): Promise<string> {
  const name = (await readdir(folder)).find((each) => each.endsWith('.js'));
  if (name === undefined) throw new Error('The build has no script.');
  return name;
}

async function weigh(dist: string, what: string, pattern: RegExp, targetKb: number): Promise<Figure> {
  const folder = join(dist, 'client/assets');
  const names = (await readdir(folder)).filter((name) => pattern.test(name));
  const sizes = await Promise.all(
    names.map(async (name) => gzipSync(await readFile(join(folder, name)), { level: 9 }).length),
  );
  const kb = sizes.reduce((total, size) => total + size, 0) / KB;
  return {
    name: `invoice page: ${what}, gzipped`,
    value: kb,
    unit: 'KB',
    target: `≤ ${targetKb} KB`,
    ok: kb <= targetKb,
  };
}
