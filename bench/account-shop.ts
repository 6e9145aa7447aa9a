import { join } from 'node:path';
import { testEncryptionKey } from '../db/testing.fixture.ts';
import { type ManagedProcess, startProcess } from '../scripts/process/managed.ts';
import { freePort } from '../scripts/process/ports.ts';
import { programArgs, programEnv } from '../scripts/start/node-options.ts';
import { TEST_MNEMONIC } from '../settings/config.fixture.ts';

/** An API in a process of its own, as in production, without limits that a benchmark would meet. */
export async function startBenchApi(
  databaseUrl: string,
  env: NodeJS.ProcessEnv = {},
): Promise<{ readonly api: ManagedProcess; readonly origin: string }> {
  const port = await freePort();
  const origin = `http://127.0.0.1:${port}`;
  const api = await startProcess({
    name: 'api',
    command: process.execPath,
    args: [...programArgs, join(import.meta.dirname, '../api/server.ts')],
    env: programEnv({
      ...process.env,
      DATABASE_URL: databaseUrl,
      TEMPORAL_ADDRESS: '127.0.0.1:1',
      PORT: String(port),
      HOST: '127.0.0.1',
      PUBLIC_URL: origin,
      ENCRYPTION_KEY: testEncryptionKey.toString('base64'),
      SANDBOX_SEED: TEST_MNEMONIC,
      LOG_LEVEL: 'warn',
      RATE_LIMIT_API_PER_MINUTE: '1000000',
      RATE_LIMIT_CUSTOMER_PER_MINUTE: '1000000',
      RATE_LIMIT_SIGN_IN_PER_MINUTE: '1000000',
      ...env,
    }),
    ready: async () => (await fetch(`${origin}/health/ready`)).ok,
  });
  return { api, origin };
}

/** Posts as a browser without a session. */
export async function openCaller(origin: string): Promise<(path: string, body: object) => Promise<number>> {
  const given = await fetch(`${origin}/auth/csrf-cookie`);
  const token = given.headers.getSetCookie()[0]?.split(';')[0]?.split('=')[1] ?? '';
  const headers = {
    'content-type': 'application/json',
    cookie: `XSRF-TOKEN=${token}`,
    'x-xsrf-token': token,
    'x-visitor-id': 'visitor-of-a-benchmark',
  };
  return async (path, body) => {
    const answer = await fetch(`${origin}${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
    await answer.arrayBuffer();
    return answer.status;
  };
}

/** The session headers that a browser sends after signing in. @throws Error if the sign-in is refused */
export async function signInAt(
  origin: string,
  { email, password }: { readonly email: string; readonly password: string },
): Promise<{ readonly cookie: string }> {
  const given = await fetch(`${origin}/auth/csrf-cookie`);
  const token = given.headers.getSetCookie()[0]?.split(';')[0]?.split('=')[1] ?? '';
  const answer = await fetch(`${origin}/auth/login`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      cookie: `XSRF-TOKEN=${token}`,
      'x-xsrf-token': token,
      'x-visitor-id': 'visitor-of-a-benchmark',
    },
    body: JSON.stringify({ email, password }),
  });
  if (!answer.ok) throw new Error(`the sign-in was answered ${answer.status}`);
  return {
    cookie: answer.headers
      .getSetCookie()
      .map((cookie) => cookie.split(';')[0])
      .join('; '),
  };
}
