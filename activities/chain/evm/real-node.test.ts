import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { useAnvil } from '../../../scripts/testing/nodes.ts';
import { createFollower } from '../follower.ts';
import { paymentsOn } from '../testing.fixture.ts';
import { openTestEvm, type TestEvm } from './node.fixture.ts';

const server = useAnvil({ args: ['--no-mining', '--slots-in-an-epoch', '10'] });
let evm: TestEvm;

beforeAll(async () => {
  evm = await openTestEvm(server().url);
});
afterAll(() => evm.close());

const paymentsOf = async (invoiceId: string) =>
  (await paymentsOn(evm.db, 'ETH')).filter((row) => row.invoice_id === invoiceId);
const statusesOf = async (invoiceId: string) => (await paymentsOf(invoiceId)).map(({ status }) => status);
const stepsOf = (invoiceId: string) => evm.effects.steps.filter((step) => step.id === invoiceId).length;
const pay = (to: string, value: bigint, more: { nonce?: number; tip?: bigint } = {}) =>
  evm.send({ to: to as `0x${string}`, value, ...more });
const payUsdt = (to: string, value: bigint) => {
  const { usdt } = evm.contracts;
  return evm.send({ to: usdt.address, data: usdt.call('transfer', [to, value]) });
};
const split = (name: string, args: readonly unknown[], value = 0n) => {
  const { splitter } = evm.contracts;
  return evm.send({ to: splitter.address, data: splitter.call(name, args), value });
};

describe('ETH', () => {
  test('is seen before it is mined and confirmed after 12 blocks; hazard 30: final only when the chain says so', async () => {
    const { invoiceId, addressKey, quoteId } = await evm.invoice();
    const txid = await pay(addressKey, 1_000n);
    await evm.look();
    expect(await paymentsOf(invoiceId)).toMatchObject([
      { txid, key: `${txid}:trace:0`, status: 'seen', amount: '1000', gate_id: 'ETH', quote_id: quoteId },
    ]);
    await evm.mine(11);
    await evm.look();
    expect(await statusesOf(invoiceId)).toEqual(['mined']);
    await evm.mine(1);
    await evm.look();
    expect(await paymentsOf(invoiceId)).toMatchObject([{ status: 'confirmed', finalized: false }]);
    await evm.mine(10);
    await evm.look();
    expect(await paymentsOf(invoiceId)).toMatchObject([{ status: 'confirmed', finalized: true }]);
    expect(stepsOf(invoiceId)).toBe(3);
  });

  test('is recorded with the gas that it offers to pay at the most; tokens alike', async () => {
    const [coins, tokens] = [await evm.invoice(), await evm.invoice({ gateId: 'USDT_ERC20' })];
    await pay(coins.addressKey, 1_000n, { tip: 3_000_000_000n });
    await payUsdt(tokens.addressKey, 5n);
    await evm.look();
    expect(await paymentsOf(coins.invoiceId)).toMatchObject([
      { status: 'seen', fee_minor: String(3_000_000n * 13_000_000_000n), fee_units: '3000000', replaceable: true },
    ]);
    expect(await paymentsOf(tokens.invoiceId)).toMatchObject([
      { status: 'seen', fee_minor: String(3_000_000n * 11_000_000_000n), fee_units: '3000000', replaceable: true },
    ]);
    const costs = await evm.port.gateCosts();
    expect(costs.map(({ gateId }) => gateId)).toEqual(['ETH', 'USDT_ERC20']);
    for (const { unitMinor } of costs) expect(unitMinor).toBeGreaterThan(0n);
    await evm.mine(1);
    await evm.look();
  });

  test('hazard 24: sent by a contract it counts once for each frame that succeeded', async () => {
    const [a, b] = [await evm.invoice(), await evm.invoice()];
    const txid = await split('sendEach', [[a.addressKey, b.addressKey, a.addressKey], 7n], 21n);
    const delegated = await split('sendByDelegate', [evm.contracts.splitter.address, [b.addressKey], 5n], 5n);
    await evm.mine(1);
    await evm.look();
    expect(await paymentsOf(a.invoiceId)).toMatchObject([
      { key: `${txid}:trace:0.0`, amount: '7' },
      { key: `${txid}:trace:0.2`, amount: '7' },
    ]);
    const received = await paymentsOf(b.invoiceId);
    expect(received.map(({ key, amount }) => [key, amount]).sort()).toEqual(
      [
        [`${txid}:trace:0.1`, '7'],
        [`${delegated}:trace:0.0.0`, '5'],
      ].sort(),
    );
  });

  test('hazard 24: what an inner or an outer failure undid gives nothing', async () => {
    const { invoiceId, addressKey } = await evm.invoice();
    await split('sendAndUndo', [addressKey], 9n);
    await split('sendAndFail', [addressKey], 9n);
    await evm.mine(1);
    await evm.look();
    expect(await paymentsOf(invoiceId)).toEqual([]);
  });

  test('hazard 29: a replacement with the same nonce drops the first transaction', async () => {
    const { invoiceId, addressKey } = await evm.invoice();
    const stranger = await evm.invoice();
    const first = await pay(addressKey, 1_000n);
    await evm.look();
    expect(await statusesOf(invoiceId)).toEqual(['seen']);
    const { nonce = 0 } = await findTransaction(first);
    const second = await pay(stranger.addressKey, 1_000n, { nonce, tip: 5_000_000_000n });
    await evm.look();
    expect(await statusesOf(invoiceId)).toEqual(['replaced']);
    await evm.mine(12);
    await evm.look();
    expect(await statusesOf(invoiceId)).toEqual(['replaced']);
    expect(await paymentsOf(stranger.invoiceId)).toMatchObject([{ txid: second, status: 'confirmed' }]);
  });

  test('hazards 1 and 3: reorganised away and mined again it is the same payment', async () => {
    const { invoiceId, addressKey } = await evm.invoice();
    const txid = await pay(addressKey, 1_000n);
    await evm.mine(3);
    await evm.look();
    const [before] = await paymentsOf(invoiceId);
    expect(before?.status).toBe('mined');
    await evm.undo(3);
    await evm.mine(1);
    await evm.look();
    await evm.look();
    expect(await statusesOf(invoiceId)).toEqual(['dropped']);
    await evm.resend(txid);
    await evm.mine(12);
    await evm.look();
    expect(await paymentsOf(invoiceId)).toMatchObject([
      { key: before?.key, status: 'confirmed', first_seen_at: before?.first_seen_at },
    ]);
  });

  test('hazard 2: past the threshold the payment is taken back', async () => {
    const { invoiceId, addressKey } = await evm.invoice();
    await pay(addressKey, 1_000n);
    await evm.mine(12);
    await evm.look();
    expect(await statusesOf(invoiceId)).toEqual(['confirmed']);
    await evm.undo(12);
    await evm.mine(1);
    await evm.look();
    await evm.look();
    expect(await paymentsOf(invoiceId)).toMatchObject([{ status: 'dropped', finalized: false }]);
  });
});

