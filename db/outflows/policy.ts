import type { Mode } from '../../domain/assets/assets.ts';
import { coolOffSecondsOf, type PayoutPolicy } from '../../domain/outflows/policy.ts';
import type { Db, Tx } from '../core/sequelize.ts';
import { execute, one, prepared } from '../core/sql.ts';

/**
 * The policy of a profile's merchant, including its mode's defaults; `lock` prevents changes until the end of the
 * transaction.
 */
export async function readPolicy(
  on: Tx | Db,
  profileId: string,
  { lock = false }: { readonly lock?: boolean } = {},
): Promise<PayoutPolicy> {
  const row = await one<PolicyRow>(on, lock ? lockedSql : readSql, [profileId]);
  return {
    approvalRequired: row.approval_required ?? false,
    coolOffSeconds: coolOffSecondsOf(row.mode, row.cool_off_seconds),
  };
}

export async function writePolicy(tx: Tx, profileId: string, policy: PayoutPolicy): Promise<void> {
  await execute(tx, writeSql, [profileId, policy.approvalRequired, policy.coolOffSeconds]);
}

interface PolicyRow {
  mode: Mode;
  approval_required: boolean | null;
  cool_off_seconds: number | null;
}

/**
 * Joins the payout policy `y` of the profile `p`. It is the merchant's: that of the first shop, so that another shop
 * cannot loosen it.
 */
export const joinPolicy = `LEFT JOIN payout_policy y ON y.profile_id = CASE WHEN p.shop_id IS NULL THEN p.id ELSE (
    SELECT f.id FROM profile f WHERE f.merchant_id = p.merchant_id AND f.mode = p.mode AND f.shop_id IS NULL) END`;

const readSql = `SELECT p.mode, y.approval_required, y.cool_off_seconds
  FROM profile s JOIN profile p ON p.merchant_id = s.merchant_id AND p.mode = s.mode AND p.shop_id IS NULL
  LEFT JOIN payout_policy y ON y.profile_id = p.id WHERE s.id = $1`;
const lockedSql = `${readSql} FOR NO KEY UPDATE OF p`;

const writeSql = prepared(`
  INSERT INTO payout_policy (profile_id, approval_required, cool_off_seconds) VALUES ($1, $2, $3)
  ON CONFLICT (profile_id) DO UPDATE
  SET approval_required = excluded.approval_required, cool_off_seconds = excluded.cool_off_seconds`);
