import { afterAll, describe, expect, test } from 'vitest';
import { inTransaction } from '../../../db/core/sequelize.ts';
import { execute, select } from '../../../db/core/sql.ts';
import { openTestDatabase } from '../../../db/database.fixture.ts';
import { makeRates } from '../../../db/invoices/testing.fixture.ts';
import { currentRate } from '../../../db/rates/rates.fixture.ts';
import { simTip } from '../../../db/simulator/chain.ts';
import { command, requestBlocks, requestPayment } from '../../../db/simulator/commands.ts';
import { type CryptoGateId, gates } from '../../../domain/assets/assets.ts';
import { newId } from '../../../domain/ids.ts';
import type { Scenario } from '../../../domain/invoices/scenarios.ts';
import { until } from '../../../scripts/testing/until.ts';
import { createFollower, type Follower } from '../follower.ts';
import {
  paymentsOn,
  type RecordedEffects,
  recordEffects,
  type WatchedInvoiceOptions,
  watchInvoice,
} from '../testing.fixture.ts';
import { runSimulator } from './engine.fixture.ts';
import { startSimulator } from './engine.ts';
import { openSimulatedChain } from './port.ts';
import { simulate } from './simulate.ts';

const { db } = await openTestDatabase();

interface Bench {
  readonly follower: Follower;
  readonly effects: RecordedEffects;
  /** Moves the clock and lets the simulator do what is due by then. */
  pass(ms: number): Promise<void>;
  blocks(count: number): Promise<void>;
  pay(invoiceId: string, scenario: Scenario, amount?: string): ReturnType<typeof requestPayment>;
  look(): Promise<void>;
}

/** A follower of a simulated chain, with a clock that the test moves. */
async function bench(gateId: CryptoGateId, blockSeconds = 0): Promise<Bench> {
  const { network } = gates[gateId];
  const chain = { mode: 'sandbox', network } as const;
  let offsetMs = 0;
  const nowMs = () => Date.now() + offsetMs;
  const simulator = { db, nowMs, blockSeconds, chains: [chain] };
  await startSimulator(simulator);
  const effects = recordEffects();
  const port = openSimulatedChain(db, chain);
  const follower = createFollower({ db, effects, nowMs }, port, { dropAfterMs: 0 });
  await follower.poll();
  opened.push(port);
  return {
    follower,
    effects,
    async pass(ms) {
      offsetMs += ms;
      await runSimulator(simulator);
    },
    async blocks(count) {
      await inTransaction(db, (tx) => requestBlocks(tx, { ...chain, count, nowMs: nowMs(), isSimulated: () => true }));
      await runSimulator(simulator);
    },
    pay: (invoiceId, scenario, amount) =>
      inTransaction(db, (tx) =>
        requestPayment(tx, { mode: 'sandbox', invoiceId, scenario, nowMs: nowMs(), isSimulated: () => true, amount }),
      ),
    look: async () => {
      await follower.poll();
    },
  };
}

const opened: { close(): Promise<void> }[] = [];
afterAll(async () => {
  for (const port of opened) await port.close();
});

function invoice(gateId: CryptoGateId, more: Partial<WatchedInvoiceOptions> = {}) {
  const addressKey = `address-${newId()}`;
  return watchInvoice(db, { gateId, address: addressKey, addressKey, dueMinor: 150_000n, ...more });
}

async function paymentsOf(invoiceId: string) {
  const all = await select<{ network: 'BTC' }>(db, 'SELECT DISTINCT network FROM payment WHERE invoice_id = $1', [
    invoiceId,
  ]);
  const rows = await Promise.all(all.map(({ network }) => paymentsOn(db, network)));
  return rows.flat().filter((row) => row.invoice_id === invoiceId);
}

function openedChain(gateId: CryptoGateId) {
  const port = openSimulatedChain(db, { mode: 'sandbox', network: gates[gateId].network });
  opened.push(port);
  return port;
}

const everyGate = Object.keys(gates) as CryptoGateId[];

