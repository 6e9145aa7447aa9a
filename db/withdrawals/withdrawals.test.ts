import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { newId } from '../../domain/ids.ts';
import { createTestDatabase } from '../../scripts/testing/database.ts';
import { answerOwnQuestion } from '../bank/name-questions.ts';
import { bankPaymentsTable } from '../bank/payment-rows.ts';
import { bankCustody } from '../bank/payments.ts';
import { connect } from '../connect.ts';
import { type Db, inTransaction } from '../core/sequelize.ts';
import { execute, select } from '../core/sql.ts';
import { balances } from '../ledger/balances.ts';
import { trialBalance } from '../ledger/trial-balance.ts';
import { activateMethod, deleteMethod, pauseMethod, updateMethod } from '../payout-methods/methods.ts';
import { changeStop } from '../payouts/emergency-stop.ts';
import { moneyOf } from '../payouts/testing.fixture.ts';
import { applyStep } from '../process/apply.ts';
import { makeStaff } from '../staff/staff.fixture.ts';
import { makeMerchant } from '../testing.fixture.ts';
import { answerName, approveWithdrawal, cancelWithdrawal } from './commands.ts';
import { operateWithdrawal } from './operate.ts';
import { withdrawalProcess } from './process.ts';
import { readAnyWithdrawal, readWithdrawal } from './read.ts';
import {
  ACCOUNT,
  addMethod,
  bankSays,
  fundEuro,
  give,
  openTill,
  type Till,
  testWithdrawalSettings,
  withdraw,
} from './testing.fixture.ts';

let db: Db;
beforeAll(async () => {
  db = connect((await createTestDatabase()).url, { moneyPoolSize: 4 });
});
afterAll(() => db.close());
afterEach(async () => expect((await trialBalance(db)).mismatches).toEqual([]));

const euro = ({ shop }: Till) => moneyOf(db, shop, 'EUR');
const commandOf = ({ shop }: Till, withdrawalId: string, userId: string = shop.user.id) => ({
  withdrawalId,
  profileId: shop.profileId,
  by: { kind: 'user', id: userId } as const,
  nowMs: Date.now(),
});
const cancel = (till: Till, id: string) => inTransaction(db, (tx) => cancelWithdrawal(tx, commandOf(till, id)));
const statusOf = async (id: string) => {
  const { status, statusReason, statusWords, bankStage, needsOperator } = await readWithdrawal(db, id);
  return { status, statusReason, statusWords, bankStage, needsOperator };
};

async function queued(till: Till): Promise<string> {
  const { id } = await withdraw(db, till);
  await give(db, id);
  return id;
}

async function sent(till: Till): Promise<string> {
  const id = await queued(till);
  await bankSays(db, id, ['put_in_file']);
  return id;
}

const eventsOf = async (id: string) =>
  (await select<{ type: string }>(db, 'SELECT type FROM event WHERE entity_id = $1 ORDER BY id', [id])).map(
    ({ type }) => type,
  );

