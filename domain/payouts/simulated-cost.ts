import { type CryptoGate, coinOf, isToken } from '../assets/assets.ts';
import { divCeil } from '../money/money.ts';
import { feeMarginBps } from './network-fee.ts';

/**
 * The cost of one payment of a gate on a simulated network, at this percentage of the usual fees. Derived from
 * constants, so that quotes equal the typical fees: the typical fee without the margin.
 */
export function simulatedCost(gate: CryptoGate, percent: number) {
  const coin = coinOf(gate.network);
  const costOf = (typicalMinor: bigint) =>
    divCeil(typicalMinor * 10_000n * BigInt(percent), feeMarginBps(coin.family) * 100n);
  return {
    /** In minor units of the network's coin. */
    costMinor: costOf(coin.networkFeeMinor),
    /** The same in the gate's own asset; null for coins. */
    ownCostMinor: isToken(gate) ? costOf(gate.networkFeeMinor) : null,
  };
}
