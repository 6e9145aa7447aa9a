import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { gates } from '../../../domain/assets/assets.ts';
import { useBchd, useBtcd, useLitecoind } from '../../../scripts/testing/nodes.ts';
import { paymentsOn } from '../testing.fixture.ts';
import { openTestNode, paymentOf, type TestNode, walletFor } from './node.fixture.ts';
import { replaceable, strangerScript } from './wallet.fixture.ts';

describe.each(['LTC', 'BTC', 'BCH'] as const)('payments on a real %s node', (network) => {
  const wallet = walletFor(network);
  const server = serverFor(network, wallet.address);
  const { confirmations } = gates[network];
  let node: TestNode;

  beforeAll(async () => {
    node = await openTestNode(network, server().url, wallet);
  });
  afterAll(() => node.close());

  async function paymentsOf(invoiceId: string) {
    return (await paymentsOn(node.db, network)).filter((row) => row.invoice_id === invoiceId);
  }
  const statuses = async (invoiceId: string) => (await paymentsOf(invoiceId)).map(({ status }) => status);
  const stepsOf = (invoiceId: string) => node.effects.steps.filter((step) => step.id === invoiceId).length;

  test('a payment is seen in the mempool, mined, and confirmed at the threshold of the gate', async () => {
    const { invoiceId, addressKey, quoteId } = await node.invoice();
    const txid = await node.pay([{ script: addressKey, valueMinor: 1_000_000n }]);
    await node.look();
    expect(await paymentsOf(invoiceId)).toMatchObject([
      {
        txid,
        key: `${network}:${txid}:0`,
        output: '0',
        status: 'seen',
        amount: '1000000',
        gate_id: network,
        quote_id: quoteId,
      },
    ]);
    for (let count = 1; count < confirmations; count += 1) {
      await node.mine(1);
      await node.look();
      expect(await statuses(invoiceId)).toEqual(['mined']);
    }
    await node.mine(1);
    await node.look();
    expect(await paymentsOf(invoiceId)).toMatchObject([{ status: 'confirmed', finalized: true }]);
    expect(stepsOf(invoiceId)).toBe(2);
  });

  // btcd and bchd do not say the fee of a waiting transaction.
  test('a payment is recorded with what it offers for a place in a block, where the node says so', async () => {
    const { invoiceId, addressKey } = await node.invoice();
    await node.pay([{ script: addressKey, valueMinor: 1_000_000n }], { feeMinor: 7_777n, sequence: replaceable });
    await node.look();
    const [offer] = await paymentsOf(invoiceId);
    if (network === 'LTC') {
      const [cost] = await node.port.gateCosts();
      expect(offer).toMatchObject({ fee_minor: '7777', replaceable: true });
      expect(Number(offer?.fee_units)).toBeGreaterThan(100);
      expect(Number(offer?.fee_units)).toBeLessThan(200);
      expect(cost?.unitMinor).toBeGreaterThanOrEqual(1n);
      const final = await node.invoice();
      await node.pay([{ script: final.addressKey, valueMinor: 1_000_000n }], { sequence: 0xffffffff });
      await node.look();
      expect(await paymentsOf(final.invoiceId)).toMatchObject([{ fee_minor: '20000', replaceable: false }]);
    } else {
      expect(offer).toMatchObject({ status: 'seen', fee_minor: null, fee_units: null, replaceable: null });
    }
    await node.mine(confirmations);
    await node.look();
  });

  test('a look that finds nothing new changes nothing', async () => {
    const before = await paymentsOn(node.db, network);
    const steps = node.effects.steps.length;
    await node.look();
    await node.look();
    expect(await paymentsOn(node.db, network)).toEqual(before);
    expect(node.effects.steps).toHaveLength(steps);
  });

  test('hazards 4, 9 and 13: two outputs of one transaction and a later one to the used address are three payments', async () => {
    const { invoiceId, addressKey } = await node.invoice();
    const both = await node.pay([
      { script: addressKey, valueMinor: 400_000n },
      { script: addressKey, valueMinor: 600_000n },
    ]);
    await node.mine(confirmations);
    await node.look();
    const again = await node.pay([{ script: addressKey, valueMinor: 5_000n }]);
    await node.look();
    expect(await paymentsOf(invoiceId)).toMatchObject([
      { txid: both, amount: '400000', status: 'confirmed' },
      { txid: both, amount: '600000', status: 'confirmed' },
      { txid: again, amount: '5000', status: 'seen' },
    ]);
  });

  test('hazard 5: dust is recorded as what it is', async () => {
    const { invoiceId, addressKey } = await node.invoice();
    await node.pay([{ script: addressKey, valueMinor: 6_000n }]);
    await node.look();
    expect(await paymentsOf(invoiceId)).toMatchObject([{ amount: '6000', status: 'seen' }]);
  });

  test('hazard 11: a transaction that a follower finds late was first seen when the node saw it, or mined it', async () => {
    const { invoiceId, addressKey } = await node.invoice();
    const mined = await node.invoice();
    await node.pay([{ script: mined.addressKey, valueMinor: 7_000n }]);
    await node.mine(1);
    await node.pay([{ script: addressKey, valueMinor: 7_000n }]);
    node.aheadMs = 3_600_000;
    await node.look();
    node.aheadMs = 0;
    const [late] = await paymentsOf(mined.invoiceId);
    // Block times of a private chain run ahead of the clock by a second per block of one second.
    expect(late?.first_seen_at.getTime()).toBeLessThan(Date.now() + 600_000);
    const [waiting] = await paymentsOf(invoiceId);
    // btcd and bchd do not say when they saw a transaction.
    if (network === 'LTC') expect(waiting?.first_seen_at.getTime()).toBeLessThan(Date.now() + 2_000);
  });

  test('hazard 16: a coinbase output asks for 100 blocks', async () => {
    const { invoiceId } = await node.invoice({ addressKey: node.wallet.script });
    await node.mine(1);
    await node.look();
    expect((await paymentsOf(invoiceId)).filter(({ coinbase }) => coinbase)).toMatchObject([
      { status: 'mined', required_confirmations: 100 },
    ]);
    await node.mine(98);
    await node.look();
    expect((await paymentsOf(invoiceId)).find(({ coinbase }) => coinbase)?.status).toBe('mined');
    await node.mine(1);
    await node.look();
    expect((await paymentsOf(invoiceId)).find(({ coinbase }) => coinbase)?.status).toBe('confirmed');
  });

  test('hazard 1: a reorganisation below the threshold takes confirmations away and credits nothing', async () => {
    const { invoiceId, addressKey } = await node.invoice();
    await node.pay([{ script: addressKey, valueMinor: 1_000_000n }]);
    await node.look();
    const [block = ''] = await node.mine(1);
    await node.look();
    expect(await statuses(invoiceId)).toEqual(['mined']);
    await node.undo(block);
    await node.mine(1);
    await node.look();
    const [again] = await paymentsOf(invoiceId);
    expect(again?.status).toBe('mined');
    expect(again?.block_hash).not.toBe(block);
    expect(stepsOf(invoiceId)).toBe(1);
  });

  // Bitcoin Cash knows no replacement: a node keeps what it saw first.
  test.skipIf(network === 'BCH')(
    'hazards 2 and 3: past the threshold, a double spend takes the payment away',
    async () => {
      const { invoiceId, addressKey } = await node.invoice();
      const coin = node.coin();
      const payment = [{ script: addressKey, valueMinor: 1_000_000n }];
      const txid = await node.pay(payment, { coin, sequence: replaceable });
      const [block = ''] = await node.mine(confirmations);
      await node.look();
      expect(await statuses(invoiceId)).toEqual(['confirmed']);
      await node.undo(block);
      await mineConflict(coin);
      await node.mine(confirmations);
      await node.look();
      expect(await statuses(invoiceId)).toEqual(['replaced']);
      expect(stepsOf(invoiceId)).toBe(3);
      // The node's index still leads to the block that was left; nothing is on the chain for that.
      expect(await node.port.transaction(txid)).toBeNull();
    },
  );

  test('hazards 2 and 3: mined again in another block it is the same payment, and stays confirmed', async () => {
    const { invoiceId, addressKey } = await node.invoice();
    await node.pay([{ script: addressKey, valueMinor: 1_000_000n }]);
    const [block = ''] = await node.mine(confirmations);
    await node.look();
    const [before] = await paymentsOf(invoiceId);
    const steps = stepsOf(invoiceId);
    await node.undo(block);
    await node.mine(confirmations);
    await node.look();
    const after = await paymentsOf(invoiceId);
    expect(after).toMatchObject([{ key: before?.key, status: 'confirmed' }]);
    expect(after[0]?.block_hash).not.toBe(before?.block_hash);
    expect(stepsOf(invoiceId)).toBe(steps);
  });

  test.skipIf(network === 'BCH')(
    'hazard 14: what replaces a payment and pays someone else leaves nothing of it',
    async () => {
      const { invoiceId, addressKey } = await node.invoice();
      const coin = node.coin();
      // Core's chain is made to mine the other one: nothing signalled that it would come.
      const signal = network === 'BTC' ? { sequence: replaceable } : {};
      await node.pay([{ script: addressKey, valueMinor: 1_000_000n }], { coin, ...signal });
      await node.look();
      expect(await statuses(invoiceId)).toEqual(['seen']);
      await mineConflict(coin);
      await node.look();
      expect(await statuses(invoiceId)).toEqual(['replaced']);
      await node.mine(confirmations);
      await node.look();
      expect(await statuses(invoiceId)).toEqual(['replaced']);
      expect(stepsOf(invoiceId)).toBe(2);
    },
  );

  test.skipIf(network === 'BCH')(
    'hazard 15: the same coins under another transaction id replace the payment, with its first-seen time',
    async () => {
      const { invoiceId, addressKey } = await node.invoice();
      const coin = node.coin();
      const outputs = [{ script: addressKey, valueMinor: 1_000_000n }];
      const first = await node.send(paymentOf(node.wallet, coin, outputs, { sequence: replaceable }));
      await node.look();
      const [seen] = await paymentsOf(invoiceId);
      expect(seen).toMatchObject({ txid: first, status: 'seen' });
      await mineConflict(coin, outputs);
      await node.look();
      const after = await paymentsOf(invoiceId);
      expect(after).toHaveLength(2);
      expect(after.find(({ txid }) => txid === first)).toMatchObject({ status: 'replaced' });
      expect(after.find(({ txid }) => txid !== first)).toMatchObject({
        status: 'mined',
        amount: '1000000',
        first_seen_at: seen?.first_seen_at,
      });
    },
  );

  test('two concurrent followers and a restarted follower record each payment once', async () => {
    const { createFollower } = await import('../follower.ts');
    const other = createFollower({ db: node.db, effects: node.effects, nowMs: Date.now }, node.port, {
      dropAfterMs: 60_000,
    });
    const paid = await Promise.all(Array.from({ length: 5 }, () => node.invoice()));
    for (const { addressKey } of paid) await node.pay([{ script: addressKey, valueMinor: 1_000_000n }]);
    await Promise.all([node.follower.poll(), other.poll()]);
    await node.mine(confirmations);
    await Promise.all([node.follower.poll(), other.poll(), node.follower.poll(), other.poll()]);
    await node.look();
    for (const { invoiceId } of paid) {
      expect(await statuses(invoiceId)).toEqual(['confirmed']);
      expect(stepsOf(invoiceId)).toBe(2);
    }
  });

  /**
   * A block with a transaction that spends the coin in another way. btcd takes it as a replacement, Core is made to
   * mine it.
   */
  async function mineConflict(
    coin: Parameters<typeof paymentOf>[1],
    outputs: { script: string; valueMinor: bigint }[] = [],
  ) {
    const elsewhere = outputs.length > 0 ? outputs : [{ script: strangerScript(), valueMinor: 50_000n }];
    const conflict = paymentOf(node.wallet, coin, elsewhere, { feeMinor: 400_000n, sequence: replaceable });
    if (network === 'BTC') {
      await node.send(conflict);
      await node.mine(1);
    } else {
      await node.rpc.call('generateblock', [node.wallet.address, [node.wallet.sign(conflict)]]);
    }
  }
});

function serverFor(network: 'LTC' | 'BTC' | 'BCH', miningAddress: string) {
  if (network === 'LTC') return useLitecoind();
  return network === 'BTC' ? useBtcd({ miningAddress }) : useBchd({ miningAddress });
}
