import { openRpc, type RpcClient } from '../../../activities/chain/json-rpc.ts';
import { type Coin, paymentOf, walletFor } from '../../../activities/chain/utxo/node.fixture.ts';
import { openUtxoChain } from '../../../activities/chain/utxo/port.ts';
import type { TestWallet } from '../../../activities/chain/utxo/wallet.fixture.ts';
import { strangerOf } from '../../../activities/signer/utxo/gateway.fixture.ts';
import { parseUtxoAddress } from '../../../domain/address/bitcoin.ts';
import type { UtxoNetwork } from '../../../domain/assets/assets.ts';
import { freePort } from '../../../scripts/process/ports.ts';
import {
  type GoNodeOptions,
  type RunningNode,
  startBchd,
  startBtcd,
  startLitecoind,
} from '../../../scripts/services/chain-nodes.ts';
import { makeRunFolder, subfolder } from '../../../scripts/testing/run-folder.ts';
import { until } from '../killing.fixture.ts';
import type { NodeUnderTest, Recipient } from './chain.fixture.ts';

/** Blocks until the first coins are ripe, and some more. */
const FIRST_BLOCKS = 112;

/**
 * Enough to confirm what was mined before. More would be made for nothing, and bchd's miner makes no block above the
 * thousandth that bchd takes.
 */
const MOST_EMPTY = 12;

/**
 * About the rate that the gateway assumes while the node has seen too little to estimate. Once it estimates, it repeats
 * what customers paid: with more, payments approved before would wait for a cheaper market.
 */
const CUSTOMER_FEE = 2_800n;

/**
 * A real litecoind, btcd or bchd, and a second one in the role of the rest of the network: it mines, customers pay
 * through it, and it returns data that the first one had not written to disk when it was killed.
 */
export async function startUtxoNode(network: UtxoNetwork): Promise<NodeUnderTest> {
  const folder = makeRunFolder();
  const wallet = walletFor(network);
  const [port, peerPort] = [await freePort(), await freePort()];
  const others = await startNode(network, {
    dataDir: subfolder(folder.path, 'others'),
    peerPort,
    miningAddress: wallet.address,
  });
  const startOwn = () => startNode(network, { dataDir: subfolder(folder.path, 'own'), port, follows: peerPort });
  let own = await startOwn();
  const rpc = openRpc({ url: others.url });
  const ownRpc = openRpc({ url: own.url });
  const chain = openUtxoChain({ mode: 'sandbox', network, url: others.url });
  const mine = minerOf(rpc, network, wallet);
  await mine(FIRST_BLOCKS);
  await untilAsHigh(own.url, FIRST_BLOCKS);
  let used = 0;
  let empty = 0;

  async function nextCoin(): Promise<Coin> {
    used += 1;
    const [coinbase] = (await chain.blockAt(used))?.transactions ?? [];
    const [reward] = coinbase?.movements ?? [];
    if (coinbase === undefined || reward === undefined) throw new Error(`Block ${used} has no reward.`);
    return { txid: coinbase.txid, n: 0, valueMinor: reward.amountMinor };
  }

  return {
    gateId: network,
    url: own.url,
    floatMinor: 0n,
    giveFloat: async () => {},
    async makeBlock() {
      // The own node may be dead right now.
      await gossip(ownRpc, rpc).catch(() => undefined);
      const waiting = await rpc.call<string[]>('getrawmempool');
      if (waiting.length === 0 && empty >= MOST_EMPTY) return;
      await mine(1);
      // A payment may have come after the look at what waits: the block itself tells.
      const { height } = await chain.tip();
      const mined = (await chain.blockAt(height))?.transactions ?? [];
      empty = mined.length > 1 ? 0 : empty + 1;
    },
    async pay({ address }, valueMinor) {
      const { script } = parseUtxoAddress(network, address, 'regtest');
      const raw = wallet.sign(
        paymentOf(wallet, await nextCoin(), [{ script, valueMinor }], { feeMinor: CUSTOMER_FEE }),
      );
      await rpc.call('sendrawtransaction', [raw]);
    },
    newRecipient(): Recipient {
      const { address, script } = strangerOf(network);
      return { address, key: script, tag: null };
    },
    async arrived(recipients) {
      const found = new Map<string, bigint[]>(recipients.map(({ key }) => [key, []]));
      const { height } = await chain.tip();
      for (let at = FIRST_BLOCKS; at <= height; at += 1) {
        for (const { movements } of (await chain.blockAt(at))?.transactions ?? []) {
          for (const { addressKey, amountMinor } of movements) found.get(addressKey)?.push(amountMinor);
        }
      }
      return found;
    },
    async kill() {
      process.kill(own.pid, 'SIGKILL');
      await own.exited;
      await own.stop();
      own = await startOwn();
    },
    async close() {
      await Promise.all([rpc.close(), ownRpc.close(), chain.close()]);
      await Promise.all([own.stop(), others.stop()]);
      folder.remove();
    },
  };
}

/**
 * A node that took a transaction while it had no neighbour, since it had just started, announces it again only after
 * half an hour; the block is here before.
 */
async function gossip(from: RpcClient, to: RpcClient): Promise<void> {
  const [told, heard] = await Promise.all([from, to].map((rpc) => rpc.call<string[]>('getrawmempool')));
  const unheard = (told ?? []).filter((txid) => !heard?.includes(txid));
  // A child that comes before its parent is taken with the next block.
  for (const txid of unheard) {
    const raw = await from.call<string>('getrawtransaction', [txid]);
    await to.call('sendrawtransaction', [raw]).catch(() => undefined);
  }
}

function startNode(network: UtxoNetwork, options: GoNodeOptions): Promise<RunningNode> {
  if (network === 'LTC') return startLitecoind(options);
  return (network === 'BTC' ? startBtcd : startBchd)(options);
}

function minerOf(rpc: RpcClient, network: UtxoNetwork, { address }: TestWallet): (count: number) => Promise<unknown> {
  if (network === 'LTC') return (count) => rpc.call('generatetoaddress', [count, address]);
  return (count) => rpc.call('generate', [count]);
}

async function untilAsHigh(url: string, height: number): Promise<void> {
  const rpc = openRpc({ url });
  while ((await rpc.call<number>('getblockcount')) < height) await until(Date.now() + 100);
  await rpc.close();
}