describe('a withdrawal to a bank account', () => {
  test('holds amount and fee, is paid out when the bank books it, and publishes each status', async () => {
    const till = await openTill(db);
    const bank = () => balances(db, bankCustody('production'));
    const custody = async () => (await bank()).find(({ kind }) => kind === 'custody:bank:main')?.total ?? 0n;
    const before = await custody();
    const { id, status, heldMinor } = await withdraw(db, till);
    expect({ status, heldMinor }).toEqual({ status: 'queue', heldMinor: 10_100n });
    expect(await euro(till)).toEqual({ spendable: 89_900n, held: 10_100n });
    await give(db, id);
    const payment = await bankPaymentsTable.findOne(db, { id });
    expect(payment).toMatchObject({ amountMinor: 10_000n, creditorIban: ACCOUNT.iban, creditorName: 'Test Shop GmbH' });
    expect(payment?.creditorAddress).toEqual({
      town: 'Berlin',
      country: 'DE',
      street: 'Invalidenstr. 1',
      postCode: '10115',
    });
    await bankSays(db, id, ['put_in_file', 'accept', { type: 'book', bankReference: 'B-1' }]);
    expect(await readWithdrawal(db, id)).toMatchObject({ status: 'done', hold: 'posted', bankReference: 'B-1' });
    expect(await euro(till)).toEqual({ spendable: 89_900n, held: 0n });
    expect((await custody()) - before).toBe(10_000n);
    expect(await eventsOf(id)).toEqual([
      'withdrawal.new',
      'withdrawal.pending',
      'withdrawal.queue',
      'withdrawal.confirming',
      'withdrawal.done',
    ]);
  });

  test('takes the fee from the amount when the recipient pays it', async () => {
    const till = await openTill(db);
    expect(await withdraw(db, till, { feePayer: 'recipient' })).toMatchObject({ netMinor: 9_900n, heldMinor: 10_000n });
  });

  test('that the bank rejects returns everything and says why in words', async () => {
    const till = await openTill(db);
    const id = await sent(till);
    await bankSays(db, id, [{ type: 'reject', reasonCode: 'AC04' }]);
    expect(await statusOf(id)).toMatchObject({
      status: 'error',
      statusReason: 'bank_rejected',
      statusWords: 'The payee’s account is closed.',
      needsOperator: false,
    });
    expect(await euro(till)).toEqual({ spendable: 100_000n, held: 0n });
  });

  test('that comes back after it was done credits the merchant with all of it, once', async () => {
    const till = await openTill(db);
    const id = await sent(till);
    await bankSays(db, id, ['book', { type: 'return', reasonCode: 'MD07' }, { type: 'return', reasonCode: 'MD07' }]);
    expect(await statusOf(id)).toMatchObject({
      status: 'error',
      statusReason: 'bank_returned',
      statusWords: 'The account holder has died.',
    });
    expect(await euro(till)).toEqual({ spendable: 100_000n, held: 0n });
  });

  test('is canceled until it is in a file', async () => {
    const till = await openTill(db);
    const id = await queued(till);
    await cancel(till, id);
    expect(await statusOf(id)).toMatchObject({ status: 'canceled', statusReason: 'canceled_by_merchant' });
    expect((await bankPaymentsTable.findOne(db, { id }))?.status).toBe('withdrawn');
    expect(await euro(till)).toEqual({ spendable: 100_000n, held: 0n });
    const other = await sent(till);
    await expect(cancel(till, other)).rejects.toMatchObject({ code: 'withdrawal_in_file' });
  });

  test('is either canceled or in a file when both happen at once', async () => {
    const till = await openTill(db);
    for (let round = 0; round < 5; round += 1) {
      const id = await queued(till);
      const [canceled, filed] = await Promise.allSettled([cancel(till, id), bankSays(db, id, ['put_in_file'])]);
      expect([canceled.status, filed.status].toSorted()).toEqual(['fulfilled', 'rejected']);
      const { status, bankStage } = await statusOf(id);
      expect([status, bankStage]).toEqual(
        canceled.status === 'fulfilled' ? ['canceled', 'none'] : ['queue', 'in_file'],
      );
    }
  });

  test('is given to the bank once, however often it is tried', async () => {
    const till = await openTill(db);
    const { id } = await withdraw(db, till);
    await Promise.all([give(db, id), give(db, id), give(db, id)]);
    await give(db, id);
    expect(await bankPaymentsTable.count(db, { id })).toBe(1);
    expect(await statusOf(id)).toMatchObject({ status: 'queue', bankStage: 'given' });
  });

  test('hazard 51: raced requests cannot exceed the balance', async () => {
    const till = await openTill(db);
    const requested = Array.from({ length: 6 }, () => withdraw(db, till, { amountMinor: 30_000n }));
    const made = await Promise.allSettled(requested);
    expect(made.filter(({ status }) => status === 'fulfilled')).toHaveLength(3);
    const codes = made.flatMap((each) => (each.status === 'rejected' ? [each.reason.code] : []));
    expect(codes).toEqual(['insufficient_balance', 'insufficient_balance', 'insufficient_balance']);
    expect(await euro(till)).toEqual({ spendable: 9_100n, held: 90_900n });
  });
});

