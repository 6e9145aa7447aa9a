import type { Network } from '../assets/assets.ts';

/** The highest fees that the gateway pays, whatever a node reports. In minor units of the network's coin. */
export interface FeeBounds {
  /** Per virtual byte (BTC, LTC, BCH), per gas (ETH), per energy (TRON), per transaction (XRP). */
  readonly maxRateMinor: bigint;
  /** Per transaction, whatever its payments are. */
  readonly maxTotalMinor: bigint;
}

/**
 * Far above the fees of busy times, and low enough to limit the loss if a node lies. Set by `MAX_FEE_<NETWORK>` and
 * `MAX_FEE_RATE_<NETWORK>`.
 */
export const DEFAULT_FEE_BOUNDS: Readonly<Record<Network, FeeBounds>> = {
  // 500 sat/vB; 0.05 BTC lets a batch of 200 payments pay 500 sat/vB.
  BTC: { maxRateMinor: 500n, maxTotalMinor: 5_000_000n },
  LTC: { maxRateMinor: 1_000n, maxTotalMinor: 10_000_000n },
  BCH: { maxRateMinor: 100n, maxTotalMinor: 1_000_000n },
  // 500 gwei; 0.1 ETH pays for 200,000 gas at that price.
  ETH: { maxRateMinor: 500_000_000_000n, maxTotalMinor: 100_000_000_000_000_000n },
  // 1,000 sun per energy; 200 TRX.
  TRON: { maxRateMinor: 1_000n, maxTotalMinor: 200_000_000n },
  // 2 XRP.
  XRP: { maxRateMinor: 2_000_000n, maxTotalMinor: 2_000_000n },
};
