import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { reasonInWords } from '../../domain/bank/reasons.ts';
import { newId } from '../../domain/ids.ts';
import { raiseAlert } from '../alerts/alerts.ts';
import { auditLogTable } from '../audit/rows.ts';
import { execute, select } from '../core/sql.ts';
import type { StaffMember } from '../staff/people.ts';
import { makeStaff } from '../staff/staff.fixture.ts';
import { actOf } from '../treasury/moves/testing.fixture.ts';
import { openTill, withdraw } from '../withdrawals/testing.fixture.ts';
import { openBooks } from './books.fixture.ts';
import { type BankPaymentRow, bankPaymentsTable } from './payment-rows.ts';
import { confirmRejection, disputeReason, listDisputed, requestRejection } from './rejections.ts';
import { rejectionsTable } from './rows.ts';

const { db, inBooks, book, payment, paid, news, forget, alerts } = await openBooks();
let [manager, otherManager, mlro, clerk] = [] as unknown as [StaffMember, StaffMember, StaffMember, StaffMember];
let id: string;
let endToEndId: string;

beforeAll(async () => {
  [manager, otherManager] = [await makeStaff(db, 'manager'), await makeStaff(db, 'manager')];
  [mlro, clerk] = [await makeStaff(db, 'mlro'), await makeStaff(db, 'representative')];
});
beforeEach(async () => {
  forget();
  await bankPaymentsTable.update(db, { disputed: false }, { disputed: true });
  ({ id, endToEndId } = await disputed());
});

/** A payment of the gateway's own that the bank accepted and then rejected. */
async function disputed(more: Partial<BankPaymentRow> = {}) {
  const made = await payment(12_34n, { status: 'accepted' });
  const state = { disputed: true, carriedOut: true, reasonCode: 'AM04' };
  await bankPaymentsTable.update(db, { ...state, ...more }, { id: made.id });
  return made;
}
/** A disputed payment that a merchant's withdrawal requested. */
async function disputedWithdrawal(): Promise<string> {
  const [{ id: of }, till] = [await disputed(), await openTill(db)];
  const { id: withdrawalId } = await withdraw(db, till);
  await execute(db, 'UPDATE bank_payment SET id = $2 WHERE id = $1', [of, withdrawalId]);
  return withdrawalId;
}
const request = (of = id, by = manager, note = 'The bank says so.') =>
  inBooks((tx) => requestRejection(tx, { paymentId: of, note }, actOf(by)));
const confirm = (of: string, by = mlro) => inBooks((tx) => confirmRejection(tx, of, actOf(by)));
const conflict = (message: string) => ({ code: 'conflict', message: expect.stringContaining(message) });
const CHANGED = 'The bank has said something about this payment since. Review what it says now.';
const DEBITED = 'A debit with its end-to-end ID has been notified or is in suspense: the bank may have made it.';
const audited = async (action: string) =>
  (await auditLogTable.find(db, { action, targetId: id })).map(({ chain, actorId, targetKind, targetLabel, data }) => ({
    chain,
    actorId,
    targetKind,
    targetLabel,
    data,
  }));

describe('a request that a disputed payment ends', () => {
  test('moves nothing, is recorded, and replaces the open one', async () => {
    const first = await request(id, otherManager);
    const second = await request(id, manager, 'Once more.');
    expect(second).not.toBe(first);
    const { version } = (await paid(id)) ?? {};
    expect(await rejectionsTable.find(db, { paymentId: id })).toMatchObject([
      {
        id: second,
        paymentVersion: version,
        note: 'Once more.',
        requestedBy: manager.id,
        requestedRole: 'manager',
        confirmedAt: null,
      },
    ]);
    expect(await paid(id)).toMatchObject({ status: 'accepted', disputed: true });
    const label = '12.34 EUR to “Shop”, DE89370400440532013000';
    const of = { chain: 'staff', targetKind: 'bank_payment', targetLabel: label };
    expect(await audited('bank.rejection_requested')).toEqual([
      { ...of, actorId: otherManager.id, data: { note: 'The bank says so.' } },
      { ...of, actorId: manager.id, data: { note: 'Once more.' } },
    ]);
  });

  test('is made by those who may, about an own payment that is disputed and that the bank has', async () => {
    await expect(request(id, clerk)).rejects.toMatchObject({ code: 'permission_denied' });
    await expect(request(newId())).rejects.toMatchObject({ code: 'not_found' });
    await expect(request(await disputedWithdrawal())).rejects.toMatchObject({ code: 'not_found' });
    for (const more of [{ disputed: false }, { status: 'waiting' }] as const) {
      const other = await disputed(more);
      await expect(request(other.id)).rejects.toMatchObject(conflict(CHANGED));
    }
    expect(await rejectionsTable.count(db, { paymentId: id })).toBe(0);
  });

  test.each([
    ['notified', false],
    ['in suspense', true],
  ])('is refused while a debit of it is %s: the bank may have made it', async (_what, isStated) => {
    const open = await request();
    // Of another amount, so that a stated one is not the payment itself.
    await book([{ endToEndId, amountMinor: 1n }], { isStated });
    await expect(request()).rejects.toMatchObject(conflict(DEBITED));
    await expect(confirm(open)).rejects.toMatchObject(conflict(DEBITED));
    expect(await paid(id)).toMatchObject({ status: 'accepted' });
  });
});

