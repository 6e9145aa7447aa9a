import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { connect } from '../../../db/connect.ts';
import type { Db } from '../../../db/core/sequelize.ts';
import type { CryptoGateId } from '../../../domain/assets/assets.ts';
import { createTestDatabase, type TestDatabase } from '../../../scripts/testing/database.ts';
import { createFollower, type Follower } from '../follower.ts';
import { type ChainPort, ChainUnavailableError } from '../port.ts';
import { paymentsOn, recordEffects, watchInvoice } from '../testing.fixture.ts';
import { base58Of, CALL_FEE, passesCoinsOn, tokenLikeUsdt } from './chain.fixture.ts';
import { startTronNode, type TronNodeSimulator } from './node.fixture.ts';
import { openTronChain } from './port.ts';
import type { TronOutcome } from './rpc.ts';
import { hexOfKey, signTron } from './wallet.fixture.ts';

const payer = accountOf(1);
const usdt = accountOf(2).hex;
const stranger = accountOf(3).hex;
const splitter = accountOf(4).hex;
const TRX = 1_000_000n;

let database: TestDatabase;
let db: Db;
let node: TronNodeSimulator;
let port: ChainPort;
let follower: Follower;
let nowMs: number;
let nextAccount = 100;

beforeEach(async () => {
  database = await createTestDatabase();
  db = connect(database.url);
  nowMs = Date.now();
  node = await startTronNode(() => nowMs);
  node.chain.give(payer.hex, 1_000n * TRX);
  node.chain.deploy(usdt, tokenLikeUsdt(usdt));
  node.chain.deploy(stranger, tokenLikeUsdt(stranger));
  port = openTronChain({ mode: 'sandbox', url: node.url, usdtContract: base58Of(usdt), nowMs: () => nowMs });
  follower = createFollower({ db, effects: recordEffects(), nowMs: () => nowMs }, port, { dropAfterMs: 0 });
  await follower.poll();
});
afterEach(async () => {
  await port.close();
  await node.close();
  await db.close();
  await database.drop();
});

function accountOf(number: number): { key: string; hex: string } {
  const key = number.toString(16).padStart(64, '0');
  return { key, hex: hexOfKey(key) };
}

/** Signs and broadcasts; the next block holds it. Answers with its id. */
function send(type: string, value: object, more: { fee_limit?: number } = {}): string {
  const signed = signTron(payer.key, { head: node.chain.head, nowMs, type, value, more });
  const answer = node.chain.broadcast(signed);
  if (!answer.result) throw new Error(answer.code);
  return signed.txID;
}

const pay = (to: string, sun: bigint) => send('TransferContract', { to_address: to, amount: Number(sun) });
const word = (hexAddress: string) => hexAddress.slice(2).padStart(64, '0');
const amountWord = (amount: bigint) => amount.toString(16).padStart(64, '0');

function call(contract_address: string, data: string, fee_limit = 100_000_000): string {
  return send('TriggerSmartContract', { contract_address, data }, { fee_limit });
}

const payToken = (token: string, to: string, amount: bigint, feeLimit?: number) =>
  call(token, `a9059cbb${word(to)}${amountWord(amount)}`, feeLimit);

/** An invoice with an address of its own. */
async function invoice(gateId: CryptoGateId): Promise<{ invoice_id: string; to: string }> {
  nextAccount += 1;
  const to = accountOf(nextAccount).hex;
  const address = base58Of(to);
  const { invoiceId } = await watchInvoice(db, { gateId, address, addressKey: address, dueMinor: 5_000_000n });
  return { invoice_id: invoiceId, to };
}

async function found() {
  await follower.poll();
  return (await paymentsOn(db, 'TRON')).map(({ invoice_id, gate_id, amount, status, key }) => ({
    invoice_id,
    gate_id,
    amount,
    status,
    key,
  }));
}

describe('TRX', () => {
  test('is seen in its block and confirmed 21 blocks deep in solid ground', async () => {
    const { invoice_id, to } = await invoice('TRX');
    const txid = pay(to, 5n * TRX);
    node.chain.produce();
    expect(await found()).toEqual([
      { invoice_id, gate_id: 'TRX', amount: '5000000', status: 'mined', key: `${txid}:trace:0` },
    ]);
    node.chain.produce(19);
    expect(await found()).toMatchObject([{ status: 'mined' }]);
    node.chain.produce();
    expect(await found()).toMatchObject([{ status: 'confirmed' }]);
    expect(await port.transaction(txid)).toMatchObject({ txid, failed: false, block: { height: 1 } });
  });

  test('hazard 35: 21 confirmations without a solid block confirm nothing', async () => {
    const { to } = await invoice('TRX');
    pay(to, 5n * TRX);
    node.chain.solidLag = 40;
    node.chain.produce(30);
    expect(await found()).toMatchObject([{ status: 'mined' }]);
    node.chain.produce(11);
    expect(await found()).toMatchObject([{ status: 'confirmed' }]);
  });

  test('hazard 32: sent by a contract counts, what was undone and what is no TRX does not', async () => {
    const [a, b] = [await invoice('TRX'), await invoice('TRX')];
    node.chain.deploy(splitter, passesCoinsOn(7));
    const txid = call(splitter, `00000000${word(a.to)}${word(b.to)}`);
    node.chain.produce();
    expect(await found()).toMatchObject([{ invoice_id: a.invoice_id, amount: '7', key: `${txid}:trace:0.0` }]);
  });

  test('of a branch that was left waits, and counts once when the next branch holds it', async () => {
    const { to, invoice_id } = await invoice('TRX');
    pay(to, 5n * TRX);
    node.chain.produce(3);
    await found();
    node.chain.fork(3, { lose: false });
    expect(await found()).toMatchObject([{ invoice_id, status: 'mined' }]);
    node.chain.produce(30);
    expect(await found()).toMatchObject([{ status: 'confirmed' }]);
  });

  test('that a branch lost is dropped', async () => {
    const { to } = await invoice('TRX');
    pay(to, 5n * TRX);
    node.chain.produce(3);
    await found();
    node.chain.fork(3, { lose: true });
    await found();
    expect(await found()).toMatchObject([{ status: 'dropped' }]);
  });
});

