import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { one, select } from '../../db/core/sql.ts';
import { openTestDatabase } from '../../db/database.fixture.ts';
import { toldOf } from '../../db/deposits/testing.fixture.ts';
import { makeRates } from '../../db/invoices/testing.fixture.ts';
import { type CryptoGateId, gates } from '../../domain/assets/assets.ts';
import { depositLives } from './deposit-life.fixture.ts';

const { db } = await openTestDatabase();
const { live, close, differences } = depositLives(db);

beforeAll(() => makeRates(db));
afterAll(close);
/** Whatever happened, the coins on the chain are those in the books and on their way, and the books balance. */
afterEach(async () => {
  expect(await differences()).toEqual([]);
});

const everyGate = Object.keys(gates) as CryptoGateId[];

test.each(everyGate)('%s: a deposit goes from the mempool to the balance, less its fee', async (gateId) => {
  const life = await live(gateId);
  await life.pay('100');
  expect(await life.deposit()).toMatchObject({ status: 'created', reference: 'customer-1', version: 1 });
  await life.blocks();
  const { id, amountMinor, statusReason } = await life.deposit();
  if (statusReason === null) {
    await life.settle();
    const { available = 0n, unsettled = 0n } = await life.booked();
    expect([available, unsettled]).toEqual([amountMinor - amountMinor / 200n, 0n]);
    expect((await toldOf(db, id)).at(-1)).toBe('deposit.done');
  } else {
    // The chain must call so large an amount final first.
    expect(statusReason).toBe('awaiting_finality');
    await life.settle();
    expect((await life.booked()).available ?? 0n).toBe(0n);
    await life.blocks(100);
    await life.settle();
    expect((await life.deposit()).status).toBe('done');
  }
});

test('two payments to one address are two deposits, and an old address still takes them', async () => {
  const life = await live('LTC');
  for (const amount of ['1', '2']) {
    await life.pay(amount);
    await life.blocks();
    await life.settle();
  }
  const found = await life.deposits();
  expect(found.map(({ status, amountMinor }) => [status, amountMinor])).toEqual([
    ['done', 100_000_000n],
    ['done', 200_000_000n],
  ]);
});

test('what converts is converted in the settlement, as the address says', async () => {
  const life = await live('LTC', { autoconversion: { type: 'partial', gate_id: 'EUR', percent: 50 } });
  await life.pay('10');
  await life.blocks();
  await life.settle();
  const { conversion } = await life.deposit();
  expect(conversion).toMatchObject({ from: 'LTC', to: 'EUR', amountFromMinor: 497_500_000n, at: 'present' });
  expect((await life.booked()).available).toBe(497_500_000n);
  expect((await life.booked('EUR')).available).toBe(conversion?.amountToMinor);
});

describe('payments below the minimum', () => {
  test('wait together, start no workflow and send no webhook until their sum reaches it', async () => {
    const life = await live('BTC');
    for (let payments = 0; payments < 3; payments += 1) {
      await life.pay('0.00001000');
      await life.blocks();
    }
    const gathering = await life.deposit();
    expect(gathering).toMatchObject({ status: 'processing', statusReason: 'below_minimum', amountMinor: 3_000n });
    expect(await toldOf(db, gathering.id)).toEqual([]);
    expect(await signals(gathering.id)).toBe(0);
    await life.settle();
    expect((await life.booked()).available ?? 0n).toBe(0n);
    await life.pay('0.00001500');
    await life.blocks();
    await life.settle();
    expect(await life.deposits()).toHaveLength(1);
    expect(await life.deposit()).toMatchObject({ status: 'done', amountMinor: 4_500n, settledMinor: 4_500n });
    expect((await life.booked()).available).toBe(4_500n - 22n);
    expect(await signals(gathering.id)).toBeGreaterThan(0);
    await life.pay('0.00001000');
    expect(await life.deposits()).toHaveLength(2);
  });
});

