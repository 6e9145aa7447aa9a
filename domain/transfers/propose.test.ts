import { expect, test } from 'vitest';
import type { Place, Way } from './places.ts';
import { type Holdings, proposeTransfers } from './propose.ts';

const level = (place: Place, floorMinor: bigint, targetMinor: bigint) => {
  return { place, gateId: 'BTC' as const, floorMinor, targetMinor };
};
const route = (id: string, from: Place, to: Place) => ({ id, from, to, gateId: 'BTC' as const });
const routes = [
  route('in', 'exchange:kraken', 'BTC'),
  route('out', 'BTC', 'exchange:kraken'),
  route('other', 'exchange:binance', 'BTC'),
];
const levels = [level('BTC', 10n, 20n), level('exchange:kraken', 5n, 30n), level('exchange:binance', 5n, 30n)];

function propose(held: Partial<Record<Place, bigint>>, more: Partial<Holdings> = {}) {
  const proposals = proposeTransfers({ levels, routes, open: [], heldMinor: (place) => held[place] ?? 0n, ...more });
  return proposals.map(({ routeId, amountMinor }) => [routeId, amountMinor]);
}

test('nothing is moved while every place has its floor', () => {
  expect(propose({ BTC: 10n, 'exchange:kraken': 5n, 'exchange:binance': 500n })).toEqual([]);
});

test('a place below its floor is filled up to its target by the place that has most to spare', () => {
  expect(propose({ BTC: 9n, 'exchange:kraken': 40n, 'exchange:binance': 41n })).toEqual([['other', 11n]]);
});

test('no place gives what would bring it below its own target, or gives without a level', () => {
  expect(propose({ BTC: 0n, 'exchange:kraken': 33n, 'exchange:binance': 30n })).toEqual([['in', 3n]]);
  const own = [level('BTC', 10n, 20n)];
  expect(propose({ BTC: 0n, 'exchange:kraken': 1_000n }, { levels: own })).toEqual([]);
});

test('what is on its way counts where it goes, and a route carries one transfer at a time', () => {
  const open = (way: Way, amountMinor: bigint, hasLeft: boolean) => [{ ...way, amountMinor, hasLeft }];
  const held = { BTC: 0n, 'exchange:kraken': 100n } as const;
  const onItsWay = { from: 'exchange:binance', to: 'BTC', gateId: 'BTC' } as const;
  expect(propose(held, { open: open(onItsWay, 10n, true) })).toEqual([]);
  const [kraken] = routes;
  expect(kraken && propose(held, { open: open(kraken, 1n, false) })).toEqual([]);
});
