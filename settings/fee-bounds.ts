import { NETWORKS, type Network } from '../domain/assets/assets.ts';
import { DEFAULT_FEE_BOUNDS, type FeeBounds } from '../domain/payouts/fee-bounds.ts';
import { DEFAULT_NETWORK_FEE_BOUNDS, type NetworkFeeBounds } from '../domain/payouts/network-fee.ts';
import { fallback, minorUnits, type Reader } from './readers.ts';

/** The configured bounds of every network, or the defaults. */
export function readFeeBounds(
  read: (name: string, reader: Reader<bigint>) => bigint,
): Readonly<Record<Network, FeeBounds>> {
  const bounds = NETWORKS.map((network) => {
    const { maxTotalMinor, maxRateMinor } = DEFAULT_FEE_BOUNDS[network];
    return [
      network,
      {
        maxTotalMinor: read(totalVariable(network), fallback(minorUnits(), maxTotalMinor)),
        maxRateMinor: read(rateVariable(network), fallback(minorUnits(), maxRateMinor)),
      },
    ] as const;
  });
  return Object.fromEntries(bounds) as Record<Network, FeeBounds>;
}

/** The configured bounds of the network fee of one payment, or the defaults. */
export function readNetworkFeeBounds(
  read: (name: string, reader: Reader<bigint>) => bigint,
): Readonly<Record<Network, NetworkFeeBounds>> {
  const bounds = NETWORKS.map((network) => {
    const { minMinor, maxMinor } = DEFAULT_NETWORK_FEE_BOUNDS[network];
    return [
      network,
      {
        minMinor: read(leastChargedVariable(network), fallback(minorUnits(), minMinor)),
        maxMinor: read(mostChargedVariable(network), fallback(minorUnits(), maxMinor)),
      },
    ] as const;
  });
  return Object.fromEntries(bounds) as Record<Network, NetworkFeeBounds>;
}

/** The variables of both kinds of bounds, in the order of `.env.example`. */
export function describeFeeBounds(): { name: string; about: string }[] {
  return NETWORKS.flatMap((network) => {
    const { maxTotalMinor, maxRateMinor } = DEFAULT_FEE_BOUNDS[network];
    const { minMinor, maxMinor } = DEFAULT_NETWORK_FEE_BOUNDS[network];
    return [
      {
        name: leastChargedVariable(network),
        about:
          `Minimum network fee charged for a payout on ${network}, in minor units of its coin. ` +
          `Default: ${minMinor}.`,
      },
      {
        name: mostChargedVariable(network),
        about:
          `Maximum network fee charged for a payout on ${network}, in minor units of its coin. ` +
          `Default: ${maxMinor}.`,
      },
      {
        name: totalVariable(network),
        about: `Maximum cost of one transaction on ${network}, in minor units of its coin. Default: ${maxTotalMinor}.`,
      },
      {
        name: rateVariable(network),
        about: `Maximum fee rate on ${network}, in minor units per ${RATE_UNITS[network]}. Default: ${maxRateMinor}.`,
      },
    ];
  });
}

const RATE_UNITS: Readonly<Record<Network, string>> = {
  BTC: 'virtual byte',
  LTC: 'virtual byte',
  BCH: 'byte',
  ETH: 'gas',
  TRON: 'energy',
  XRP: 'transaction',
};

function leastChargedVariable(network: Network): string {
  return `MIN_NETWORK_FEE_${network}`;
}

function mostChargedVariable(network: Network): string {
  return `MAX_NETWORK_FEE_${network}`;
}

function totalVariable(network: Network): string {
  return `MAX_FEE_${network}`;
}

function rateVariable(network: Network): string {
  return `MAX_FEE_RATE_${network}`;
}
