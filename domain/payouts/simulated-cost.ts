import { type CryptoGate, coinOf, isToken, type Network } from '../assets/assets.ts';
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

/**
 * The offer of a waiting payment on a simulated network, which is exactly the price of one unit in the next block. Null
 * where there is no fee market.
 */
export function simulatedOffer(network: Network) {
  const coin = coinOf(network);
  const units = UNITS[coin.family];
  if (units === null) return null;
  const unitMinor = divCeil(simulatedCost(coin, 100).costMinor, units);
  return { unitMinor, fee: { feeMinor: unitMinor * units, units, isReplaceable: network !== 'BCH' } };
}

/** Of a payment with one coin and change, and of one of coins. */
const UNITS: Readonly<Record<CryptoGate['family'], bigint | null>> = {
  utxo: 141n,
  evm: 21_000n,
  tron: null,
  xrp: null,
};
