import type { Hex } from 'viem';
import type { GateCost } from '../../../db/payouts/network-fees.ts';
import type { ChainKind, Mode } from '../../../domain/assets/assets.ts';
import { tokenContract } from '../../../domain/assets/token-contracts.ts';
import { DomainError } from '../../../domain/errors.ts';
import { pause } from '../../pause.ts';
import {
  type BlockRef,
  type ChainBlock,
  type ChainIdentity,
  type ChainPort,
  ChainUnavailableError,
  type FoundTransaction,
} from '../port.ts';
import { presentGasPrice, readPrices } from './gas-price.ts';
import { describeMined, describePending, type MinedTransaction } from './movements.ts';
import { openPendingTransactions } from './pending.ts';
import {
  type EvmBlock,
  type EvmFrame,
  type EvmHeader,
  type EvmReceipt,
  type EvmRpc,
  EvmRpcError,
  type EvmTrace,
  openEvmRpc,
} from './rpc.ts';

export interface EvmOptions {
  readonly mode: Mode;
  readonly url: string;
  /** Lower-case; undefined is Tether's own on the main chain and none elsewhere. */
  readonly usdtContract: string | undefined;
  /** How long an answer may take. */
  readonly timeoutMs?: number;
}

/**
 * Ethereum with ETH and USDT. Blocks, receipts and traces are read by block hash, so that what belongs to one branch is
 * never mixed with another (hazard 28).
 */
export function openEvmChain({ mode, url, usdtContract, timeoutMs }: EvmOptions): ChainPort {
  const rpc = openEvmRpc(url, timeoutMs);
  const pending = openPendingTransactions(rpc);
  const node: EvmNode = { rpc, usdt: usdtContract as Hex | undefined, traces: true, syncedTip: undefined };
  return {
    mode,
    network: 'ETH',
    simulated: false,
    identify: () => requested(() => identify(node)),
    tip: () => requested(() => readTip(node)),
    finalizedHeight: () =>
      requested(async () => {
        const finalized = await rpc.blockByNumber('finalized');
        // Nothing is final yet: not even the first block.
        return finalized === null ? -1 : Number(BigInt(finalized.number));
      }),
    headerAt: (height) =>
      requested(async () => {
        const header = await rpc.blockByNumber(hexOf(height));
        return header === null ? null : refOf(header);
      }),
    blockAt: (height) => requested(() => readBlock(node, height)),
    mempool: ({ known, watched }) =>
      requested(async () => {
        const look = await pending.look({ known, watched });
        const transactions = look.transactions.map((transaction) => describePending(transaction, node.usdt));
        return { ...look, transactions };
      }),
    transaction: (txid) => requested(() => findTransaction(node, txid as Hex)),
    makesTraces: () =>
      requested(async () => {
        node.traces = await canTrace(rpc);
        return node.traces;
      }),
    wait: pause,
    gateCosts: () => evmGateCosts(rpc),
    close: () => rpc.close(),
  };
}

/** A node, and what is known of it. */
interface EvmNode {
  readonly rpc: EvmRpc;
  /** The contract of USDT; unknown until the node has said which chain it follows. */
  usdt: Hex | undefined;
  /** Whether blocks are read with their traces. */
  traces: boolean;
  /** The newest block of which the node has said that it is not catching up. */
  syncedTip: string | undefined;
}

async function identify(node: EvmNode): Promise<ChainIdentity> {
  const id = Number(BigInt(await node.rpc.chainId()));
  const chain = kindOf(id);
  node.usdt = tokenContract('USDT_ERC20', { isMain: chain === 'main', configured: node.usdt }) as Hex | undefined;
  const program = await node.rpc.clientVersion().catch(() => 'node');
  node.traces = await canTrace(node.rpc);
  const without = node.traces ? '' : '; it has no traces, so ETH that contracts send is not detected';
  return { chain, name: `${program}, chain id ${id}${without}` };
}

/**
 * Whether the node traces its newest block in time. Its answer about each transaction does not matter here: a node that
 * cannot trace one still traces the others.
 */
async function canTrace(rpc: EvmRpc): Promise<boolean> {
  const { hash } = present(await rpc.blockByNumber('latest'));
  const traced = await rpc.tracesOf(hash).catch(tracesFailed);
  // A node that is down has not lost its traces.
  if (traced instanceof ChainUnavailableError) await rpc.chainId();
  return Array.isArray(traced);
}

async function readTip(node: EvmNode): Promise<BlockRef> {
  const latest = present(await node.rpc.blockByNumber('latest'));
  if (latest.hash !== node.syncedTip && (await node.rpc.syncing()) !== false) {
    throw new ChainUnavailableError('The node is still catching up.');
  }
  node.syncedTip = latest.hash;
  return refOf(latest);
}

async function readBlock(node: EvmNode, height: number): Promise<ChainBlock | null> {
  const { rpc, usdt } = node;
  const header = await rpc.blockByNumber(hexOf(height));
  if (header === null) return null;
  const [block, receipts, traced] = await Promise.all([
    rpc.blockByHash(header.hash).then(present),
    rpc.receiptsOf(header.hash).then(present),
    node.traces ? rpc.tracesOf(header.hash).catch(tracesFailed) : null,
  ]);
  // Each later block would wait as long for nothing. The follower asks regularly whether traces are back.
  if (traced instanceof ChainUnavailableError) node.traces = false;
  const frames = framesOf(block, traced);
  const untraced = whyUntraced(block, traced, frames);
  return {
    ...refOf(header),
    transactions: join(block, receipts, frames).map((mined) => describeMined(mined, usdt)),
    untraced: untraced ?? undefined,
  };
}

