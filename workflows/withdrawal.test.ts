import { defineQuery } from '@temporalio/workflow';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openAlerts } from '../db/alerts/alerts.fixture.ts';
import { inTransaction } from '../db/core/sequelize.ts';
import { select } from '../db/core/sql.ts';
import { trialBalance } from '../db/ledger/trial-balance.ts';
import { changeStop } from '../db/payouts/emergency-stop.ts';
import { moneyOf } from '../db/payouts/testing.fixture.ts';
import type { StaffMember } from '../db/staff/people.ts';
import { makeStaff } from '../db/staff/staff.fixture.ts';
import { cancelWithdrawal } from '../db/withdrawals/commands.ts';
import { readWithdrawal } from '../db/withdrawals/read.ts';
import { bankSays, openTill, type Till, withdraw } from '../db/withdrawals/testing.fixture.ts';
import { until } from '../scripts/testing/until.ts';
import { startTestGateway, type TestGateway } from '../temporal/testing.fixture.ts';
import { payoutReport } from './payout-messages.fixture.ts';
import { approveWithdrawal, resolveWithdrawal, retryWithdrawal } from './withdrawal.ts';

let gateway: TestGateway;
let manager: StaffMember;
let till: Till;

beforeAll(async () => {
  gateway = await startTestGateway();
  manager = await makeStaff(gateway.db, 'manager');
});
afterAll(() => gateway.close());
beforeEach(async () => {
  till = await openTill(gateway.db);
});
afterEach(async () => expect((await trialBalance(gateway.db)).mismatches).toEqual([]));

const stop = { modes: ['production'], network: 'SEPA', by: 'test', reason: 'test' } as const;
const handleOf = (id: string) => gateway.client.workflow.getHandle(`withdrawal:${id}`);
const act = () => ({ by: manager.email, note: 'asked the bank' });
const wordsAre = (id: string, words: string) =>
  until(async () => {
    const [report] = await Promise.all([handleOf(id).query(payoutReport)]).catch(() => []);
    return report?.words.includes(words) === true;
  }, `its words say ${words}`);
const statusIs = (id: string, status: string) =>
  until(async () => (await readWithdrawal(gateway.db, id)).status === status, `the withdrawal is ${status}`);
const ended = (id: string) =>
  until(async () => (await handleOf(id).describe()).status.name === 'COMPLETED', 'the workflow has ended');
const alertsOf = (id: string) => openAlerts(gateway.db, `withdrawal:${id}`);

describe('a withdrawal to a bank account', () => {
  it('is given to the bank at once, followed to its booking, and woken by a return', async () => {
    const { id } = await withdraw(gateway.db, till);
    await wordsAre(id, 'Waiting for the next file.');
    await bankSays(gateway.db, id, ['put_in_file']);
    await wordsAre(id, 'Sent to the bank.');
    await bankSays(gateway.db, id, ['accept']);
    await wordsAre(id, 'Accepted by the bank. Waiting for the booking.');
    await bankSays(gateway.db, id, ['book']);
    await ended(id);
    await bankSays(gateway.db, id, [{ type: 'return', reasonCode: 'AC04' }]);
    await until(async () => (await handleOf(id).describe()).runId !== '', 'there is a run');
    await statusIs(id, 'error');
    expect(await moneyOf(gateway.db, till.shop, 'EUR')).toEqual({ spendable: 100_000n, held: 0n });
  });

  it('waits while euro are stopped, says so, and goes on at once after the release', async () => {
    await changeStop(gateway.db, { ...stop, stopped: true });
    const { id } = await withdraw(gateway.db, till);
    await wordsAre(id, 'the emergency stop is active');
    await changeStop(gateway.db, { ...stop, stopped: false });
    await wordsAre(id, 'Waiting for the next file.');
  });

  it('ends when its merchant cancels it', async () => {
    const { id } = await withdraw(gateway.db, till);
    await wordsAre(id, 'Waiting for the next file.');
    const by = { kind: 'user', id: till.shop.user.id } as const;
    const command = { withdrawalId: id, profileId: till.shop.profileId, by, nowMs: Date.now() };
    await inTransaction(gateway.db, (tx) => cancelWithdrawal(tx, command));
    await ended(id);
  });

  it('is approved by an operator in the place of the second person', async () => {
    till = await openTill(gateway.db, { approvalRequired: true });
    const { id } = await withdraw(gateway.db, till);
    await wordsAre(id, 'Waiting for approval by another person');
    await handleOf(id).executeUpdate(approveWithdrawal, { args: [act()] });
    await wordsAre(id, 'Waiting for the next file.');
    await expect(handleOf(id).executeUpdate(approveWithdrawal, { args: [act()] })).rejects.toThrow();
  });

  it('whose row was changed waits for an operator, who ends it', async () => {
    await changeStop(gateway.db, { ...stop, stopped: true });
    const { id } = await withdraw(gateway.db, till);
    await wordsAre(id, 'the emergency stop is active');
    await select(gateway.db, `UPDATE withdrawal SET account_name = 'Mallory' WHERE id = $1 RETURNING id`, [id]);
    await changeStop(gateway.db, { ...stop, stopped: false });
    await wordsAre(id, 'Waiting for an operator: the approval does not match the withdrawal');
    expect(await alertsOf(id)).toHaveLength(1);
    // A retry finds the same, and asks again.
    await handleOf(id).executeUpdate(retryWithdrawal, { args: [act()] });
    await wordsAre(id, 'Waiting for an operator');
    await until(async () => (await readWithdrawal(gateway.db, id)).needsOperator, 'an operator is asked');
    await handleOf(id).executeUpdate(resolveWithdrawal, { args: [{ ...act(), outcome: 'unpaid' }] });
    await ended(id);
    expect(await readWithdrawal(gateway.db, id)).toMatchObject({ status: 'canceled', hold: 'voided' });
    expect(await alertsOf(id)).toHaveLength(0);
  });

  it('is resolved by nobody who may not operate payouts', async () => {
    const officer = await makeStaff(gateway.db, 'compliance_officer');
    await changeStop(gateway.db, { ...stop, stopped: true });
    const { id } = await withdraw(gateway.db, till);
    await select(gateway.db, `UPDATE withdrawal SET account_name = 'Mallory' WHERE id = $1 RETURNING id`, [id]);
    await changeStop(gateway.db, { ...stop, stopped: false });
    await wordsAre(id, 'Waiting for an operator');
    const command = { by: officer.email, note: 'I want it.', outcome: 'paid' } as const;
    await expect(handleOf(id).executeUpdate(resolveWithdrawal, { args: [command] })).rejects.toThrow();
    expect(await readWithdrawal(gateway.db, id)).toMatchObject({ status: 'error', hold: 'open' });
  });

  it('shows in the Web UI where it is', async () => {
    const { id } = await withdraw(gateway.db, till);
    await wordsAre(id, 'Waiting for the next file.');
    const { currentDetails } = await handleOf(id).query(metadata);
    expect(currentDetails).toContain('- EUR by SEPA, production\n- At the bank: waiting for the next file');
  });
});

const metadata = defineQuery<{ readonly currentDetails: string }>('__temporal_workflow_metadata');