test('what the bank books after an operator returned its money becomes a debt, once an operator says so', async () => {
  const till = await openTill(db);
  const id = await sent(till);
  await bankSays(db, id, ['accept']);
  const by = (await makeStaff(db, 'manager')).email;
  const resolve = (outcome: 'paid' | 'unpaid', cause: string) => {
    const operate = { withdrawalId: id, act: { type: 'resolve', outcome }, by, note: 'asked the bank', cause } as const;
    return inTransaction(db, (tx) => operateWithdrawal(tx, testWithdrawalSettings, { ...operate, nowMs: Date.now() }));
  };
  await expect(resolve('unpaid', 'early')).rejects.toMatchObject({ code: 'illegal_transition' });
  const overdue = {
    id,
    event: { type: 'overdue', reason: 'bank_overdue' },
    cause: 'overdue',
    nowMs: Date.now(),
  } as const;
  await inTransaction(db, (tx) => applyStep(tx, withdrawalProcess, overdue));
  await resolve('unpaid', 'first');
  expect(await euro(till)).toEqual({ spendable: 100_000n, held: 0n });

  await bankSays(db, id, ['book']);
  expect(await statusOf(id)).toMatchObject({
    status: 'canceled',
    statusReason: 'booked_after_end',
    needsOperator: true,
  });
  await resolve('paid', 'second');
  await resolve('paid', 'second');
  expect(await readWithdrawal(db, id)).toMatchObject({ status: 'done', hold: 'posted', needsOperator: false });
  const account = (await balances(db, { owner: till.shop.merchantId, mode: 'production' })).find(
    ({ kind }) => kind === 'available',
  );
  expect(account).toMatchObject({ owed: 10_100n, spendable: 89_900n });

  // It comes back all the same: the debt is paid, and nothing of the file is stopped.
  await bankSays(db, id, [{ type: 'return', reasonCode: 'AC04' }]);
  expect(await readWithdrawal(db, id)).toMatchObject({ status: 'error', hold: 'voided' });
  expect(await euro(till)).toEqual({ spendable: 100_000n, held: 0n });
  const owed = (await balances(db, { owner: till.shop.merchantId, mode: 'production' })).map((each) => each.owed);
  expect(owed.every((minor) => minor === 0n)).toBe(true);
});

describe('the bank’s question about the name', () => {
  test('is answered by the merchant: pay sends it again, and it is done', async () => {
    const till = await openTill(db);
    const id = await sent(till);
    await bankSays(db, id, [{ type: 'question_name', reasonCode: 'RVMC', payeeName: 'Test Shop AG' }]);
    expect(await readWithdrawal(db, id)).toMatchObject({ statusReason: 'name_question', payeeName: 'Test Shop AG' });
    expect(await eventsOf(id)).toHaveLength(4);
    const answer = { paymentId: id, outcome: 'pay', note: '' } as const;
    const staff = { actor: { kind: 'staff', id: newId(), name: 'Staff' }, origin: null } as const;
    await expect(inTransaction(db, (tx) => answerOwnQuestion(tx, answer, staff))).rejects.toMatchObject({
      code: 'not_found',
    });
    await inTransaction(db, (tx) => answerName(tx, commandOf(till, id), 'pay'));
    expect(await statusOf(id)).toMatchObject({ status: 'queue', statusReason: null });
    await bankSays(db, id, ['put_in_file', 'accept', 'book']);
    expect(await statusOf(id)).toMatchObject({ status: 'done' });
  });

  test('is answered by cancel: the money returns when the bank confirms it', async () => {
    const till = await openTill(db);
    const id = await sent(till);
    await bankSays(db, id, [{ type: 'question_name', reasonCode: 'RVNM' }]);
    await inTransaction(db, (tx) => answerName(tx, commandOf(till, id), 'cancel'));
    expect(await statusOf(id)).toMatchObject({ status: 'queue', statusReason: 'name_declined' });
    expect((await euro(till)).held).toBe(10_100n);
    await expect(inTransaction(db, (tx) => answerName(tx, commandOf(till, id), 'pay'))).rejects.toMatchObject({
      code: 'illegal_transition',
    });
    await bankSays(db, id, [{ type: 'reject', reasonCode: 'CUST' }]);
    expect(await euro(till)).toEqual({ spendable: 100_000n, held: 0n });
  });
});

