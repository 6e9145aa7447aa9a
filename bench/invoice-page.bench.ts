import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { build } from 'vite';
import { buildPage } from '../invoice-page/fixtures/browser.fixture.ts';
import { startMockServer } from '../invoice-page/fixtures/mock-server.fixture.ts';
import { launchBrowser } from '../scripts/testing/browser.ts';
import { ensureChromium } from '../scripts/toolchain/chain-nodes.ts';
import { isFound } from '../scripts/toolchain/found.ts';
import type { Figure } from './figure.ts';
import { type TimedPage, timePages } from './slow-browser.ts';

const MOST_OF_REFERENCE = 1.3;
const KB = 1_000;

/**
 * What the payer's page weighs, and how soon it can be used next to a page that mounts React and nothing else: the two
 * take turns in the same browser, each with empty caches, on a processor slowed to a quarter.
 */
export async function run(): Promise<Figure[]> {
  const chromium = await ensureChromium();
  if (!isFound(chromium)) throw new Error(chromium.missing);
  const page = await buildPage();
  const reference = await buildReference();
  const browser = await launchBrowser(chromium.path);
  const servers = [await startMockServer(page.dist), await startMockServer(reference.dist)] as const;
  try {
    const { value, reference: referenceMs } = await timePages(browser, {
      value: phone(servers[0].url),
      reference: phone(servers[1].url),
    });
    return [
      {
        name: 'invoice page: interactive, 4x slowed CPU',
        value,
        unit: 'ms',
        reference: { name: 'a page that mounts React and nothing else', value: referenceMs },
        target: `≤ ${MOST_OF_REFERENCE} of it`,
        ok: value <= MOST_OF_REFERENCE * referenceMs,
      },
      await weigh(page.dist, 'script', /\.js$/, 85),
      await weigh(page.dist, 'style', /\.css$/, 8),
      await weigh(page.dist, 'fonts of a Latin language', /geist-(latin|mono).*\.woff2$/, 30),
    ];
  } finally {
    await browser.close();
    for (const server of servers) await server.close();
    await page.remove();
    await reference.remove();
  }
}

/** Usable when React has put its content into the page. */
function phone(server: string): TimedPage {
  return {
    url: `${server}/invoice/pay`,
    viewport: { width: 376, height: 812 },
    isUsable: () => document.getElementById('root')?.firstElementChild != null,
  };
}

async function buildReference() {
  const root = await mkdtemp(join(tmpdir(), 'tidegate-react-only-'));
  const dist = join(root, 'dist');
  await writeFile(
    join(root, 'index.html'),
    '<!doctype html><html lang="en"><head><title>React</title></head><body><div id="root"></div><script type="module" src="./main.js"></script></body></html>',
  );
  await writeFile(
    join(root, 'main.js'),
    `import { createElement } from 'react';
     import { createRoot } from 'react-dom/client';
     createRoot(document.getElementById('root')).render(createElement('p', null, 'React'));`,
  );
  const modules = join(import.meta.dirname, '../node_modules');
  await build({
    configFile: false,
    logLevel: 'warn',
    mode: 'production',
    root,
    base: '/invoice-assets/',
    resolve: { alias: { react: join(modules, 'react'), 'react-dom': join(modules, 'react-dom') } },
    build: { outDir: dist, target: 'es2022', modulePreload: { polyfill: false } },
  });
  return { dist, remove: () => rm(root, { recursive: true, force: true }) };
}

async function weigh(dist: string, what: string, pattern: RegExp, targetKb: number): Promise<Figure> {
  const folder = join(dist, 'assets');
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
