import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { COMPANY, GOOD_PASSWORD, openBrowser } from '../api/testing/accounts.fixture.ts';
import { startTestApi, type TestApi } from '../api/testing/server.fixture.ts';
import { verifyAudit } from '../db/audit/verify.ts';
import { execute, select } from '../db/core/sql.ts';
import { newId } from '../domain/ids.ts';

const run = promisify(execFile);
const newEmail = () => `${newId()}@quay.example`;
let api: TestApi;

const admin = mkdtempSync(join(tmpdir(), 'back-office-'));

beforeAll(async () => {
  mkdirSync(join(admin, 'admin-assets'));
  writeFileSync(join(admin, 'index.html'), '<title>Back office</title>');
  api = await startTestApi({ deps: { frontEnds: { admin } } });
});
afterAll(async () => {
  await api?.close();
  rmSync(admin, { recursive: true, force: true });
});

/** The command's output and exit code. */
async function merchant(...args: string[]): Promise<{ readonly code: number; readonly text: string }> {
  const env = { ...process.env, DATABASE_URL: api.db.url, PUBLIC_URL: 'https://pay.example/' };
  return run(process.execPath, [join(import.meta.dirname, 'merchant.ts'), ...args], { env }).then(
    ({ stdout }) => ({ code: 0, text: stdout }),
    ({ code, stdout }: { code: number; stdout: string }) => ({ code, text: stdout }),
  );
}

function add(email: string, changes: Readonly<Record<string, string>> = {}) {
  const business = { contact: '@nora', domain: 'Quay.example', industry: 'retail', turnover: 'up_to_30k', ...changes };
  return merchant('add', '--email', email, ...Object.entries(business).flatMap(([key, value]) => [`--${key}`, value]));
}

function tokenIn(text: string): string {
  const [, token] = /^ {2}https:\/\/pay\.example\/auth\/first-password#token=([\w-]{43})$/m.exec(text) ?? [];
  if (token === undefined) throw new Error(`There is no link in: ${text}`);
  return token;
}

function personWith(token: string) {
  const password = { password: GOOD_PASSWORD, password_confirmation: GOOD_PASSWORD };
  return { token, full_name: 'Nora Quay', country: 'DE', ...password, privacy_accepted: true, aml_accepted: true };
}

test('the link of the command opens an account with what the operator entered, once', async () => {
  const email = newEmail();
  const { code, text } = await add(email.toUpperCase(), { language: 'de' });
  expect([code, text]).toEqual([0, expect.stringContaining('works once, for 7 days')]);
  const token = tokenIn(text);
  const browser = await openBrowser(api);
  const page = await browser({ url: '/auth/first-password', headers: { accept: 'text/html,*/*' } });
  expect([page.status, page.text]).toEqual([200, '<title>Back office</title>']);
  const state = async () => (await browser({ url: `/auth/first-password?token=${token}` })).json.data;
  expect(await state()).toEqual({ state: 'valid', email });

  const set = await browser({ url: '/auth/first-password', body: personWith(token) });
  expect(set.json.data).toMatchObject({ email, language: 'de', merchant: { status: 'email_verified' } });
  expect((await browser({ url: '/auth/company', body: COMPANY })).status).toBe(200);
  expect(await state()).toEqual({ state: 'used', email: null });
  const other = await openBrowser(api);
  expect((await other({ url: '/auth/first-password', body: personWith(token) })).status).toBe(422);
  expect(await add(email)).toEqual({ code: 1, text: 'This email address has an account.\n' });
});

test('a new link replaces the one before, and neither is in the database or the audit log', async () => {
  const email = newEmail();
  const first = tokenIn((await add(email)).text);
  const second = tokenIn((await add(email)).text);
  const browser = await openBrowser(api);
  const state = async (token: string) =>
    (await browser({ url: `/auth/first-password?token=${token}` })).json.data.state as string;
  expect([await state(first), await state(second)]).toEqual(['expired', 'valid']);
  expect((await browser({ url: '/auth/first-password', body: personWith(first) })).status).toBe(422);

  const rows = await select<{ row: string }>(
    api.db,
    `SELECT a::text AS row FROM account_application a UNION ALL SELECT l::text FROM audit_log l`,
  );
  expect(rows.filter(({ row }) => row.includes(second) || row.includes(first))).toEqual([]);
  const entries = await select(
    api.db,
    `SELECT l.actor_name AS by, l.target_label AS business FROM audit_log l
     JOIN account_application a ON a.id::text = l.target_id::text
     WHERE l.action = 'merchant.link_made' AND l.chain = 'staff' AND a.email = $1`,
    [email],
  );
  const entry = { by: expect.stringMatching(/\(npm run merchant\)$/), business: 'quay.example' };
  expect(entries).toEqual([entry, entry]);
  expect((await verifyAudit(api.db)).broken).toBeUndefined();

  await execute(api.db, "UPDATE account_application SET expires_at = now() - interval '1 s' WHERE email = $1", [email]);
  expect(await state(second)).toBe('expired');
  expect((await browser({ url: '/auth/first-password', body: personWith(second) })).status).toBe(422);
});

test('every option that is missing or invalid is named, and nothing is stored', async () => {
  const before = await select(api.db, 'SELECT id FROM account_application');
  const { code, text } = await add('nora@quay', { contact: 'x'.repeat(101), domain: 'https://quay.example/' });
  expect(code).toBe(1);
  expect(text.split('\n').map((line) => line.split(' ')[0])).toEqual(['--email', '--contact', '--domain', '']);
  for (const [option, value] of Object.entries({
    contact: ' ',
    industry: 'piracy',
    turnover: 'much',
    language: 'xx',
  })) {
    const refused = await add('nora@quay.example', { [option]: value });
    expect(refused).toEqual({ code: 64, text: expect.stringMatching(`^error: .*--${option}`) });
  }
  expect((await merchant('add')).text).toContain("required option '--email <address>'");
  expect(await merchant('remove')).toEqual({ code: 64, text: expect.stringContaining('Usage:') });
  expect((await add('nora@quay.example', { phone: '1' })).text).toContain("unknown option '--phone'");
  expect(await select(api.db, 'SELECT id FROM account_application')).toEqual(before);
});

test('a database with another schema is refused, in words', async () => {
  await execute(api.db, "INSERT INTO migration (name) VALUES ('9999-gone.sql')");
  const refused = await add(newEmail());
  await execute(api.db, "DELETE FROM migration WHERE name = '9999-gone.sql'");
  expect(refused).toEqual({ code: 1, text: expect.stringContaining('The database is newer than this version') });
});
