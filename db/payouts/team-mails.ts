import type { AccountMail } from '../../domain/account-mail.ts';
import type { MerchantId } from '../../domain/ids.ts';
import type { Language } from '../../domain/languages.ts';
import { sendAccountMail } from '../people/account-mails.ts';
import type { SecretBox } from '../secret-box.ts';
import type { Tx } from '../sequelize.ts';
import { prepared, select } from '../sql.ts';

/**
 * Mails a warning to the whole team of a merchant, because payout destinations concern everyone. Who was blocked within
 * the last day is still in it: somebody who acts in another's name may have blocked them first.
 */
export async function warnTeam(
  tx: Tx,
  box: SecretBox,
  merchantId: MerchantId,
  { except = null, ...mail }: TeamWarning,
): Promise<void> {
  const people = await select<{ email: string; language: Language }>(tx, teamSql, [merchantId, except]);
  for (const { email: to, language } of people) await sendAccountMail(tx, box, { to, language, ...mail });
}

/** `except` is who gets a mail of their own about it. */
export type TeamWarning = AccountMail & { readonly except?: string | null };

const teamSql = prepared(`
  SELECT email, language FROM app_user
  WHERE merchant_id = $1 AND removed_at IS NULL AND id IS DISTINCT FROM $2
    AND (blocked_at IS NULL OR blocked_at > now() - interval '1 day')
  ORDER BY id`);
