import { readdir, readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildBareAdmin } from './testing/bare-admin.fixture.ts';
import { type BuiltFrontEnd, buildBackOffice } from './testing/build.fixture.ts';

const KIB = 1024;
let built: BuiltFrontEnd;
/** react-admin as it comes, with one list and one form: what a first load may cost, and no more than 1.15 of it. */
let most: number;

beforeAll(async () => {
  built = await buildBackOffice();
  const bare = await buildBareAdmin();
  most = 1.15 * (await scriptOf(bare.dist));
  await bare.remove();
});
afterAll(() => built?.remove());

async function scriptOf(dist: string): Promise<number> {
  const folder = join(dist, 'admin-assets');
  const names = (await readdir(folder)).filter((name) => name.endsWith('.js'));
  const sizes = await Promise.all(names.map(async (name) => gzipSync(await readFile(join(folder, name))).length));
  return sizes.reduce((total, size) => total + size, 0);
}

/** Follows the static imports of a chunk, and the chunks that a lazy import of it loads at once. */
async function closure(entry: string, seen = new Map<string, number>()): Promise<Map<string, number>> {
  if (seen.has(entry)) return seen;
  const code = await readFile(join(built.dist, 'admin-assets', entry), 'utf8');
  seen.set(entry, gzipSync(code).length);
  for (const [, name] of code.matchAll(/(?:from|import)\s*["'`]\.\/([\w.-]+\.js)["'`]/g))
    if (name) await closure(name, seen);
  return seen;
}

/** The chunk that a file of `admin/` has become. */
async function chunk(source: string): Promise<string> {
  const text = await readFile(join(built.dist, '.vite', 'manifest.json'), 'utf8');
  const file = (JSON.parse(text) as Record<string, { file: string } | undefined>)[source]?.file;
  if (file === undefined) throw new Error(`${source} is no chunk of its own`);
  return basename(file);
}

const sum = (sizes: Map<string, number>) => [...sizes.values()].reduce((total, size) => total + size, 0);

it('the first load of each room stays within 1.15 of a bare react-admin, and sign-in within 210 KiB', async () => {
  const page = await readFile(join(built.dist, 'index.html'), 'utf8');
  const entry = /src="\/admin-assets\/([^"]+)"/.exec(page)?.[1] ?? '';
  expect(sum(await closure(entry))).toBeLessThanOrEqual(210 * KIB);
  for (const room of [
    'dashboard/dashboard-page.tsx',
    'history/history-page.tsx',
    'invoices/show.tsx',
    'invoices/create.tsx',
    'balance/balance-page.tsx',
    'integration/integration-page.tsx',
    'account/account-page.tsx',
    'reports/download-page.tsx',
    'fees/fees-page.tsx',
    'payouts/payouts-page.tsx',
    'payouts/payout-list.tsx',
    'payouts/request/request-payout-page.tsx',
    'payouts/details/payout-page.tsx',
    'payout-methods/methods-page.tsx',
    'withdrawals/withdrawals-page.tsx',
    'withdrawals/request/request-page.tsx',
    'withdrawals/details/withdrawal-page.tsx',
    'withdrawal-methods/methods-page.tsx',
    'payment-request/list-page.tsx',
    'payment-request/new-page.tsx',
    'payment-request/details/request-page.tsx',
  ]) {
    const sizes = await closure(entry);
    await closure(await chunk('back-office.tsx'), sizes);
    await closure(await chunk(room), sizes);
    expect(sum(sizes), room).toBeLessThanOrEqual(most);
  }
});

it('no page without a session needs the back office, and each stays within 220 KiB of script', async () => {
  const page = await readFile(join(built.dist, 'index.html'), 'utf8');
  const entry = /src="\/admin-assets\/([^"]+)"/.exec(page)?.[1] ?? '';
  for (const name of [
    'auth/sign-up-page.tsx',
    'auth/verify-email-page.tsx',
    'auth/verify-company-page.tsx',
    'auth/new-device-page.tsx',
    'auth/first-password-page.tsx',
  ]) {
    const sizes = await closure(await chunk(name), await closure(entry));
    expect([...sizes.keys()].filter((file) => file.startsWith('back-office'))).toEqual([]);
    expect(sum(sizes), name).toBeLessThanOrEqual(220 * KIB);
  }
});

it('merchants never load the compliance console, nor its words', async () => {
  const page = await readFile(join(built.dist, 'index.html'), 'utf8');
  const entry = /src="\/admin-assets\/([^"]+)"/.exec(page)?.[1] ?? '';
  const files = await closure(await chunk('back-office.tsx'), await closure(entry));
  const code = await Promise.all(
    [...files.keys()].map((file) => readFile(join(built.dist, 'admin-assets', file), 'utf8')),
  );
  expect(code.filter((text) => text.includes('Tidegate compliance'))).toEqual([]);
  const console = await readFile(join(built.dist, 'admin-assets', await chunk('staff/console.tsx')), 'utf8');
  expect(console).toContain('Tidegate compliance');
});

it('the page holds no inline script or style, and everything is served from the own host', async () => {
  const page = await readFile(join(built.dist, 'index.html'), 'utf8');
  expect(page).not.toMatch(/<script(?![^>]*\bsrc=)/);
  expect(page).not.toMatch(/<style|\sstyle=|https?:\/\//);
  expect(page).toContain('nonce="__CSP_NONCE__"');
});
