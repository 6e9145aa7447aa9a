import { maxOf, minOf } from './money.ts';

/**
 * The written-off part of the debt that one cause (an invoice, a deposit, a withdrawal) left, in one asset. Money of
 * the cause that comes back pays `openMinor` first. Minor units.
 */
export interface WrittenOff {
  /** The loss that is left. */
  readonly openMinor: bigint;
  /** How much of it has come back. */
  readonly recoveredMinor: bigint;
  /** The surplus that has come back beyond it, which the merchant got. */
  readonly givenMinor: bigint;
}

/** Money of the cause reaches the merchant. `toLossMinor`: how much of it is the gateway's. */
export function comeBack(row: WrittenOff, minor: bigint): { readonly row: WrittenOff; readonly toLossMinor: bigint } {
  const toLossMinor = minOf(row.openMinor, minor);
  return {
    toLossMinor,
    row: {
      openMinor: row.openMinor - toLossMinor,
      recoveredMinor: row.recoveredMinor + toLossMinor,
      givenMinor: row.givenMinor + minor - toLossMinor,
    },
  };
}

/**
 * Money of the cause is taken again. The amount that came back last goes first, and the merchant got theirs last.
 * `fromLossMinor`: what had paid the loss, which the merchant never saw; the rest is taken from the merchant.
 */
export function takenAgain(
  row: WrittenOff,
  minor: bigint,
): { readonly row: WrittenOff; readonly fromLossMinor: bigint } {
  const fromGivenMinor = minOf(row.givenMinor, minor);
  const fromLossMinor = minOf(row.recoveredMinor, minor - fromGivenMinor);
  return {
    fromLossMinor,
    row: {
      openMinor: row.openMinor + fromLossMinor,
      recoveredMinor: row.recoveredMinor - fromLossMinor,
      givenMinor: row.givenMinor - fromGivenMinor,
    },
  };
}

/** The changes of a debt, in order: `minor` is more than zero if it grew. A write-off has no cause. */
export interface DebtChange {
  readonly cause: string | null;
  readonly minor: bigint;
}

/**
 * Which causes left the debt that there is now, and how much of it. Money of a cause pays what that cause left; all
 * other money, and a write-off, pays the oldest first. The sum is the debt.
 */
export function causesOfDebt(changes: readonly DebtChange[]): { readonly cause: string; readonly minor: bigint }[] {
  const left = new Map<string, bigint>();
  const pay = (cause: string, minor: bigint): bigint => {
    const open = left.get(cause) ?? 0n;
    const paidMinor = minOf(open, minor);
    if (paidMinor === open) left.delete(cause);
    else left.set(cause, open - paidMinor);
    return minor - paidMinor;
  };
  for (const { cause, minor } of changes) {
    if (minor > 0n) {
      const name = cause ?? UNKNOWN_CAUSE;
      left.set(name, (left.get(name) ?? 0n) + minor);
      continue;
    }
    let restMinor = cause === null ? -minor : pay(cause, -minor);
    for (const oldest of Array.from(left.keys())) restMinor = pay(oldest, maxOf(0n, restMinor));
  }
  return [...left].map(([cause, minor]) => ({ cause, minor }));
}

/** Of what no invoice, deposit or withdrawal left: it never comes back. */
const UNKNOWN_CAUSE = 'unknown';
