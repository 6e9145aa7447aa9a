import { gate, isCryptoGateId } from '../assets.ts';
import { messageOf } from '../errors.ts';
import { formatTrimmed } from '../money.ts';

/** What a merchant owes of one asset after a reorganization, minor units. */
export interface Owed {
  readonly asset: string;
  readonly minor: bigint;
}

/** Why a balance does not cover what should leave: with a debt, also how much is owed, why, and how it is paid. */
export function insufficientBalance(owed: readonly Owed[]): string {
  const debts = owed.filter(({ minor }) => minor > 0n).map(coinsOf);
  if (debts.length === 0) return messageOf('insufficient_balance');
  return `${messageOf('insufficient_balance')} You owe ${debts.join(' and ')}, ${WHY}`;
}

const WHY =
  'because a reorganization of the blockchain undid payments after their money had left. Incoming payments pay this first, and as much of the balance stays here until then.';

/** The amount in coins, as people read it. */
export function coinsOf({ asset, minor }: Owed): string {
  if (!isCryptoGateId(asset)) return `${minor} units of ${asset}`;
  const { decimals, ticker } = gate(asset);
  return `${formatTrimmed(minor, decimals)} ${ticker}`;
}
