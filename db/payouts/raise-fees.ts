import { coinOf } from '../../domain/assets.ts';
import { DomainError } from '../../domain/errors.ts';
import { allocate, formatTrimmed, maxOf, minOf, parseAmount } from '../../domain/money.ts';
import type { Tx } from '../sequelize.ts';
import { execute, prepared } from '../sql.ts';
import type { PayoutRow } from './rows.ts';
import type { PayoutSettings } from './settings.ts';

export interface FeeRaise {
  /** Locked, all of one network. */
  readonly rows: readonly PayoutRow[];
  /** What one transaction that pays all of them may cost, in coins of the network. */
  readonly maxFee: string;
}

/**
 * Lets the transaction of these payouts cost more than was approved. Each payout's share is sealed, in proportion to
 * what it had, so that the signer keeps the sum.
 * @returns the new sum in words; null when it was approved already, and nothing changed
 * @throws DomainError `amount_invalid`; `validation_failed` for less than what is approved, or more than
 *   `MAX_FEE_<NETWORK>`
 */
export async function raiseFees(
  tx: Tx,
  { seal, maxFeeOf }: Pick<PayoutSettings, 'seal' | 'maxFeeOf'>,
  { rows, maxFee }: FeeRaise,
): Promise<string | null> {
  const [first] = rows;
  if (first === undefined) throw refusal('Nothing waits for a signature, so no fee can be raised.');
  const coin = coinOf(first.network);
  const amountOf = (minor: bigint) => `${formatTrimmed(minor, coin.decimals)} ${coin.ticker}`;
  const wantedMinor = parseAmount(maxFee, coin.decimals);
  const mostMinor = maxFeeOf(first.network);
  if (wantedMinor > mostMinor) {
    throw refusal(`The fee can be at most ${amountOf(mostMinor)} (MAX_FEE_${first.network}).`);
  }
  // A payout without a ceiling is bounded by the configuration alone: there is nothing to raise.
  const present = rows.map((row) => seal.feeCeilingOf(row) ?? mostMinor);
  const presentMinor = present.reduce((sum, minor) => sum + minor, 0n);
  if (wantedMinor === presentMinor && rows.every(({ feeRaiseMinor: raise }) => raise !== null)) return null;
  if (wantedMinor <= presentMinor) {
    throw refusal(`Up to ${amountOf(minOf(presentMinor, mostMinor))} is approved already. Enter more than that.`);
  }
  const weights = present.map((minor) => maxOf(minor, 1n));
  const more = allocate(wantedMinor - presentMinor, weights);
  const raised = present.map((minor, index) => minor + (more[index] ?? 0n));
  await execute(tx, raiseSql, [
    rows.map(({ id }) => id),
    raised.map(String),
    rows.map(({ id }, index) => seal.raiseFee(id, raised[index] ?? 0n)),
  ]);
  return amountOf(wantedMinor);
}

function refusal(message: string): DomainError {
  return new DomainError('validation_failed', { message, fields: { maxFee: [message] } });
}

const raiseSql = prepared(`
  UPDATE payout p SET fee_raise_minor = r.minor, fee_raise_mac = r.mac
  FROM unnest($1::uuid[], $2::numeric[], $3::text[]) AS r (id, minor, mac) WHERE p.id = r.id`);
