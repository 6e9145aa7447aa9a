import { ChainUnavailableError } from '../port.ts';
import type { EvmRpc } from './rpc.ts';

/** Gas prices of the chain now, in wei for each unit of gas. */
export interface GasPrices {
  readonly baseFee: bigint;
  readonly suggestedTip: bigint;
}

/** Reads the gas prices of the next block, and which block is the last. */
export async function readPrices(
  rpc: EvmRpc,
): Promise<GasPrices & { readonly chainId: number; readonly height: number }> {
  const [chainId, syncing, latest, tip] = await Promise.all([
    rpc.chainId(),
    rpc.syncing(),
    rpc.blockByNumber('latest'),
    rpc.suggestedTip(),
  ]);
  if (syncing !== false) throw new ChainUnavailableError('The node is still catching up.');
  if (latest?.baseFeePerGas === undefined) throw new ChainUnavailableError('The node does not say what gas costs.');
  return {
    chainId: Number(BigInt(chainId)),
    height: Number(BigInt(latest.number)),
    baseFee: BigInt(latest.baseFeePerGas),
    suggestedTip: BigInt(tip),
  };
}

/** The price of a unit of gas now, in wei. */
export function presentGasPrice({ baseFee, suggestedTip }: GasPrices): bigint {
  return baseFee + believedTip(suggestedTip);
}

/** The tip that a node suggests, within bounds, in wei for each unit of gas. */
export function believedTip(suggested: bigint): bigint {
  if (suggested < LOWEST_TIP) return LOWEST_TIP;
  return suggested > HIGHEST_TIP ? HIGHEST_TIP : suggested;
}

const GWEI = 1_000_000_000n;

/** A node that suggests more is not believed. */
const HIGHEST_TIP = 10n * GWEI;
/** Some makers of blocks leave out what gives them nothing. */
const LOWEST_TIP = GWEI / 100n;
