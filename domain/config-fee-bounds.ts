import { NETWORKS, type Network } from './assets.ts';
import { fallback, minorUnits, type Reader } from './config-readers.ts';
import { DEFAULT_FEE_BOUNDS, type FeeBounds } from './payouts/fee-bounds.ts';

/** The bounds of every network: what is configured, else what we think right. */
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

/** Their variables, in the order of `.env.example`. */
export function describeFeeBounds(): { name: string; about: string }[] {
  return NETWORKS.flatMap((network) => {
    const { maxTotalMinor, maxRateMinor } = DEFAULT_FEE_BOUNDS[network];
    return [
      {
        name: totalVariable(network),
        about: `The most that one transaction on ${network} may cost, in minor units of its coin; ${maxTotalMinor} when unset.`,
      },
      {
        name: rateVariable(network),
        about: `The highest fee rate on ${network}, in minor units per ${RATE_UNITS[network]}; ${maxRateMinor} when unset.`,
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

function totalVariable(network: Network): string {
  return `MAX_FEE_${network}`;
}

function rateVariable(network: Network): string {
  return `MAX_FEE_RATE_${network}`;
}
