import type { Attribution } from '../../domain/partners/attribution.ts';
import { standingOf } from '../../domain/partners/fraud.ts';
import type { Tx } from '../core/sequelize.ts';
import { execute, maybeOne, prepared } from '../core/sql.ts';
import { signalsOf } from './sides.ts';

/**
 * Notes the partner of a new merchant, in the transaction that makes the account: for good, and one partner only. A
 * visit that brought a merchant before brings no second one, and a partner who is not active at this moment brings
 * nobody; neither keeps anybody from signing up.
 * @returns whether the merchant has a partner now
 */
export async function attribute(
  tx: Tx,
  merchantId: string,
  { linkId, visitId, touchedAtMs }: Attribution,
): Promise<boolean> {
  const link = await maybeOne<{ partner_id: string }>(tx, linkSql, [linkId]);
  if (link === undefined) return false;
  const { partner_id: partnerId } = link;
  const signals = await signalsOf(tx, { partnerId, merchantId });
  const standing = standingOf({ signals, cleared: [], isRefusedByStaff: false });
  const row = [merchantId, partnerId, linkId, visitId, new Date(touchedAtMs), standing, signals];
  return (await execute(tx, insertSql, row)) === 1;
}

// The partner's row is locked against an end or a pause at the same moment.
const linkSql = prepared(`
  SELECT l.partner_id FROM partner_link l JOIN partner p ON p.id = l.partner_id
  WHERE l.id = $1 AND p.status = 'active' FOR SHARE OF p`);

const insertSql = prepared(`
  INSERT INTO partner_referral (merchant_id, partner_id, link_id, visit_id, touched_at, standing, signals)
  VALUES ($1, $2, $3, $4, $5, $6, $7::text[]) ON CONFLICT DO NOTHING`);
