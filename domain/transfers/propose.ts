import { minOf } from '../money/money.ts';
import type { Place, Way } from './places.ts';

/** How much of a gate should be at a place. Minor units. */
export interface Level {
  readonly place: Place;
  readonly gateId: Way['gateId'];
  readonly floorMinor: bigint;
  readonly targetMinor: bigint;
}

export interface Holdings {
  readonly levels: readonly Level[];
  /** The amount held at a place. */
  readonly heldMinor: (place: Place, gateId: Way['gateId']) => bigint;
  /** The confirmed routes. */
  readonly routes: readonly (Way & { readonly id: string })[];
  /** Transfers that are neither at their destination nor ended. */
  readonly open: readonly (Way & { readonly amountMinor: bigint; readonly hasLeft: boolean })[];
}

export interface Proposal {
  readonly routeId: string;
  readonly amountMinor: bigint;
  readonly why: string;
}

/**
 * The transfers that should be made: to each place below its floor, up to its target, from the place that has most
 * above its own target. A place without a level gives nothing. Money on its way counts at its target, so nothing is
 * proposed twice; at most one transfer per route is open at a time.
 */
export function proposeTransfers({ levels, heldMinor, routes, open }: Holdings): Proposal[] {
  const expected = new Map(levels.map((level) => [keyOf(level), heldMinor(level.place, level.gateId)]));
  const add = (key: string, minor: bigint) => {
    const before = expected.get(key);
    if (before !== undefined) expected.set(key, before + minor);
  };
  for (const { from, to, gateId, amountMinor, hasLeft } of open) {
    add(keyOf({ place: to, gateId }), amountMinor);
    if (!hasLeft) add(keyOf({ place: from, gateId }), -amountMinor);
  }
  const proposals: Proposal[] = [];
  for (const level of levels) {
    const have = expected.get(keyOf(level)) ?? 0n;
    if (have >= level.floorMinor) continue;
    const best = bestSource(level, { levels, routes, open, expected });
    if (best === null) continue;
    const amountMinor = minOf(level.targetMinor - have, best.spareMinor);
    add(keyOf(level), amountMinor);
    add(keyOf({ place: best.from, gateId: level.gateId }), -amountMinor);
    proposals.push({ routeId: best.id, amountMinor, why: `${level.place} is below its floor of ${level.gateId}.` });
  }
  return proposals;
}

function bestSource(
  { place, gateId }: Level,
  { levels, routes, open, expected }: Omit<Holdings, 'heldMinor'> & { readonly expected: ReadonlyMap<string, bigint> },
) {
  const isSame = (a: Way, b: Way) => a.from === b.from && a.to === b.to && a.gateId === b.gateId;
  return routes
    .filter((route) => route.to === place && route.gateId === gateId && !open.some((each) => isSame(each, route)))
    .flatMap((route) => {
      const own = levels.find((level) => level.place === route.from && level.gateId === gateId);
      const spareMinor = own === undefined ? 0n : (expected.get(keyOf(own)) ?? 0n) - own.targetMinor;
      return spareMinor > 0n ? [{ id: route.id, from: route.from, spareMinor }] : [];
    })
    .reduce<Source | null>((best, each) => (best === null || each.spareMinor > best.spareMinor ? each : best), null);
}

interface Source {
  readonly id: string;
  readonly from: Place;
  readonly spareMinor: bigint;
}

function keyOf({ place, gateId }: Pick<Level, 'place' | 'gateId'>): string {
  return `${place} ${gateId}`;
}
