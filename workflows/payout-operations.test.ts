import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { execute } from '../db/core/sql.ts';
import { readPayout } from '../db/payouts/read.ts';
import { fund, makePayout, mismatches } from '../db/payouts/testing.fixture.ts';
import { makeStaff } from '../db/staff/staff.fixture.ts';
import { makeMerchant, type TestMerchant } from '../db/testing.fixture.ts';
import { commandLines } from '../scripts/ops/command-lines.fixture.ts';
import { parseOps } from '../scripts/ops/parse.ts';
import { runOps } from '../scripts/ops/run-ops.fixture.ts';
import { until } from '../scripts/testing/until.ts';
import { startTestGateway, type TestGateway } from '../temporal/testing.fixture.ts';
import { TestSending } from './payout-doubles.fixture.ts';
import { payoutReport } from './payout-messages.fixture.ts';

// Follows docs/operating/stuck-money.md with the queries and commands as printed there, and a codec key.
const chapter = readFileSync(join(import.meta.dirname, '..', 'docs', 'operating', 'stuck-money.md'), 'utf8');
const [, query = ''] = /```\n(WorkflowType = .*)\n```/.exec(chapter) ?? [];
const commandFor = (id: string, ...words: string[]) => {
  const all = commandLines(chapter, id).filter((line) => line[0] === `payout:${id}`);
  const found = all.find((line) => words.every((word) => line.includes(word)));
  if (found === undefined) throw new Error(`The page has no ${words.join(' ')}.`);
  return found;
};
const codecKey = new Uint8Array(32).fill(9);

let gateway: TestGateway;
let shop: TestMerchant;
const sending = new TestSending();

beforeAll(async () => {
  gateway = await startTestGateway({ codecKey, plans: (db) => sending.plans(db) });
  const { id } = await makeStaff(gateway.db, 'manager');
  await execute(gateway.db, 'UPDATE staff_user SET email = $2 WHERE id = $1', [id, 'manager@staff.tidegate.localhost']);
  shop = await makeMerchant(gateway.db);
  await fund(gateway.db, shop, 'BTC', 10_000_000n);
});
afterAll(() => gateway.close());
afterEach(async () => expect(await mismatches(gateway.db)).toEqual([]));

/**
 * A payout whose transaction the node does not take, found as the page says; it goes on being refused, since the
 * workflow tries again by itself.
 */
async function findStuck(): Promise<string> {
  sending.node = 'conflict';
  const { id } = await makePayout(gateway.db, shop);
  let found: string | undefined;
  await until(async () => {
    const list = gateway.client.workflow.list({ query });
    for await (const each of list) if (each.workflowId === `payout:${id}`) found = each.workflowId;
    return found !== undefined;
  }, 'the query finds it');
  expect(found).toBe(`payout:${id}`);
  return id;
}

async function run(id: string, ...words: string[]): Promise<string> {
  const env = { TEMPORAL_CODEC_KEY: Buffer.from(codecKey).toString('base64') };
  const { output, status } = await runOps(gateway, commandFor(id, ...words), env);
  expect(status, output).toBe(output.includes(' refused ') ? 1 : 0);
  return output;
}

it('every command is on the page', () => {
  const lines = commandLines(chapter, 'one').map(([, name, ...more]) => [
    name,
    ...['paid', 'unpaid', '0.0005'].filter((word) => more.includes(word)),
  ]);
  expect(lines).toEqual([
    ['show'],
    ['approve'],
    ['retry'],
    ['retry', '0.0005'],
    ['resolve', 'paid'],
    ['resolve', 'unpaid'],
  ]);
});

it('an operator approves in the place of the second person', async () => {
  await execute(gateway.db, 'INSERT INTO payout_policy (profile_id, approval_required) VALUES ($1, true)', [
    shop.profileId,
  ]);
  const { id } = await makePayout(gateway.db, shop, { by: { kind: 'user', id: 'ada' } });
  await execute(gateway.db, 'DELETE FROM payout_policy WHERE profile_id = $1', [shop.profileId]);
  const handle = gateway.client.workflow.getHandle(`payout:${id}`);
  await until(async () => (await handle.describe()).historyLength >= 4, 'it waits');
  const metadata = await handle.query<{ currentDetails: string }>('__temporal_workflow_metadata');
  expect(metadata.currentDetails).toContain('Waiting for approval by another person');
  expect(await run(id, 'show')).toContain('Waiting for approval by another person');
  expect(await run(id, 'approve')).toContain(`payout:${id} accepted approve.`);
  await until(async () => (await readPayout(gateway.db, id)).status === 'confirming', 'it is sent');
});

it('an operator finds a stuck payout, reads why, and lets it be tried again', async () => {
  const id = await findStuck();
  const handle = gateway.client.workflow.getHandle(`payout:${id}`);
  const { currentDetails } = await handle.query<{ currentDetails: string }>('__temporal_workflow_metadata');
  expect(currentDetails).toContain(
    'Signed; can no longer be canceled: another transaction has used the same inputs or number.',
  );
  expect(currentDetails).toContain(
    'send the update `retry` to try at once, or `resolve` to end it by what the chain shows',
  );
  sending.node = 'sent';
  // At once, before the workflow tries again by itself; the command itself would be too slow.
  const request = parseOps(commandFor(id, 'retry'));
  if (request.name !== 'retry') throw new Error('The page has another command.');
  await handle.executeUpdate(request.name, { args: [request.command] });
  await until(async () => (await handle.query(payoutReport)).words.startsWith('Sent.'), 'it is sent');
  // A transaction that the node accepts unchanged needs no higher fee.
  expect(sending.raised).toBe(0);
});

it('an operator says what the chain says: paid, or unpaid once it never can be', async () => {
  const paid = await findStuck();
  expect(await run(paid, 'resolve', 'paid')).toContain('Status: done.');
  expect(await readPayout(gateway.db, paid)).toMatchObject({ status: 'done', statusReason: 'resolved_by_operator' });

  const unpaid = await findStuck();
  expect(await run(unpaid, 'resolve', 'unpaid')).toContain(
    `payout:${unpaid} refused resolve: This payout may have been paid already, so that it cannot end unpaid now.`,
  );
  await execute(
    gateway.db,
    `UPDATE outgoing_transaction SET status = 'failed'
     WHERE id IN (SELECT transaction_id FROM outgoing_line WHERE payout_id = $1)`,
    [unpaid],
  );
  expect(await run(unpaid, 'resolve', 'unpaid')).toContain('Status: canceled.');
  expect(await readPayout(gateway.db, unpaid)).toMatchObject({ status: 'canceled' });
});