describe('a confirmed request', () => {
  test('ends the payment as the bank would have, once, with both names', async () => {
    await inBooks((tx) => raiseAlert(tx, { kind: 'bank_contradiction', subject: id, message: 'It is disputed.' }));
    const other = await disputed();
    const open = await request();
    const [untouched, earlier] = [await request(other.id), await paid(other.id)];
    await confirm(open);
    expect(await paid(id)).toMatchObject({ status: 'rejected', disputed: false, decidedBy: `staff:${mlro.id}` });
    const words = 'two people of the staff have asked the bank: The bank says so.';
    expect(news).toMatchObject([{ withdrawalId: id, change: 'rejected', words }]);
    const stored = await rejectionsTable.findOne(db, { id: open });
    expect(stored).toMatchObject({ confirmedBy: mlro.id, confirmedAt: expect.any(Date) });
    expect(await rejectionsTable.findOne(db, { id: untouched })).toMatchObject({
      confirmedBy: null,
      confirmedAt: null,
    });
    expect(await paid(other.id)).toEqual(earlier);
    // The same confirmation is one step, whatever becomes of the payment.
    expect(await select(db, `SELECT FROM step WHERE key LIKE '%:' || $1`, [`${id}:rejection:${open}`])).toHaveLength(1);
    expect(await alerts('bank_contradiction', id)).toEqual([]);
    expect(await audited('bank.rejection_confirmed')).toMatchObject([
      { chain: 'staff', actorId: mlro.id, targetKind: 'bank_payment', data: { note: 'The bank says so.' } },
    ]);
    await expect(confirm(open)).rejects.toMatchObject(conflict(CHANGED));
    expect(news).toHaveLength(1);
  });

  test('takes another person of another role, and both of them not blocked', async () => {
    const open = await request();
    const missing = conflict('One more person of another role must confirm that the bank did not make the payment.');
    for (const by of [manager, otherManager]) await expect(confirm(open, by)).rejects.toMatchObject(missing);
    await expect(confirm(open, clerk)).rejects.toMatchObject({ code: 'permission_denied' });
    await execute(db, 'UPDATE staff_user SET blocked_at = now() WHERE id = $1', [manager.id]);
    await expect(confirm(open)).rejects.toMatchObject(missing);
    expect((await listDisputed(db, 10))[0]?.request).toMatchObject({ id: open, isBlocked: true });
    await execute(db, 'UPDATE staff_user SET blocked_at = NULL WHERE id = $1', [manager.id]);
    expect(await paid(id)).toMatchObject({ status: 'accepted' });
    expect(await audited('bank.rejection_confirmed')).toEqual([]);
    await confirm(open);
  });

  test('is about the payment as it was: once the bank has said more, it is no longer open', async () => {
    const open = await request();
    await bankPaymentsTable.update(db, { version: ((await paid(id))?.version ?? 0) + 1 }, { id });
    await expect(confirm(open)).rejects.toMatchObject(conflict(CHANGED));
    expect(await listDisputed(db, 10)).toMatchObject([{ payment: { id }, request: null }]);
    await bankPaymentsTable.update(db, { disputed: false }, { id });
    await expect(confirm(open)).rejects.toMatchObject(conflict(CHANGED));
    await expect(confirm(newId())).rejects.toMatchObject(conflict(CHANGED));
  });
});

test('disputed payments of the gateway are listed, the newest first, each with its open request', async () => {
  const newest = await disputed();
  await bankPaymentsTable.update(db, { updatedAt: new Date(Date.now() + 60_000) }, { id: newest.id });
  await disputedWithdrawal();
  await disputed({ status: 'waiting' });
  await disputed({ disputed: false });
  const open = await request();
  const [first, second, ...others] = await listDisputed(db, 10);
  expect(others).toEqual([]);
  expect(first).toMatchObject({ payment: { id: newest.id }, request: null });
  expect(second).toMatchObject({
    payment: { id, amountMinor: 12_34n },
    request: {
      id: open,
      paymentId: id,
      note: 'The bank says so.',
      requestedBy: manager.id,
      requestedRole: 'manager',
      by: manager.fullName,
      at: expect.any(Date),
      isBlocked: false,
    },
  });
  expect(await listDisputed(db, 1)).toHaveLength(1);
  const row = second?.payment;
  if (row === undefined) throw new Error('There is no payment.');
  expect(disputeReason(row)).toBe(reasonInWords('AM04', null));
  expect(disputeReason({ ...row, reasonCode: null })).toBeNull();
});