test('a payment below the minimum is settled with the next one, however large that is', async () => {
  const life = await live('BTC');
  await life.pay('0.00001000');
  await life.blocks();
  await life.pay('0.5');
  await life.blocks();
  await life.settle();
  expect(await life.deposits()).toHaveLength(1);
  expect(await life.deposit()).toMatchObject({ status: 'done', amountMinor: 50_001_000n, settledMinor: 50_001_000n });
});

describe('hazards on the way', () => {
  test('a replaced transaction: the one deposit is what takes its place', async () => {
    const life = await live('BTC');
    await life.pay('0.5', 'replaced');
    await life.pass(2_100);
    await life.blocks();
    await life.settle();
    expect(await life.deposits()).toHaveLength(1);
    expect(await life.deposit()).toMatchObject({ status: 'done', settledMinor: 50_000_000n });
  });

  test('reorganized after it was settled: taken back with its conversion, frozen, and credited once again', async () => {
    const life = await live('LTC', { autoconversion: { type: 'full', gate_id: 'EUR' } });
    await life.pay('10');
    await life.blocks();
    await life.settle();
    await life.reorganise(await life.txid());
    const lost = await life.deposit();
    expect(lost).toMatchObject({ status: 'error', statusReason: 'reorganized', needsOperator: true, settledMinor: 0n });
    expect(lost.conversion).toBeNull();
    expect((await life.booked('EUR')).available ?? 0n).toBe(0n);
    expect(await openAlerts(lost.id)).toEqual(['deposit_needs_operator']);
    expect(await frozen(life.shop.merchantId)).toEqual([
      'EUR available',
      'EUR unsettled',
      'LTC available',
      'LTC unsettled',
    ]);
    await life.remine(await life.txid());
    await life.settle();
    expect(await life.deposit()).toMatchObject({ status: 'done', needsOperator: false, settledMinor: 1_000_000_000n });
    expect(await openAlerts(lost.id)).toEqual([]);
    expect(await frozen(life.shop.merchantId)).toEqual([]);
  });

  test('one that cannot be booked stops no chain: operators hear of it, and it is tried again', async () => {
    const life = await live('LTC');
    life.trouble.isThere = true;
    await life.pay('3');
    const { id } = await life.deposit();
    const alerts = () =>
      select(db, `SELECT message FROM alert WHERE kind = 'deposit_stuck' AND subject = $1 AND resolved_at IS NULL`, [
        `sandbox:LTC:${id}`,
      ]);
    expect(await alerts()).toMatchObject([{ message: expect.stringContaining('The books refuse it.') }]);
    await life.blocks();
    life.trouble.isThere = false;
    await life.pass(31_000);
    expect(await alerts()).toEqual([]);
    await life.settle();
    expect(await life.deposit()).toMatchObject({ status: 'done', settledMinor: 300_000_000n });
  });

  test('an asset that the address is not for goes to suspense', async () => {
    const life = await live('USDT_TRC20');
    await life.pay('50', 'wrong_asset');
    await life.blocks();
    expect(await life.deposits()).toEqual([]);
    const sql = 'SELECT gate_id, credited_to FROM payment WHERE static_address_id = $1';
    expect(await select(db, sql, [life.address.id])).toEqual([{ gate_id: 'TRX', credited_to: 'suspense' }]);
  });
});

const signals = async (id: string) =>
  Number(
    (
      await one<{ count: string }>(
        db,
        `SELECT count(*) AS count FROM outbox WHERE topic = 'workflow.signal' AND payload->'input'->>'depositId' = $1`,
        [id],
      )
    ).count,
  );

const openAlerts = async (id: string) =>
  (
    await select<{ kind: string }>(db, 'SELECT kind FROM alert WHERE subject = $1 AND resolved_at IS NULL', [
      `deposit:${id}`,
    ])
  ).map(({ kind }) => kind);

const frozen = async (owner: string) =>
  (
    await select<{ name: string }>(
      db,
      `SELECT asset || ' ' || kind AS name FROM account WHERE owner = $1 AND frozen_at IS NOT NULL ORDER BY 1`,
      [owner],
    )
  ).map(({ name }) => name);