describe('however odd a transaction of strangers is, payments after it are found', () => {
  const odd = (contract: unknown, outcome: Partial<TronOutcome> = {}) =>
    node.chain.plant({ ret: [{ contractRet: 'SUCCESS' }], raw_data: { contract: [contract] } }, outcome);

  test('an amount beyond what a JSON number holds exactly is read exactly', async () => {
    const { to, invoice_id } = await invoice('TRX');
    const amount = 9_007_199_254_740_993n;
    odd({ type: 'TransferContract', parameter: { value: { owner_address: payer.hex, to_address: to, amount } } });
    odd(
      { type: 'VoteWitnessContract', parameter: { value: { owner_address: payer.hex } } },
      { internal_transactions: [{ transferTo_address: to, callValueInfo: [{ callValue: amount + 2n }] }] },
    );
    node.chain.produce();
    const payments = await found();
    expect(payments.map(({ amount: read }) => read).sort()).toEqual([`${amount}`, `${amount + 2n}`]);
    expect(payments).toMatchObject([{ invoice_id }, { invoice_id }]);
  });

  test('a recipient that is no address, a contract without contents, a log without an address', async () => {
    const { to, invoice_id } = await invoice('TRX');
    odd({ type: 'TransferContract', parameter: { value: { owner_address: payer.hex, to_address: '00', amount: 5 } } });
    odd({ type: 'SomethingNewContract', parameter: {} });
    odd(
      { type: 'SomethingNewContract' },
      {
        log: [{ address: '' }],
        internal_transactions: [{ transferTo_address: '', callValueInfo: [{ callValue: 1 }] }],
      },
    );
    pay(to, 5n * TRX);
    node.chain.produce();
    expect(await found()).toMatchObject([{ invoice_id, amount: '5000000' }]);
  });
});

describe('USDT', () => {
  test('hazards 32, 34: is what the contract logs, although its transfer returns false', async () => {
    const { to, invoice_id } = await invoice('USDT_TRC20');
    const txid = payToken(usdt, to, 5_000_000n);
    payToken(usdt, to, 0n);
    node.chain.produce();
    expect(await found()).toEqual([
      { invoice_id, gate_id: 'USDT_TRC20', amount: '5000000', status: 'mined', key: `${txid}:log:0` },
    ]);
  });

  test('of another contract is none', async () => {
    const { to } = await invoice('USDT_TRC20');
    payToken(stranger, to, 5_000_000n);
    node.chain.produce();
    expect(await found()).toEqual([]);
  });

  test('hazard 31: a call that ran out of energy or was reverted gives nothing', async () => {
    const { to } = await invoice('USDT_TRC20');
    const starved = payToken(usdt, to, 5_000_000n, CALL_FEE - 1);
    const reverted = call(usdt, `00000000${word(to)}${amountWord(5n)}`);
    node.chain.produce();
    expect(await found()).toEqual([]);
    expect(await port.transaction(starved)).toMatchObject({ failed: true, movements: [] });
    expect(await port.transaction(reverted)).toMatchObject({ failed: true, movements: [] });
  });

  test('hazard 33: a TRC-10 token that calls itself USDT is nothing', async () => {
    const { to } = await invoice('USDT_TRC20');
    send('TransferAssetContract', {
      to_address: to,
      amount: 5_000_000,
      asset_name: Buffer.from('USDT').toString('hex'),
    });
    node.chain.produce();
    expect(await found()).toEqual([]);
  });
});

describe('the node', () => {
  test('is not believed while it is behind, cut off, busy or talks nonsense', async () => {
    nowMs += 11 * 60_000;
    await expect(follower.poll()).rejects.toThrow(/behind/);
    node.chain.produce();
    for (const failure of ['cut', 'nonsense', 'refusal'] as const) {
      node.failure = failure;
      await expect(follower.poll()).rejects.toThrow(ChainUnavailableError);
    }
    node.failure = 'none';
    await expect(follower.poll()).resolves.toMatchObject({ height: 1 });
  });

  test('that does not say what a transaction did is waited for', async () => {
    const { to, invoice_id } = await invoice('TRX');
    pay(to, TRX);
    node.chain.produce();
    node.withoutOutcomes = true;
    await expect(follower.poll()).rejects.toThrow(/does not say/);
    node.withoutOutcomes = false;
    expect(await found()).toMatchObject([{ invoice_id }]);
  });

  test('of a private chain is known by its first block', async () => {
    expect(await port.identify()).toEqual({ chain: 'regtest', name: 'TRON private chain' });
  });
});
