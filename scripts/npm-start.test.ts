import { spawn } from 'node:child_process';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { type Checkout, makeCheckout, processesOf } from './start/checkout.fixture.ts';

// Each test starts a database and Temporal once or twice.
vi.setConfig({ testTimeout: 240_000 });

let checkout: Checkout;

beforeAll(async () => {
  checkout = await makeCheckout();
});

afterAll(() => checkout.remove());

/** A terminal sends Ctrl-C to every process in front; `kill` and supervisors reach npm alone. */
const endings = [
  { name: 'Ctrl-C in a terminal', signal: 'SIGINT', to: 'group' },
  { name: 'a request to npm to end', signal: 'SIGTERM', to: 'npm' },
  { name: 'npm killed', signal: 'SIGKILL', to: 'npm' },
] as const;

test.each(endings)('npm start leaves no process after: $name', async ({ signal, to }) => {
  const npm = spawn('npm', ['start'], {
    cwd: checkout.home,
    detached: true,
    env: { ...process.env, PORT: String(checkout.port), DATA_DIR: checkout.dataDir },
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  let output = '';
  npm.stdout.setEncoding('utf8').on('data', (chunk: string) => {
    output += chunk;
  });
  await expect.poll(() => output, { timeout: 60_000 }).toContain('Ctrl-C stops everything');
  process.kill(to === 'group' ? -(npm.pid ?? 0) : (npm.pid ?? 0), signal);
  await expect.poll(() => processesOf(checkout.dataDir)).toEqual([]);
});
