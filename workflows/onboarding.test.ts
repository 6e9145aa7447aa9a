import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { WorkflowHandle } from '@temporalio/client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createVerificationActivities } from '../activities/verification/activities.ts';
import { openApplicantApi } from '../activities/verification/applicant-api.ts';
import { startVerificationSimulator, type VerificationSimulator } from '../activities/verification/simulator.ts';
import { findCase, snapshotOf } from '../db/compliance/case-rows.ts';
import { endCases } from '../db/compliance/cases.ts';
import { answerRequest, noteTest, reopenCase } from '../db/compliance/merchant-acts.ts';
import { standingOf } from '../db/compliance/standing.fixture.ts';
import { decideAs, makeApplicant } from '../db/compliance/testing.fixture.ts';
import { isSigned, takeWebhook } from '../db/compliance/webhooks.ts';
import { type Db, inTransaction } from '../db/core/sequelize.ts';
import { execute, one, select } from '../db/core/sql.ts';
import { testBox } from '../db/testing.fixture.ts';
import { type MerchantId, newId } from '../domain/ids.ts';
import { until } from '../scripts/testing/until.ts';
import { startTestGateway, type TestGateway } from '../temporal/testing.fixture.ts';
import { onboardingChangedSignal, taskQueues } from './messages.ts';
import { retryOnboarding } from './onboarding.ts';

const secrets = { appToken: 'app', secret: 'calls', webhookSecret: 'hooks' };
let gateway: TestGateway;
let simulator: VerificationSimulator;
let receiver: Server;

beforeAll(async () => {
  receiver = await startReceiver(() => gateway.db);
  const { port } = receiver.address() as AddressInfo;
  gateway = await startTestGateway({
    plans: (db) => [
      {
        taskQueue: taskQueues.verification,
        activities: createVerificationActivities({
          db,
          box: testBox,
          sandbox: true,
          nowMs: Date.now,
          provider: {
            createApplicant: (subject) => adapter().createApplicant(subject),
            addDocument: (id, document) => adapter().addDocument(id, document),
            requestCheck: (id) => adapter().requestCheck(id),
            readReview: (id) => adapter().readReview(id),
          },
        }),
        withWorkflows: false,
        concurrency: 2,
      },
    ],
  });
  const webhookUrl = `http://127.0.0.1:${port}/`;
  simulator = await startVerificationSimulator({ ...secrets, db: gateway.db, webhookUrl, checkMs: 200 });
});
afterAll(async () => {
  await simulator.close();
  await gateway.close();
  receiver.close();
});

const adapter = () =>
  openApplicantApi({ ...secrets, url: simulator.url, levels: { company: 'kyb', individual: 'kyc' }, timeoutMs: 1_000 });

/** Replaces the API's route in this test. */
async function startReceiver(db: () => Db): Promise<Server> {
  const server = createServer((request, response) => {
    void takeIn(request).then((isTheirs) => response.writeHead(isTheirs ? 204 : 401).end());
  });
  async function takeIn(request: IncomingMessage): Promise<boolean> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const body = Buffer.concat(chunks);
    const isTheirs = isSigned(secrets.webhookSecret, body, String(request.headers['x-payload-digest']));
    const context = { box: testBox, sandbox: true, nowMs: Date.now() };
    if (isTheirs) await inTransaction(db(), (tx) => takeWebhook(tx, context, body));
    return isTheirs;
  }
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return server;
}

const statusIs = (merchantId: string, status: string) =>
  until(async () => (await findCase(gateway.db, merchantId))?.status === status, `the case is ${status}`);
const handleOf = (merchantId: string) => gateway.client.workflow.getHandle(`onboarding:${merchantId}`);
const detailsOf = async (handle: WorkflowHandle) =>
  (await handle.query<{ currentDetails: string }>('__temporal_workflow_metadata')).currentDetails;
const saysOf = (merchantId: string, words: string) =>
  until(async () => (await detailsOf(handleOf(merchantId))).includes(words), `the Web UI says "${words}"`);

/** Time passes, for a test: what the row says of time is moved back, and the workflow hears of it as of any change. */
async function change(merchantId: string, set: string): Promise<void> {
  await execute(gateway.db, `UPDATE compliance_case SET version = version + 1, ${set} WHERE merchant_id = $1`, [
    merchantId,
  ]);
  await handleOf(merchantId).executeUpdate(retryOnboarding, { args: [{ by: 'test', note: 'Time passes.' }] });
}

