import { beforeEach, describe, expect, test } from 'vitest';
import { reasonInWords } from '../../domain/bank/reasons.ts';
import { newId } from '../../domain/ids.ts';
import { auditLogTable } from '../audit/rows.ts';
import { execute } from '../core/sql.ts';
import { makeStaff } from '../staff/staff.fixture.ts';
import { actOf } from '../treasury/moves/testing.fixture.ts';
import { bankSays, openTill, withdraw } from '../withdrawals/testing.fixture.ts';
import { openBooks } from './books.fixture.ts';
import { answerOwnQuestion, ownPayments } from './name-questions.ts';
import { bankPaymentsTable } from './payment-rows.ts';

const { db, payment, paid, inBooks, alerts: alertsOf } = await openBooks({ whole: true });
const manager = await makeStaff(db, 'manager');
let id: string;
let withdrawalId: string;
beforeEach(async () => {
  ({ id } = await payment(12_34n));
  ({ id: withdrawalId } = await withdraw(db, await openTill(db)));
  const { id: merchants } = await payment();
  await execute(db, 'UPDATE bank_payment SET id = $2 WHERE id = $1', [merchants, withdrawalId]);
});
const alerts = (of = id) => alertsOf('bank_name_question', of);
const asks = (of: string, more: { readonly reasonCode?: string; readonly payeeName?: string } = {}) =>
  bankSays(db, of, [{ type: 'question_name', ...more }]);
const answer = (outcome: 'pay' | 'cancel', paymentId = id) =>
  inBooks((tx) => answerOwnQuestion(tx, { paymentId, outcome, note: 'We know them.' }, actOf(manager)));
const what = 'The bank asks about the name of the payment of 12.34 EUR to “Shop”, DE89370400440532013000 (sandbox).';

describe('a question about the name of an own payment', () => {
  test.each([
    ['nothing more', {}, ''],
    ['a reason', { reasonCode: 'RVNM' }, ` ${reasonInWords('RVNM', null)}`],
    ['the holder', { payeeName: 'Right Name' }, ' The account holder is “Right Name”.'],
  ])('alerts staff once, with %s', async (_what, more, words) => {
    await asks(id, more);
    expect(await alerts()).toEqual([`${what}${words} Answer it in the console under Bank.`]);
    // Another change of the same payment keeps it.
    await bankPaymentsTable.update(db, { bankReference: 'R' }, { id });
    expect(await alerts()).toHaveLength(1);
  });

  test.each([
    ['pay', 'waiting', 'pay'],
    ['cancel', 'recalling', 'cancel it'],
  ] as const)('ends with its answer, to %s, which is recorded', async (outcome, status, said) => {
    await asks(id);
    await answer(outcome);
    expect(await alerts()).toEqual([]);
    expect(await paid(id)).toMatchObject({ status, decidedBy: `staff:${manager.id}` });
    const [recorded, ...others] = await auditLogTable.find(db, { action: 'bank.name_answered', targetId: id });
    expect(others).toEqual([]);
    expect(recorded).toMatchObject({
      chain: 'staff',
      actorId: manager.id,
      targetKind: 'bank_payment',
      targetLabel: '12.34 EUR to “Shop”, DE89370400440532013000',
      data: { outcome: said, note: 'We know them.' },
    });
    await expect(answer(outcome)).rejects.toMatchObject({ code: 'illegal_transition' });
  });

  test('is not raised where the bank says something else', async () => {
    await bankSays(db, id, ['accept']);
    expect(await alerts()).toEqual([]);
    await expect(answer('pay')).rejects.toMatchObject({ code: 'illegal_transition' });
    await expect(answer('pay', newId())).rejects.toMatchObject({ code: 'not_found' });
  });
});

test('the merchant answers about a payment of a withdrawal: staff neither hear of it nor may', async () => {
  await asks(withdrawalId);
  expect(await paid(withdrawalId)).toMatchObject({ status: 'name_question' });
  expect(await alerts(withdrawalId)).toEqual([]);
  await expect(answer('pay', withdrawalId)).rejects.toMatchObject({ code: 'not_found' });
  expect([...(await ownPayments(db, [id, withdrawalId]))]).toEqual([id]);
  expect([...(await ownPayments(db, []))]).toEqual([]);
});