describe.each(everyGate)('the simulated chain of %s', (gateId) => {
  test('paid: is in the mempool at once and confirmed at the threshold of the gate', async () => {
    const { pay, look, blocks, effects } = await bench(gateId);
    const { invoiceId, quoteId } = await invoice(
      gateId,
      gates[gateId].tag === 'required' ? { destinationTag: 77n } : {},
    );
    const sent = await pay(invoiceId, 'paid');
    expect(sent.amount).toMatch(/15/);
    await look();
    expect(await paymentsOf(invoiceId)).toMatchObject([
      { txid: sent.txid, output: sent.output, status: 'seen', amount: '150000', gate_id: gateId, quote_id: quoteId },
    ]);
    for (let made = 1; made < gates[gateId].confirmations; made += 1) {
      await blocks(1);
      await look();
      expect((await paymentsOf(invoiceId)).map(({ status }) => status)).toEqual(['mined']);
    }
    await blocks(1);
    await look();
    expect((await paymentsOf(invoiceId)).map(({ status }) => status)).toEqual(['confirmed']);
    expect(effects.steps.filter((step) => step.id === invoiceId)).toHaveLength(2);
  });

  test('a waiting payment offers what the next block takes, where the network has a fee market', async () => {
    const { pay, look } = await bench(gateId);
    const { invoiceId } = await invoice(gateId, gates[gateId].tag === 'required' ? { destinationTag: 81n } : {});
    await pay(invoiceId, 'paid');
    await look();
    const [offer] = await paymentsOf(invoiceId);
    const costs = await openedChain(gateId).gateCosts();
    const unitMinor = costs.find((cost) => cost.gateId === gateId)?.unitMinor;
    const { network, family } = gates[gateId];
    if (family === 'tron' || family === 'xrp') {
      expect(unitMinor).toBeNull();
      expect(offer).toMatchObject({ fee_minor: null, fee_units: null, replaceable: null });
    } else {
      expect(offer).toMatchObject({ status: 'seen', replaceable: network !== 'BCH' });
      expect(BigInt(offer?.fee_minor ?? 0)).toBe(BigInt(offer?.fee_units ?? 0) * (unitMinor ?? -1n));
    }
  });

  test('hazard 12: wrong_asset belongs to the invoice but pays none of its quotes', async () => {
    const { pay, look, blocks } = await bench(gateId);
    const { invoiceId } = await invoice(gateId, gates[gateId].tag === 'required' ? { destinationTag: 78n } : {});
    await makeRates(db);
    const sent = await pay(invoiceId, 'wrong_asset');
    expect(sent.gateId).not.toBe(gateId);
    await blocks(gates[gateId].confirmations);
    await look();
    expect(await paymentsOf(invoiceId)).toMatchObject([{ status: 'confirmed', quote_id: null, gate_id: sent.gateId }]);
  });

  test('failed: is seen, and never counts', async () => {
    const { pay, look, blocks, pass } = await bench(gateId);
    const { invoiceId } = await invoice(gateId, gates[gateId].tag === 'required' ? { destinationTag: 79n } : {});
    await pay(invoiceId, 'failed');
    await look();
    expect(await paymentsOf(invoiceId)).toMatchObject([{ status: 'seen' }]);
    await pass(2_000);
    await blocks(1);
    await look();
    const [payment] = await paymentsOf(invoiceId);
    expect(payment?.status).toBe(gates[gateId].family === 'utxo' ? 'dropped' : 'failed');
  });
});

test('partial and over have the amounts that their names say', async () => {
  const { pay } = await bench('BTC');
  const { invoiceId } = await invoice('BTC');
  expect((await pay(invoiceId, 'partial')).amount).toBe('0.00075000');
  expect((await pay(invoiceId, 'over')).amount).toBe('0.00187500');
  expect((await pay(invoiceId, 'paid', '0.00000001')).amount).toBe('0.00000001');
});

test('the rest is known once the part was seen, also before its invoice has counted it', async () => {
  const { pay, look } = await bench('BTC');
  const { invoiceId } = await invoice('BTC');
  await pay(invoiceId, 'partial', '0.00100000');
  await look();
  expect((await pay(invoiceId, 'paid')).amount).toBe('0.00050000');
});

test('hazard 56: an amount that is no plain decimal above zero is refused', async () => {
  const { pay } = await bench('BTC');
  const { invoiceId } = await invoice('BTC');
  for (const amount of ['0', '-1', '1e3', '0.000000001', 'NaN', '']) {
    await expect(pay(invoiceId, 'paid', amount), amount).rejects.toMatchObject({ status: 422 });
  }
});