describe('the way to production', () => {
  it('leads from the test over business, people, checks and two approvals to the notice and production, in words', async () => {
    const merchant = await makeApplicant(gateway.db);
    const { merchantId, caseId } = merchant;
    await saysOf(merchantId, 'pay a test invoice');
    await inTransaction(gateway.db, (tx) => noteTest(tx, merchantId, Date.now()));
    await saysOf(merchantId, 'Waiting for: **the merchant**');
    await merchant.handInBusiness();
    await saysOf(merchantId, 'name owners and representatives');
    await merchant.handInPeople();
    await statusIs(merchantId, 'review');
    await saysOf(merchantId, 'Waiting for: **the compliance team**');
    await until(async () => {
      const { typedSearchAttributes } = await handleOf(merchantId).describe();
      return JSON.stringify(typedSearchAttributes).includes('true');
    }, 'an operator finds it by NeedsOperator');
    await decideAs(gateway.db, 'compliance_officer', { caseId, verdict: 'approve' });
    await saysOf(merchantId, 'Approved by: compliance officer');
    await decideAs(gateway.db, 'manager', { caseId, verdict: 'approve' });
    await statusIs(merchantId, 'production');
    await saysOf(merchantId, 'Next screening:');
    expect(await standingOf(gateway.db, merchantId)).toMatchObject({ canActivateProduction: true });
    expect(await findCase(gateway.db, merchantId)).toMatchObject({
      notifiedAt: expect.any(Date),
      risk: { level: 'low', score: 0 },
    });
    // The monitoring is a run of its own.
    const { raw } = await handleOf(merchantId).describe();
    expect(raw.workflowExecutionInfo?.firstRunId).not.toBe(raw.workflowExecutionInfo?.execution?.runId);
  });

  it('goes on after workers were killed at every station', async () => {
    const merchant = await makeApplicant(gateway.db);
    const { merchantId, caseId } = merchant;
    const restarted = async (work: () => Promise<unknown>) => {
      await gateway.pause();
      await work();
      await gateway.resume();
    };
    await restarted(merchant.skipTest);
    await restarted(merchant.handInBusiness);
    await restarted(merchant.handInPeople);
    await statusIs(merchantId, 'review');
    await restarted(() => decideAs(gateway.db, 'compliance_officer', { caseId, verdict: 'approve' }));
    await restarted(() => decideAs(gateway.db, 'mlro', { caseId, verdict: 'approve' }));
    await statusIs(merchantId, 'production');
    const applicants = await select(
      gateway.db,
      'SELECT id FROM simulated_applicant WHERE external_id IN (SELECT id::text FROM verification_applicant WHERE case_id = $1)',
      [caseId],
    );
    expect(applicants).toHaveLength(2);
  });

  it('asks for a document again that could not be read, and goes on with the new one', async () => {
    const merchant = await makeApplicant(gateway.db, { person: { full_name: 'Una Unreadable' } });
    const { merchantId } = merchant;
    await merchant.skipTest();
    await merchant.handInBusiness();
    const personId = await merchant.handInPeople();
    await statusIs(merchantId, 'more_requested');
    const row = await findCase(gateway.db, merchantId);
    expect(row).toMatchObject({ reason: 'unreadable', requested: [{ kind: 'identity', personId }] });
    expect(row?.words).toContain('could not be read');
    const answer = () => inTransaction(gateway.db, (tx) => answerRequest(tx, merchant.actor));
    await expect(answer()).rejects.toMatchObject({ fields: { [`documents.identity.${personId}`]: expect.anything() } });
    await merchant.upload('identity', personId, '2036-01-31');
    await answer();
    await statusIs(merchantId, 'review');
  });

  it('survives a provider that fails in every way, and webhooks that come twice, late and out of order', async () => {
    simulator.fail('error_500', 'timeout', 'error_after_work', 'not_json');
    const merchant = await makeApplicant(gateway.db, { person: { full_name: 'Dora Doubled' } });
    await merchant.skipTest();
    await merchant.handInBusiness();
    await merchant.handInPeople();
    await until(
      async () => (await findCase(gateway.db, merchant.merchantId))?.status === 'review',
      'it is reviewed',
      50_000,
    );
    await until(async () => {
      const { late } = await one<{ late: string }>(
        gateway.db,
        `SELECT count(*) AS late FROM verification_event WHERE outcome = 'outdated'`,
      );
      return Number(late) >= 1;
    }, 'the late webhook came');
    expect(await findCase(gateway.db, merchant.merchantId)).toMatchObject({ status: 'review', round: 4 });
  });

  it('reaches the team without the provider when that refuses, or says nothing until its time is over', async () => {
    simulator.fail('refuse_400');
    const refused = await makeApplicant(gateway.db);
    await refused.skipTest();
    await refused.handInBusiness();
    await refused.handInPeople();
    await statusIs(refused.merchantId, 'review');
    expect(await findCase(gateway.db, refused.merchantId)).toMatchObject({ reason: 'provider_silent' });

    const held = await makeApplicant(gateway.db, { person: { full_name: 'Hanna Hold' } });
    await held.skipTest();
    await held.handInBusiness();
    await held.handInPeople();
    await saysOf(held.merchantId, 'Waiting for: **the verification provider**');
    await change(held.merchantId, `act_until = now() - interval '1 second'`);
    await statusIs(held.merchantId, 'review');
    const { risk } = (await findCase(gateway.db, held.merchantId)) ?? {};
    expect(risk?.reasons.map(({ code }) => code)).toContain('provider_silent');
  });

  it('asks the provider itself when a webhook does not come', async () => {
    const merchant = await makeApplicant(gateway.db, { person: { full_name: 'Sina Silent' } });
    await merchant.skipTest();
    await merchant.handInBusiness();
    await merchant.handInPeople();
    await saysOf(merchant.merchantId, 'Waiting for its webhook');
    await change(merchant.merchantId, `since = now() - interval '1 day'`);
    await statusIs(merchant.merchantId, 'review');
  });

  it('shows staff a name that is like a sanctioned one, as a high risk', async () => {
    const merchant = await makeApplicant(gateway.db, { person: { full_name: 'Sanctioned Sample Person' } });
    await merchant.skipTest();
    await merchant.handInBusiness();
    await merchant.handInPeople();
    await statusIs(merchant.merchantId, 'review');
    const row = await findCase(gateway.db, merchant.merchantId);
    expect(row?.risk).toMatchObject({ level: 'high', hits: [{ list: 'sandbox', score: 100 }] });
  });
});

