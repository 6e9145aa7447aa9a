import type { FeeCharge } from './exchanges.ts';

/** The price of one withdrawal from an exchange, as somebody read it there. Minor units of the gate's asset. */
export interface FeeEntry {
  readonly feeMinor: bigint;
  /** The least that it sends. */
  readonly minimumMinor: bigint;
  /** Where it was read. */
  readonly source: string;
  /** The day on which it was read, ISO 8601. */
  readonly asOf: string;
}

/** Exchanges follow the networks with their fees: an older entry is said, but no amount is computed from it. */
export const FEE_ENTRY_DAYS = 30;

const DAY_MS = 86_400_000;

/** True while an entry may be used. One from the future is a mistake and counts as old. */
export function isCurrentEntry({ asOf }: Pick<FeeEntry, 'asOf'>, nowMs: number): boolean {
  const ageMs = nowMs - Date.parse(`${asOf}T00:00:00Z`);
  return ageMs >= -DAY_MS && ageMs <= FEE_ENTRY_DAYS * DAY_MS;
}

export interface Withdrawal {
  /**
   * The amount to type so that the due amount arrives; null where a fee is or may be deducted that is not known or too
   * old: the payer then enters the fee that the exchange shows.
   */
  readonly typeMinor: bigint | null;
  /** The exchange sends nothing this small; null where its current minimum is not known. */
  readonly isBelowMinimum: boolean | null;
}

/** The amount that a payer types at an exchange so that `dueMinor` arrives. Exact: nothing is rounded. */
export function planWithdrawal(input: {
  readonly dueMinor: bigint;
  readonly charge: FeeCharge;
  readonly entry: FeeEntry | null;
  readonly nowMs: number;
}): Withdrawal {
  const { dueMinor, charge, entry, nowMs } = input;
  const current = entry !== null && isCurrentEntry(entry, nowMs) ? entry : null;
  const typeMinor = typedMinor(dueMinor, charge, current);
  const isBelowMinimum = current === null ? null : (typeMinor ?? dueMinor) < current.minimumMinor;
  return { typeMinor, isBelowMinimum };
}

function typedMinor(dueMinor: bigint, charge: FeeCharge, entry: FeeEntry | null): bigint | null {
  switch (charge) {
    case 'added':
      return dueMinor;
    case 'deducted':
      return entry === null ? null : dueMinor + entry.feeMinor;
    case 'varies':
      return null;
    default:
      return charge satisfies never;
  }
}
