import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { bankPaymentProcess } from '../../db/bank/payment-process.ts';
import { moneyTransaction } from '../../db/core/sequelize.ts';
import { execute, select } from '../../db/core/sql.ts';
import { applyStep } from '../../db/process/apply.ts';
import { simCommandsTable } from '../../db/simulator/rows.ts';
import { type RouteRow, routesTable } from '../../db/treasury/moves/rows.ts';
import { confirmedRoute, gatewayAccounts, transferNow } from '../../db/treasury/moves/testing.fixture.ts';
import { destinationTagOf } from '../../domain/assets/destination-tags.ts';
import type { BankPaymentEventType } from '../../domain/bank/payment-table.ts';
import { fillHotWallet, openTransferRig, type TransferRig } from './transfers.fixture.ts';

const LTC = 100_000_000n;
let rig: TransferRig;
const routes: Record<string, RouteRow> = {};

beforeAll(async () => {
  rig = await openTransferRig();
  for (const name of ['kraken', 'binance'] as const) {
    routes[name] = await confirmedRoute(rig, { from: `exchange:${name}`, to: 'LTC', gateId: 'LTC' });
  }
});
afterEach(async () => {
  // Failed ones are looked up for another day, which would only take time here.
  await execute(
    rig.db,
    `UPDATE treasury_transfer SET closed_at = closed_at - interval '2 days' WHERE status = 'failed'`,
  );
  for (const { simulator } of Object.values(rig.exchanges)) simulator.faults.clear();
  rig.clock.laterMs = 0;
});
afterAll(() => rig.close());

const alerts = async (id: string) =>
  (await select<{ kind: string }>(rig.db, openAlertsSql, [id])).map(({ kind }) => kind);
const openAlertsSql = 'SELECT kind FROM alert WHERE resolved_at IS NULL AND subject = $1 ORDER BY kind';
function routeOf(name: string): RouteRow {
  const route = routes[name];
  if (route === undefined) throw new Error(`There is no route ${name}.`);
  return route;
}

describe.each(['kraken', 'binance'] as const)('a transfer from %s to the hot wallet', (name) => {
  const from = `exchange:${name}` as const;

  test('leaves when the exchange lists it and arrives when the chain has confirmed it', async () => {
    const { id } = await rig.propose(routeOf(name), 10n * LTC);
    const before = (await gatewayAccounts(rig.db, 'LTC'))['custody:LTC'] ?? '0';
    const sent = await rig.reach(id, 'sent');
    expect(sent).toMatchObject({ status: 'sent', netMinor: sent.amountMinor - LTC / 1_000n });
    expect(sent.txid).toMatch(/^[0-9a-f]{64}$/);
    await rig.expectAgreement();
    await rig.mine();
    expect(await transferNow(rig.db, id)).toMatchObject({ status: 'arrived', arrivedMinor: sent.netMinor });
    const after = await gatewayAccounts(rig.db, 'LTC');
    expect(BigInt(after['custody:LTC'] ?? 0)).toBe(BigInt(before) + (sent.netMinor ?? 0n));
    expect(after[`in_transit:${from}:LTC`] ?? after.suspense).toBeUndefined();
    expect(await alerts(id)).toEqual([]);
    await rig.expectAgreement();
  });

  test.each([
    ['is refused', ['reject'], 'failed', 0n, ['treasury_transfer_failed']],
    ['was requested, and the answer got lost', ['lost_answer'], 'arrived', 1n, []],
    ['was requested, and something else answered', ['not_json'], 'failed', 0n, ['treasury_transfer_failed']],
    ['was requested, and nobody answered', ['silence'], 'failed', 0n, ['treasury_transfer_failed']],
    ['was taken, and an error was answered', ['error_after_work'], 'arrived', 1n, []],
    ['fails at the exchange', ['fails_later'], 'failed', 0n, ['treasury_transfer_failed']],
    ['never arrives', ['never_arrives'], 'sent', 1n, ['treasury_transfer_late']],
    ['stays at the exchange', ['stuck'], 'sent', 1n, ['treasury_transfer_late']],
    ['arrives short', ['arrives_short'], 'arrived', 1n, ['treasury_transfer_short']],
  ] as const)('that %s is never lost and never sent twice', async (_what, faults, status, withdrawals, told) => {
    rig.exchanges[name].simulator.faults.add('withdraw', ...faults);
    const { id, amountMinor } = await rig.propose(routeOf(name), 3n * LTC);
    await rig.round();
    await rig.round();
    await rig.mine();
    rig.clock.laterMs = 11 * 60_000;
    await rig.round();
    rig.clock.laterMs = 24 * 3_600_000;
    await rig.round();
    expect(await transferNow(rig.db, id)).toMatchObject({ status });
    const made = await select<{ count: string }>(
      rig.db,
      `SELECT count(*) AS count FROM simulated_exchange_withdrawal
       WHERE exchange = $1 AND amount * 100000000 = $2::numeric AND status <> 'failed'`,
      [name, amountMinor.toString()],
    );
    expect(BigInt(made[0]?.count ?? 0)).toBe(withdrawals);
    expect(await alerts(id)).toEqual(told);
    await rig.expectAgreement();
  });

  test('that the exchange lists late has left after all', async () => {
    const { simulator } = rig.exchanges[name];
    simulator.faults.add('withdraw', 'lost_answer');
    const { id } = await rig.propose(routeOf(name), 5n * LTC);
    // It lists nothing from the moment at which the withdrawal was requested.
    const goDown = async () => simulator.faults.add('funds', ...Array.from({ length: 30 }, () => 'outage' as const));
    await rig.roundWith({ before_withdraw: goDown });
    expect((await transferNow(rig.db, id)).status).toBe('sending');
    simulator.faults.clear();
    await rig.reach(id, 'sent');
    await rig.mine();
    expect((await transferNow(rig.db, id)).status).toBe('arrived');
  });
});

