import { beforeAll, expect, test } from 'vitest';
import { execute, one } from '../../db/core/sql.ts';
import { openTestDatabase } from '../../db/database.fixture.ts';
import { depositsAt, makeAddress, receive, settleDeposits } from '../../db/deposits/testing.fixture.ts';
import { makeInvoice, makeRates, makeShop, payInFull } from '../../db/invoices/testing.fixture.ts';
import { recentTrialBalance, trialBalance } from '../../db/ledger/trial-balance.ts';
import { refundDesk } from '../../db/refunds/testing.fixture.ts';
import { checkTrialBalance } from './trial-balance.ts';

const { db } = await openTestDatabase();
let invoiceId = '';
let refundId = '';
let depositId = '';
beforeAll(async () => {
  await makeRates(db);
  const shop = await makeShop(db);
  invoiceId = (await makeInvoice(db, shop)).id;
  await payInFull(db, invoiceId);
  const address = await makeAddress(db, shop, 'BTC');
  await receive(db, address, { minor: 300_000n, status: 'confirmed' });
  await settleDeposits(db, Date.now());
  depositId = (await depositsAt(db, address.id))[0]?.id ?? '';
  refundId = (await refundDesk(db).refund(shop, invoiceId, { amount: { type: 'part', amountMinor: 100_000n } })).id;
});

/** Books that are right are changed by `sql`, looked at and put back. */
async function foundAfter(sql: string, undo: string): Promise<unknown[]> {
  expect(await execute(db, sql)).toBe(1);
  const [all, recent] = [(await trialBalance(db)).mismatches, (await recentTrialBalance(db)).mismatches];
  expect(recent).toEqual(all);
  expect(await execute(db, undo)).toBe(1);
  expect((await trialBalance(db)).mismatches).toEqual([]);
  return all.map((each) => (each.check === 'rows' ? [each.subject.split(':')[0], each.what, each.found] : each)).sort();
}

test('rows that say what the ledger did are right', async () => {
  expect((await trialBalance(db)).mismatches).toEqual([]);
  expect((await recentTrialBalance(db)).mismatches).toEqual([]);
});

test('an invoice that says more was settled than the ledger did is found', async () => {
  const set = (by: string) =>
    `UPDATE invoice SET amount_settled_minor = amount_settled_minor ${by} WHERE id = '${invoiceId}'`;
  expect(await foundAfter(set('+ 1'), set('- 1'))).toEqual([['invoice', 'settled', 200_001n]]);
});

test('a payment that says another credit than the ledger made is found', async () => {
  const set = (by: string) =>
    `UPDATE payment SET credited_minor = credited_minor ${by} WHERE invoice_id = '${invoiceId}'`;
  expect(await foundAfter(set('+ 5'), set('- 5'))).toEqual([
    ['invoice', 'account', 0n],
    ['invoice', 'credited', 200_005n],
  ]);
});

test('a deposit that says more was settled, or converted, than the ledger did is found', async () => {
  const settled = (by: string) =>
    `UPDATE deposit SET settled_minor = settled_minor ${by} WHERE id = '${depositId}' AND status = 'done'`;
  expect(await foundAfter(settled('+ 1'), settled('- 1'))).toEqual([
    ['deposit', 'account', 0n],
    ['deposit', 'settled', 300_001n],
  ]);
  const converted = (minor: string) =>
    `UPDATE deposit SET conversion = '{"amount_from_minor": "${minor}"}' WHERE id = '${depositId}'`;
  expect(await foundAfter(converted('9'), converted('0'))).toEqual([['deposit', 'converted', 9n]]);
});

test('a payment of a deposit that says another credit than the ledger made is found', async () => {
  const set = (by: string) =>
    `UPDATE payment SET credited_minor = credited_minor ${by} WHERE deposit_id = '${depositId}'`;
  expect(await foundAfter(set('+ 5'), set('- 5'))).toEqual([
    ['deposit', 'account', 0n],
    ['deposit', 'credited', 300_005n],
  ]);
});

test('a refund that says another hold than the ledger has is found', async () => {
  const held = (by: string) =>
    `UPDATE payout SET held_minor = held_minor ${by}, net_minor = net_minor ${by}, amount_minor = amount_minor ${by}
     WHERE id = '${refundId}'`;
  expect(await foundAfter(held('- 7'), held('+ 7'))).toEqual([['refund', 'held', 99_993n]]);
  const state = (hold: string) => `UPDATE payout SET hold = '${hold}' WHERE id = '${refundId}'`;
  expect(await foundAfter(state('posted'), state('open'))).toEqual([['refund', 'held', 100_000n]]);
});

test('a row that is wrong stops outgoing money and names the invoice', async () => {
  await execute(db, 'UPDATE invoice SET amount_settled_minor = 1 WHERE id = $1', [invoiceId]);
  expect(await checkTrialBalance(db)).toMatchObject({ mismatches: 2 });
  const { message } = await one<{ message: string }>(db, "SELECT message FROM alert WHERE kind = 'trial_balance'");
  expect(message).toContain(`invoice:${invoiceId} (sandbox BTC): settled is 1, but should be 200000`);
  expect(await one(db, 'SELECT since IS NOT NULL AS frozen FROM books_freeze')).toEqual({ frozen: true });
});
