import { NativeConnection } from '@temporalio/worker';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { createVerificationActivities } from '../activities/verification/activities.ts';
import type { AttemptWebhookInput } from '../activities/webhooks/activities.ts';
import { findCase } from '../db/compliance/case-rows.ts';
import { decideAs, makeApplicant } from '../db/compliance/testing.fixture.ts';
import { inTransaction, moneyTransaction } from '../db/core/sequelize.ts';
import { execute, one, select } from '../db/core/sql.ts';
import { depositsAt, makeAddress, receive } from '../db/deposits/testing.fixture.ts';
import { chooseGate } from '../db/invoices/choose.ts';
import {
  chainLooked,
  makeInvoice,
  makeShop,
  paymentsChanged,
  recordPayment,
  setPayment,
  testSettings,
} from '../db/invoices/testing.fixture.ts';
import { approveMassPayout } from '../db/mass-payouts/commands.ts';
import { makeMass, massCells, runMass, testMassSettings } from '../db/mass-payouts/testing.fixture.ts';
import { sealMethod } from '../db/outflows/method-seal.ts';
import { setMethodSchedule } from '../db/payout-methods/schedule.ts';
import { changeStop } from '../db/payouts/emergency-stop.ts';
import { fund, makePayout, RECIPIENTS, testPayoutSettings } from '../db/payouts/testing.fixture.ts';
import { makeStaff } from '../db/staff/staff.fixture.ts';
import { agreeToRelease, reportSuspension, suspend } from '../db/suspicion/suspensions.ts';
import { type TestMerchant, testBox } from '../db/testing.fixture.ts';
import { bankSays, openTill, type Till, withdraw } from '../db/withdrawals/testing.fixture.ts';
import { newId } from '../domain/ids.ts';
import { until } from '../scripts/testing/until.ts';
import { bundleWorkflows } from '../temporal/bundle.ts';
import { runQueues } from '../temporal/queue-workers.ts';
import { endedHistory, startTestGateway, type TestGateway } from '../temporal/testing.fixture.ts';
import { writeHistory } from './history-file.fixture.ts';
import { approve } from './invoice.ts';
import { taskQueues, workflowIds, workflowTypes } from './messages.ts';
import { retryOnboarding } from './onboarding.ts';
import { approvePayout, resolvePayout, retryPayout } from './payout.ts';
import { TestSending } from './payout-doubles.fixture.ts';
import { payoutReport } from './payout-messages.fixture.ts';
import { approveWithdrawal, resolveWithdrawal, retryWithdrawal } from './withdrawal.ts';

// Writes histories/*.history.json of each kind of life; run by `node scripts/record-histories.ts` when a kind is new.
const requested = process.env.RECORD_HISTORIES === 'true';

let gateway: TestGateway;
let shop: TestMerchant;
const sending = new TestSending();

