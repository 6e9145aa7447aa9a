import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { readPayout } from '../db/payouts/read.ts';
import { fund, makePayout, mismatches } from '../db/payouts/testing.fixture.ts';
import { execute } from '../db/sql.ts';
import { makeStaff } from '../db/staff/staff.fixture.ts';
import { makeMerchant, type TestMerchant } from '../db/testing.fixture.ts';
import { until } from '../scripts/testing/until.ts';
import { startTestGateway, type TestGateway } from '../temporal/testing.fixture.ts';
import { TestSending } from './payout-doubles.fixture.ts';
import { payoutReport } from './payout-messages.fixture.ts';

// Does what docs/operations.md tells operators, with the queries and inputs as they stand there.
const docs = readFileSync(join(import.meta.dirname, '..', 'docs', 'operations.md'), 'utf8');
const chapter = docs.slice(docs.indexOf('## Stuck payouts'), docs.indexOf('## Onboarding'));
const [, query = ''] = /```\n(WorkflowType = .*)\n```/.exec(chapter) ?? [];
const commands = [...chapter.matchAll(/```json\n(.*)\n```/g)].map(
  ([, text = '']) =>
    JSON.parse(text) as { update: string; input: { by: string; outcome?: string; maxFee?: string; note: string } },
);
const command = (update: string, outcome?: string) => {
  const found = commands.find((each) => each.update === update && each.input.outcome === outcome);
  if (found === undefined) throw new Error(`The page has no ${update}.`);
  return found;
};

let gateway: TestGateway;
let shop: TestMerchant;
const sending = new TestSending();

beforeAll(async () => {
  gateway = await startTestGateway({ plans: (db) => sending.plans(db) });
  const { id } = await makeStaff(gateway.db, 'manager');
  await execute(gateway.db, 'UPDATE staff_user SET email = $2 WHERE id = $1', [id, command('approve').input.by]);
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

async function run(id: string, { update, input }: ReturnType<typeof command>): Promise<unknown> {
  return gateway.client.workflow.getHandle(`payout:${id}`).executeUpdate(update, { args: [input] });
}

it('every update has its input on the page', () => {
  expect(commands.map(({ update, input }) => [update, input.outcome ?? input.maxFee])).toEqual([
    ['approve', undefined],
    ['retry', undefined],
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
  await run(id, command('approve'));
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
  await run(id, command('retry'));
  await until(async () => (await handle.query(payoutReport)).words.startsWith('Sent.'), 'it is sent');
  // What the node takes as it is needs no higher fee.
  expect(sending.raised).toBe(0);
});

it('an operator says what the chain says: paid, or unpaid once it never can be', async () => {
  const paid = await findStuck();
  await run(paid, command('resolve', 'paid'));
  expect(await readPayout(gateway.db, paid)).toMatchObject({ status: 'done', statusReason: 'resolved_by_operator' });

  const unpaid = await findStuck();
  await expect(run(unpaid, command('resolve', 'unpaid'))).rejects.toMatchObject({
    cause: { message: 'A transaction of this payout may still be on the chain.' },
  });
  await execute(
    gateway.db,
    `UPDATE outgoing_transaction SET status = 'failed'
     WHERE id IN (SELECT transaction_id FROM outgoing_line WHERE payout_id = $1)`,
    [unpaid],
  );
  await run(unpaid, command('resolve', 'unpaid'));
  expect(await readPayout(gateway.db, unpaid)).toMatchObject({ status: 'canceled' });
});
