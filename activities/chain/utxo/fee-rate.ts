import type { UtxoNetwork } from '../../../domain/assets/assets.ts';
import { maxOf } from '../../../domain/money/money.ts';
import { type RpcClient, RpcError } from '../json-rpc.ts';
import { UTXO_RULES } from './rules.ts';

/** Blocks that a payout may wait. */
const TARGET_BLOCKS = 3;
const MINOR_PER_COIN = 1e8;
const BYTES_PER_KILOBYTE = 1_000;

/**
 * The present fee of a transaction, in minor units per virtual byte, rounded up: the node's estimate, or our own guess
 * if it has seen too little; never less than the node itself accepts.
 * @throws ChainUnavailableError when the node does not answer
 */
export async function askFeeRate(rpc: RpcClient, network: UtxoNetwork): Promise<bigint> {
  return (await askFeeRates(rpc, network)).rateMinor;
}

/**
 * The same, with what is known of the market: `marketMinor` is null where the rate is our own guess.
 * @throws ChainUnavailableError when the node does not answer
 */
export async function askFeeRates(rpc: RpcClient, network: UtxoNetwork): Promise<FeeRates> {
  const { relayRateMinor, fallbackRateMinor } = UTXO_RULES[network];
  const estimate = await estimateOf(rpc);
  const pool = await rpc.call<PoolInfo>('getmempoolinfo').catch(nothingIfRefused);
  // btcd and bchd do not say what their pool asks for.
  const leastRate = maxOf(rateOf(pool?.mempoolminfee) ?? relayRateMinor, relayRateMinor);
  // All that waits is in the next block, whatever it pays.
  const market = estimate ?? (isBelowABlock(pool) ? leastRate : null);
  return {
    rateMinor: maxOf(estimate ?? fallbackRateMinor, leastRate),
    marketMinor: market === null ? null : maxOf(market, leastRate),
  };
}

/** In minor units per virtual byte. */
interface FeeRates {
  readonly rateMinor: bigint;
  readonly marketMinor: bigint | null;
}

interface PoolInfo {
  readonly mempoolminfee?: unknown;
  /** The virtual size of all that waits. */
  readonly bytes?: unknown;
}

const BLOCK_VBYTES = 1_000_000;

function isBelowABlock(pool: PoolInfo | null): boolean {
  return typeof pool?.bytes === 'number' && pool.bytes < BLOCK_VBYTES && rateOf(pool.mempoolminfee) !== null;
}

/**
 * Core has `estimatesmartfee`; btcd and bchd the older `estimatefee`, Bitcoin Cash Node the same without a number of
 * blocks.
 */
async function estimateOf(rpc: RpcClient): Promise<bigint | null> {
  const smart = await rpc.call<{ feerate?: unknown }>('estimatesmartfee', [TARGET_BLOCKS]).catch(nothingIfRefused);
  if (smart !== null) return rateOf(smart.feerate);
  for (const params of [[TARGET_BLOCKS], []]) {
    const rate = rateOf(await rpc.call<unknown>('estimatefee', params).catch(nothingIfRefused));
    if (rate !== null) return rate;
  }
  return null;
}

/** Converts from coins per kilobyte; null for invalid rates, such as -1 from a node with too little data. */
function rateOf(coinsPerKilobyte: unknown): bigint | null {
  if (typeof coinsPerKilobyte !== 'number' || !Number.isFinite(coinsPerKilobyte) || coinsPerKilobyte <= 0) return null;
  const minorPerKilobyte = Math.round(coinsPerKilobyte * MINOR_PER_COIN);
  return BigInt(Math.ceil(minorPerKilobyte / BYTES_PER_KILOBYTE));
}

function nothingIfRefused(error: unknown): null {
  if (error instanceof RpcError) return null;
  throw error;
}
