import { defineQuery } from '@temporalio/workflow';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { snapshotOf } from '../db/claims/publish.ts';
import { readClaim } from '../db/claims/read.ts';
import { claimDesk } from '../db/claims/testing.fixture.ts';
import { makeShop, paymentsChanged, setPayment } from '../db/invoices/testing.fixture.ts';
import { trialBalance } from '../db/ledger/trial-balance.ts';
import { restartAll } from '../db/processes.ts';
import type { ClaimSnapshot } from '../domain/state/claim-waits.ts';
import { until } from '../scripts/testing/until.ts';
import { startTestGateway, type TestGateway } from '../temporal/testing.fixture.ts';
import { writeHistory } from './history-file.fixture.ts';
import { claimQuery, type ProcessReport, taskQueues } from './messages.ts';
import { operatorUpdates } from './process-run.ts';

let gateway: TestGateway;
let checks = 0;
beforeAll(async () => {
  gateway = await startTestGateway({
    plans: (db) => [
      {
        taskQueue: taskQueues.chain('LTC'),
        activities: {
          /** A node that does not answer at first. */
          async checkClaim({ claimId }: { readonly claimId: string }) {
            checks += 1;
            if (checks % 2 === 1) throw new Error('The node does not answer.');
            await claimDesk(db).confirm(claimId);
            return snapshotOf(await readClaim(db, claimId));
          },
        },
        withWorkflows: false,
        concurrency: 2,
      },
    ],
  });
});
afterAll(() => gateway.close());

const { resolve } = operatorUpdates<ClaimSnapshot, 'lost'>();
const report = defineQuery<ProcessReport<ClaimSnapshot>>(claimQuery);
const handleOf = (id: string) => gateway.client.workflow.getHandle(`claim:${id}`);
const statusIs = (id: string, status: string) =>
  until(async () => (await readClaim(gateway.db, id)).status === status, `the claim is ${status}`);
const hasEnded = (id: string) =>
  until(async () => (await handleOf(id).describe()).status.name === 'COMPLETED', 'the workflow has ended');

describe('a claim', () => {
  it('is checked on the chain until the node answers, waits for the staff and ends when it is paid', async () => {
    const desk = claimDesk(gateway.db);
    const { id } = await desk.claim(await desk.stray(await makeShop(gateway.db)));
    await statusIs(id, 'review');
    await until(
      async () => (await handleOf(id).query(report)).words.includes('decision of the staff'),
      'the workflow waits for the staff',
    );
    // The worker dies while people decide: rows alone bring the workflow on.
    await gateway.pause();
    await desk.approve(id, await desk.staff('manager'));
    await desk.send((await readClaim(gateway.db, id)).payoutId ?? '');
    await gateway.resume();
    await restartAll(gateway.db, Date.now());
    await hasEnded(id);
    expect(await readClaim(gateway.db, id)).toMatchObject({ status: 'done', needsOperator: false });
    expect((await trialBalance(gateway.db)).mismatches).toEqual([]);
    if (process.env.RECORD_HISTORIES === 'true') writeHistory('claim-paid', await handleOf(id).fetchHistory());
  });

  it('asks operators after a reorganization took what was paid back, until they accept the loss', async () => {
    const desk = claimDesk(gateway.db);
    const of = await desk.stray(await makeShop(gateway.db));
    const { id } = await desk.claim(of);
    await statusIs(id, 'review');
    await desk.approve(id, await desk.staff('manager'));
    await desk.send((await readClaim(gateway.db, id)).payoutId ?? '');
    await hasEnded(id);
    await setPayment(gateway.db, of.paymentId, 'seen');
    await paymentsChanged(gateway.db, of.invoiceId);
    await until(async () => (await handleOf(id).query(report)).watch.needsOperator, 'operators are asked');
    const { email: by } = await desk.staff('manager');
    await handleOf(id).executeUpdate(resolve, { args: [{ by, note: 'It is gone.', outcome: 'lost' }] });
    await hasEnded(id);
    const after = await readClaim(gateway.db, id);
    expect(after).toMatchObject({ status: 'done', statusReason: 'loss_accepted', needsOperator: false });
    expect((await trialBalance(gateway.db)).mismatches).toEqual([]);
  });
});
