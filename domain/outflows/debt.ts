import { gateDecimals, gates, isGateId } from '../assets/assets.ts';
import { messageOf } from '../errors.ts';
import { formatTrimmed } from '../money/money.ts';

/** A merchant's debt in one asset after a reorganization, in minor units. */
export interface Owed {
  readonly asset: string;
  readonly minor: bigint;
}

/** The message for a balance that is too small; with a debt, it also says how much is owed, why, and how it is paid. */
export function insufficientBalance(owed: readonly Owed[]): string {
  const debts = owed.filter(({ minor }) => minor > 0n).map(coinsOf);
  if (debts.length === 0) return messageOf('insufficient_balance');
  return `${messageOf('insufficient_balance')} You owe ${debts.join(' and ')}, ${WHY}`;
}

const WHY =
  'because a reorganization of the blockchain undid payments after their money had left. Incoming payments pay this first, and as much of the balance stays here until then.';

/** The amount in coins, for people. */
export function coinsOf({ asset, minor }: Owed): string {
  if (!isGateId(asset)) return `${minor} units of ${asset}`;
  if (asset === 'EUR') return `${formatTrimmed(minor, gateDecimals(asset), 2)} EUR`;
  const { decimals, ticker } = gates[asset];
  return `${formatTrimmed(minor, decimals)} ${ticker}`;
}
