import { ACCOUNT_MAIL, type AccountMail, CODE_MAIL, type SealedMail } from '../../domain/accounts/account-mail.ts';
import { newId } from '../../domain/ids.ts';
import type { Language } from '../../domain/languages.ts';
import { enqueue } from '../core/outbox.ts';
import type { SecretBox } from '../core/secret-box.ts';
import type { Tx } from '../core/sequelize.ts';

export type MailToSend = AccountMail & {
  /** Null writes the row all the same and sends nothing. */
  readonly to: string | null;
  readonly language: Language;
};

/**
 * Puts a mail about an account into the outbox, sealed: a code in it must not be readable in the database (hazard 72).
 * The worker opens, words and sends it, again and again until the mail server has it.
 */
export async function sendAccountMail(
  tx: Tx,
  box: SecretBox,
  { to, language, kind, values }: MailToSend,
): Promise<void> {
  const messageId = newId();
  const payload: SealedMail = {
    messageId,
    to,
    language,
    sealed: box.seal(JSON.stringify({ kind, values }), `mail:${messageId}`).toString('base64'),
  };
  const topic = 'code' in values ? CODE_MAIL : ACCOUNT_MAIL;
  await enqueue(tx, [{ topic, payload, eventId: messageId }]);
}
