import { LRUCache } from 'lru-cache';
import type { GateCost } from '../../../db/payouts/network-fees.ts';
import type { ChainKind, Mode, UtxoNetwork } from '../../../domain/assets/assets.ts';
import { pause } from '../../pause.ts';
import { openRpc, type RpcClient, RpcError } from '../json-rpc.ts';
import {
  type BlockRef,
  type ChainBlock,
  type ChainPort,
  type ChainTransaction,
  ChainUnavailableError,
  type FoundTransaction,
} from '../port.ts';
import { decodeBlock, decodeHeader, decodeTransaction } from './decode.ts';
import { type MempoolEntry, offerOf } from './fee-offer.ts';
import { askFeeRates } from './fee-rate.ts';
import { identifyNode } from './identity.ts';
import { describe } from './movements.ts';
import { UTXO_RULES } from './rules.ts';

export interface UtxoOptions {
  readonly mode: Mode;
  readonly network: UtxoNetwork;
  readonly url: string;
}

/** The most new mempool transactions that one read describes. */
const transactionsPerLook = 1_000;
/** Headers a node may know of without having the blocks yet before it counts as behind. */
const tolerableLag = 2;
const rememberedHeaders = 2_000;

/**
 * BTC, LTC or BCH over the JSON-RPC that Bitcoin Core, Litecoin Core, Bitcoin Cash Node, btcd and bchd share. Blocks
 * and transactions are read in the chains' own binary form.
 */
export function openUtxoChain({ mode, network, url }: UtxoOptions): ChainPort {
  const rpc = openRpc({ url });
  const node: UtxoNode = {
    rpc,
    network,
    headers: new LRUCache({ max: rememberedHeaders }),
    kind: undefined,
    synced: undefined,
  };
  return {
    mode,
    network,
    simulated: false,
    async identify() {
      const identity = await requested(() => identifyNode(rpc, network));
      node.kind = identity.chain;
      return identity;
    },
    tip: () => requested(() => readTip(node)),
    // Proof of work is never final; the thresholds of the gates are used instead.
    finalizedHeight: async () => null,
    headerAt: (height) =>
      requested(async () => {
        const hash = await hashAt(rpc, height);
        return hash === null ? null : readHeader(node, hash, height);
      }),
    blockAt: (height) => requested(() => readBlock(node, height)),
    mempool: ({ known, watched }) =>
      requested(async () => {
        const ids = new Set(await rpc.call<string[]>('getrawmempool'));
        const fresh = [...ids].filter((txid) => !known.has(txid));
        const transactions = await describeWaiting(node, fresh.slice(0, transactionsPerLook));
        const waiting = new Set(watched.filter((txid) => ids.has(txid)));
        return { transactions, waiting, complete: fresh.length <= transactionsPerLook };
      }),
    transaction: (txid) => requested(() => findTransaction(node, txid)),
    wait: pause,
    gateCosts: () => utxoGateCosts(rpc, network),
    close: () => rpc.close(),
  };
}

/** A node, and what is known of it. */
interface UtxoNode {
  readonly rpc: RpcClient;
  readonly network: UtxoNetwork;
  readonly headers: LRUCache<string, BlockRef>;
  kind: ChainKind | undefined;
  /** The newest block of which the node has said that it is not catching up. */
  synced: string | undefined;
}

async function readTip(node: UtxoNode): Promise<BlockRef> {
  const best = await node.rpc.call<string>('getbestblockhash');
  const known = node.headers.get(best);
  if (known && node.synced === best) return known;
  const { bestblockhash, blocks } = await checkSync(node);
  node.synced = bestblockhash;
  return readHeader(node, bestblockhash, blocks);
}

/** Nothing may be concluded from a node that is still catching up (hazard 10). */
async function checkSync({ rpc, kind }: UtxoNode): Promise<{ bestblockhash: string; blocks: number }> {
  const info = await rpc.call<ChainInfo>('getblockchaininfo');
  const behind = (info.headers ?? info.blocks) - info.blocks > tolerableLag;
  // A private chain has no new blocks between tests, which its node takes for being behind.
  if (kind !== 'regtest' && (behind || info.initialblockdownload === true)) {
    throw new ChainUnavailableError(`The node is still catching up: ${info.blocks} of ${info.headers ?? '?'} blocks.`);
  }
  return info;
}

async function readHeader({ rpc, headers }: UtxoNode, hash: string, height: number): Promise<BlockRef> {
  const known = headers.get(hash);
  if (known) return known;
  const read = decodeHeader(await rpc.call<string>('getblockheader', [hash, false]));
  if (read.hash !== hash) throw new ChainUnavailableError(`The node gave block ${read.hash} for ${hash}.`);
  const ref = { ...read, height };
  headers.set(hash, ref);
  return ref;
}

async function hashAt(rpc: RpcClient, height: number): Promise<string | null> {
  return rpc.call<string>('getblockhash', [height]).catch(nullIfRefused);
}

async function readBlock({ rpc, network }: UtxoNode, height: number): Promise<ChainBlock | null> {
  const hash = await hashAt(rpc, height);
  if (hash === null) return null;
  const block = decodeBlock(await rpc.call<string>('getblock', [hash, 0]));
  if (block.hash !== hash) throw new ChainUnavailableError(`The node gave block ${block.hash} for ${hash}.`);
  return { ...block, height, transactions: block.transactions.map((raw) => describe(network, raw, null)) };
}

