import { SEPA_MAX_LENGTH, sepaText } from '../../domain/bank/sepa-text.ts';
import type { BusinessData } from '../../domain/compliance/business-data.ts';
import { isOwnAccount } from '../../domain/payout-methods/owner.ts';
import type { SecretBox } from '../core/secret-box.ts';
import type { Tx } from '../core/sequelize.ts';
import { maybeOne, one, prepared } from '../core/sql.ts';
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
  const name = await nameOf(tx, box, merchantId);
  if (name === undefined) return 'Our team must verify the name of your company before you can add a bank account.';
  if (isOwnAccount(accountName, [name])) return null;
  return `The account must belong to your company. Verified name: ${name}.`;
}

/**
 * The legal name that two people approved, whatever the merchant has written since. The brand of the sign-up is a text
 * that nobody compared with a document: it counts only for a merchant that is verified without a case.
 */
async function nameOf(tx: Tx, box: SecretBox, merchantId: string): Promise<string | undefined> {
  const found = await one<{ brand: string | null; caseId: string | null }>(tx, caseSql, [merchantId]);
  if (found.caseId === null) return found.brand ?? undefined;
  const verified = await maybeOne<{ sealed: Buffer }>(tx, verifiedSql, [found.caseId]);
  if (verified === undefined) return undefined;
  return (JSON.parse(box.open(verified.sealed, `case:${found.caseId}`)) as BusinessData).legal_name;
}

const caseSql = prepared(`
  SELECT m.company_name AS brand, c.id AS "caseId"
  FROM merchant m LEFT JOIN compliance_case c ON c.merchant_id = m.id WHERE m.id = $1`);
// Kept by db/compliance/subjects.ts, until the case is purged.
const verifiedSql = prepared(`
  SELECT sealed FROM compliance_verified_subject
  WHERE case_id = $1 AND person_id IS NULL ORDER BY version DESC LIMIT 1`);
