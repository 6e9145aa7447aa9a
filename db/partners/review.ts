import { DomainError } from '../../domain/errors.ts';
import { standingOf } from '../../domain/partners/fraud.ts';
import type { Tx } from '../core/sequelize.ts';
import { prepared, select } from '../core/sql.ts';
import { NOW } from '../core/table.ts';
import { bookShares } from './books.ts';
import { type PartnerReferralRow, partnerReferralsTable } from './rows.ts';
import { signalsOf } from './sides.ts';

/** The merchants whose last comparison with their partner is older than a day, apart from these. */
export function findDueReferrals(
  tx: Tx,
  limit: number,
  except: readonly string[] = [],
): Promise<{ merchantId: string }[]> {
  return select(tx, dueSql, [limit, [...except]]);
}

/**
 * Compares a merchant with its partner again: bank accounts, devices and members come with time. Its shares begin or
 * cease to count with its standing, also those that were paid out.
 */
export async function reviewReferral(tx: Tx, merchantId: string): Promise<void> {
  const row = await lockReferral(tx, merchantId);
  if (row === undefined) return;
  const signals = await signalsOf(tx, row);
  await changeStanding(tx, row, { ...row, signals });
}

/** The decision of staff about a merchant's shares. */
export interface ReferralDecision {
  readonly merchantId: string;
  /** The partner whose merchant it must be. */
  readonly partnerId: string;
  readonly counts: boolean;
  readonly staffId: string;
  readonly note: string;
}

/**
 * Lets a merchant count in spite of the signals that are there now, or refuses it.
 * @throws DomainError `not_found`; `conflict` when a signal leaves no doubt
 */
export async function decideReferral(tx: Tx, decision: ReferralDecision): Promise<PartnerReferralRow> {
  const { merchantId, partnerId, counts, staffId, note } = decision;
  const row = await lockReferral(tx, merchantId);
  if (row === undefined || row.partnerId !== partnerId) throw new DomainError('not_found');
  const signals = await signalsOf(tx, row);
  const reviewed = { signals, cleared: counts ? signals : row.cleared, isRefused: !counts };
  const { isRefused: isRefusedByStaff } = reviewed;
  if (counts && standingOf({ ...reviewed, isRefusedByStaff }) === 'refused') {
    throw new DomainError('conflict', { message: 'A signal leaves no doubt. This merchant cannot count.' });
  }
  return changeStanding(tx, row, { ...row, ...reviewed, decidedBy: staffId, note });
}

async function changeStanding(tx: Tx, row: PartnerReferralRow, next: PartnerReferralRow): Promise<PartnerReferralRow> {
  const { merchantId, accruedMicro } = row;
  const { signals, cleared, isRefused, decidedBy, note } = next;
  const standing = standingOf({ signals, cleared, isRefusedByStaff: isRefused });
  const version = row.version + 1;
  const counted = (of: PartnerReferralRow['standing']) => (of === 'counted' ? accruedMicro : 0n);
  const micro = counted(standing) - counted(row.standing);
  if (micro !== 0n) {
    await bookShares(tx, row.partnerId, { micro, cause: `standing:${merchantId}:${version}` });
  }
  const changes = { standing, version, signals, cleared, isRefused, decidedBy, note };
  await partnerReferralsTable.update(tx, { ...changes, checkedAt: NOW }, { merchantId });
  return { ...row, ...changes };
}

/** Before the partner, as everywhere. */
async function lockReferral(tx: Tx, merchantId: string): Promise<PartnerReferralRow | undefined> {
  return partnerReferralsTable.findOne(tx, { merchantId }, { lock: tx.LOCK.UPDATE });
}

const dueSql = prepared(`
  SELECT merchant_id AS "merchantId" FROM partner_referral
  WHERE checked_at < now() - interval '1 day' AND merchant_id <> ALL($2::uuid[])
  ORDER BY checked_at LIMIT $1 FOR UPDATE SKIP LOCKED`);
