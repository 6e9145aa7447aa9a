import { causesOfDebt, comeBack, type DebtChange, takenAgain, type WrittenOff } from './written-off.ts';

/**
 * The written-off amounts of one merchant, by cause and asset, beside the amounts that each cause has given and taken.
 */
export class Losses {
  readonly #changes = new Map<string, DebtChange[]>();
  readonly #rows = new Map<string, WrittenOff>();
  readonly #given = new Map<string, { now: bigint; most: bigint }>();

  /** Money of a cause reaches the merchant. @returns how much of it is the gateway's */
  give(cause: string, asset: string, minor: bigint): bigint {
    const at = this.#at(cause, asset);
    at.now += minor;
    if (at.now > at.most) at.most = at.now;
    const row = this.#rows.get(`${cause} ${asset}`);
    if (row === undefined) return 0n;
    const { row: next, toLossMinor } = comeBack(row, minor);
    this.#rows.set(`${cause} ${asset}`, next);
    return toLossMinor;
  }

  /** Money of a cause is gone. @returns how much of it the gateway had got back */
  take(cause: string, asset: string, minor: bigint): bigint {
    this.#at(cause, asset).now -= minor;
    const row = this.#rows.get(`${cause} ${asset}`);
    if (row === undefined) return 0n;
    const { row: next, fromLossMinor } = takenAgain(row, minor);
    this.#rows.set(`${cause} ${asset}`, next);
    return fromLossMinor;
  }

  /** The debt grows, or shrinks below zero. */
  owe(asset: string, change: DebtChange): void {
    if (change.minor === 0n) return;
    this.#changes.set(asset, [...(this.#changes.get(asset) ?? []), change]);
  }

  writeOff(asset: string): void {
    for (const { cause, minor } of causesOfDebt(this.#changes.get(asset) ?? [])) {
      const row = this.#rows.get(`${cause} ${asset}`) ?? { openMinor: 0n, recoveredMinor: 0n, givenMinor: 0n };
      this.#rows.set(`${cause} ${asset}`, { ...row, openMinor: row.openMinor + minor });
      this.owe(asset, { cause, minor: -minor });
    }
  }

  /** The gateway's present loss of an asset. */
  openMinor(asset: string): bigint {
    const rows = [...this.#rows].filter(([key]) => key.endsWith(` ${asset}`));
    return rows.reduce((sum, [, { openMinor }]) => sum + openMinor, 0n);
  }

  /** Losses that are more than what is still missing of their cause: none, once its money is back. */
  excessive(): string[] {
    return [...this.#rows].flatMap(([key, { openMinor }]) => {
      const { now, most } = this.#given.get(key) ?? { now: 0n, most: 0n };
      return openMinor > most - now ? [`${key}: ${openMinor} of ${most - now}`] : [];
    });
  }

  #at(cause: string, asset: string): { now: bigint; most: bigint } {
    const at = this.#given.get(`${cause} ${asset}`) ?? { now: 0n, most: 0n };
    this.#given.set(`${cause} ${asset}`, at);
    return at;
  }
}
