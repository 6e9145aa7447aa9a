import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { execute } from '../db/core/sql.ts';
import { makeInvoice, makeShop } from '../db/invoices/testing.fixture.ts';
import { startTestGateway, type TestGateway } from '../temporal/testing.fixture.ts';
import { freePort } from './process/ports.ts';
import { until } from './testing/until.ts';

let gateway: TestGateway;
beforeAll(async () => {
  // Schedules of methods are encrypted; the command needs no key.
  gateway = await startTestGateway({ codecKey: new Uint8Array(32).fill(7) });
});
afterAll(() => gateway.close());

async function workflows(command: string, env: NodeJS.ProcessEnv = {}) {
  const program = join(import.meta.dirname, 'workflows.ts');
  const own = { TEMPORAL_ADDRESS: gateway.address, TEMPORAL_NAMESPACE: gateway.client.options.namespace };
  return promisify(execFile)(process.execPath, [program, ...command.split(' ')], {
    env: { ...process.env, DATABASE_URL: gateway.db.url, ...own, ...env },
  }).then(
    ({ stdout }) => ({ output: stdout, status: 0 }),
    ({ stdout, code }: { stdout: string; code: number }) => ({ output: stdout, status: code }),
  );
}

const handleOf = (id: string) => gateway.client.workflow.getHandle(id);
const isRunning = async (id: string) => (await handleOf(id).describe()).status.name === 'RUNNING';

test('check names what is missing with status 1, and repair starts it', async () => {
  const shop = await makeShop(gateway.db);
  const ids: string[] = [];
  for (let made = 0; made < 7; made += 1) ids.push(`invoice:${(await makeInvoice(gateway.db, shop)).id}`);
  for (const id of ids) await until(() => isRunning(id), 'it was started');
  for (const id of ids.slice(1)) await handleOf(id).terminate();

  const checked = await workflows('check');
  expect(checked.status).toBe(1);
  expect(checked.output).toContain(`invoice: 7 unfinished, 6 MISSING: ${ids.slice(1, 6).join(', ')} and 1 more`);
  expect(checked.output).toMatch(/^payout: 0 unfinished$/m);
  expect(checked.output).toMatch(/^automatic_payout: 0 unfinished$/m);
  expect(checked.output).toMatch(/^permanent: 5 unfinished, 5 MISSING: .*recovery/m);
  expect(await isRunning(ids[1] ?? '')).toBe(false);

  const repaired = await workflows('repair');
  expect(repaired).toMatchObject({ status: 0 });
  expect(repaired.output).toContain('Started 6.');
  for (const id of ids) await until(() => isRunning(id), 'it is back');
  expect((await workflows('check')).output).toMatch(/^invoice: 7 unfinished$/m);
});

test('restart signals every unfinished row without asking Temporal', async () => {
  expect(await workflows('restart', { TEMPORAL_ADDRESS: 'nowhere.invalid:7233' })).toEqual({
    output:
      '7 × invoice, 0 × deposit, 0 × payout, 0 × claim, 0 × card_order, 0 × withdrawal, 0 × mass_payout, 0 × case, 0 × suspension, 0 × mass_slice, 0 × webhook, 0 × product_update\n',
    status: 0,
  });
});

test('says in words that Temporal does not answer, has no such namespace, or that the command is wrong', async () => {
  const address = `127.0.0.1:${await freePort()}`;
  const away = await workflows('check', { TEMPORAL_ADDRESS: address });
  expect(away.status).toBe(1);
  expect(away.output).toMatch(new RegExp(`^Temporal does not answer at ${address} .*Check TEMPORAL_ADDRESS\\.\\n$`));
  const unknown = await workflows('repair', { TEMPORAL_NAMESPACE: 'nobodys' });
  expect(unknown.status).toBe(1);
  expect(unknown.output).toMatch(/cannot use the namespace nobodys .*Check TEMPORAL_NAMESPACE\.\n$/);
  expect(await workflows('mend')).toMatchObject({ status: 64, output: expect.stringContaining('Usage') });
});

test('says that the outbox is behind: what is missing may be on its way', async () => {
  await execute(
    gateway.db,
    `INSERT INTO outbox (event_id, topic, payload, created_at, available_at)
     VALUES (gen_random_uuid(), 'workflow.start', '{}', now() - interval '1 minute', now() + interval '1 hour')`,
  );
  const behind = /The outbox is (\d+) s behind/.exec((await workflows('check')).output);
  expect(Number(behind?.[1])).toBeGreaterThanOrEqual(60);
  await execute(gateway.db, 'DELETE FROM outbox');
});
