import { coinOf } from '../../domain/assets/assets.ts';
import { DomainError } from '../../domain/errors.ts';
import { allocate, formatTrimmed, maxOf, minOf, parseAmount } from '../../domain/money/money.ts';
import type { PayoutRow } from '../../domain/payouts/record.ts';
import type { Tx } from '../core/sequelize.ts';
import { execute, prepared } from '../core/sql.ts';
import type { PayoutSettings } from './settings.ts';

export interface FeeRaise {
  /** Locked, all of one network. */
  readonly rows: readonly PayoutRow[];
  /** The maximum cost of one transaction that pays all of them, in the network's coin. */
  readonly maxFee: string;
}

/**
 * Raises the maximum cost of these payouts' transaction above the approved one. Each payout's share is sealed, in
 * proportion to its previous one, so that the signer respects the sum.
 * @returns the new sum as text; null if it was approved already, and nothing changed
 * @throws DomainError `amount_invalid`; `validation_failed` for less than the approved fee, or more than
 *   `MAX_FEE_<NETWORK>`
 */
export async function raiseFees(
  tx: Tx,
  { seal, maxFeeOf }: Pick<PayoutSettings, 'seal' | 'maxFeeOf'>,
  { rows, maxFee }: FeeRaise,
): Promise<string | null> {
  const [first] = rows;
  if (first === undefined) throw refusal('No payout is waiting for a signature, so there is no fee to raise.');
  const coin = coinOf(first.network);
  const amountOf = (minor: bigint) => `${formatTrimmed(minor, coin.decimals)} ${coin.ticker}`;
  const requestedMinor = parseAmount(maxFee, coin.decimals);
  const mostMinor = maxFeeOf(first.network);
  if (requestedMinor > mostMinor) {
    throw refusal(`The fee must not exceed ${amountOf(mostMinor)} (MAX_FEE_${first.network}).`);
  }
  // A payout without a ceiling is limited only by the configuration: there is nothing to raise.
  const present = rows.map((row) => seal.feeCeilingOf(row) ?? mostMinor);
  const presentMinor = present.reduce((sum, minor) => sum + minor, 0n);
  if (requestedMinor === presentMinor && rows.every(({ feeRaiseMinor: raise }) => raise !== null)) return null;
  if (requestedMinor <= presentMinor) {
    throw refusal(`Up to ${amountOf(minOf(presentMinor, mostMinor))} is already approved. Enter a higher amount.`);
  }
  const weights = present.map((minor) => maxOf(minor, 1n));
  const more = allocate(requestedMinor - presentMinor, weights);
  const raised = present.map((minor, index) => minor + (more[index] ?? 0n));
  await execute(tx, raiseSql, [
    rows.map(({ id }) => id),
    raised.map(String),
    rows.map(({ id }, index) => seal.raiseFee(id, raised[index] ?? 0n)),
  ]);
  return amountOf(requestedMinor);
}

function refusal(message: string): DomainError {
  return new DomainError('validation_failed', { message, fields: { maxFee: [message] } });
}

const raiseSql = prepared(`
  UPDATE payout p SET fee_raise_minor = r.minor, fee_raise_mac = r.mac
  FROM unnest($1::uuid[], $2::numeric[], $3::text[]) AS r (id, minor, mac) WHERE p.id = r.id`);
