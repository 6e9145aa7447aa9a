import { type GateId, gate, gates, isCryptoGateId, NETWORKS, type Network } from '../assets/assets.ts';
import { EXCHANGE_NAMES, type ExchangeName } from '../treasury/exchanges.ts';

/** Where the gateway holds money: an exchange, the hot wallet of a network, or the account at its bank. */
export type Place = `exchange:${ExchangeName}` | Network | 'bank:main';

export const PLACES: readonly Place[] = [
  ...EXCHANGE_NAMES.map((name): Place => `exchange:${name}`),
  ...NETWORKS,
  'bank:main',
];

/** The exchange that a place is; null for others. */
export function exchangeAt(place: Place): ExchangeName | null {
  return EXCHANGE_NAMES.find((name) => place === `exchange:${name}`) ?? null;
}

/** The network whose hot wallet a place is; null for others. */
export function networkAt(place: Place): Network | null {
  return NETWORKS.find((network) => place === network) ?? null;
}

/** How an exchange calls what a gate holds. */
export function currencyOfGate(gateId: GateId): string {
  return isCryptoGateId(gateId) ? gate(gateId).asset : gateId;
}

/** The problem of a pair of places, in words; null if money can go this way: one end is an exchange. */
export function routeProblem({ from, to, gateId }: Way): string | null {
  const ends = [from, to];
  if (ends.filter((place) => exchangeAt(place) !== null).length !== 1) return 'One end must be an exchange.';
  const network = ends.map(networkAt).find((each) => each !== null);
  if (network === undefined) {
    if (gateId !== 'EUR') return 'The bank takes euro only.';
    // Binance has no interface for euro of a bank.
    return ends.includes('exchange:kraken') ? null : 'This exchange moves no euro to or from a bank.';
  }
  return isCryptoGateId(gateId) && gates[gateId].network === network
    ? null
    : `${gateId} is not an asset of ${network}.`;
}

/** From where to where, and what. */
export interface Way {
  readonly from: Place;
  readonly to: Place;
  readonly gateId: GateId;
}
