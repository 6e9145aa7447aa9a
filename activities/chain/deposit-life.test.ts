import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { applyStrayPayments } from '../../db/chain/stray-payments.ts';
import { openTestDatabase } from '../../db/database.fixture.ts';
import type { NewStaticAddress } from '../../db/deposits/addresses.ts';
import { applyDepositEvents } from '../../db/deposits/process.ts';
import { depositsAt, makeAddress, settleDeposits, toldOf } from '../../db/deposits/testing.fixture.ts';
import { applyInvoiceEvent } from '../../db/invoices/process.ts';
import { balanceSheet, makeRates, makeShop } from '../../db/invoices/testing.fixture.ts';
import { trialBalance } from '../../db/ledger/trial-balance.ts';
import { inTransaction } from '../../db/sequelize.ts';
import { command, requestBlocks } from '../../db/simulator/commands.ts';
import { type DepositPaymentRequest, requestDepositPayment } from '../../db/simulator/deposits.ts';
import { one, select } from '../../db/sql.ts';
import { type CryptoGateId, gates, gatesOn } from '../../domain/assets.ts';
import { custodyDifference } from '../../domain/custody.ts';
import { compareCustody } from '../custody/check.ts';
import { simulatedHoldingsPort } from '../custody/simulated.ts';
import { createFollower } from './follower.ts';
import type { ChainPort } from './port.ts';
import type { PaymentEffects } from './record.ts';
import { runSimulator } from './simulator/engine.fixture.ts';
import { startSimulator } from './simulator/engine.ts';
import { openSimulatedChain } from './simulator/port.ts';

// Static addresses, paid on a simulated chain and read by its follower: nothing between the two is replaced.

const { db } = await openTestDatabase();
const chains = new Map<string, ChainPort>();
let aheadMs = 0;
const nowMs = () => Date.now() + aheadMs;

beforeAll(() => makeRates(db));
afterAll(() => Promise.all([...chains.values()].map((port) => port.close())));

/** Whatever happened, the coins on the chain are those in the books and on their way, and the books balance. */
afterEach(async () => {
  for (const port of chains.values()) {
    const finding = await compareCustody(db, { port, holdings: simulatedHoldingsPort(port) });
    expect(finding?.figures.map((figures) => [figures.gateId, custodyDifference(figures)])).toEqual(
      gatesOn(port.network).map(({ id }) => [id, 0n]),
    );
  }
  expect((await trialBalance(db)).mismatches).toEqual([]);
});

async function live(gateId: CryptoGateId, more: Partial<NewStaticAddress> = {}) {
  const { network, confirmations } = gates[gateId];
  const chain = { mode: 'sandbox', network } as const;
  const simulator = { db, nowMs, blockSeconds: 0, chains: [chain] };
  await startSimulator(simulator);
  const port = chains.get(network) ?? openSimulatedChain(db, chain);
  chains.set(network, port);
  const trouble = { isThere: false };
  const effects: PaymentEffects = {
    ...{ applyInvoiceEvent, applyStrayPayments },
    applyDepositEvents(tx, steps) {
      if (trouble.isThere) throw new Error('The books refuse it.');
      return applyDepositEvents(tx, steps);
    },
  };
  const follower = createFollower({ db, effects, nowMs }, port, { dropAfterMs: 0 });
  const look = async () => {
    while (!(await follower.poll()).complete);
  };
  await look();
  const shop = await makeShop(db);
  const address = await makeAddress(db, shop, gateId, more);
  const isSimulated = () => true;
  const life = {
    trouble,
    shop,
    address,
    async pay(amount: string, scenario: DepositPaymentRequest['scenario'] = 'paid') {
      const at = { mode: 'sandbox', profileId: shop.profileId, addressId: address.id, nowMs: nowMs() } as const;
      await inTransaction(db, (tx) => requestDepositPayment(tx, { ...at, amount, scenario, isSimulated }));
      await look();
    },
    async blocks(count = confirmations) {
      await inTransaction(db, (tx) => requestBlocks(tx, { ...chain, count, nowMs: nowMs(), isSimulated }));
      await life.pass(0);
    },
    async pass(ms: number) {
      aheadMs += ms;
      await runSimulator(simulator);
      await look();
    },
    /** Removes the newest transaction's block; the transaction waits until it is confirmed again. */
    async reorganise(txid: string) {
      await inTransaction(db, (tx) => command(tx, chain, { type: 'reorganise', txid }, nowMs()));
      await life.pass(0);
    },
    async remine(txid: string) {
      await inTransaction(db, (tx) => command(tx, chain, { type: 'confirm', txid, confirmations }, nowMs()));
      await life.pass(0);
    },
    settle: () => settleDeposits(db, nowMs()),
    deposits: () => depositsAt(db, address.id),
    async deposit() {
      const [first] = await life.deposits();
      if (first === undefined) throw new Error('There is no deposit.');
      return first;
    },
    txid: async () =>
      (
        await one<{ txid: string }>(
          db,
          'SELECT txid FROM payment WHERE static_address_id = $1 ORDER BY id DESC LIMIT 1',
          [address.id],
        )
      ).txid,
    booked: (asset: string = gateId) => balanceSheet(db, shop.merchantId, asset),
  };
  return life;
}

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
