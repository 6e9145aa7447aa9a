import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { inTransaction } from '../db/core/sequelize.ts';
import { one, select } from '../db/core/sql.ts';
import { makeInvoice, makeShop } from '../db/invoices/testing.fixture.ts';
import type { StaffMember } from '../db/staff/people.ts';
import { makeStaff } from '../db/staff/staff.fixture.ts';
import type { SuspensionRow } from '../db/suspicion/rows.ts';
import { agreeToRelease, reportSuspension, suspend } from '../db/suspicion/suspensions.ts';
import { until } from '../scripts/testing/until.ts';
import { startTestGateway, type TestGateway } from '../temporal/testing.fixture.ts';
import { type SuspicionInput, taskQueues, workflowIds, workflowTypes } from './messages.ts';

let gateway: TestGateway;
let officer: StaffMember;
let mlro: StaffMember;
let row: SuspensionRow;

beforeAll(async () => {
  gateway = await startTestGateway();
  officer = await makeStaff(gateway.db, 'compliance_officer');
  mlro = await makeStaff(gateway.db, 'mlro');
});
afterAll(() => gateway.close());

beforeEach(async () => {
  const invoice = await makeInvoice(gateway.db, await makeShop(gateway.db));
  row = await inTransaction(gateway.db, (tx) =>
    suspend(tx, { kind: 'invoice', subjectId: invoice.id, ...act(officer) }),
  );
});

const act = (member: StaffMember) => ({ member, reason: 'It looks odd.', nowMs: Date.now() });
const soon = (ms: number) => new Date(Date.now() + ms).toISOString();
const handleOf = () => gateway.client.workflow.getHandle(workflowIds.suspiciousOperation(row.id));
const filters = async () => JSON.stringify((await handleOf().describe()).typedSearchAttributes);
const isFoundBy = (status: string) => until(async () => (await filters()).includes(status), `it is found by ${status}`);

/** A second clock of the same operation whose hours are seconds. */
async function hurry(times: Partial<SuspicionInput>) {
  const input: SuspicionInput = {
    version: 2,
    suspensionId: row.id,
    merchantId: row.merchantId,
    label: row.label,
    suspendedAt: soon(0),
    dueAt: soon(3_000),
    remindAt: [soon(1_000), soon(2_000)],
    watch: { version: 1, status: 'suspended' },
    ...times,
  };
  return gateway.client.workflow.start(workflowTypes.suspiciousOperation, {
    workflowId: `hurried:${row.id}`,
    taskQueue: taskQueues.core,
    args: [input],
  });
}

const reminders = async () =>
  (await one<{ reminders: number }>(gateway.db, 'SELECT reminders FROM suspension WHERE id = $1', [row.id])).reminders;
const alerts = () =>
  select<{ kind: string; resolved: boolean }>(
    gateway.db,
    'SELECT kind, resolved_at IS NOT NULL AS resolved FROM alert WHERE subject = $1 ORDER BY created_at',
    [`suspension:${row.id}`],
  );

describe('the clock of a suspended operation', () => {
  it('starts with the suspension, and ends with the release', async () => {
    await isFoundBy('suspended');
    await inTransaction(gateway.db, (tx) => reportSuspension(tx, row.id, act(mlro)));
    await until(async () => !(await filters()).includes('suspended'), 'it needs nobody at once');
    for (const member of [officer, mlro])
      await inTransaction(gateway.db, (tx) => agreeToRelease(tx, row.id, act(member)));
    await until(async () => (await handleOf().describe()).status.name === 'COMPLETED', 'it has ended');
    await isFoundBy('released');
  });

  it('reminds twice, alerts when it is overdue, and goes on while a worker is killed in between', async () => {
    const handle = await hurry({ waits: { overdueEveryMs: 1_000 } });
    await until(async () => (await reminders()) >= 1, 'the first reminder');
    await gateway.pause();
    await gateway.resume();
    await until(async () => (await reminders()) >= 5, 'it was overdue three times');
    expect((await alerts()).map(({ kind }) => kind)).toEqual(['suspicious_operation', 'suspicious_operation_overdue']);
    await handle.terminate();
    await inTransaction(gateway.db, (tx) => reportSuspension(tx, row.id, act(mlro)));
    expect((await alerts()).every(({ resolved }) => resolved)).toBe(true);
  });

  it('comes back to an operation that became overdue while no worker was there', async () => {
    await gateway.pause();
    const handle = await hurry({
      remindAt: [soon(-2_000), soon(-1_000)],
      dueAt: soon(-500),
      suspendedAt: soon(-5_000),
    });
    await gateway.resume();
    await until(async () => (await alerts()).some(({ kind }) => kind === 'suspicious_operation_overdue'), 'it says so');
    expect(await reminders()).toBe(1);
    await handle.terminate();
  });
});