test('late is refused until the invoice is expired', async () => {
  const { pay } = await bench('BTC');
  const open = await invoice('BTC');
  await expect(pay(open.invoiceId, 'late')).rejects.toMatchObject({ code: 'invoice_not_expired', status: 409 });
  const due = await invoice('BTC', { createdAtMs: Date.now() - 1_000_000 });
  await expect(pay(due.invoiceId, 'late')).resolves.toMatchObject({ amount: '0.00150000' });
  const done = await invoice('BTC', { createdAtMs: Date.now() - 1_000_000, status: 'done' });
  await expect(pay(done.invoiceId, 'late')).rejects.toMatchObject({ code: 'invoice_not_expired' });
});

test('hazard 14: replaced leaves one payment that counts, with the first-seen time of the one it replaced', async () => {
  const { pay, look, blocks, pass } = await bench('LTC');
  const { invoiceId } = await invoice('LTC');
  const sent = await pay(invoiceId, 'replaced');
  await look();
  await blocks(1);
  await pass(2_000);
  await look();
  const both = await paymentsOf(invoiceId);
  const first = both.find(({ txid }) => txid === sent.txid);
  const second = both.find(({ txid }) => txid !== sent.txid);
  expect(first).toMatchObject({ status: 'replaced' });
  expect(second).toMatchObject({ txid: sent.replacedBy, status: 'seen', first_seen_at: first?.first_seen_at });
  await blocks(6);
  await look();
  expect((await paymentsOf(invoiceId)).map(({ status }) => status).sort()).toEqual(['confirmed', 'replaced']);
});

test.each(['failed', 'replaced'] as const)('%s leaves the mempool only when it was seen', async (scenario) => {
  const { pay, look, pass } = await bench('BCH');
  const { invoiceId } = await invoice('BCH');
  await pay(invoiceId, scenario);
  await pass(5_000);
  await look();
  expect(await paymentsOf(invoiceId)).toMatchObject([{ status: 'seen' }]);
  await pass(5_000);
  await look();
  const states = (await paymentsOf(invoiceId)).map(({ status }) => status).sort();
  expect(states).toEqual(scenario === 'failed' ? ['dropped'] : ['replaced', 'seen']);
});

test.each(['ETH', 'TRX', 'XRP'] as const)('failed on %s is in no block before it was seen', async (gateId) => {
  const { pay, look, pass, blocks } = await bench(gateId);
  const { invoiceId } = await invoice(gateId, gates[gateId].tag === 'required' ? { destinationTag: 80n } : {});
  await pay(invoiceId, 'failed');
  await blocks(20);
  await look();
  expect(await paymentsOf(invoiceId)).toMatchObject([{ status: 'seen' }]);
  await pass(1_000);
  await blocks(1);
  await look();
  expect(await paymentsOf(invoiceId)).toMatchObject([{ status: 'failed' }]);
});

test('failed leaves the mempool in the end where nobody looks', async () => {
  const { pay, look, pass } = await bench('BCH');
  const { invoiceId } = await invoice('BCH');
  await pay(invoiceId, 'failed');
  await pass(70_000);
  await look();
  expect(await paymentsOf(invoiceId)).toEqual([]);
});

test('hazards 2 and 3: reorg is confirmed, taken away past the threshold, and confirmed again as the same payment', async () => {
  const { pay, look, pass, effects } = await bench('BTC');
  const { invoiceId } = await invoice('BTC');
  await pay(invoiceId, 'reorg');
  await look();
  const story: string[] = [];
  for (const ms of [0, 3_000, 3_000]) {
    await pass(ms);
    await look();
    story.push(...(await paymentsOf(invoiceId)).map(({ status }) => status));
  }
  expect(story).toEqual(['confirmed', 'seen', 'confirmed']);
  const decided = effects.steps.filter((step) => step.id === invoiceId).map(({ payments }) => payments);
  expect(decided).toEqual(['seen', 'confirmed', 'seen', 'confirmed']);
});