describe('USDT', () => {
  const invoice = () => evm.invoice({ gateId: 'USDT_ERC20' });

  test('is seen before it is mined and credited from the log', async () => {
    const { invoiceId, addressKey, quoteId } = await invoice();
    const txid = await payUsdt(addressKey, 50_000_000n);
    await evm.look();
    const expected = { txid, key: `${txid}:log:0`, amount: '50000000', gate_id: 'USDT_ERC20', quote_id: quoteId };
    expect(await paymentsOf(invoiceId)).toMatchObject([{ ...expected, status: 'seen' }]);
    await evm.mine(12);
    await evm.look();
    expect(await paymentsOf(invoiceId)).toMatchObject([{ ...expected, status: 'confirmed' }]);
  });

  test('hazard 12: ETH to an address that waits for USDT belongs to the invoice and pays no quote', async () => {
    const { invoiceId, addressKey } = await invoice();
    await pay(addressKey, 1_000n);
    await evm.mine(1);
    await evm.look();
    expect(await paymentsOf(invoiceId)).toMatchObject([{ gate_id: 'ETH', quote_id: null }]);
  });

  test('hazard 21: a transfer that reverts is seen, then failed', async () => {
    const { invoiceId, addressKey } = await invoice();
    await payUsdt(addressKey, 10n ** 30n);
    await evm.look();
    expect(await statusesOf(invoiceId)).toEqual(['seen']);
    await evm.mine(12);
    await evm.look();
    expect(await statusesOf(invoiceId)).toEqual(['failed']);
    expect(stepsOf(invoiceId)).toBe(2);
  });

  test('hazard 22: a Transfer from another contract is ignored, a whole token of another contract too', async () => {
    const { invoiceId, addressKey } = await invoice();
    await split('pretend', [addressKey, 50_000_000n]);
    const { foreign } = evm.contracts;
    await evm.send({ to: foreign.address, data: foreign.call('transfer', [addressKey, 50_000_000n]) });
    await evm.mine(1);
    await evm.look();
    expect(await paymentsOf(invoiceId)).toEqual([]);
  });

  test('hazard 23: a transfer through a contract is credited from each log', async () => {
    const { invoiceId, addressKey } = await invoice();
    const { usdt, splitter } = evm.contracts;
    await payUsdt(splitter.address, 30n);
    const txid = await split('sendTokens', [usdt.address, [addressKey, addressKey], 15n]);
    await evm.mine(1);
    await evm.look();
    expect(await paymentsOf(invoiceId)).toMatchObject([
      { key: `${txid}:log:0`, amount: '15' },
      { key: `${txid}:log:1`, amount: '15' },
    ]);
  });

  test('hazard 25: a transfer of nothing is ignored, mined or not', async () => {
    const { invoiceId, addressKey } = await invoice();
    const { usdt } = evm.contracts;
    await evm.send({
      to: usdt.address,
      data: usdt.call('transferFrom', [evm.contracts.splitter.address, addressKey, 0n]),
    });
    await payUsdt(addressKey, 0n);
    await evm.look();
    await evm.mine(1);
    await evm.look();
    expect(await paymentsOf(invoiceId)).toEqual([]);
  });

  test('hazard 26: with a token fee, the amount received counts, first seen at the time of the query', async () => {
    const { invoiceId, addressKey } = await invoice();
    const { usdt } = evm.contracts;
    await evm.send({ to: usdt.address, data: usdt.call('setFee', [20n]) });
    await evm.mine(1);
    const txid = await payUsdt(addressKey, 10_000n);
    await evm.look();
    const [promised] = await paymentsOf(invoiceId);
    expect(promised).toMatchObject({ key: `${txid}:log:0`, amount: '10000', status: 'seen' });
    await evm.mine(12);
    await evm.look();
    const counted = (await paymentsOf(invoiceId)).filter(({ status }) => status === 'confirmed');
    expect(counted).toMatchObject([{ key: `${txid}:log:1`, amount: '9980' }]);
    expect(counted[0]?.first_seen_at.getTime()).toBeLessThanOrEqual(promised?.first_seen_at.getTime() ?? 0);
    expect((await paymentsOf(invoiceId)).find(({ key }) => key.endsWith('log:0'))?.status).toBe('failed');
    await evm.send({ to: usdt.address, data: usdt.call('setFee', [0n]) });
    await evm.mine(1);
  });

  test('hazard 27: while USDT is paused, or the payer blocked, nothing arrives', async () => {
    const { usdt } = evm.contracts;
    const { invoiceId, addressKey } = await invoice();
    for (const [name, args] of [
      ['setPaused', [true]],
      ['setBlocked', [evm.payer.address, true]],
    ] as const) {
      await evm.send({ to: usdt.address, data: usdt.call(name, args) });
      await payUsdt(addressKey, 10_000n);
      await evm.send({ to: usdt.address, data: usdt.call(name, [...args.slice(0, -1), false]) });
      await evm.mine(1);
      await evm.look();
    }
    expect((await statusesOf(invoiceId)).every((status) => status === 'failed')).toBe(true);
  });

  test('hazard 28: a follower that was away finds everything by its blocks', async () => {
    const { invoiceId, addressKey } = await invoice();
    await payUsdt(addressKey, 1n);
    await evm.mine(1);
    await payUsdt(addressKey, 2n);
    await evm.mine(60);
    await payUsdt(addressKey, 3n);
    const anew = createFollower({ db: evm.db, effects: evm.effects, nowMs: Date.now }, evm.port, { dropAfterMs: 0 });
    while (!(await anew.poll()).complete);
    expect((await paymentsOf(invoiceId)).map(({ amount, status }) => `${amount} ${status}`).sort()).toEqual([
      '1 confirmed',
      '2 confirmed',
      '3 seen',
    ]);
    await evm.mine(1);
    await evm.look();
  });
});

async function findTransaction(hash: string): Promise<{ nonce?: number }> {
  const found = await evm.port.transaction(hash);
  const nonce = found?.spends[0]?.split(':')[1];
  return nonce === undefined ? {} : { nonce: Number(nonce) };
}
