import { execFile } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { createServer, type RequestListener, type Server } from 'node:http';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { payInFull } from '../../db/invoices/testing.fixture.ts';
import { fund, RECIPIENTS } from '../../db/payouts/testing.fixture.ts';
import { useProgram } from '../../scripts/testing/nodes.ts';
import { findPhp, findPhpUnit } from '../../scripts/toolchain/php.ts';
import { openGateway, type TestGateway } from '../node/src/gateway.fixture.ts';
import { VERSION } from '../node/src/index.ts';
import { allOperations, openPrism, whyNoPrism } from '../prism.fixture.ts';

const run = promisify(execFile);
const php = useProgram('php', findPhp);
const phpUnit = useProgram('phpunit', findPhpUnit);

/** Runs a suite of `tests/phpunit.xml`. */
async function runSuite(suite: string, env: NodeJS.ProcessEnv = {}): Promise<void> {
  const args = ['-c', join(import.meta.dirname, 'tests/phpunit.xml'), '--testsuite', suite];
  const failed = await run(phpUnit().path, args, { env: { ...process.env, ...env } }).then(
    ({ stdout }) => (/^OK \(\d+ tests/m.test(stdout) ? undefined : stdout),
    (error: { stdout?: string }) => error.stdout ?? String(error),
  );
  expect(failed).toBeUndefined();
}

test('webhooks, secrets and requests of the PHP SDK', () => runSuite('alone'));

describe('the PHP SDK', () => {
  let gateway: TestGateway;
  let redirecting: Server;
  let silent: Server;
  beforeAll(async () => {
    gateway = await openGateway();
    redirecting = await listen((_request, response) => response.writeHead(307, { location: gateway.url }).end());
    silent = await listen(() => {});
  });
  afterAll(async () => {
    for (const server of [redirecting, silent]) {
      server.closeAllConnections();
      server.close();
    }
    await gateway.close();
  });

  test('works with a gateway, also with a slow and a failing one', async () => {
    const { api, shop, url } = gateway;
    const paid = [];
    for (let count = 0; count < 2; count += 1) {
      const { id } = await gateway.client().invoices.create({ amount: '49.90', currency: 'EUR', gate_id: 'BTC' });
      await payInFull(api.db, id);
      paid.push(id);
    }
    const facts: Record<string, string | undefined> = {
      url,
      redirecting: originOf(redirecting),
      silent: originOf(silent),
      paid: paid[0],
      paidToo: paid[1],
      address: RECIPIENTS.BTC,
    };
    for (const name of ['shop', 'lost', 'follower', 'list', 'funded']) {
      const merchant = name === 'shop' ? shop : await api.merchant();
      if (name === 'funded') for (let count = 0; count < 3; count += 1) await fund(api.db, merchant, 'BTC', 1_000_000n);
      facts[`${name}.key`] = merchant.token.key;
      facts[`${name}.secret`] = merchant.token.secret;
    }
    await runSuite('gateway', { GATEWAY: JSON.stringify(facts) });
  });

  test.skipIf(whyNoPrism !== undefined)('has a method for every call of the public document', async () => {
    const prism = await openPrism();
    const ran = runSuite('prism', { PRISM_URL: prism.url });
    await ran.catch(() => {});
    const { operations, violations } = await prism.close();
    await ran;
    expect(violations).toEqual([]);
    // The stream of events is not for this package, which reads them page by page.
    expect(operations).toEqual(allOperations.filter((name) => name !== 'followEvents'));
  });

  test('is valid PHP that needs no Composer, and has the version of its siblings', async () => {
    const files = readdirSync(import.meta.dirname, { recursive: true, encoding: 'utf8' });
    const programs = files.filter((name) => name.endsWith('.php'));
    expect(programs.length).toBeGreaterThan(30);
    for (const file of programs) await run(php().path, ['-l', join(import.meta.dirname, file)]);
    const code = 'require "autoload.php"; echo Tidegate\\Tidegate::VERSION;';
    const { stdout } = await run(php().path, ['-n', '-r', code], { cwd: import.meta.dirname });
    expect(stdout).toBe(VERSION);
  });
});

async function listen(answer: RequestListener): Promise<Server> {
  const server = createServer(answer);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return server;
}

function originOf(server: Server): string {
  const address = server.address();
  if (typeof address !== 'object' || address === null) throw new Error('The server does not listen.');
  return `http://127.0.0.1:${address.port}`;
}