test('zero_conf waits through the blocks of the clock and is mined by a requested block', async () => {
  const { pay, look, blocks, pass } = await bench('BCH', 10);
  const { invoiceId } = await invoice('BCH');
  const { invoiceId: counted } = await invoice('BCH');
  await pay(counted, 'paid');
  await blocks(1);
  await pay(invoiceId, 'zero_conf');
  const before = await simTip(db, { mode: 'sandbox', network: 'BCH' });
  await pass(10_000);
  await pass(10_000);
  await look();
  expect((await simTip(db, { mode: 'sandbox', network: 'BCH' })).height).toBe(before.height + 2);
  expect(await paymentsOf(invoiceId)).toMatchObject([{ status: 'seen' }]);
  await blocks(1);
  await look();
  expect(await paymentsOf(invoiceId)).toMatchObject([{ status: 'mined' }]);
});

test('the clock makes every block that a payment waits for or is counted by, and else one a minute', async () => {
  const { pay, blocks, pass } = await bench('LTC', 1);
  const chain = { mode: 'sandbox', network: 'LTC' } as const;
  const madeIn = async (seconds: number) => {
    const { height } = await simTip(db, chain);
    for (let second = 0; second < seconds; second += 1) await pass(1_000);
    return (await simTip(db, chain)).height - height;
  };
  await blocks(100);
  expect(await madeIn(120)).toBe(2);
  const { invoiceId } = await invoice('LTC');
  await pay(invoiceId, 'paid');
  // With those that confirm it.
  expect(await madeIn(64)).toBeGreaterThanOrEqual(64);
  await blocks(1);
  expect(await madeIn(120)).toBe(2);
});

test('hazard 3: a payment of another merchant that a reorganisation moves to another block stays confirmed', async () => {
  const { pay, look, blocks, pass, effects } = await bench('BTC');
  const { invoiceId } = await invoice('BTC');
  await pay(invoiceId, 'paid');
  await blocks(3);
  await look();
  const decided = effects.steps.length;
  const [before] = await paymentsOf(invoiceId);
  await inTransaction(db, (tx) =>
    command(tx, { mode: 'sandbox', network: 'BTC' }, { type: 'reorganise_depth', depth: 3 }, Date.now() - 1),
  );
  await pass(0);
  await look();
  const [after] = await paymentsOf(invoiceId);
  expect(after).toMatchObject({ status: 'confirmed', block_height: String(Number(before?.block_height) + 1) });
  expect(after?.block_hash).not.toBe(before?.block_hash);
  expect(effects.steps).toHaveLength(decided);
});

test('wrong_asset is worth as much as what is due, not the same number of another coin', async () => {
  await makeRates(db);
  const { pay } = await bench('ETH');
  const { invoiceId } = await invoice('ETH', { dueMinor: 2n * 10n ** 18n });
  const sent = await pay(invoiceId, 'wrong_asset');
  const price = async (asset: 'ETH' | 'USDT') =>
    Number((await currentRate(db, { mode: 'sandbox', asset, currency: 'EUR' })).value);
  expect(sent.gateId).toBe('USDT_ERC20');
  expect(Number(sent.amount)).toBeCloseTo((2 * (await price('ETH'))) / (await price('USDT')), 1);
});

test('hazard 41: XRP with a tag of nobody is ours without an invoice and goes to suspense', async () => {
  const { look, blocks } = await bench('XRP');
  const { addressKey, invoiceId } = await invoice('XRP', { destinationTag: 1n });
  const { sendSimulated, newTxid } = await import('../../../db/simulator/transactions.ts');
  for (const destinationTag of [2n, null]) {
    await inTransaction(db, (tx) =>
      sendSimulated(
        tx,
        { mode: 'sandbox', network: 'XRP' },
        {
          txid: newTxid('XRP'),
          spends: [newId()],
          failed: false,
          movements: [
            {
              assetRef: 'XRP',
              gateId: 'XRP',
              output: '',
              addressKey,
              destinationTag,
              amountMinor: 5n,
              coinbase: false,
              maturity: 0,
            },
          ],
        },
      ),
    );
  }
  await blocks(1);
  await look();
  const strays = (await paymentsOn(db, 'XRP')).filter((row) => row.invoice_id === null);
  expect(strays).toMatchObject([
    { status: 'confirmed', credited_to: 'suspense', credit_count: 1 },
    { status: 'confirmed', credited_to: 'suspense', credit_count: 1 },
  ]);
  expect(await paymentsOf(invoiceId)).toEqual([]);
});

