import { SEPA_MAX_LENGTH, sepaText } from '../../domain/bank/sepa-text.ts';
import { isOwnAccount } from '../../domain/payout-methods/owner.ts';
import type { SecretBox } from '../secret-box.ts';
import type { Tx } from '../sequelize.ts';
import { maybeOne, prepared } from '../sql.ts';
import type { StoredMethod } from './rows.ts';

/**
 * Why a bank account may not receive the merchant's withdrawals, or null: in production it must be the merchant's own,
 * by the name that was verified.
 */
export async function accountRefusal(tx: Tx, box: SecretBox, method: StoredMethod): Promise<string | null> {
  const { accountName, town, mode, merchantId } = method;
  if (accountName === null) return null;
  if (town === null) return 'Banks need the town of the account holder. Change the method and enter it.';
  if (!/[A-Za-z0-9]/.test(sepaText(accountName, SEPA_MAX_LENGTH.name))) return 'Banks cannot read this name.';
  if (!/[A-Za-z]/.test(sepaText(town, SEPA_MAX_LENGTH.town))) return 'Banks cannot read this town.';
  if (mode !== 'production') return null;
  const names = await verifiedNames(tx, box, merchantId);
  if (isOwnAccount(accountName, names)) return null;
  return `The account must belong to your company. Verified name: ${names[0] ?? 'none'}.`;
}

/** The legal name of the verified business first, then the brand. */
async function verifiedNames(tx: Tx, box: SecretBox, merchantId: string): Promise<string[]> {
  const row = await maybeOne<NameRow>(tx, namesSql, [merchantId]);
  if (row === undefined) return [];
  const { case_id: id, sealed, company_name: brand } = row;
  const business = sealed === null ? null : (JSON.parse(box.open(sealed, `case:${id}`)) as { legal_name?: string });
  return [business?.legal_name, brand].filter((name) => name !== undefined && name !== null);
}

interface NameRow {
  readonly company_name: string | null;
  readonly case_id: string | null;
  readonly sealed: Buffer | null;
}

const namesSql = prepared(`
  SELECT m.company_name, c.id AS case_id, c.business_sealed AS sealed
  FROM merchant m LEFT JOIN compliance_case c ON c.merchant_id = m.id AND c.opened_at IS NOT NULL
  WHERE m.id = $1
  ORDER BY c.opened_at DESC NULLS LAST LIMIT 1`);
