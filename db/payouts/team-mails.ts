import type { AccountMail } from '../../domain/account-mail.ts';
import type { MerchantId } from '../../domain/ids.ts';
import type { Language } from '../../domain/languages.ts';
import { sendAccountMail } from '../people/account-mails.ts';
import type { SecretBox } from '../secret-box.ts';
import type { Tx } from '../sequelize.ts';
import { prepared, select } from '../sql.ts';

/** Mails a warning to all active members of a merchant's team, because payout destinations concern everyone. */
export async function warnTeam(tx: Tx, box: SecretBox, merchantId: MerchantId, mail: AccountMail): Promise<void> {
  const people = await select<{ email: string; language: Language }>(tx, teamSql, [merchantId]);
  for (const { email: to, language } of people) await sendAccountMail(tx, box, { to, language, ...mail });
}

const teamSql = prepared(`
  SELECT email, language FROM app_user
  WHERE merchant_id = $1 AND blocked_at IS NULL ORDER BY id`);
