import { Op } from 'sequelize';
import type { AnyWithdrawal } from '../../contract/withdrawals.view.ts';
import { DomainError } from '../../domain/errors.ts';
import type { WithdrawalRow } from '../../domain/withdrawals/record.ts';
import type { Db, Tx } from '../core/sequelize.ts';
import { selectPayouts } from '../payouts/rows.ts';
import { withdrawalsTable } from './rows.ts';

/** One withdrawal to a bank account. @throws DomainError `not_found`, also for another profile's */
export async function readWithdrawal(on: Tx | Db, id: string, profileId?: string): Promise<WithdrawalRow> {
  const row = await withdrawalsTable.findOne(on, { id, ...(profileId === undefined ? {} : { profileId }) });
  if (row === undefined) throw new DomainError('not_found');
  return row;
}

/** A withdrawal of the profile, to a bank account or in coins. @throws DomainError `not_found` */
export async function readAnyWithdrawal(on: Tx | Db, id: string, profileId: string): Promise<AnyWithdrawal> {
  const [found] = await readAnyWithdrawals(on, [id], profileId);
  if (found === undefined) throw new DomainError('not_found');
  return found;
}

/** Those of the withdrawals that belong to the profile, in the requested order. */
export async function readAnyWithdrawals(
  on: Tx | Db,
  ids: readonly string[],
  profileId: string,
): Promise<AnyWithdrawal[]> {
  const euros = await withdrawalsTable.find(on, { profileId, id: { [Op.in]: [...ids] } });
  const coins = await selectPayouts(on, COINS, [ids, profileId]);
  const found = new Map<string, AnyWithdrawal>([
    ...euros.map((row) => [row.id, { type: 'fiat', row }] as const),
    ...coins.map((row) => [row.id, { type: 'crypto', row }] as const),
  ]);
  return ids.flatMap((id) => found.get(id) ?? []);
}

const COINS = `WHERE id = ANY($1::uuid[]) AND profile_id = $2 AND kind = 'withdrawal'`;
