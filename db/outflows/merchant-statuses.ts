import { markedForDeletion } from '../../domain/accounts/account-rules.ts';
import type { Mode } from '../../domain/assets/assets.ts';
import { DomainError } from '../../domain/errors.ts';
import type { MerchantStatus } from '../../domain/state/merchant.ts';
import type { Db, Tx } from '../core/sequelize.ts';
import { maybeOne, prepared, select } from '../core/sql.ts';
import { isLeaving } from '../shops/open-shop.ts';

/**
 * A merchant's status for outgoing money: compliance may have restricted it openly, in production only, or its deletion
 * was requested.
 */
export type MoneyOutStatus = MerchantStatus | 'restricted' | 'leaving';

/** Reads {@link MoneyOutStatus} of the merchant `m` in the mode of the profile `p` for what has begun already. */
export const begunMoneyOutStatus = `CASE
  WHEN p.mode = 'production' AND m.status <> 'blocked' AND m.money_out_restricted_at IS NOT NULL THEN 'restricted'
  ELSE m.status END`;

/** The same for what is new. */
export const moneyOutStatus = `CASE
  WHEN m.status <> 'blocked' AND ${isLeaving} THEN 'leaving'
  ELSE ${begunMoneyOutStatus} END`;

/**
 * Refuses outgoing money of merchants who may not send. @throws DomainError `merchant_blocked`, `merchant_restricted`,
 * `production_not_permitted`
 */
export function refuseMerchant(status: MoneyOutStatus, mode: Mode): void {
  if (status === 'blocked') throw new DomainError('merchant_blocked');
  if (status === 'restricted') throw new DomainError('merchant_restricted');
  if (status === 'leaving') throw markedForDeletion();
  if (mode === 'production' && status !== 'verified') throw new DomainError('production_not_permitted');
}

/**
 * Refuses refunds of merchants who may not send anything now; where production is closed they may.
 * @throws DomainError `merchant_blocked` if its deletion was requested, `merchant_restricted`
 */
export async function refuseRestricted(on: Tx | Db, profileId: string): Promise<void> {
  const row = await maybeOne<{ status: MoneyOutStatus }>(on, profileSql, [profileId]);
  if (row?.status === 'leaving') throw markedForDeletion();
  if (row?.status === 'restricted') throw new DomainError('merchant_restricted');
}

/** The compliance statuses of the payouts' merchants, by their ids. */
export async function merchantStatuses(
  tx: Tx,
  payouts: readonly { readonly merchantId: string }[],
): Promise<ReadonlyMap<string, MerchantStatus>> {
  const ids = [...new Set(payouts.map(({ merchantId }) => merchantId))];
  const rows = await select<{ id: string; status: MerchantStatus }>(tx, statusesSql, [ids]);
  return new Map(rows.map(({ id, status }) => [id, status]));
}

const profileSql = prepared(`
  SELECT ${moneyOutStatus} AS status FROM profile p JOIN merchant m ON m.id = p.merchant_id WHERE p.id = $1`);
// Only production uses it (domain/payouts/signing.ts), where nothing of a restricted merchant is signed.
const statusesSql = prepared(`
  SELECT id, CASE WHEN money_out_restricted_at IS NOT NULL THEN 'blocked' ELSE status END AS status
  FROM merchant WHERE id = ANY($1::uuid[])`);