/** The traces of a block, or why there are none; null: the node was not asked. */
type Traced = readonly EvmTrace[] | EvmRpcError | ChainUnavailableError | null;

/**
 * A node may lose its traces at any time, have none of an old block, or not finish them: none of it keeps a block from
 * being taken in, which is read again later.
 */
function tracesFailed(error: unknown): EvmRpcError | ChainUnavailableError {
  if (error instanceof EvmRpcError || error instanceof ChainUnavailableError) return error;
  throw error;
}

/** The traces that the node made, by transaction. A list of another length does not say which is whose. */
function framesOf({ transactions }: EvmBlock, traced: Traced): ReadonlyMap<Hex, EvmFrame> {
  const frames = new Map<Hex, EvmFrame>();
  if (!Array.isArray(traced) || traced.length !== transactions.length) return frames;
  for (const [index, { hash }] of transactions.entries()) {
    const trace: EvmTrace | null | undefined = traced[index];
    if (trace?.result && (trace.txHash ?? hash) === hash) frames.set(hash, trace.result);
  }
  return frames;
}

function whyUntraced(block: EvmBlock, traced: Traced, frames: ReadonlyMap<Hex, EvmFrame>): string | null {
  if (traced === null) return 'The node has no traces.';
  if (traced instanceof EvmRpcError) return `The node refused: ${traced.message}`;
  if (traced instanceof ChainUnavailableError) return traced.message;
  const missing = block.transactions.find(({ hash }) => !frames.has(hash));
  if (Array.isArray(traced) && missing === undefined) return null;
  const error = Array.isArray(traced) ? traced.find((trace) => trace?.txHash === missing?.hash)?.error : undefined;
  return `The node does not trace ${missing?.hash ?? block.hash}${error === undefined ? '' : `: ${error}`}.`;
}

async function findTransaction({ rpc, usdt }: EvmNode, txid: Hex): Promise<FoundTransaction | null> {
  const transaction = await rpc.transaction(txid);
  if (transaction === null) return null;
  if (transaction.blockHash === null) return { ...describePending(transaction, usdt), block: null };
  const [receipt, block] = await Promise.all([rpc.receipt(transaction.hash), rpc.blockByHash(transaction.blockHash)]);
  const mined = { transaction, receipt: present(receipt), trace: undefined };
  return { ...describeMined(mined, usdt), block: refOf(present(block)) };
}

const testChains: Readonly<Record<number, ChainKind>> = {
  1: 'main',
  11155111: 'test',
  17000: 'test',
  560048: 'test',
  1337: 'regtest',
  31337: 'regtest',
};

/**
 * @throws DomainError `configuration_invalid` for a chain that is not Ethereum: others speak the same protocol with
 *   other money
 */
function kindOf(chainId: number): ChainKind {
  const kind = testChains[chainId];
  if (kind !== undefined) return kind;
  throw new DomainError('configuration_invalid', {
    message: `The ETH URL leads to chain id ${chainId}, which is neither Ethereum nor one of its test chains.`,
  });
}

/** Puts together what belongs to one transaction. A node that leaves a receipt out is not to be believed. */
function join(
  block: EvmBlock,
  receipts: readonly EvmReceipt[],
  frames: ReadonlyMap<Hex, EvmFrame>,
): MinedTransaction[] {
  const byHash = new Map(receipts.map((receipt) => [receipt.transactionHash, receipt]));
  return block.transactions.map((transaction) => {
    const receipt = byHash.get(transaction.hash);
    if (receipt?.blockHash !== block.hash) {
      throw new ChainUnavailableError(`The node does not say what ${transaction.hash} did in block ${block.hash}.`);
    }
    return { transaction, receipt, trace: frames.get(transaction.hash) };
  });
}

function refOf(header: EvmHeader): BlockRef {
  return {
    height: Number(BigInt(header.number)),
    hash: header.hash,
    parentHash: header.parentHash,
    timeMs: Number(BigInt(header.timestamp)) * 1_000,
  };
}

function hexOf(height: number): Hex {
  return `0x${height.toString(16)}`;
}

/** The answer must be there, since the node named it a moment ago; if not, the branch changed during the calls. */
function present<Answer>(answer: Answer | null): Answer {
  if (answer === null) throw new ChainUnavailableError('The node does not have what it named a moment ago.');
  return answer;
}

async function requested<Answer>(question: () => Promise<Answer>): Promise<Answer> {
  try {
    return await question();
  } catch (error) {
    if (error instanceof EvmRpcError) throw new ChainUnavailableError(`The node refused: ${error.message}`);
    throw error;
  }
}

/**
 * By the gas that payments usually take at the most: coins to a wallet that is a contract, USDT to an address that
 * holds none yet.
 */
async function evmGateCosts(rpc: EvmRpc): Promise<readonly GateCost[]> {
  const price = presentGasPrice(await readPrices(rpc));
  return [
    { gateId: 'ETH', costMinor: COIN_GAS * price, ownCostMinor: null, unitMinor: price },
    { gateId: 'USDT_ERC20', costMinor: TOKEN_GAS * price, ownCostMinor: null, unitMinor: price },
  ];
}

const COIN_GAS = 30_000n;
const TOKEN_GAS = 65_000n;
