import { randomBytes } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { execute, select } from '../../../db/core/sql.ts';
import { markReservedCoins } from '../../../db/sending/coins.ts';
import { allOutgoingOf } from '../../../db/sending/transactions.fixture.ts';
import { encodeLegacy, encodeSegwit, parseUtxoAddress } from '../../../domain/address/bitcoin.ts';
import { encodeCashAddr } from '../../../domain/address/cashaddr.ts';
import { gates } from '../../../domain/assets/assets.ts';
import { askFeeRate } from '../../chain/utxo/fee-rate.ts';
import { openTestNode, paymentOf, type TestNode, walletFor } from '../../chain/utxo/node.fixture.ts';
import { trackOutgoing } from '../../sending/track.ts';
import { linesOf, openTestGateway, outputsOf, strangerOf, type TestGateway } from './gateway.fixture.ts';
import { useReplacingNode } from './replacing-node.fixture.ts';

const COIN = 100_000_000n;

describe.each(['LTC', 'BTC', 'BCH'] as const)('payouts on a real %s node', (network) => {
  const wallet = walletFor(network);
  const server = useReplacingNode(network, wallet.address);
  const { confirmations } = gates[network];
  let node: TestNode;
  let gateway: TestGateway;

  beforeAll(async () => {
    node = await openTestNode(network, server().url, wallet);
    gateway = await openTestGateway(node, server().url, confirmations);
    await gateway.deposit(COIN, COIN, COIN, COIN);
  });
  afterAll(async () => {
    await gateway.sending.close();
    await node.close();
  });
  afterEach(async () => {
    gateway.onFault = () => {};
    expect(await gateway.mismatches()).toEqual([]);
  });

  const sendRaw = (raw: string) => node.rpc.call<string>('sendrawtransaction', [raw]);
  const statusesOf = async (payoutId: string) =>
    (await allOutgoingOf(node.db, payoutId)).map(({ txid, status }) => [txid, status]);
  const ask = (amountMinor: bigint, address = strangerOf(network).address) =>
    gateway.ask(network, amountMinor, { address });
  /** The amount that the chain gave to a script in all blocks since the first test. */
  async function receivedBy(script: string): Promise<bigint[]> {
    const found: bigint[] = [];
    const { height: top } = await node.port.tip();
    for (let height = 140; height <= top; height += 1) {
      for (const { movements } of (await node.port.blockAt(height))?.transactions ?? []) {
        for (const movement of movements) if (movement.addressKey === script) found.push(movement.amountMinor);
      }
    }
    return found;
  }

  test('a payout is signed, sent, mined and done; its cost is booked; its change can be spent then, and not before', async () => {
    const { address, script } = strangerOf(network);
    const before = await gateway.spendable();
    const id = await ask(COIN / 4n, address);
    const beyond = await gateway.beyondBooks();
    const signed = await gateway.signTogether([id]);
    expect(await gateway.stateOf(id)).toMatchObject({ status: 'queue' });
    expect(await gateway.spendable()).toHaveLength(before.length - signed.spends.length);
    expect(await gateway.send(signed)).toBe('sent');
    expect(await gateway.stateOf(id)).toMatchObject({ status: 'confirming' });
    expect(await gateway.ownHoldings()).toEqual([]);
    await gateway.settle();
    expect(await gateway.stateOf(id)).toMatchObject({ status: 'done', needsOperator: false });
    expect(await receivedBy(script)).toEqual([COIN / 4n]);
    expect(await gateway.costs()).toEqual([String(signed.feeMinor)]);
    const sum = (list: readonly bigint[]) => list.reduce((all, each) => all + each, 0n);
    expect(sum(await gateway.spendable())).toBe(sum(before) - COIN / 4n - signed.feeMinor);
    expect(await gateway.beyondBooks()).toBe(beyond);
    // Coins of payers are not counted; the gateway's change is, once it is confirmed.
    const change = (await gateway.spendable()).filter((minor) => minor !== COIN);
    expect(change.length).toBeGreaterThan(0);
    const own = await gateway.ownHoldings();
    expect(own.map(({ branch }) => branch)).toEqual(own.map(() => 1));
    expect(sum(own.map(({ amounts }) => amounts[network] ?? 0n))).toBe(sum(change));
  });

  test('change is spent like any coin', async () => {
    const [most = 0n] = await gateway.spendable();
    const all = (await gateway.spendable()).reduce((sum, each) => sum + each, 0n);
    const id = await ask(all - most / 3n);
    const signed = await gateway.signTogether([id]);
    expect(signed.spends.length).toBeGreaterThan(3);
    await gateway.send(signed);
    await gateway.settle();
    expect(await gateway.stateOf(id)).toMatchObject({ status: 'done' });
    await gateway.deposit(COIN, COIN, COIN, COIN, COIN);
  });

  test('hazard 53: a transaction of 200 payouts pays each by the output that was written down, and nobody else', async () => {
    const targets = Array.from({ length: 200 }, (_, at) => ({
      ...strangerOf(network),
      amountMinor: 50_000n + BigInt(at % 7),
    }));
    const ids: string[] = [];
    for (const { address, amountMinor } of targets) ids.push(await ask(amountMinor, address));
    const outside = await ask(50_000n);
    const signed = await gateway.signTogether(ids);
    expect(signed.payoutIds).toHaveLength(200);
    const outputs = outputsOf(signed);
    const lines = await linesOf(node, signed);
    ids.forEach((id, at) => {
      const output = outputs[lines.get(id) ?? -1];
      expect(output?.script.toString('hex')).toBe(targets[at]?.script);
      expect(output?.valueMinor).toBe(targets[at]?.amountMinor);
    });
    expect(new Set(lines.values()).size).toBe(200);
    expect(await gateway.send(signed)).toBe('sent');
    await gateway.settle();
    for (const id of ids) expect(await gateway.stateOf(id)).toMatchObject({ status: 'done' });
    expect(await gateway.stateOf(outside)).toMatchObject({ status: 'queue' });
    await gateway.signTogether([outside]);
    await gateway.track();
    await gateway.settle();
  });

  test('hazard 46: asked again, the signer gives what it stored', async () => {
    const id = await ask(100_000n);
    const [first, second] = [await gateway.signTogether([id]), await gateway.signTogether([id])];
    expect(second).toEqual(first);
    await gateway.track();
    await gateway.settle();
    expect(await gateway.stateOf(id)).toMatchObject({ status: 'done' });
  });

  test('hazard 47: killed before the commit there was nothing, killed after it the same bytes go out', async () => {
    const { address, script } = strangerOf(network);
    const id = await ask(100_000n, address);
    const free = await gateway.spendable();
    for (const point of ['after_reserve', 'after_sign', 'after_store'] as const) {
      gateway.onFault = dieAt(point);
      await expect(gateway.signTogether([id])).rejects.toThrow(point);
      expect(await statusesOf(id)).toEqual([]);
      expect(await gateway.spendable()).toEqual(free);
    }
    gateway.onFault = dieAt('after_commit');
    await expect(gateway.signTogether([id])).rejects.toThrow('after_commit');
    gateway.onFault = () => {};
    const [stored] = await allOutgoingOf(node.db, id);
    await gateway.track();
    expect((await node.port.transaction(stored?.txid ?? ''))?.block).toBeNull();
    await gateway.settle();
    expect(await gateway.stateOf(id)).toMatchObject({ status: 'done' });
    expect(await receivedBy(script)).toEqual([100_000n]);
  });

  test('hazard 48: bytes that are in the mempool, in a block, or spent already are as good as sent', async () => {
    const id = await ask(100_000n);
    const signed = await gateway.signTogether([id]);
    expect(await gateway.send(signed)).toBe('sent');
    expect(await gateway.sending.send(signed.raw)).toEqual({ kind: 'accepted' });
    expect(await gateway.send(signed)).toBe('sent');
    await node.mine(1);
    expect(await gateway.send(signed)).toBe('sent');
    expect(await gateway.stateOf(id)).toMatchObject({ status: 'confirming', needsOperator: false });
    await gateway.settle();
    expect(await gateway.stateOf(id)).toMatchObject({ status: 'done' });
    // The next one spends its change: of the first, no unspent output of ours is left.
    expect(await gateway.send(signed)).toBe('sent');
    expect(await gateway.stateOf(id)).toMatchObject({ status: 'done', needsOperator: false });
  });

  test('hazard 49: a coin that somebody else has spent leaves the payout to an operator, with its money held', async () => {
    const id = await ask(100_000n);
    const held = (await gateway.money(network)).held;
    const signed = await gateway.signTogether([id]);
    await sendRaw(await gateway.stolen(signed));
    await node.mine(1);
    expect(await gateway.send(signed)).toBe('conflict');
    expect(await gateway.stateOf(id)).toMatchObject({
      status: 'queue',
      reason: 'transaction_conflict',
      needsOperator: true,
    });
    expect((await gateway.money(network)).held).toBe(held);
    expect(await statusesOf(id)).toEqual([[signed.txid, 'signed']]);
  });

  test.skipIf(network === 'BCH')(
    'hazard 50: what is stuck goes out for a higher fee, shares its coins, and is done once',
    async () => {
      const { address, script } = strangerOf(network);
      const id = await ask(300_000n, address);
      const first = await gateway.signTogether([id]);
      await gateway.send(first);
      const answer = await gateway.signer.bumpFee({ version: 1, payoutId: id });
      expect(answer.bumped).toBe(true);
      const [, second] = await allOutgoingOf(node.db, id);
      expect(second?.feeMinor).toBeGreaterThan(first.feeMinor);
      expect(second?.spends).toEqual(expect.arrayContaining([...first.spends]));
      await gateway.track();
      expect(await node.port.transaction(first.txid)).toBeNull();
      await gateway.settle();
      expect(await gateway.stateOf(id)).toMatchObject({ status: 'done' });
      expect(await statusesOf(id)).toEqual([
        [first.txid, 'failed'],
        [second?.txid, 'confirmed'],
      ]);
      expect(await receivedBy(script)).toEqual([300_000n]);
      expect((await gateway.costs()).at(-1)).toBe(String(second?.feeMinor));
    },
  );

  test.skipIf(network === 'BCH')(
    'hazard 50: the one before is mined after all; what the other one reserved beside is free again',
    async () => {
      const free = await gateway.spendable();
      const [most = 0n] = free;
      const { address, script } = strangerOf(network);
      // The rest of the coin pays for one input and one output and not for a higher fee: the replacement needs another
      // coin.
      const left = 112n * (await askFeeRate(node.rpc, network)) + 100n;
      const id = await ask(most - left, address);
      const first = await gateway.signTogether([id]);
      expect(first.spends).toHaveLength(1);
      expect(await gateway.signer.bumpFee({ version: 1, payoutId: id })).toMatchObject({ bumped: true });
      const [, second] = await allOutgoingOf(node.db, id);
      expect(second?.spends.length).toBeGreaterThan(1);
      expect(await gateway.spendable()).toHaveLength(free.length - (second?.spends.length ?? 0));
      await markReservedCoins(node.db, { mode: 'sandbox', network });
      await sendRaw(first.raw);
      await node.mine(1);
      await gateway.settle();
      expect(await gateway.stateOf(id)).toMatchObject({ status: 'done', needsOperator: false });
      expect(await statusesOf(id)).toEqual([
        [first.txid, 'confirmed'],
        [second?.txid, 'failed'],
      ]);
      expect(await receivedBy(script)).toEqual([most - left]);
      expect(await gateway.spendable()).toHaveLength(free.length - 1);
    },
  );

  test.runIf(network === 'BCH')('Bitcoin Cash takes no replacement, so none is signed', async () => {
    const id = await ask(100_000n);
    const signed = await gateway.signTogether([id]);
    await gateway.send(signed);
    expect(await gateway.signer.bumpFee({ version: 1, payoutId: id })).toEqual({
      bumped: false,
      reason: 'not_replaceable',
    });
    await gateway.settle();
    expect(await gateway.stateOf(id)).toMatchObject({ status: 'done' });
  });

  test('a reorganisation that drops a payout: the same bytes go out again, and it is done once', async () => {
    const { address, script } = strangerOf(network);
    const id = await ask(100_000n, address);
    const signed = await gateway.signTogether([id]);
    await gateway.send(signed);
    const costs = await gateway.costs();
    const [block = ''] = await node.mine(confirmations);
    await gateway.track();
    expect(await gateway.stateOf(id)).toMatchObject({ status: 'done' });
    await node.undo(block);
    // Other blocks take the place of those that are gone.
    await node.mine(confirmations);
    await node.look();
    // As from a node that forgot it with the block.
    const sent: string[] = [];
    const forgetful: typeof node.port = { ...node.port, transaction: async () => null };
    const sending: typeof gateway.sending = {
      ...gateway.sending,
      send(raw) {
        sent.push(raw);
        return gateway.sending.send(raw);
      },
    };
    await trackOutgoing({ db: node.db, nowMs: Date.now }, { port: forgetful, sending }).catch(() => undefined);
    expect(sent).toContain(signed.raw);
    expect(await gateway.stateOf(id)).toMatchObject({ status: 'confirming' });
    await node.mine(1);
    await gateway.settle();
    expect(await gateway.stateOf(id)).toMatchObject({ status: 'done', needsOperator: false });
    expect(await receivedBy(script)).toEqual([100_000n]);
    expect(await gateway.costs()).toEqual([...costs, String(signed.feeMinor)]);
  });

  test.runIf(network === 'LTC')(
    'hazards 2, 50: done, undone by a reorganisation and stuck: it goes out for a higher fee, and is done once',
    async () => {
      const { address, script } = strangerOf(network);
      const id = await ask(100_000n, address);
      const first = await gateway.signTogether([id]);
      await gateway.send(first);
      const [block = ''] = await node.mine(confirmations);
      await gateway.track();
      const money = await gateway.money(network);
      expect(await gateway.stateOf(id)).toMatchObject({ status: 'done' });
      await node.undo(block);
      // Other blocks take the place of those that are gone, and leave it out.
      for (let at = 0; at < confirmations; at += 1) await node.rpc.call('generateblock', [node.wallet.address, []]);
      await gateway.track();
      expect(await gateway.stateOf(id)).toMatchObject({ status: 'confirming' });
      expect(await gateway.signer.bumpFee({ version: 1, payoutId: id })).toMatchObject({ bumped: true });
      const [, second] = await allOutgoingOf(node.db, id);
      expect(second?.spends).toEqual(expect.arrayContaining([...first.spends]));
      await gateway.track();
      await gateway.settle();
      expect(await gateway.stateOf(id)).toMatchObject({ status: 'done', needsOperator: false });
      expect(await receivedBy(script)).toEqual([100_000n]);
      expect(await gateway.money(network)).toEqual(money);
    },
  );

  // Core's index of transactions keeps leading to a block after it was left.
  test.runIf(network === 'LTC')(
    'hazards 2, 49: in a block that was left, and its coin spent in another way, it is paid by nothing, however many blocks follow',
    async () => {
      const id = await ask(100_000n);
      const signed = await gateway.signTogether([id]);
      await gateway.send(signed);
      const [block = ''] = await node.mine(1);
      await gateway.track();
      expect(await statusesOf(id)).toEqual([[signed.txid, 'mined']]);
      await node.undo(block);
      await node.rpc.call('generateblock', [node.wallet.address, [await gateway.stolen(signed)]]);
      await gateway.settle();
      expect(await gateway.stateOf(id)).toMatchObject({ status: 'confirming', reason: 'transaction_conflict' });
      expect(await statusesOf(id)).toEqual([[signed.txid, 'sent']]);
    },
  );

  test('two signers at once never spend the same coin', async () => {
    await gateway.deposit(COIN, COIN, COIN, COIN, COIN, COIN);
    const ids: string[] = [];
    for (let count = 0; count < 6; count += 1) ids.push(await ask(100_000n + BigInt(count)));
    const signed = await Promise.all(ids.map((id) => gateway.signTogether([id])));
    const spends = signed.flatMap((outgoing) => outgoing.spends);
    expect(new Set(spends).size).toBe(spends.length);
    await gateway.track();
    await gateway.settle();
    for (const id of ids) expect(await gateway.stateOf(id)).toMatchObject({ status: 'done' });
  });

  test('a coin that the chain does not have, or not of this amount, is never spent', async () => {
    await gateway.deposit(2n * COIN);
    const [coin] = await select<{ id: string; txid: string }>(
      node.db,
      'SELECT id, txid FROM payment WHERE mode = $1 AND network = $2 ORDER BY first_seen_at DESC, id DESC LIMIT 1',
      ['sandbox', network],
    );
    await execute(node.db, 'UPDATE payment SET amount_minor = amount_minor * 10 WHERE id = $1', [coin?.id]);
    const id = await ask(15n * COIN);
    expect(await gateway.signer.signPayouts({ version: 1, payoutIds: [id] })).toMatchObject({
      deferred: [{ payoutId: id, reason: 'no_funds' }],
    });
    expect(await gateway.words(id)).toContain('are worth');
    await execute(node.db, 'UPDATE payment SET amount_minor = amount_minor / 10 WHERE id = $1', [coin?.id]);
    const small = await ask(2n * COIN - 50_000n);
    const signed = await gateway.signTogether([small]);
    expect(signed.spends.some((spend) => spend.startsWith(coin?.txid ?? ''))).toBe(true);
    await gateway.send(signed);
    await gateway.settle();
  });

  test('every form of address is paid, by the output that it represents', async () => {
    const hash = randomBytes(20);
    const forms = formsOf(network, hash, randomBytes(32));
    const ids: string[] = [];
    for (const address of forms) ids.push(await ask(60_000n, address));
    const signed = await gateway.signTogether(ids);
    expect(await gateway.send(signed)).toBe('sent');
    await gateway.settle();
    for (const [at, id] of ids.entries()) {
      expect(await gateway.stateOf(id), forms[at]).toMatchObject({ status: 'done' });
      const { script } = parseUtxoAddress(network, forms[at] ?? '', 'regtest');
      expect(await receivedBy(script)).toContain(60_000n);
    }
  });

  test('what the node refuses for what it is, is refused; what spends nothing that is there, conflicts', async () => {
    const { script } = strangerOf(network);
    const answerTo = (...payment: Parameters<typeof paymentOf>) =>
      gateway.sending.send(payment[0].sign(paymentOf(...payment)));
    const { txid, n, valueMinor } = node.coin();
    expect(await answerTo(wallet, { txid, n, valueMinor: COIN }, [])).toMatchObject({ kind: 'refused' });
    const more = [{ script, valueMinor: 2n * valueMinor }];
    expect(await answerTo(walletFor(network), { txid, n, valueMinor: 3n * valueMinor }, more)).toMatchObject({
      kind: 'refused',
    });
    expect(await gateway.sending.send('00')).toMatchObject({ kind: 'refused' });
    // btcd and bchd relay dust on private chains.
    if (network === 'LTC') {
      const dust = [{ script, valueMinor: 100n }];
      expect(await answerTo(wallet, { txid, n, valueMinor }, dust)).toEqual({ kind: 'refused', words: 'dust' });
      expect(await answerTo(wallet, { txid, n, valueMinor }, [], { feeMinor: 5n })).toMatchObject({ kind: 'refused' });
    }
    expect(await answerTo(wallet, { txid: '11'.repeat(32), n: 0, valueMinor }, [])).toMatchObject({ kind: 'conflict' });
    const [block = ''] = await node.mine(1);
    const [coinbase = ''] = (await node.rpc.call<{ tx: string[] }>('getblock', [block, 1])).tx;
    expect(await answerTo(wallet, { txid: coinbase, n: 0, valueMinor: COIN }, [])).toMatchObject({ kind: 'conflict' });
  });
});

/**
 * Ways to write an address of a private chain: legacy, script hash, witness of both versions, CashAddr with and without
 * its prefix.
 */
function formsOf(network: 'LTC' | 'BTC' | 'BCH', hash: Uint8Array, wide: Uint8Array): string[] {
  const legacy = [encodeLegacy(0x6f, hash), encodeLegacy(0xc4, hash)];
  if (network === 'BCH') {
    const cash = encodeCashAddr({ type: 'p2pkh', hash }, 'bchreg');
    return [...legacy, cash, cash.slice('bchreg:'.length), encodeCashAddr({ type: 'p2sh', hash }, 'bchreg')];
  }
  const hrp = network === 'BTC' ? 'bcrt' : 'rltc';
  const witness = [encodeSegwit(hrp, 0, hash), encodeSegwit(hrp, 0, wide), encodeSegwit(hrp, 1, wide)];
  return [...legacy, ...witness, ...(network === 'LTC' ? [encodeLegacy(0x3a, hash)] : [])];
}

function dieAt(chosen: string): (point: string) => void {
  return (point) => {
    if (point === chosen) throw new Error(`killed ${point}`);
  };
}
