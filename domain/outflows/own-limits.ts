import { assetDecimals, type GateId, gate } from '../assets/assets.ts';
import { DomainError, fieldError } from '../errors.ts';
import { type Currency, currencyDecimals } from '../money/currencies.ts';
import { formatAmount, maxOf, minOf, mulDivCeil, mulDivFloor, pow10 } from '../money/money.ts';
import { euroIn, type Rate } from '../money/rates.ts';

/** A limit that a merchant sets itself, in minor units of its currency; null is no limit. */
export interface OwnLimit {
  readonly minor: bigint | null;
  /** The higher limit that replaces it, and when. */
  readonly next: { readonly minor: bigint | null; readonly from: Date } | null;
}

export interface OwnLimits {
  readonly perPayout: OwnLimit;
  readonly perDay: OwnLimit;
}

/** The limits that a merchant requests. */
export interface RequestedLimits {
  readonly perPayoutMinor: bigint | null;
  readonly perDayMinor: bigint | null;
}

/** How long a higher limit waits, so that the team can take it back. */
const RAISE_WAITS_MS = 24 * 60 * 60 * 1_000;

/** The limits after a change: lower ones apply at once, higher ones and none at all after 24 hours. */
export function changeOwnLimits(before: OwnLimits, requested: RequestedLimits, nowMs: number): OwnLimits {
  return {
    perPayout: changed(before.perPayout, requested.perPayoutMinor, nowMs),
    perDay: changed(before.perDay, requested.perDayMinor, nowMs),
  };
}

/** Whether the change lets more money leave than is allowed, or already going to be allowed, as a thief would want. */
export function raisesOwnLimits(before: OwnLimits, requested: RequestedLimits): boolean {
  return raises(before.perPayout, requested.perPayoutMinor) || raises(before.perDay, requested.perDayMinor);
}

/** Whether a limit is lower than before: what was requested by then was checked by a higher one. */
export function lowersOwnLimits(before: OwnLimits, after: OwnLimits): boolean {
  return isHigher(before.perPayout.minor, after.perPayout.minor) || isHigher(before.perDay.minor, after.perDay.minor);
}

function changed(before: OwnLimit, requested: bigint | null, nowMs: number): OwnLimit {
  if (!isHigher(requested, before.minor)) return { minor: requested, next: null };
  // Lower than what is waiting already, it may apply as early as that.
  const from = raises(before, requested) || before.next === null ? new Date(nowMs + RAISE_WAITS_MS) : before.next.from;
  return { minor: before.minor, next: { minor: requested, from } };
}

function raises({ minor, next }: OwnLimit, requested: bigint | null): boolean {
  return isHigher(requested, next === null ? minor : next.minor);
}

function isHigher(a: bigint | null, b: bigint | null): boolean {
  return b !== null && (a === null || a > b);
}

/** The amount that a merchant's own limits still allow. */
export interface OwnRoom extends RequestedLimits {
  readonly currency: Currency;
  /**
   * The present value of money that left in the last 24 hours or is still to leave; null while an asset among it has no
   * current rate.
   */
  readonly usedMinor: bigint | null;
  /** Current rates of all assets in the currency and in euro. */
  readonly rates: readonly Rate[];
}

/** An amount of one gate that is to leave; minor units. */
export interface LeavingSum {
  readonly gateId: GateId;
  readonly netMinor: bigint;
}

/**
 * Refuses what exceeds the merchant's own limits; the sums are one payout, or a whole mass payout.
 * @throws DomainError `amount_too_large`; `rate_unavailable` while the value is unknown, because it may be too much
 */