describe('who may withdraw', () => {
  test('nobody in sandbox, and nobody who is not verified', async () => {
    const sandbox = await makeMerchant(db);
    await fundEuro(db, sandbox, 100_000n);
    const method = await addMethod(db, sandbox);
    await expect(withdraw(db, { shop: sandbox, method })).rejects.toMatchObject({ code: 'production_only' });
    const till = await openTill(db);
    await execute(db, `UPDATE merchant SET status = 'blocked' WHERE id = $1`, [till.shop.merchantId]);
    await expect(withdraw(db, till)).rejects.toMatchObject({ code: 'merchant_blocked' });
  });

  test('only within minimum, limits and what SEPA carries', async () => {
    const till = await openTill(db);
    await expect(withdraw(db, till, { amountMinor: 999n })).rejects.toMatchObject({ code: 'amount_too_small' });
    await expect(withdraw(db, till, { amountMinor: 100_000_000_000n })).rejects.toMatchObject({
      code: 'amount_too_large',
    });
    const limit = 'INSERT INTO payout_limit (scope, gate_id, daily_minor) VALUES ($1, $2, 15000)';
    await execute(db, limit, [till.shop.merchantId, 'EUR']);
    await withdraw(db, till);
    await expect(withdraw(db, till)).rejects.toMatchObject({ code: 'amount_too_large' });
  });

  test('another person approves where the policy says so, and exactly what was requested', async () => {
    const till = await openTill(db, { approvalRequired: true });
    const { id, status } = await withdraw(db, till);
    expect(status).toBe('new');
    const approve = (userId: string) =>
      inTransaction(db, (tx) => approveWithdrawal(tx, testWithdrawalSettings, commandOf(till, id, userId)));
    await expect(approve(till.shop.user.id)).rejects.toMatchObject({ code: 'approver_is_creator' });
    await approve(newId());
    const step = { id, event: { type: 'enqueue' }, cause: 'test', nowMs: Date.now() } as const;
    await inTransaction(db, (tx) => applyStep(tx, withdrawalProcess, step));
    await give(db, id);
    expect(await statusOf(id)).toMatchObject({ status: 'queue', bankStage: 'given' });
  });

  test('a method of another merchant is not found, nor is a withdrawal', async () => {
    const [till, other] = [await openTill(db), await openTill(db)];
    await expect(withdraw(db, { shop: till.shop, method: other.method })).rejects.toMatchObject({
      fields: { method_id: ['There is no such withdrawal method.'] },
    });
    const { id } = await withdraw(db, other);
    await expect(readAnyWithdrawal(db, id, till.shop.profileId)).rejects.toMatchObject({ code: 'not_found' });
    await expect(cancel(till, id)).rejects.toMatchObject({ code: 'not_found' });
  });

  test('a new account cools off, whichever user requests it', async () => {
    const shop = await makeMerchant(db, { mode: 'production' });
    await fundEuro(db, shop, 100_000n);
    const till = { shop, method: await addMethod(db, shop) };
    const { id, status, notBefore } = await withdraw(db, till);
    expect(status).toBe('pending');
    expect(Number(notBefore) - Date.now()).toBeGreaterThan(23 * 3_600_000);
    const step = { id, event: { type: 'enqueue' }, cause: 'test', nowMs: Date.now() } as const;
    await expect(inTransaction(db, (tx) => applyStep(tx, withdrawalProcess, step))).rejects.toMatchObject({
      code: 'payout_cooling_off',
    });
  });
});