describe('time', () => {
  it('reminds a merchant, ends what nobody finishes, and lets it be taken up again', async () => {
    const merchant = await makeApplicant(gateway.db);
    const { merchantId } = merchant;
    await saysOf(merchantId, 'pay a test invoice');
    await change(merchantId, `since = now() - interval '8 days'`);
    await until(async () => (await findCase(gateway.db, merchantId))?.reminders === 1, 'a reminder is sent');
    await saysOf(merchantId, 'Reminders sent: 1');
    await change(merchantId, `act_until = now() - interval '1 second'`);
    await statusIs(merchantId, 'expired');
    await until(
      async () => (await handleOf(merchantId).describe()).status.name === 'COMPLETED',
      'the workflow has ended',
    );
    expect(await findCase(gateway.db, merchantId)).toMatchObject({ endedAt: expect.any(Date), untold: false });
    await inTransaction(gateway.db, (tx) => reopenCase(tx, merchant.actor));
    await saysOf(merchantId, 'pay a test invoice');
  });

  it('ends with the account, also in production', async () => {
    const merchant = await makeApplicant(gateway.db);
    const { merchantId, caseId } = merchant;
    await merchant.skipTest();
    await merchant.handInBusiness();
    await merchant.handInPeople();
    await statusIs(merchantId, 'review');
    await decideAs(gateway.db, 'manager', { caseId, verdict: 'approve' });
    await decideAs(gateway.db, 'mlro', { caseId, verdict: 'approve' });
    await statusIs(merchantId, 'production');
    await saysOf(merchantId, 'Next screening:');
    await inTransaction(gateway.db, (tx) => endCases(tx, [{ merchantId: merchantId as MerchantId }]));
    const hasEnded = async () => (await handleOf(merchantId).describe()).status.name === 'COMPLETED';
    await until(hasEnded, 'the workflow has ended');
    expect(await findCase(gateway.db, merchantId)).toMatchObject({ status: 'production', endedAt: expect.any(Date) });
  });

  it('screens a merchant in production again, asks for documents that run out, and closes without them', async () => {
    const merchant = await makeApplicant(gateway.db);
    const { merchantId, caseId } = merchant;
    await merchant.skipTest();
    await merchant.handInBusiness();
    const personId = await merchant.handInPeople();
    await statusIs(merchantId, 'review');
    await decideAs(gateway.db, 'manager', { caseId, verdict: 'approve' });
    await decideAs(gateway.db, 'mlro', { caseId, verdict: 'approve' });
    await statusIs(merchantId, 'production');
    await saysOf(merchantId, 'Next screening:');

    await change(merchantId, `next_screening_at = now()`);
    await until(async () => {
      const row = await findCase(gateway.db, merchantId);
      return (row?.nextScreeningAt?.getTime() ?? 0) > Date.now();
    }, 'it was screened');
    await execute(
      gateway.db,
      `UPDATE compliance_document SET expires_on = now() + interval '20 days' WHERE person_id = $1
       AND kind = 'identity'`,
      [personId],
    );
    await change(merchantId, 'updated_at = now()');
    await statusIs(merchantId, 'renewal');
    expect(await findCase(gateway.db, merchantId)).toMatchObject({ requested: [{ kind: 'identity', personId }] });
    expect(await standingOf(gateway.db, merchantId)).toMatchObject({ canActivateProduction: true });
    await change(merchantId, `act_until = now() - interval '1 second'`);
    await statusIs(merchantId, 'suspended');
    expect(await standingOf(gateway.db, merchantId)).toMatchObject({ canActivateProduction: false });
  });

  it('takes a signal once, and an older one not at all', async () => {
    const { merchantId } = await makeApplicant(gateway.db);
    await saysOf(merchantId, 'pay a test invoice');
    const handle = handleOf(merchantId);
    const row = await findCase(gateway.db, merchantId);
    if (row === undefined) throw new Error('There is a case.');
    const stale = { ...snapshotOf(row), version: 0, status: 'declined' as const };
    await handle.signal(onboardingChangedSignal, { eventId: newId(), watch: stale });
    const watch = { ...snapshotOf(row), version: 5, status: 'business' as const };
    const eventId = newId();
    for (let time = 0; time < 2; time += 1) await handle.signal(onboardingChangedSignal, { eventId, watch });
    await saysOf(merchantId, 'describe the business');
  });
});