export function refuseBeyondOwnLimits(room: OwnRoom, sums: readonly LeavingSum[]): void {
  const { currency, perPayoutMinor, perDayMinor, usedMinor } = room;
  if (perPayoutMinor === null && perDayMinor === null) return;
  const worth = worthOf(room, sums);
  const unknown = worth === null || (perDayMinor !== null && usedMinor === null);
  if (unknown) {
    const message = `Your own limits cannot be checked: an asset has no current rate in ${currency}. Try again later.`;
    throw new DomainError('rate_unavailable', { message });
  }
  const money = (minor: bigint) => `${formatAmount(minor, currencyDecimals(currency))} ${currency}`;
  if (perPayoutMinor !== null && worth > perPayoutMinor) {
    throw tooMuch(`Your own limit is ${money(perPayoutMinor)} per payout. This one is worth ${money(worth)}.`);
  }
  if (perDayMinor === null || usedMinor === null || usedMinor + worth <= perDayMinor) return;
  const remaining = money(maxOf(0n, perDayMinor - usedMinor));
  throw tooMuch(
    `Your own limit is ${money(perDayMinor)} per day. Left in the last 24 hours or still to leave: ` +
      `${money(usedMinor)}; remaining: ${remaining}. This payout is worth ${money(worth)}.`,
  );
}

/**
 * Whether a payout keeps to the limits when it leaves: `whole` is what was requested at once, `inOneDay` what leaves
 * within 24 hours with it. An amount without a current rate may be too much.
 */
export function mayLeave(
  { perPayoutMinor, perDayMinor, ...of }: Omit<OwnRoom, 'usedMinor'>,
  { whole, inOneDay }: { readonly whole: readonly LeavingSum[]; readonly inOneDay: readonly LeavingSum[] },
): boolean {
  const keeps = (limitMinor: bigint | null, sums: readonly LeavingSum[]) => {
    if (limitMinor === null) return true;
    const worth = worthOf(of, sums);
    return worth !== null && worth <= limitMinor;
  };
  return keeps(perPayoutMinor, whole) && keeps(perDayMinor, inOneDay);
}

function tooMuch(message: string): DomainError {
  return fieldError('amount', message, 'amount_too_large');
}

/** The value of sums together, in minor units of the currency; null if one has no current rate. */
export function worthOf(of: Pick<OwnRoom, 'currency' | 'rates'>, sums: readonly LeavingSum[]): bigint | null {
  let worth = 0n;
  for (const { gateId, netMinor } of sums) {
    const price = priceOf(of, gateId);
    if (price === null) return null;
    // Rounded up: many small sums together stay within the limit too.
    worth += mulDivCeil(netMinor, price.num, price.den);
  }
  return worth;
}

/**
 * The largest sum of a gate within the limits, in its minor units; null if there is no limit.
 * @throws DomainError `rate_unavailable`
 */
export function largestWithin(room: OwnRoom, gateId: GateId): bigint | null {
  const { perPayoutMinor, perDayMinor, usedMinor } = room;
  if (perPayoutMinor === null && perDayMinor === null) return null;
  const price = priceOf(room, gateId);
  if (price === null || (perDayMinor !== null && usedMinor === null)) throw new DomainError('rate_unavailable');
  const left = perDayMinor === null ? null : maxOf(0n, perDayMinor - (usedMinor ?? 0n));
  const worth = left === null ? perPayoutMinor : perPayoutMinor === null ? left : minOf(left, perPayoutMinor);
  return worth === null ? null : mulDivFloor(worth, price.den, price.num);
}

/** How many minor units of the currency one minor unit of the gate is worth. */
function priceOf({ currency, rates }: Pick<OwnRoom, 'currency' | 'rates'>, gateId: GateId) {
  const asset = gateId === 'EUR' ? null : gate(gateId).asset;
  const rate =
    asset === null ? euroIn(currency, rates) : rates.find((each) => each.asset === asset && each.currency === currency);
  if (rate === null || rate === undefined) return null;
  const decimals = asset === null ? currencyDecimals('EUR') : assetDecimals(asset).decimals;
  return { num: rate.num * pow10(currencyDecimals(currency)), den: rate.den * pow10(decimals) };
}
