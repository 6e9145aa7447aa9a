import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { inTransaction } from '../../db/core/sequelize.ts';
import { operatorsOf } from '../../db/restores/stopped.fixture.ts';
import { proposeByStaff } from '../../db/treasury/moves/propose.ts';
import { type RouteRow, routesTable } from '../../db/treasury/moves/rows.ts';
import { actOf, confirmedRoute, transferNow } from '../../db/treasury/moves/testing.fixture.ts';
import { simulatedWithdrawalsTable } from '../../db/treasury/simulated-rows.ts';
import { exactOf, parseExact } from '../../domain/treasury/exact.ts';
import type { VenueWithdrawal } from '../exchanges/port.ts';
import { openTransferRig, type TransferRig } from './transfers.fixture.ts';

const LTC = 100_000_000n;
let rig: TransferRig;
let operators: ReturnType<typeof operatorsOf>;
beforeAll(async () => {
  rig = await openTransferRig();
  operators = operatorsOf(rig.db);
});
afterEach(() => operators.goOn());
afterAll(() => rig.close());

/** A withdrawal that the exchange knows and an earlier backup does not: somebody has made it. */
async function withdrawn(id: string): Promise<void> {
  const row = await transferNow(rig.db, id);
  const route = await routesTable.findOne(rig.db, { id: row.routeId });
  if (route === undefined) throw new Error('It has no route.');
  const { address, destinationTag, venueKey } = route;
  const withdrawal: VenueWithdrawal = {
    id,
    gateId: row.gateId,
    amount: exactOf(row.amountMinor, 8),
    address,
    destinationTag,
    venueKey,
    sinceMs: row.createdAt.getTime(),
  };
  await exchangeOf(row.fromPlace).exchange.funds.withdraw(withdrawal);
}

function exchangeOf(place: string) {
  const name = place.replace('exchange:', '');
  if (name !== 'kraken' && name !== 'binance') throw new Error(`${place} is no exchange.`);
  return rig.exchanges[name];
}

async function withdrawalsOf(id: string): Promise<number> {
  const { amountMinor, fromPlace } = await transferNow(rig.db, id);
  const exchange = exchangeOf(fromPlace).exchange.name;
  const rows = await simulatedWithdrawalsTable.find(rig.db, { currency: 'LTC' });
  const amount = exactOf(amountMinor, 8);
  return rows.filter((row) => row.exchange === exchange && parseExact(row.amount) === amount).length;
}

describe.each(['kraken', 'binance'] as const)('a withdrawal from %s', (name) => {
  let route: RouteRow;
  beforeAll(async () => {
    route = await confirmedRoute(rig, { from: `exchange:${name}`, to: 'LTC', gateId: 'LTC' });
  });

  test('that a restored database does not know is found, and is not made twice', async () => {
    const { id } = await rig.propose(route, 6n * LTC);
    await withdrawn(id);
    await operators.restore();
    await operators.finish();
    await operators.stop('*', false);
    await rig.reach(id, 'sent');
    expect(await withdrawalsOf(id)).toBe(1);
    await rig.mine();
    expect((await transferNow(rig.db, id)).status).toBe('arrived');
    await rig.expectAgreement();
  });

  test('is not made while the exchange cannot say whether it has it', async () => {
    const { id } = await rig.propose(route, 5n * LTC);
    const { simulator } = rig.exchanges[name];
    simulator.faults.add('funds', ...Array.from({ length: 20 }, () => 'outage' as const));
    await rig.round();
    expect(await transferNow(rig.db, id)).toMatchObject({ status: 'approved' });
    simulator.faults.clear();
    await rig.reach(id, 'sent');
    expect(await withdrawalsOf(id)).toBe(1);
  });

  test.each(['LTC', '*'] as const)('waits while %s is stopped', async (network) => {
    const { id } = await rig.propose(route, 4n * LTC);
    await operators.stop(network);
    await rig.round();
    expect(await transferNow(rig.db, id)).toMatchObject({ status: 'approved' });
    expect(await withdrawalsOf(id)).toBe(0);
    await operators.stop(network, false);
    await rig.reach(id, 'sent');
  });

  test('waits until a restored database was compared', async () => {
    const { id } = await rig.propose(route, 3n * LTC);
    await operators.restore();
    await rig.round();
    expect(await transferNow(rig.db, id)).toMatchObject({ status: 'approved' });
    expect(await withdrawalsOf(id)).toBe(0);
    await operators.finish();
    await operators.stop('*', false);
    await rig.reach(id, 'sent');
  });

  test('is not requested once a stop has come in between', async () => {
    const { id } = await rig.propose(route, 2n * LTC);
    await rig.roundWith({ before_withdraw: () => operators.stop('LTC') });
    expect(await withdrawalsOf(id)).toBe(0);
    expect(await transferNow(rig.db, id)).toMatchObject({
      status: 'failed',
      reason: expect.stringContaining('stopped'),
    });
  });
});

test('no two withdrawals of a currency have the same amount, on whichever network', async () => {
  const [erc, trc] = [
    await confirmedRoute(rig, { from: 'exchange:kraken', to: 'ETH', gateId: 'USDT_ERC20' }),
    await confirmedRoute(rig, { from: 'exchange:kraken', to: 'TRON', gateId: 'USDT_TRC20' }),
  ];
  const propose = (routeId: string) =>
    inTransaction(rig.db, (tx) =>
      proposeByStaff(tx, rig.settings, { routeId, amountMinor: 7_000_000n }, actOf(rig.staff.manager)),
    );
  const [first, second] = [await propose(erc.id), await propose(trc.id)];
  expect([first.amountMinor, second.amountMinor]).toEqual([7_000_000n, 6_999_999n]);
});