test('an arrival that the chain takes back is in transit again, and arrives once', async () => {
  const { id } = await rig.propose(routeOf('kraken'), 7n * LTC);
  await rig.reach(id, 'sent');
  await rig.mine();
  const { txid } = await transferNow(rig.db, id);
  const command = (what: object) => simCommandsTable.create(rig.db, { mode: 'sandbox', network: 'LTC', command: what });
  await command({ type: 'reorganise', txid });
  await rig.mine(0);
  expect((await transferNow(rig.db, id)).status).toBe('sent');
  await rig.mine();
  await command({ type: 'confirm', txid, confirmations: 12 });
  await rig.mine();
  expect((await transferNow(rig.db, id)).status).toBe('arrived');
});

describe.each(['kraken', 'binance'] as const)('a transfer from the hot wallet to %s', (name) => {
  test('is a payout to the address that the exchange named, and arrives as its deposit', async () => {
    await fillHotWallet(rig.db, 50n * LTC + (name === 'kraken' ? 1n : 2n));
    const { address } = await rig.exchanges[name].exchange.funds.depositAddress('LTC');
    const route = await confirmedRoute(rig, { from: 'LTC', to: `exchange:${name}`, gateId: 'LTC' }, address);
    const { id } = await rig.propose(route, 20n * LTC);
    await rig.round();
    await rig.round();
    const { payoutId } = await transferNow(rig.db, id);
    if (payoutId === null) throw new Error('It has no payout.');
    await rig.expectAgreement();
    const outgoing = await rig.payouts.signed(payoutId);
    await rig.payouts.send(outgoing);
    await rig.mine(1);
    await rig.round();
    expect((await transferNow(rig.db, id)).status).toBe('sending');
    await rig.mine();
    await rig.payouts.track();
    expect((await transferNow(rig.db, id)).status).toBe('sent');
    expect(await rig.reach(id, 'arrived')).toMatchObject({ arrivedMinor: 20n * LTC });
    await rig.round();
    const accounts = await gatewayAccounts(rig.db, 'LTC');
    expect(accounts[`in_transit:LTC:exchange:${name}`]).toBeUndefined();
    expect(accounts['fees:service']).toBeUndefined();
    await rig.expectAgreement();
  });

  test('waits for the address that the exchange names', async () => {
    const request = await confirmedRoute(rig, { from: 'XRP', to: `exchange:${name}`, gateId: 'XRP' }).catch(String);
    expect(request).toContain('has not named its address');
    await rig.round();
    const [named] = await routesTable.find(rig.db, { fromPlace: 'XRP', toPlace: `exchange:${name}` });
    expect(named).toMatchObject({
      status: 'requested',
      address: expect.stringMatching(/^r/),
      destinationTag: destinationTagOf(0),
    });
  });
});

test('a transfer from the bank arrives at kraken once its debit is booked, and a return takes it back', async () => {
  const bankSays = (id: string, type: BankPaymentEventType) =>
    moneyTransaction(rig.db, (tx) =>
      applyStep(tx, bankPaymentProcess, { id, event: { type }, cause: null, nowMs: Date.now() }),
    );
  const route = await confirmedRoute(rig, { from: 'bank:main', to: 'exchange:kraken', gateId: 'EUR' });
  const before = await gatewayAccounts(rig.db, 'EUR');
  const { id } = await rig.propose(route, 250_000n);
  await rig.reach(id, 'sending');
  await bankSays(id, 'put_in_file');
  await rig.round();
  expect((await transferNow(rig.db, id)).status).toBe('sending');
  await bankSays(id, 'book');
  expect(await rig.reach(id, 'arrived')).toMatchObject({ arrivedMinor: 250_000n });
  await rig.round();
  expect((await gatewayAccounts(rig.db, 'EUR'))['custody:exchange:kraken']).toBe(
    `${BigInt(before['custody:exchange:kraken'] ?? 0) + 250_000n}`,
  );
  await rig.expectAgreement();
  await bankSays(id, 'return');
  expect((await transferNow(rig.db, id)).status).toBe('failed');
  expect(await gatewayAccounts(rig.db, 'EUR')).toEqual(before);
  await rig.expectAgreement();
});

describe.each(['kraken', 'binance'] as const)('a transfer from %s', (name) => {
  test('that another amount was withdrawn for stays unknown: nothing is booked that is not certain', async () => {
    rig.exchanges[name].simulator.faults.add('withdraw', 'half');
    const { id } = await rig.propose(routeOf(name), 4n * LTC);
    await rig.round();
    expect((await transferNow(rig.db, id)).status).toBe('sending');
  });
});
