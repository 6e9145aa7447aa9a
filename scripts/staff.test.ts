import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { generate } from 'otplib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApi, type TestApi } from '../api/testing/server.fixture.ts';
import { openStaffBrowser } from '../api/testing/staff.fixture.ts';
import { execute } from '../db/core/sql.ts';
import { testEncryptionKey } from '../db/testing.fixture.ts';
import type { DemoStaff } from './start/announce.ts';

const run = promisify(execFile);
let api: TestApi;
let folder: string;

beforeAll(async () => {
  api = await startTestApi();
  folder = mkdtempSync(join(tmpdir(), 'tidegate-staff-'));
});
afterAll(async () => {
  await api?.close();
  rmSync(folder, { recursive: true, force: true });
});

/** A program of the product, on the database of the test. */
async function program(name: string, args: readonly string[] = [], env: NodeJS.ProcessEnv = {}) {
  const { stdout } = await run(process.execPath, [join(import.meta.dirname, name), ...args], {
    env: { ...process.env, DATABASE_URL: api.db.url, PUBLIC_URL: 'https://pay.example', DATA_DIR: folder, ...env },
  }).catch((error: { stdout?: string }) => ({ stdout: error.stdout ?? '' }));
  return stdout;
}

const staff = (...args: string[]) => program('staff.ts', args);

test('the command adds a person with a link that opens once, and takes the console away again', async () => {
  expect(await staff('add', '--email', 'ann@gateway.test', '--role', 'mlro')).toContain(
    "required option '--name <full name>'",
  );
  expect(await staff('add', '--email', 'ann@gateway.test', '--name', 'Ann', '--role', 'boss')).toContain(
    'Allowed choices are representative, mlro',
  );
  const told = await staff('add', '--email', 'ann@gateway.test', '--name', 'Ann Moor', '--role', 'mlro');
  const token = /https:\/\/pay\.example\/compliance\/sign-in#link=([\w-]{43})/.exec(told)?.[1] ?? '';
  const as = await openStaffBrowser(api);
  const link = () => as({ url: '/staff/auth/link', body: { token } });
  expect((await link()).json.data).toEqual({ email: 'ann@gateway.test', full_name: 'Ann Moor', role: 'mlro' });
  expect(await staff('add', '--email', 'ann@gateway.test', '--name', 'Ann', '--role', 'mlro')).toContain('taken');
  expect(await staff('list')).toContain('ann@gateway.test  Ann Moor  mlro  not set up');
  expect(await staff('block', '--email', 'ann@gateway.test')).toContain('blocked');
  expect((await link()).status).toBe(404);
  expect(await staff('link', '--email', 'nobody@gateway.test')).toContain('There is no staff member');
});

test('npm start makes one person of each role with a random way in, on a database without staff of its own', async () => {
  await execute(api.db, 'DELETE FROM staff_user');
  const seed = (file: string) =>
    program('seed.ts', [], {
      ENCRYPTION_KEY: testEncryptionKey.toString('base64'),
      SEED_OUTPUT: join(folder, 'seeded.json'),
      SEED_STAFF_OUTPUT: join(folder, file),
    });
  const read = (file: string) => JSON.parse(readFileSync(join(folder, file), 'utf8')) as readonly DemoStaff[] | null;
  await seed('staff.json');
  const made = read('staff.json') ?? [];
  expect(made.map(({ role }) => role).sort()).toEqual(['compliance_officer', 'manager', 'mlro', 'representative']);
  const as = await openStaffBrowser(api);
  const [first] = made;
  const { email = '', password = '', totp_secret: secret = '' } = first ?? {};
  const two_fa_code = await generate({ secret });
  expect((await as({ url: '/staff/auth/login', body: { email, password, two_fa_code } })).status).toBe(200);

  await seed('staff.json');
  expect(read('staff.json')).toEqual(made);
  expect((await as({ url: '/staff/auth/me' })).status).toBe(200);

  await staff('add', '--email', 'real@gateway.test', '--name', 'Real Person', '--role', 'mlro');
  await seed('elsewhere.json');
  expect(read('elsewhere.json')).toBeNull();
});
