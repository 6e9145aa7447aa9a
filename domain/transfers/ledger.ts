import type { GateId } from '../assets/assets.ts';
import { ledgerAssetOf } from '../treasury/exchanges.ts';
import { currencyOfGate, exchangeAt, networkAt, type Place, type Way } from './places.ts';

/** An account of the gateway by asset and kind. */
export interface GatewayAccount {
  readonly asset: string;
  readonly kind:
    | `custody:${string}`
    | `in_transit:${string}:${string}`
    | 'position'
    | 'suspense'
    | 'suspense:bank'
    | 'fees:exchange'
    | 'fees:bank';
}

/** One movement; `minor` is above zero. */
export interface GatewayPosting {
  readonly debit: GatewayAccount;
  readonly credit: GatewayAccount;
  readonly minor: bigint;
}

/**
 * The money leaves its origin: all of it out of custody there, `netMinor` into transit, what an exchange keeps to its
 * fees. From a hot wallet the payout itself moves custody, so nothing is left to do here.
 */
export function departurePostings(way: Way, { amountMinor, netMinor }: DepartedMoney): GatewayPosting[] {
  if (networkAt(way.from) !== null) return [];
  const transit = transitOf(way);
  const fee = { asset: way.gateId, kind: 'fees:exchange' } as const;
  return [
    ...outOf(way.from, way.gateId, { to: transit, minor: netMinor }),
    ...outOf(way.from, way.gateId, { to: fee, minor: amountMinor - netMinor }),
  ];
}

/**
 * The money is at its destination: out of transit into custody or, on a chain or at the bank, out of the suspense that
 * it was credited to before anybody knew whose it is. A missing amount was a fee; a surplus lowers the fees.
 */
export function arrivalPostings(way: Way, { netMinor, arrivedMinor }: ArrivedMoney): GatewayPosting[] {
  const { gateId, to } = way;
  const transit = transitOf(way);
  const fee = { asset: gateId, kind: to === 'bank:main' ? 'fees:bank' : 'fees:exchange' } as const;
  const missing = netMinor - arrivedMinor;
  return [
    ...into(to, gateId, { from: transit, minor: arrivedMinor }),
    ...posting(fee, transit, missing),
    ...posting(transit, fee, -missing),
  ];
}

/** The same, backwards. */
export function reversed(postings: readonly GatewayPosting[]): GatewayPosting[] {
  return postings.map(({ debit, credit, minor }) => ({ debit: credit, credit: debit, minor }));
}

export interface DepartedMoney {
  readonly amountMinor: bigint;
  readonly netMinor: bigint;
}

export interface ArrivedMoney {
  readonly netMinor: bigint;
  readonly arrivedMinor: bigint;
}

/** The amount on this way, in the ledger. */
export function transitOf({ from, to, gateId }: Way): GatewayAccount {
  return { asset: gateId, kind: `in_transit:${from}:${to}` };
}

/** Custody at a place; an exchange does not know the networks of a coin, so there it is one asset. */
export function custodyAt(place: Place, gateId: GateId): GatewayAccount {
  const asset = exchangeAt(place) === null ? gateId : ledgerAssetOf(currencyOfGate(gateId)).asset;
  return { asset, kind: `custody:${place}` };
}

function outOf(
  place: Place,
  gateId: GateId,
  { to, minor }: { readonly to: GatewayAccount; readonly minor: bigint },
): GatewayPosting[] {
  const custody = custodyAt(place, gateId);
  if (custody.asset === gateId) return posting(to, custody, minor);
  // The coins change their network: a position is counted over all networks, so it stays as it is.
  return [
    ...posting({ asset: custody.asset, kind: 'position' }, custody, minor),
    ...posting(to, { asset: gateId, kind: 'position' }, minor),
  ];
}

function into(
  place: Place,
  gateId: GateId,
  { from, minor }: { readonly from: GatewayAccount; readonly minor: bigint },
): GatewayPosting[] {
  if (place === 'bank:main') return posting({ asset: gateId, kind: 'suspense:bank' }, from, minor);
  if (networkAt(place) !== null) return posting({ asset: gateId, kind: 'suspense' }, from, minor);
  return reversed(outOf(place, gateId, { to: from, minor }));
}

function posting(debit: GatewayAccount, credit: GatewayAccount, minor: bigint): GatewayPosting[] {
  return minor > 0n ? [{ debit, credit, minor }] : [];
}