describe('a method', () => {
  test('must be the account of the verified company', async () => {
    const shop = await makeMerchant(db, { mode: 'production' });
    const { status, statusReason } = await addMethod(db, shop, { accountName: 'Eve Mallory' });
    expect({ status, statusReason }).toEqual({
      status: 'error',
      statusReason: 'The account must belong to your company. Verified name: Test Shop.',
    });
    expect(await addMethod(db, shop, { accountName: 'TEST SHOP, Ltd.' })).toMatchObject({ status: 'active' });
  });

  test('that is changed or deleted ends withdrawals that are in no file, and no others', async () => {
    const till = await openTill(db);
    const [waiting, gone] = [await queued(till), await sent(till)];
    const act = { id: till.method.id, profileId: till.shop.profileId, mode: 'production', userId: newId() } as const;
    const change = { ...act, ...ACCOUNT, iban: 'LT121000011101001000', bic: 'HABALT22', title: 'New bank' };
    const confirmed = { ownershipConfirmed: true, correctnessConfirmed: true, version: till.method.version };
    await inTransaction(db, (tx) =>
      updateMethod(tx, testWithdrawalSettings, { ...change, ...confirmed, nowMs: Date.now() }),
    );
    expect(await statusOf(waiting)).toMatchObject({ status: 'error', statusReason: 'method_changed' });
    expect(await statusOf(gone)).toMatchObject({ status: 'queue', bankStage: 'in_file' });
    expect(await euro(till)).toEqual({ spendable: 89_900n, held: 10_100n });
    const later = await queued({ ...till });
    await inTransaction(db, (tx) => deleteMethod(tx, testWithdrawalSettings, { ...act, nowMs: Date.now() }));
    expect(await statusOf(later)).toMatchObject({ status: 'error', statusReason: 'method_changed' });
  });

  test('that is paused keeps its withdrawals from the bank until it is resumed', async () => {
    const till = await openTill(db);
    const { id } = await withdraw(db, till);
    const act = { id: till.method.id, profileId: till.shop.profileId, mode: 'production', userId: newId() } as const;
    await inTransaction(db, (tx) => pauseMethod(tx, testWithdrawalSettings, { ...act, nowMs: Date.now() }));
    await give(db, id);
    expect(await statusOf(id)).toMatchObject({ status: 'queue', statusReason: 'method_paused', bankStage: 'none' });
    await inTransaction(db, (tx) => activateMethod(tx, testWithdrawalSettings, { ...act, nowMs: Date.now() }));
    await give(db, id);
    expect(await statusOf(id)).toMatchObject({ statusReason: null, bankStage: 'given' });
  });

  test('hazard 68: swapped in the database between request and bank, pays nobody', async () => {
    const till = await openTill(db);
    const { id } = await withdraw(db, till);
    await execute(db, `UPDATE payment_method SET iban = 'LT121000011101001000' WHERE id = $1`, [till.method.id]);
    await give(db, id);
    expect(await statusOf(id)).toMatchObject({ status: 'error', statusReason: 'method_changed' });
    expect(await euro(till)).toEqual({ spendable: 100_000n, held: 0n });
    await expect(withdraw(db, till)).rejects.toMatchObject({ code: 'method_changed' });
  });
});

describe('what keeps a withdrawal from the bank', () => {
  test('the emergency stop, and its release makes it try again', async () => {
    const till = await openTill(db);
    const { id } = await withdraw(db, till);
    const stop = { modes: ['production'], network: 'SEPA', by: 'test', reason: 'test' } as const;
    await changeStop(db, { ...stop, stopped: true });
    await give(db, id);
    expect(await statusOf(id)).toMatchObject({ status: 'queue', statusReason: 'stopped', bankStage: 'none' });
    await changeStop(db, { ...stop, stopped: false });
    const sql = `SELECT payload FROM outbox WHERE topic = 'workflow.signal' AND payload->>'workflowId' = $1
      ORDER BY id DESC LIMIT 1`;
    const [signal] = await select<{ payload: { signalArgs: [{ again?: boolean }] } }>(db, sql, [`withdrawal:${id}`]);
    expect(signal?.payload.signalArgs[0].again).toBe(true);
    await give(db, id);
    expect(await statusOf(id)).toMatchObject({ statusReason: null, bankStage: 'given' });
  });

  test('hazard 68: a changed row has no approval, and an operator is asked', async () => {
    const till = await openTill(db);
    const { id } = await withdraw(db, till);
    await execute(db, `UPDATE withdrawal SET iban = 'LT121000011101001000' WHERE id = $1`, [id]);
    await give(db, id);
    expect(await statusOf(id)).toMatchObject({ status: 'error', statusReason: 'approval_void', needsOperator: true });
    expect(await bankPaymentsTable.count(db, { id })).toBe(0);
    expect((await euro(till)).held).toBe(10_100n);
  });
});