describe.skipIf(!requested)('recording', () => {
  beforeAll(async () => {
    gateway = await startTestGateway({
      plans: (db) => [
        {
          taskQueue: taskQueues.verification,
          activities: createVerificationActivities({
            db,
            box: testBox,
            provider: null,
            sandbox: true,
            nowMs: Date.now,
          }),
          withWorkflows: false,
          concurrency: 2,
        },
        ...sending.plans(db),
      ],
    });
    shop = await makeShop(gateway.db);
  });
  afterAll(() => gateway.close());

  const store = async (name: string, invoiceId: string) =>
    writeHistory(name, await endedHistory(gateway.client, invoiceId));
  const pay = async (invoiceId: string, minor: bigint, status: 'seen' | 'confirmed') => {
    const id = await recordPayment(gateway.db, { invoiceId, minor, status });
    await paymentsChanged(gateway.db, invoiceId);
    return id;
  };
  const waiting = (invoiceId: string) =>
    until(
      async () => (await gateway.client.workflow.getHandle(`invoice:${invoiceId}`).describe()).historyLength >= 1,
      'it waits',
    );

  it('invoices', async () => {
    const look = setInterval(() => void chainLooked(gateway.db, ['BTC', 'LTC']), 100);
    const unchosen = await makeInvoice(gateway.db, shop, { gateId: undefined as never, lifetimeSeconds: 1 });
    await store('invoice-expired-without-choice', unchosen.id);

    const chosen = await makeInvoice(gateway.db, shop, { gateId: undefined as never, lifetimeSeconds: 3 });
    await waiting(chosen.id);
    await inTransaction(gateway.db, (tx) =>
      chooseGate(tx, testSettings, { invoiceId: chosen.id, gateId: 'LTC', nowMs: Date.now() }),
    );
    await store('invoice-expired-after-choice', chosen.id);

    const paid = await makeInvoice(gateway.db, shop);
    await waiting(paid.id);
    const payment = await pay(paid.id, 200_000n, 'seen');
    await setPayment(gateway.db, payment, 'confirmed');
    await paymentsChanged(gateway.db, paid.id);
    await store('invoice-paid', paid.id);

    const partly = await makeInvoice(gateway.db, shop, { lifetimeSeconds: 2 });
    await waiting(partly.id);
    const part = await pay(partly.id, 100n, 'seen');
    await until(
      async () => (await gateway.client.workflow.getHandle(`invoice:${partly.id}`).describe()).historyLength >= 6,
      'judged',
    );
    await setPayment(gateway.db, part, 'confirmed');
    await paymentsChanged(gateway.db, partly.id);
    await store('invoice-underpaid', partly.id);
    clearInterval(look);

    const held = await makeInvoice(gateway.db, shop);
    await execute(gateway.db, 'UPDATE invoice SET compliance_hold = true WHERE id = $1', [held.id]);
    await pay(held.id, 200_000n, 'confirmed');
    const handle = gateway.client.workflow.getHandle(`invoice:${held.id}`);
    await until(async () => (await handle.describe()).historyLength >= 5, 'held');
    await handle.executeUpdate(approve, { args: [{ by: 'ann', note: 'checked' }] });
    await store('invoice-held-and-approved', held.id);
  });

  it('onboardings', async () => {
    const { db, client } = gateway;
    const statusIs = (merchantId: string, status: string) =>
      until(async () => (await findCase(db, merchantId))?.status === status, `the case is ${status}`);
    const waits = (merchantId: string) =>
      until(
        async () => (await client.workflow.getHandle(`onboarding:${merchantId}`).describe()).historyLength >= 4,
        'it waits',
      );

    const approved = await makeApplicant(db);
    await waits(approved.merchantId);
    const workflowId = `onboarding:${approved.merchantId}`;
    const { runId } = await client.workflow.getHandle(workflowId).describe();
    await approved.skipTest();
    await approved.handInBusiness();
    await approved.handInPeople();
    await statusIs(approved.merchantId, 'review');
    await decideAs(db, 'manager', { caseId: approved.caseId, verdict: 'approve' });
    await decideAs(db, 'mlro', { caseId: approved.caseId, verdict: 'approve' });
    await statusIs(approved.merchantId, 'production');
    writeHistory('onboarding-approved', await client.workflow.getHandle(workflowId, runId).fetchHistory());

    const expired = await makeApplicant(db);
    await waits(expired.merchantId);
    const handle = client.workflow.getHandle(`onboarding:${expired.merchantId}`);
    for (const set of [`since = now() - interval '8 days'`, `act_until = now() - interval '1 second'`]) {
      await execute(db, `UPDATE compliance_case SET version = version + 1, ${set} WHERE id = $1`, [expired.caseId]);
      await handle.executeUpdate(retryOnboarding, { args: [{ by: 'ann', note: 'Time passes.' }] });
    }
    await until(async () => (await handle.describe()).status.name === 'COMPLETED', 'the workflow has ended');
    writeHistory('onboarding-expired', await handle.fetchHistory());

    const monitored = client.workflow.getHandle(workflowId);
    await execute(db, 'UPDATE compliance_case SET version = version + 1, next_screening_at = now() WHERE id = $1', [
      approved.caseId,
    ]);
    await monitored.executeUpdate(retryOnboarding, { args: [{ by: 'ann', note: 'Time passes.' }] });
    await until(
      async () => ((await findCase(db, approved.merchantId))?.nextScreeningAt?.getTime() ?? 0) > Date.now(),
      'screened',
    );
    writeHistory('onboarding-monitored', await monitored.fetchHistory());
  });

  it('suspicious operations', async () => {
    const { db, client } = gateway;
    const officer = await makeStaff(db, 'compliance_officer');
    const mlro = await makeStaff(db, 'mlro');
    const invoice = await makeInvoice(db, shop);
    const act = (member: typeof mlro) => ({ member, reason: 'For a history.', nowMs: Date.now() });
    const { id } = await inTransaction(db, (tx) =>
      suspend(tx, { kind: 'invoice', subjectId: invoice.id, ...act(officer) }),
    );
    const handle = client.workflow.getHandle(`suspicious-operation:${id}`);
    await until(async () => (await handle.describe()).historyLength >= 4, 'it waits');
    await inTransaction(db, (tx) => reportSuspension(tx, id, act(mlro)));
    await until(
      async () => !JSON.stringify((await handle.describe()).typedSearchAttributes).includes('suspended'),
      'told',
    );
    for (const member of [officer, mlro]) await inTransaction(db, (tx) => agreeToRelease(tx, id, act(member)));
    await until(async () => (await handle.describe()).status.name === 'COMPLETED', 'the workflow has ended');
    writeHistory('suspicious-operation-reported', await handle.fetchHistory());

    const soon = (ms: number) => new Date(Date.now() + ms).toISOString();
    const late = await inTransaction(db, (tx) => suspend(tx, { kind: 'invoice', subjectId: invoice.id, ...act(mlro) }));
    const hurried = await client.workflow.start(workflowTypes.suspiciousOperation, {
      workflowId: 'hurried',
      taskQueue: taskQueues.core,
      args: [
        {
          version: 2,
          suspensionId: late.id,
          merchantId: late.merchantId,
          label: late.label,
          suspendedAt: soon(0),
          dueAt: soon(3_000),
          remindAt: [soon(1_000), soon(2_000)],
          watch: { version: 1, status: 'suspended' },
          waits: { overdueEveryMs: 1_000 },
        },
      ],
    });
    const reminders = () => one<{ reminders: number }>(db, 'SELECT reminders FROM suspension WHERE id = $1', [late.id]);
    await until(async () => (await reminders()).reminders >= 4, 'it was overdue twice');
    writeHistory('suspicious-operation-overdue', await hurried.fetchHistory());
    await hurried.terminate();
    await client.workflow.getHandle(`suspicious-operation:${late.id}`).terminate();

    const linked = await client.workflow.start(workflowTypes.linkedOperations, {
      workflowId: 'linked-operations',
      taskQueue: taskQueues.core,
      args: [{ version: 1, pauseSeconds: 1 }],
    });
    await until(async () => (await linked.describe()).historyLength > 20, 'it looked a few times');
    writeHistory('linkedOperations', await linked.fetchHistory());
    await linked.terminate();
  });

  it('payouts', async () => {
    const { db, client } = gateway;
    const { email: by } = await makeStaff(db, 'manager');
    const act = { by, note: 'For a history.' };
    await fund(db, shop, 'BTC', 10_000_000n);
    const handleOf = (id: string) => client.workflow.getHandle(`payout:${id}`);
    const wordsAre = (id: string, words: string) =>
      until(async () => (await handleOf(id).query(payoutReport)).words.includes(words), `its words say ${words}`);
    const store = async (name: string, id: string) => {
      await until(async () => (await handleOf(id).describe()).status.name === 'COMPLETED', 'the workflow has ended');
      writeHistory(name, await handleOf(id).fetchHistory());
    };

    const plain = await makePayout(db, shop);
    await wordsAre(plain.id, 'Waiting for confirmations');
    await sending.chainSays(plain.id, 'confirmed');
    await store('payout-done', plain.id);

    await execute(db, 'INSERT INTO payout_policy (profile_id, approval_required) VALUES ($1, true)', [shop.profileId]);
    sending.notNow = 'stopped';
    const approved = await makePayout(db, shop, { by: { kind: 'user', id: 'ada' } });
    await wordsAre(approved.id, 'Waiting for approval');
    await handleOf(approved.id).executeUpdate(approvePayout, { args: [act] });
    await wordsAre(approved.id, 'Tried twice; trying again');
    sending.notNow = null;
    await handleOf(approved.id).executeUpdate(retryPayout, { args: [act] });
    await wordsAre(approved.id, 'Waiting for confirmations');
    await sending.chainSays(approved.id, 'confirmed');
    await store('payout-approved-and-stopped', approved.id);
    await execute(db, 'DELETE FROM payout_policy WHERE profile_id = $1', [shop.profileId]);

    sending.node = 'conflict';
    const stuck = await makePayout(db, shop);
    await until(async () => (await handleOf(stuck.id).query(payoutReport)).watch.needsOperator, 'an operator is asked');
    await handleOf(stuck.id).executeUpdate(resolvePayout, { args: [{ ...act, outcome: 'paid' }] });
    await store('payout-resolved', stuck.id);
    sending.node = 'sent';

    const methodId = newId();
    await inTransaction(db, async (tx) => {
      await execute(
        tx,
        `INSERT INTO payment_method (id, merchant_id, profile_id, mode, operation, type, status, title, gate_id,
         address, address_key, automatic,
           period, ownership_confirmed_at, correct_confirmed_at, created_by, changed_by)
         VALUES ($1, $2, $3, 'sandbox', 'payout', 'crypto', 'active', 'Treasury', 'BTC', $4, $4, true, 'month',
         now(), now(), 'ada', 'ada')`,
        [methodId, shop.merchantId, shop.profileId, RECIPIENTS.BTC],
      );
      await sealMethod(tx, testPayoutSettings.methodSeal, methodId);
      await setMethodSchedule(tx, { id: methodId });
    });
    const schedule = client.schedule.getHandle(workflowIds.automaticPayout(methodId));
    await until(async () => !(await schedule.describe()).state.paused, 'it is there');
    await schedule.trigger();
    let workflowId = '';
    await until(async () => {
      workflowId = (await schedule.describe()).info.recentActions[0]?.action.workflow.workflowId ?? '';
      return workflowId !== '';
    }, 'it ran');
    await client.workflow.getHandle(workflowId).result();
    writeHistory('automaticPayout', await client.workflow.getHandle(workflowId).fetchHistory());
  });

  it('deposits', async () => {
    const { db, client } = gateway;
    const address = await makeAddress(db, shop, 'BTC');
    await receive(db, address, { minor: 100_000n, status: 'confirmed' });
    const [deposit] = await depositsAt(db, address.id);
    const handle = client.workflow.getHandle(`deposit:${deposit?.paymentKey}`);
    await until(async () => (await depositsAt(db, address.id))[0]?.status === 'done', 'it is settled');
    await handle.result();
    writeHistory('deposit-done', await handle.fetchHistory());
  });

  it('withdrawals', async () => {
    const { db, client } = gateway;
    const { email: by } = await makeStaff(db, 'manager');
    const act = { by, note: 'For a history.' };
    const stop = { modes: ['production'], network: 'SEPA', by, reason: 'For a history.' } as const;
    const handleOf = (id: string) => client.workflow.getHandle(`withdrawal:${id}`);
    const wordsAre = (id: string, words: string) =>
      until(async () => (await handleOf(id).query(payoutReport)).words.includes(words), `its words say ${words}`);
    const store = async (name: string, id: string) => {
      await until(async () => (await handleOf(id).describe()).status.name === 'COMPLETED', 'the workflow has ended');
      writeHistory(name, await handleOf(id).fetchHistory());
    };
    const begun = async (till: Till) => {
      const { id } = await withdraw(db, till);
      await until(async () => (await handleOf(id).describe()).historyLength >= 4, 'the workflow has begun');
      return id;
    };

    const plain = await begun(await openTill(db));
    await wordsAre(plain, 'Waiting for the next file');
    for (const event of ['put_in_file', 'accept', 'book'] as const) await bankSays(db, plain, [event]);
    await store('withdrawal-done', plain);

    await changeStop(db, { ...stop, stopped: true });
    const approved = await begun(await openTill(db, { approvalRequired: true }));
    await wordsAre(approved, 'Waiting for approval');
    await handleOf(approved).executeUpdate(approveWithdrawal, { args: [act] });
    await wordsAre(approved, 'Tried twice; trying again');
    await execute(db, `UPDATE withdrawal SET account_name = 'Mallory' WHERE id = $1`, [approved]);
    await changeStop(db, { ...stop, stopped: false });
    await until(async () => (await handleOf(approved).query(payoutReport)).watch.needsOperator, 'an operator is asked');
    await handleOf(approved).executeUpdate(retryWithdrawal, { args: [act] });
    await until(async () => (await handleOf(approved).query(payoutReport)).watch.needsOperator, 'an operator is asked');
    await handleOf(approved).executeUpdate(resolveWithdrawal, { args: [{ ...act, outcome: 'unpaid' }] });
    await store('withdrawal-approved-and-resolved', approved);
  });

  it('mass payouts', async () => {
    const { db, client } = gateway;
    await fund(db, shop, 'BTC', 10_000_000n);
    const by = { kind: 'user', id: 'ada' } as const;
    await execute(db, 'INSERT INTO payout_policy (profile_id, approval_required) VALUES ($1, true)', [shop.profileId]);
    const { id } = await makeMass(db, shop, [massCells(0), massCells(1)], by);
    await runMass(db, shop, id, by);
    const parent = client.workflow.getHandle(`mass-payout:${id}`);
    await until(async () => (await parent.describe()).historyLength >= 4, 'it waits for an approval');
    await execute(db, 'DELETE FROM payout_policy WHERE profile_id = $1', [shop.profileId]);
    sending.notNow = 'stopped';
    const scope = { profileId: shop.profileId };
    const approval = { massPayoutId: id, scope, by: { kind: 'user', id: 'bob' }, nowMs: Date.now() } as const;
    await moneyTransaction(db, (tx) => approveMassPayout(tx, testMassSettings, approval));
    const slice = client.workflow.getHandle(`mass-payout:${id}:1`);
    await until(async () => (await slice.describe()).historyLength > 10, 'the signer was asked');
    sending.notNow = null;
    await until(async () => (await slice.describe()).status.name === 'COMPLETED', 'the slice is sent');
    writeHistory('massSlice-stopped', await slice.fetchHistory());
    const payouts = await select<{ id: string }>(db, 'SELECT id FROM payout WHERE mass_payout_id = $1', [id]);
    for (const payout of payouts) await sending.chainSays(payout.id, 'confirmed');
    await until(async () => (await parent.describe()).status.name === 'COMPLETED', 'the workflow has ended');
    writeHistory('massPayout-approved', await parent.fetchHistory());
  });

  it('the others, with activities that only answer', async () => {
    await gateway.pause();
    const { client } = gateway;
    const { namespace } = client.options;
    const connection = await NativeConnection.connect({ address: gateway.address });
    const activities = {
      followChain: async () => 'Block 1',
      simulateChains: async () => 'Simulating',
      keepRates: async () => ({ rounds: 1 }),
      watchBooks: async () => ({ checks: 1 }),
      watchBank: async () => ({ checks: 1 }),
      hedge: async () => ({ checks: 1 }),
      watchTreasury: async () => ({ checks: 1 }),
      recoverWorkflows: async () => ({ checks: 1 }),
      sweepDeposits: async () => ({ moved: 1, dust: 0, waiting: 0, complete: false }),
      purgeCases: async () => ({ purged: 0 }),
      nextMonth: async () => ({ month: months.shift() ?? null, note: 'Archiving.' }),
      archiveTable: async ({ table }: { table: string }) => ({ table, file: table, rows: 1, bytes: 1, sha256: '00' }),
      finishMonth: async () => {},
      checkDashboard: async () => ({ differences: 0 }),
      mailDueReports: async () => ({ mailed: 1, ended: 0 }),
      removeExpired: async () => ({ sessions: 0, idempotencyKeys: 0 }),
      attemptWebhook: async ({ nextPauseSeconds }: AttemptWebhookInput) =>
        nextPauseSeconds === null ? { outcome: 'delivered', detail: '204' } : { outcome: 'failed', detail: '500' },
    };
    const months = ['first', '2027_01'];
    const queues = [
      taskQueues.core,
      taskQueues.rates,
      taskQueues.webhooks,
      taskQueues.treasury,
      taskQueues.simulator,
      taskQueues.signer,
      taskQueues.sweeps,
      taskQueues.chain('BTC'),
    ];
    const running = await runQueues(
      { connection, namespace, dataConverter: {}, bundle: await bundleWorkflows(), log: pino({ level: 'silent' }) },
      queues.map((taskQueue) => ({
        taskQueue,
        activities,
        withWorkflows: taskQueue === taskQueues.core,
        concurrency: 2,
      })),
    );
    const inputs = {
      follower: { version: 1, mode: 'sandbox', network: 'BTC' },
      simulator: { version: 1 },
      rates: { version: 1, mode: 'sandbox' },
      sweeper: { version: 1, mode: 'sandbox', network: 'ETH' },
      trialBalance: { version: 1 },
      bankWindow: { version: 1, mode: 'sandbox' },
      hedger: { version: 1, mode: 'sandbox', asset: 'BTC' },
      treasury: { version: 1, mode: 'sandbox' },
      recovery: { version: 1 },
      retention: { version: 1 },
      archive: { version: 1 },
      dashboardCheck: { version: 1 },
      scheduledReports: { version: 1 },
      webhook: {
        version: 1,
        eventId: 'e',
        type: 'invoice.done',
        host: 'shop.test',
        attemptAtOnce: true,
        pausesSeconds: [1],
      },
    } as const;
    for (const [name, input] of Object.entries(inputs)) {
      const handle = await client.workflow.start(workflowTypes[name as keyof typeof inputs], {
        workflowId: name,
        taskQueue: taskQueues.core,
        args: [input],
      });
      await until(async () => {
        const { historyLength, status } = await handle.describe();
        return historyLength > 20 || status.name !== 'RUNNING';
      }, `${name} has lived a while`);
      writeHistory(name, await handle.fetchHistory());
      await handle.terminate().catch(() => {});
    }
    await running.stop();
    await connection.close();
  });
});
