import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { execute, select } from '../db/core/sql.ts';
import { makeInvoice, makeShop } from '../db/invoices/testing.fixture.ts';
import { makeStaff } from '../db/staff/staff.fixture.ts';
import { startTestGateway, type TestGateway } from '../temporal/testing.fixture.ts';
import { runOps } from './ops/run-ops.fixture.ts';
import { freePort } from './process/ports.ts';
import { until } from './testing/until.ts';

const codecKey = new Uint8Array(32).fill(7);
const KEY = { TEMPORAL_CODEC_KEY: Buffer.from(codecKey).toString('base64') };

let gateway: TestGateway;
let by: string;
beforeAll(async () => {
  gateway = await startTestGateway({ codecKey });
  by = (await makeStaff(gateway.db, 'manager')).email;
});
afterAll(() => gateway.close());

const run = (line: readonly string[], env: NodeJS.ProcessEnv = KEY) => runOps(gateway, line, env);
const retryOf = (id: string, ...more: string[]) => [id, 'retry', '--by', by, '--note', 'The payer calls.', ...more];
const updatesOf = async (id: string) => {
  const { events } = await gateway.client.workflow.getHandle(id).fetchHistory();
  return (events ?? []).filter((each) => each.workflowExecutionUpdateAcceptedEventAttributes).length;
};

async function openInvoice(): Promise<string> {
  const id = `invoice:${(await makeInvoice(gateway.db, await makeShop(gateway.db))).id}`;
  await until(
    async () => (await gateway.client.workflow.getHandle(id).describe()).status.name === 'RUNNING',
    'it runs',
  );
  return id;
}

async function audited(id: string) {
  return select<{ action: string; actor_kind: string; actor_name: string; data: Record<string, unknown> }>(
    gateway.db,
    'SELECT action, actor_kind, actor_name, data FROM audit_log WHERE target_id = $1 ORDER BY seq',
    [id],
  );
}

describe('on encrypted workflows, the command', () => {
  test('shows, wakes and asks a workflow in plain words, and records who decided, and what', async () => {
    const id = await openInvoice();
    expect(await run([id, 'show'])).toEqual({
      output: `${id} sleeps: it has had nothing to do yet. retry wakes it up.\n`,
      status: 0,
    });
    const { output, status } = await run(retryOf(id));
    expect(output).toMatch(new RegExp(`^${id} accepted retry\\.\nStatus: pending\\. Waiting for `));
    expect(status).toBe(0);
    expect((await run([id, 'show'])).output).toMatch(/^Status: pending\. Waiting for /);

    const sent = { command: 'retry', note: 'The payer calls.', outcome: null, max_fee: null };
    expect(await audited(id)).toEqual(
      ['workflow.command_sent', 'workflow.command_accepted'].map((action) => ({
        action,
        actor_kind: 'staff',
        actor_name: expect.stringMatching(/^Staff manager, by .* \(npm run ops\)$/),
        data: { ...sent, request: expect.any(String) },
      })),
    );
  });

  test('says why the workflow refuses, with status 1, and records that too', async () => {
    const id = await openInvoice();
    const { output, status } = await run([id, 'approve', '--by', by, '--note', 'x']);
    expect(output).toContain(`${id} refused approve: the invoice is pending, not processing\n`);
    expect(status).toBe(1);
    expect((await audited(id)).map(({ action, data }) => [action, data.reason])).toEqual([
      ['workflow.command_sent', undefined],
      ['workflow.command_refused', 'the invoice is pending, not processing'],
    ]);
  });

  test('is carried out once, however often it is repeated with its ID', async () => {
    const id = await openInvoice();
    const request = randomUUID();
    for (let turn = 0; turn < 2; turn += 1) {
      expect((await run(retryOf(id, '--request', request))).output).toContain('accepted retry');
    }
    expect(await updatesOf(id)).toBe(1);
  });

  test('sends nothing without the key, or with another one', async () => {
    const id = await openInvoice();
    const asleep = await run(retryOf(id), {});
    expect(asleep.output).toContain('This workflow is encrypted: set TEMPORAL_CODEC_KEY, or TEMPORAL_CODEC_KEY_FILE,');
    expect((await run(retryOf(id))).status).toBe(0);
    const other = { TEMPORAL_CODEC_KEY: Buffer.alloc(32, 8).toString('base64') };
    for (const [env, message] of [
      [{}, 'This workflow is encrypted'],
      [other, 'TEMPORAL_CODEC_KEY is not the key of the workers'],
    ] as const) {
      const { output, status } = await run(retryOf(id), env);
      expect(output).toContain(message);
      expect(status).toBe(1);
    }
    expect(await updatesOf(id)).toBe(1);
    expect(await audited(id)).toHaveLength(2);
  });

  test('sends nothing for people who may not operate', async () => {
    const id = await openInvoice();
    const officer = await makeStaff(gateway.db, 'compliance_officer');
    for (const email of [officer.email, 'nobody@gateway.test']) {
      const { output, status } = await run([id, 'retry', '--by', email, '--note', 'x']);
      expect(output).toContain('--by must be the email address of a staff member who may operate payouts');
      expect(status).toBe(1);
    }
    expect(await audited(id)).toEqual([]);
  });

  test('says that a workflow has ended, does not exist, or is not a workflow', async () => {
    const id = await openInvoice();
    await gateway.client.workflow.getHandle(id).terminate();
    expect(await run(retryOf(id))).toEqual({
      output: `${id} has ended: nothing is left to decide.\n`,
      status: 1,
    });
    const unknown = `payout:${randomUUID()}`;
    expect((await run(retryOf(unknown))).output).toContain(`There is no workflow ${unknown} in the namespace test-`);
    expect(await run(retryOf('trial-balance'))).toMatchObject({ status: 64, output: expect.stringContaining('Usage') });
    expect(await run([])).toMatchObject({ status: 64, output: expect.stringMatching(/^Usage/) });
  });

  test('says that Temporal does not answer', async () => {
    const address = `127.0.0.1:${await freePort()}`;
    const { output } = await run(retryOf(`invoice:${randomUUID()}`), { ...KEY, TEMPORAL_ADDRESS: address });
    expect(output).toContain(`Temporal does not answer at ${address}`);
  });

  test('sends nothing while no worker runs', async () => {
    const id = await openInvoice();
    await run(retryOf(id));
    await gateway.pause();
    const { output, status } = await run(retryOf(id));
    await gateway.resume();
    expect(output).toContain(`No worker answers for ${id}: start a worker of the queue core. Nothing was sent.`);
    expect(status).toBe(1);
    expect(await updatesOf(id)).toBe(1);
  });
});

test('workers without a key get no command that they could not read', async () => {
  const plain = await startTestGateway();
  try {
    const member = await makeStaff(plain.db, 'mlro');
    const id = `invoice:${(await makeInvoice(plain.db, await makeShop(plain.db))).id}`;
    await until(
      () =>
        plain.client.workflow
          .getHandle(id)
          .describe()
          .then(Boolean, () => false),
      'it was started',
    );
    const retry = [id, 'retry', '--by', member.email, '--note', 'x'];
    const { output } = await runOps(plain, retry, KEY);
    expect(output).toContain('the workers do not encrypt this workflow');
    expect((await runOps(plain, retry)).status).toBe(0);
    await execute(plain.db, 'UPDATE staff_user SET blocked_at = now() WHERE id = $1', [member.id]);
    expect((await runOps(plain, retry)).status).toBe(1);
  } finally {
    await plain.close();
  }
});