async function describeWaiting({ rpc, network }: UtxoNode, txids: readonly string[]): Promise<ChainTransaction[]> {
  if (txids.length === 0) return [];
  const calls = txids.flatMap((txid) => [
    { method: 'getrawtransaction', params: [txid, 0] },
    { method: 'getmempoolentry', params: [txid] },
  ]);
  const answers = await rpc.batch<string | MempoolEntry>(calls);
  return txids.flatMap((_txid, index) => {
    const hex = answers[index * 2];
    const entry = answers[index * 2 + 1];
    // Mined or dropped between the two requests: the block or the next read shows which.
    if (typeof hex !== 'string') return [];
    const known: MempoolEntry = entry instanceof RpcError || typeof entry !== 'object' ? {} : entry;
    const seenAtMs = known.time === undefined ? null : (known.time + 1) * 1_000 - 1;
    return [{ ...describe(network, decodeTransaction(hex), seenAtMs), fee: offerOf(network, known) }];
  });
}

async function findTransaction(node: UtxoNode, txid: string): Promise<FoundTransaction | null> {
  const { rpc, network } = node;
  const found = await rpc.call<FoundRaw>('getrawtransaction', [txid, 1]).catch(nullIfRefused);
  if (found === null) return null;
  const transaction = describe(network, decodeTransaction(found.hex), null);
  if (found.blockhash === undefined) return { ...transaction, block: await blockOfWaiting(node, txid, found.hex) };
  const { height } = await rpc.call<{ height: number }>('getblockheader', [found.blockhash, true]);
  if ((await hashAt(rpc, height)) !== found.blockhash) return offTheChain(rpc, txid, found.blockhash);
  return { ...transaction, block: await readHeader(node, found.blockhash, height) };
}

/**
 * Core's index keeps leading to blocks that a reorganisation left: what is in no other block, and does not wait, is
 * nowhere (hazard 2).
 */
async function offTheChain(rpc: RpcClient, txid: string, blockhash: string): Promise<null> {
  const again = await rpc.call<FoundRaw>('getrawtransaction', [txid, 1]).catch(nullIfRefused);
  if (again === null || again.blockhash === blockhash) return null;
  throw new ChainUnavailableError('The branch changed under the questions.');
}

/**
 * While it catches up, btcd leaves transactions of new blocks in its mempool and then reports them as waiting, although
 * its coins are known. Null for those that really wait, or whose first outputs are spent.
 */
async function blockOfWaiting(node: UtxoNode, txid: string, hex: string): Promise<BlockRef | null> {
  const { rpc } = node;
  const outputs = decodeTransaction(hex).outputs.slice(0, ASKED_OUTPUTS);
  const questions = outputs.map(({ n }) => ({ method: 'gettxout', params: [txid, n, false] }));
  const coins = await rpc.batch<UnspentOutput | null>(questions);
  const coin = coins.find((answer) => answer !== null && !(answer instanceof RpcError) && answer.confirmations > 0);
  if (coin === undefined || coin === null || coin instanceof RpcError) return null;
  const best = await rpc.call<{ height: number }>('getblockheader', [coin.bestblock, true]);
  const height = best.height - coin.confirmations + 1;
  const hash = await hashAt(rpc, height);
  if (hash === null) return null;
  const { tx } = await rpc.call<{ tx: string[] }>('getblock', [hash, 1]);
  if (!tx.includes(txid)) throw new ChainUnavailableError('The branch changed under the questions.');
  return readHeader(node, hash, height);
}

/** Change of the gateway's own transactions is spent soon, and among many recipients some do not spend for long. */
const ASKED_OUTPUTS = 20;

interface UnspentOutput {
  readonly bestblock: string;
  readonly confirmations: number;
}

interface ChainInfo {
  readonly blocks: number;
  readonly bestblockhash: string;
  readonly headers?: number;
  readonly initialblockdownload?: boolean;
}

interface FoundRaw {
  readonly hex: string;
  readonly blockhash?: string;
}

/** "No such block" and "no such transaction" are answers; everything else is not. */
const notFound = new Set([-1, -5, -8]);

function nullIfRefused(error: unknown): null {
  if (error instanceof RpcError && notFound.has(error.code)) return null;
  throw error;
}

/** A refusal that was not expected says nothing about the chain: the caller holds. */
async function requested<Answer>(question: () => Promise<Answer>): Promise<Answer> {
  try {
    return await question();
  } catch (error) {
    if (error instanceof RpcError)
      throw new ChainUnavailableError(`The node refused: ${error.message} (${error.code})`);
    throw error;
  }
}

/** One payment alone: of two coins, with change. */
async function utxoGateCosts(rpc: RpcClient, network: UtxoNetwork): Promise<readonly GateCost[]> {
  const vbytes = OVERHEAD_VBYTES + 2n * UTXO_RULES[network].inputVbytes + 2n * OUTPUT_VBYTES;
  const { rateMinor, marketMinor } = await askFeeRates(rpc, network);
  return [{ gateId: network, costMinor: vbytes * rateMinor, ownCostMinor: null, unitMinor: marketMinor }];
}

const OVERHEAD_VBYTES = 11n;
const OUTPUT_VBYTES = 34n;
