import { connect } from '../../../db/connect.ts';
import type { Db } from '../../../db/core/sequelize.ts';
import type { UtxoNetwork } from '../../../domain/assets/assets.ts';
import { createTestDatabase, type TestDatabase } from '../../../scripts/testing/database.ts';
import { createFollower, type Follower } from '../follower.ts';
import { openRpc, type RpcClient } from '../json-rpc.ts';
import type { ChainPort } from '../port.ts';
import {
  type RecordedEffects,
  recordEffects,
  type WatchedInvoice,
  type WatchedInvoiceOptions,
  watchInvoice,
} from '../testing.fixture.ts';
import { openUtxoChain } from './port.ts';
import { makeCashWallet, makeWallet, strangerScript, type TestPayment, type TestWallet } from './wallet.fixture.ts';

/** A real node with coins to spend, and a follower of it on a database of its own. */
export interface TestNode {
  readonly network: UtxoNetwork;
  readonly rpc: RpcClient;
  readonly port: ChainPort;
  readonly wallet: TestWallet;
  readonly db: Db;
  readonly effects: RecordedEffects;
  readonly follower: Follower;
  /** The clock of the follower runs ahead of ours by this much. */
  aheadMs: number;
  /** A coin that was not used yet. */
  coin(): Coin;
  mine(count: number): Promise<string[]>;
  /** Takes a block and all above it off the node's chain; what is mined next is another branch. */
  undo(block: string): Promise<void>;
  send(payment: TestPayment): Promise<string>;
  /** Pays scripts and gives the change to the wallet. */
  pay(
    outputs: TestPayment['outputs'],
    options?: { coin?: Coin; feeMinor?: bigint; sequence?: number },
  ): Promise<string>;
  invoice(more?: Partial<WatchedInvoiceOptions>): Promise<WatchedInvoice>;
  look(): Promise<void>;
  close(): Promise<void>;
}

export interface Coin {
  readonly txid: string;
  readonly n: number;
  readonly valueMinor: bigint;
}

export function walletFor(network: UtxoNetwork): TestWallet {
  return network === 'BCH' ? makeCashWallet() : makeWallet(network === 'BTC' ? 'bcrt' : 'rltc');
}

/** Coins that are ripe after the blocks of {@link openTestNode}. */
const coinCount = 40;

export async function openTestNode(
  network: UtxoNetwork,
  url: string,
  wallet: TestWallet = walletFor(network),
): Promise<TestNode> {
  const database: TestDatabase = await createTestDatabase();
  const db = connect(database.url);
  const rpc = openRpc({ url });
  const port = openUtxoChain({ mode: 'sandbox', network, url });
  await port.identify();
  const effects = recordEffects();
  // btcd and bchd mine to the address they were started with, Core to the one in the call.
  let miner = wallet.address;
  const mine = (count: number) =>
    network !== 'LTC'
      ? rpc.call<string[]>('generate', [count])
      : rpc.call<string[]>('generatetoaddress', [count, miner]);
  const first = (await port.tip()).height + 1;
  await mine(100 + coinCount);
  const coins: Coin[] = [];
  for (let height = first; height < first + coinCount; height += 1) {
    const [coinbase] = (await port.blockAt(height))?.transactions ?? [];
    const [reward] = coinbase?.movements ?? [];
    if (coinbase && reward) coins.push({ txid: coinbase.txid, n: 0, valueMinor: reward.amountMinor });
  }
  const node: TestNode = {
    network,
    rpc,
    port,
    wallet,
    db,
    effects,
    mine,
    aheadMs: 0,
    follower: createFollower({ db, effects, nowMs: () => Date.now() + node.aheadMs }, port, { dropAfterMs: 60_000 }),
    coin() {
      const coin = coins.shift();
      if (coin === undefined) throw new Error('All coins of the test are spent.');
      return coin;
    },
    send: (payment) => rpc.call<string>('sendrawtransaction', [wallet.sign(payment)]),
    pay: (outputs, options = {}) => node.send(paymentOf(wallet, options.coin ?? node.coin(), outputs, options)),
    invoice(more = {}) {
      const addressKey = strangerScript(network);
      return watchInvoice(db, { gateId: network, address: addressKey, addressKey, dueMinor: 1_000_000n, ...more });
    },
    async undo(block) {
      await rpc.call('invalidateblock', [block]);
      // The same coins to the same address at the same second would be the block that was just undone.
      miner = walletFor(network).address;
    },
    async look() {
      while (!(await node.follower.poll()).complete);
    },
    async close() {
      await Promise.all([port.close(), rpc.close(), db.close()]);
      await database.drop();
    },
  };
  await node.look();
  return node;
}

/** A payment of these outputs with one coin, the rest but the fee going back. */
export function paymentOf(
  wallet: TestWallet,
  coin: Coin,
  outputs: TestPayment['outputs'],
  options: { readonly feeMinor?: bigint; readonly sequence?: number; readonly lockTime?: number } = {},
): TestPayment {
  const spent = outputs.reduce((sum, output) => sum + output.valueMinor, options.feeMinor ?? 20_000n);
  return {
    inputs: [{ ...coin, sequence: options.sequence }],
    outputs: [...outputs, { script: wallet.script, valueMinor: coin.valueMinor - spent }],
    lockTime: options.lockTime,
  };
}