test('a network that runs on a node takes no simulated payment', async () => {
  const { invoiceId } = await invoice('LTC');
  await expect(
    inTransaction(db, (tx) =>
      requestPayment(tx, { mode: 'sandbox', invoiceId, scenario: 'paid', nowMs: Date.now(), isSimulated: () => false }),
    ),
  ).rejects.toMatchObject({ code: 'conflict' });
});

describe('commands of several merchants', () => {
  const chain = { mode: 'sandbox', network: 'TRON' } as const;
  const simulator = { db, nowMs: Date.now, blockSeconds: 0, chains: [chain] };
  const isSimulated = () => true;
  const ask = (merchantId: string, on: typeof chain | { mode: 'sandbox'; network: 'XRP' } = chain) =>
    inTransaction(db, (tx) => requestBlocks(tx, { ...on, count: 100, nowMs: Date.now(), isSimulated, merchantId }));

  test('take turns: one that asks for much does not delay another, and its own keep their order', async () => {
    await startSimulator(simulator);
    const { invoiceId } = await invoice('TRX');
    const sent = await inTransaction(db, (tx) =>
      requestPayment(tx, { mode: 'sandbox', invoiceId, scenario: 'zero_conf', nowMs: Date.now(), isSimulated }),
    );
    const pin = `UPDATE sim_transaction SET state = 'pinned' WHERE txid = $1`;
    await execute(db, pin, [sent.txid]);
    const { height: before } = await simTip(db, chain);
    const greedy = newId();
    for (let requested = 0; requested < 5; requested += 1) await ask(greedy);
    await inTransaction(db, (tx) =>
      command(tx, chain, { type: 'confirm', txid: sent.txid, confirmations: 1 }, Date.now(), newId()),
    );
    await inTransaction(db, (tx) => command(tx, chain, { type: 'reorganise_depth', depth: 40 }, Date.now(), greedy));
    await runSimulator(simulator);
    const [transaction] = await select<{ block_height: string }>(
      db,
      'SELECT block_height FROM sim_transaction WHERE txid = $1',
      [sent.txid],
    );
    expect(Number(transaction?.block_height)).toBeLessThanOrEqual(before + 101);
    // 500 blocks, the one that confirms, and the one by which the longer branch won in the end.
    expect((await simTip(db, chain)).height).toBe(before + 502);
  });

  test('are limited for each merchant, in words', async () => {
    const greedy = newId();
    const open = `INSERT INTO sim_command (mode, network, command, due_at, merchant_id)
      SELECT 'sandbox', 'TRON', '{"type":"blocks","count":1}', now() + interval '1 hour', $1
      FROM generate_series(1, 299)`;
    await execute(db, open, [greedy]);
    await ask(greedy);
    await expect(ask(greedy)).rejects.toMatchObject({ code: 'rate_limited', status: 429, retryAfterSeconds: 5 });
    await expect(ask(newId())).resolves.toBeUndefined();
    await runSimulator(simulator);
    await expect(ask(greedy)).resolves.toBeUndefined();
    await runSimulator(simulator);
  });

  test('on one chain do not wait for another chain', async () => {
    const other = { mode: 'sandbox', network: 'XRP' } as const;
    const both = { ...simulator, chains: [chain, other] };
    await startSimulator(both);
    const heights = async () => [(await simTip(db, chain)).height, (await simTip(db, other)).height];
    const [first = 0, second = 0] = await heights();
    const stop = new AbortController();
    let isStarted = false;
    const onRound = () => {
      isStarted = true;
    };
    const running = simulate(both, { signal: stop.signal, onRound });
    // Its start sets the clocks of all chains, one after the other, and so waits for a chain that is locked.
    await until(async () => isStarted, 'the simulator has started');
    await inTransaction(db, async (tx) => {
      await execute(tx, `SELECT 1 FROM sim_chain WHERE network = 'TRON' FOR UPDATE`);
      await ask(newId());
      await ask(newId(), other);
      await until(async () => (await heights())[1] === second + 100, 'the blocks of the free chain are made');
      expect((await heights())[0]).toBe(first);
    });
    await until(async () => (await heights())[0] === first + 100, 'the blocks of the locked chain are made');
    stop.abort();
    await running;
  });
});
