import { minOf } from '../money/money.ts';

/** The part of a fill for one ledger asset; minor units. */
export interface Share {
  readonly asset: string;
  readonly minor: bigint;
}

/**
 * Splits a fill over the gates of one asset: an exchange knows USDT, the ledger knows it on each network. A sale takes
 * from the largest positions first and a purchase fills the lowest first, so that the gates come closer to zero; what
 * is left goes to the first gate. The shares sum to the fill.
 * @param positions by gate, first the gate that exchanges use; above zero: the gateway is long
 */
export function splitFill(
  positions: readonly Share[],
  { side, minor }: { readonly side: 'buy' | 'sell'; readonly minor: bigint },
): Share[] {
  const [first] = positions;
  if (first === undefined) throw new RangeError('A fill needs a gate.');
  const sign = side === 'sell' ? 1n : -1n;
  const off = positions.map((each) => ({ asset: each.asset, minor: sign * each.minor }));
  const shares = new Map<string, bigint>();
  let left = minor;
  for (const { asset, minor: room } of off.toSorted((a, b) => (a.minor < b.minor ? 1 : -1))) {
    if (room <= 0n || left === 0n) break;
    const taken = minOf(room, left);
    shares.set(asset, taken);
    left -= taken;
  }
  if (left > 0n) shares.set(first.asset, (shares.get(first.asset) ?? 0n) + left);
  return [...shares].map(([asset, taken]) => ({ asset, minor: taken }));
}
