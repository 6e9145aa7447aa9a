import type { Network } from '../assets.ts';

/** The most that the gateway pays a chain, whatever a node says that fees are. Minor units of the network's coin. */
export interface FeeBounds {
  /** Per virtual byte (BTC, LTC, BCH), per gas (ETH), per energy (TRON), per transaction (XRP). */
  readonly maxRateMinor: bigint;
  /** Of one transaction, whatever it pays. */
  readonly maxTotalMinor: bigint;
}

/**
 * Far above what fees have been in busy times, far below what a lying node could talk the gateway into. Set by
 * `MAX_FEE_<NETWORK>` and `MAX_FEE_RATE_<NETWORK>`.
 */
export const DEFAULT_FEE_BOUNDS: Readonly<Record<Network, FeeBounds>> = {
  // 500 sat/vB; 0.05 BTC lets a batch of 200 payments pay 500 sat/vB.
  BTC: { maxRateMinor: 500n, maxTotalMinor: 5_000_000n },
  LTC: { maxRateMinor: 1_000n, maxTotalMinor: 10_000_000n },
  BCH: { maxRateMinor: 100n, maxTotalMinor: 1_000_000n },
  // 500 gwei; 0.1 ETH pays 200 000 gas at that.
  ETH: { maxRateMinor: 500_000_000_000n, maxTotalMinor: 100_000_000_000_000_000n },
  // 1 000 sun per energy; 200 TRX.
  TRON: { maxRateMinor: 1_000n, maxTotalMinor: 200_000_000n },
  // 2 XRP.
  XRP: { maxRateMinor: 2_000_000n, maxTotalMinor: 2_000_000n },
};
