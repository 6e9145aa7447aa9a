import type { CryptoGateId } from '../../../domain/assets/assets.ts';
import type { FeeBounds } from '../../../domain/payouts/fee-bounds.ts';
import { believedTip, type GasPrices } from '../../chain/evm/gas-price.ts';

/** The maximum price of each unit of gas (EIP-1559), in wei. */
export interface GasFees {
  readonly maxFeePerGas: bigint;
  readonly maxPriorityFeePerGas: bigint;
}

/**
 * Enough for six full blocks in a row, each of which raises the base fee by an eighth; what the base fee does not take
 * is not spent. Null when what the next block may ask is beyond the bound.
 */
export function gasFees({ baseFee, suggestedTip }: GasPrices, highest: bigint): GasFees | null {
  const maxPriorityFeePerGas = believedTip(suggestedTip);
  const needed = raised(baseFee) + maxPriorityFeePerGas;
  if (needed > highest) return null;
  return { maxFeePerGas: least(2n * baseFee + maxPriorityFeePerGas, highest), maxPriorityFeePerGas };
}

/**
 * The same for a replacement: both fees at least an eighth above those before, or nodes keep the one they have. Null
 * beyond the bound.
 */
export function replacementFees(prices: GasPrices, before: GasFees, highest: bigint): GasFees | null {
  const now = gasFees(prices, highest);
  if (now === null) return null;
  const maxPriorityFeePerGas = most(now.maxPriorityFeePerGas, raised(before.maxPriorityFeePerGas));
  const maxFeePerGas = most(most(now.maxFeePerGas, raised(before.maxFeePerGas)), maxPriorityFeePerGas);
  return maxFeePerGas > highest ? null : { maxFeePerGas, maxPriorityFeePerGas };
}

/** The most that a unit of gas may cost a transaction that is allowed so much of it. */
export function highestFee({ maxRateMinor, maxTotalMinor }: FeeBounds, gas: bigint): bigint {
  return least(maxRateMinor, maxTotalMinor / gas);
}

/**
 * Gas that is allowed for a call that was estimated: a plain transfer never takes more, a contract may by the time it
 * runs.
 */
export function gasLimit(estimated: bigint): bigint {
  return estimated <= PLAIN_TRANSFER ? PLAIN_TRANSFER : (estimated * 5n) / 4n;
}

/** The gas of a transfer of coins to an account without code. */
export const PLAIN_TRANSFER = 21_000n;
/**
 * Coins to a wallet that is a contract take up to about this much; a recipient that asks for more runs a program at our
 * cost.
 */
const HIGHEST_COIN_GAS = 50_000n;
/** A transfer of a token takes about 65 000 to an address that holds none yet. */
export const HIGHEST_TOKEN_GAS = 120_000n;

/** Gas that is allowed for a payment of this asset; null: more than the gateway pays for. */
export function paymentGas(gateId: CryptoGateId, estimated: bigint): bigint | null {
  const highest = gateId === 'ETH' ? HIGHEST_COIN_GAS : HIGHEST_TOKEN_GAS;
  return estimated > highest ? null : least(gasLimit(estimated), highest);
}

/** An eighth more, rounded up. */
function raised(value: bigint): bigint {
  return (value * 9n + 7n) / 8n;
}

function least(a: bigint, b: bigint): bigint {
  return a < b ? a : b;
}

function most(a: bigint, b: bigint): bigint {
  return a > b ? a : b;
}
