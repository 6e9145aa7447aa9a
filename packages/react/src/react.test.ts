import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Page } from 'playwright-core';
import { build } from 'vite';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildPage } from '../../../invoice-page/fixtures/browser.fixture.ts';
import { type MockServer, startMockServer } from '../../../invoice-page/fixtures/mock-server.fixture.ts';
import { views } from '../../../invoice-page/fixtures/views.fixture.ts';
import { withBrowser } from '../../../scripts/testing/browser.ts';

const visit = withBrowser();
const root = join(import.meta.dirname, '../../..');
const folder = mkdtempSync(join(tmpdir(), 'tidegate-react-'));
let page: Awaited<ReturnType<typeof buildPage>>;
let gateway: MockServer;
let shop: Server;
let url: string;

beforeAll(async () => {
  page = await buildPage();
  gateway = await startMockServer(page.dist);
  await build({
    root: import.meta.dirname,
    configFile: false,
    logLevel: 'error',
    build: {
      outDir: folder,
      emptyOutDir: true,
      rolldownOptions: {
        input: join(import.meta.dirname, 'shop.program.fixture.ts'),
        output: { entryFileNames: 'shop.js' },
      },
    },
  });
  const script = readFileSync(join(folder, 'shop.js'));
  shop = createServer((request, response) => {
    if (request.url === '/shop.js') response.setHeader('content-type', 'text/javascript').end(script);
    else
      response
        .setHeader('content-type', 'text/html')
        .end('<!doctype html><script type="module" src="/shop.js"></script>');
  });
  await new Promise<void>((resolve) => shop.listen(0, '127.0.0.1', resolve));
  url = `http://localhost:${(shop.address() as AddressInfo).port}`;
});
afterAll(async () => {
  shop?.closeAllConnections();
  shop?.close();
  await gateway?.close();
  await page?.remove();
  rmSync(folder, { recursive: true, force: true });
});

const heard = (tab: Page) => tab.evaluate('heard') as Promise<[string, string | null][]>;

test('the component shows an invoice inline and in a modal, and calls back once', async () => {
  const { context, page: tab } = await visit(url);
  await tab.goto(`${url}/?gateway=${encodeURIComponent(gateway.url)}`);
  const inline = tab.locator('.inline iframe');
  await tab.frameLocator('.inline iframe').locator('#title').waitFor();
  expect([await inline.count(), await inline.getAttribute('src')]).toEqual([1, `${gateway.url}/invoice/pay-xrp`]);
  await tab.click('#other');
  await expect.poll(() => inline.getAttribute('src')).toBe(`${gateway.url}/invoice/partial`);
  await tab.click('#open');
  await expect
    .poll(() => heard(tab))
    .toEqual(
      expect.arrayContaining([
        ['ready', null],
        ['status', 'pending'],
      ]),
    );
  gateway.push('sandbox', { ...views.sandbox, version: 9, status: 'done', paid: true });
  await expect.poll(() => heard(tab)).toContainEqual(['paid', 'done']);
  await tab.keyboard.press('Escape');
  await expect.poll(() => tab.locator('iframe').count()).toBe(1);
  const types = (await heard(tab)).map(([type]) => type);
  expect(types.toSorted()).toEqual(['close', 'paid', 'ready', 'status', 'status']);
  await context.close();
});

test('the component says when its gateway is none', async () => {
  const { context, page: tab } = await visit(url);
  await tab.goto(`${url}/?gateway=${encodeURIComponent('http://127.0.0.1:9')}`);
  await expect
    .poll(() => heard(tab))
    .toContainEqual(['error', 'Error: http://127.0.0.1:9/embed/v1.js could not be loaded.']);
  await context.close();
});

test('the package compiles, and needs React alone', async () => {
  const tsc = join(root, 'node_modules/typescript-native/bin/tsc');
  const project = join(root, 'packages/react/tsconfig.build.json');
  const outDir = join(folder, 'dist');
  await promisify(execFile)(process.execPath, [tsc, '-p', project, '--outDir', outDir]);
  const built = readFileSync(join(outDir, 'index.js'), 'utf8');
  expect(built).toMatch(/^['"]use client['"];/);
  expect([...built.matchAll(/from ['"]([^'"]+)['"]/g)].map(([, name]) => name)).toEqual(['react', './load.js']);
  const { dependencies, peerDependencies } = JSON.parse(
    readFileSync(join(root, 'packages/react/package.json'), 'utf8'),
  );
  expect([dependencies, peerDependencies]).toEqual([undefined, { react: '>=18' }]);
});
