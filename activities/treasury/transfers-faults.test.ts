import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { select } from '../../db/core/sql.ts';
import type { RouteRow, TransferRow } from '../../db/treasury/moves/rows.ts';
import { confirmedRoute, transferNow } from '../../db/treasury/moves/testing.fixture.ts';
import { formatExact, parseExact } from '../../domain/treasury/exact.ts';
import { openTransferRig, type TransferRig } from './transfers.fixture.ts';
import type { TransferFaultPoint } from './transfers.ts';

// The process dies at each step of a transfer: it is made once, or not at all, and the books agree afterwards.

const POINTS = [
  'before_send',
  'before_withdraw',
  'after_withdraw',
  'before_depart',
  'after_depart',
  'before_arrive',
  'after_arrive',
] satisfies readonly TransferFaultPoint[];
const EXCHANGES = ['kraken', 'binance'] as const;

let rig: TransferRig;
const routes = new Map<string, RouteRow>();
const table: string[] = [];

beforeAll(async () => {
  rig = await openTransferRig();
  for (const name of EXCHANGES) {
    routes.set(name, await confirmedRoute(rig, { from: `exchange:${name}`, to: 'LTC', gateId: 'LTC' }));
  }
});
afterEach(() => {
  rig.clock.laterMs = 0;
});
afterAll(async () => {
  process.stdout.write(`exchange  dies at          ends as   withdrawals  lost  twice\n${table.join('\n')}\n`);
  await rig.close();
});

async function proposed(name: string): Promise<TransferRow> {
  const route = routes.get(name);
  if (route === undefined) throw new Error(`There is no route ${name}.`);
  return rig.propose(route, 200_000_000n);
}

/** Everything that still has to happen happens. */
async function settle(id: string): Promise<TransferRow> {
  for (let tries = 0; tries < 4; tries += 1) {
    await rig.round();
    await rig.mine();
    // Later than any request could still be accepted.
    rig.clock.laterMs += 11 * 60_000;
    const row = await transferNow(rig.db, id);
    if (row.status === 'arrived' || row.status === 'failed') return row;
  }
  return transferNow(rig.db, id);
}

describe.each(EXCHANGES)('a transfer from %s', (name) => {
  test.each(POINTS)('whose process dies at %s is made once or not at all', async (point) => {
    const { id, amountMinor } = await proposed(name);
    await rig.round(point);
    await rig.round(point);
    const row = await settle(id);
    const made = await withdrawalsOf(name, amountMinor);
    const isMade = row.status === 'arrived';
    expect(['arrived', 'failed']).toContain(row.status);
    expect(made).toBe(isMade ? 1 : 0);
    const [lost, twice] = [made > 0 && !isMade ? 1 : 0, Math.max(0, made - 1)];
    table.push(`${name.padEnd(9)} ${point.padEnd(16)} ${row.status.padEnd(9)} ${made}            ${lost}     ${twice}`);
    await rig.expectAgreement();
  });

  test('that two workers follow at once is made once', async () => {
    const { id, amountMinor } = await proposed(name);
    await Promise.all([rig.round(), rig.round(), rig.round()]);
    await settle(id);
    expect((await transferNow(rig.db, id)).status).toBe('arrived');
    expect(await withdrawalsOf(name, amountMinor)).toBe(1);
    await rig.expectAgreement();
  });
});

async function withdrawalsOf(exchange: string, amountMinor: bigint): Promise<number> {
  const amount = formatExact(parseExact(amountMinor.toString()) / 100_000_000n);
  const sql = 'SELECT id FROM simulated_exchange_withdrawal WHERE exchange = $1 AND amount = $2::numeric';
  return (await select(rig.db, sql, [exchange, amount])).length;
}
