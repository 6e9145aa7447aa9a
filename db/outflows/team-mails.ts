import type { AccountMail, Origin } from '../../domain/accounts/account-mail.ts';
import type { Mode } from '../../domain/assets/assets.ts';
import type { MerchantId } from '../../domain/ids.ts';
import type { Language } from '../../domain/languages.ts';
import { countTry, withinHour } from '../accounts/lockouts.ts';
import { sendAccountMail } from '../accounts/mails.ts';
import type { AccountSecrets } from '../accounts/secrets.ts';
import type { Tx } from '../core/sequelize.ts';
import { prepared, select } from '../core/sql.ts';

/** The mails to everybody of a team. `except` is who gets a mail of their own about it. */
export type TeamWarning = Extract<AccountMail, { values: { readonly by: string } & Origin }> & {
  readonly except?: string | null;
};

/**
 * Mails a warning to the whole team of a merchant, because payout destinations concern everyone. A person who was
 * blocked within the last day is still in it: somebody who acts in another's name may have blocked them first. After
 * {@link ONE_BY_ONE} of one kind within an hour, one mail says that there are more: repeating an act must neither fill
 * mailboxes and queues nor keep another kind of warning away.
 */
export async function warnTeam(
  tx: Tx,
  secrets: AccountSecrets,
  merchantId: MerchantId,
  { except = null, ...warning }: TeamWarning,
): Promise<void> {
  const mode = 'mode' in warning.values ? warning.values.mode : undefined;
  const key = [merchantId, warning.kind, mode].join(' ');
  const allowance = { scope: 'mail:team', key, tries: ONE_BY_ONE + 1 };
  const count = await countTry(tx, secrets, withinHour(allowance));
  if (count > ONE_BY_ONE + 1) return;
  const mail = count <= ONE_BY_ONE ? warning : moreOf(warning, mode);
  const people = await select<{ email: string; language: Language }>(tx, teamSql, [merchantId, except]);
  for (const { email: to, language } of people) await sendAccountMail(tx, secrets.box, { to, language, ...mail });
}

/** More of one kind within an hour are rarely somebody's work. */
const ONE_BY_ONE = 10;
const HOUR_MS = 3_600_000;

function moreOf({ kind: about, values }: Omit<TeamWarning, 'except'>, mode: Mode | undefined): AccountMail {
  const { by, browser, ip, time } = values;
  const end = new Date((Math.floor(Date.now() / HOUR_MS) + 1) * HOUR_MS).toISOString();
  const until = `${end.slice(0, 10)} ${end.slice(11, 16)} UTC`;
  const shown = { about, count: String(ONE_BY_ONE + 1), by, until, browser, ip, time };
  return { kind: 'more_changes', values: { ...shown, ...(mode === undefined ? {} : { mode }) } };
}

const teamSql = prepared(`
  SELECT email, language FROM app_user
  WHERE merchant_id = $1 AND removed_at IS NULL AND id IS DISTINCT FROM $2
    AND (blocked_at IS NULL OR blocked_at > now() - interval '1 day')
  ORDER BY id`);
