import type { UserId } from '../../domain/ids.ts';
import type { Language } from '../../domain/languages.ts';
import { type Db, inTransaction, type Tx } from '../sequelize.ts';
import { execute, maybeOne } from '../sql.ts';
import { sendAccountMail } from './account-mails.ts';
import type { AccountSecrets } from './account-secrets.ts';
import { recordActivity } from './activities.ts';
import { type Client, forgetDevices, rememberDevice } from './devices.ts';
import { originOf } from './origins.ts';
import { endOtherSessions } from './sessions.ts';
import { normalEmail, readUser, type SignedInUser } from './users.ts';
import { askByMail, type CodeTimes, closeQuestion, type Question, wrongCode } from './verification-codes.ts';

/** Mails a code that may set a new password; the same is done for an address that nobody has, save that nothing is sent (hazard 62). */
export function askForReset(
  db: Db,
  secrets: AccountSecrets,
  { email, language, client }: { readonly email: string; readonly language: Language; readonly client: Client },
): Promise<CodeTimes> {
  return inTransaction(db, async (tx) => {
    const sql = 'SELECT id, language FROM app_user WHERE email = $1';
    const user = await maybeOne<{ id: UserId; language: Language }>(tx, sql, [normalEmail(email)]);
    return askByMail(tx, secrets, {
      purpose: 'reset_password',
      email,
      userId: user?.id ?? null,
      bound: {},
      language: user?.language ?? language,
      client,
    });
  });
}

/**
 * Sets the password by an answered code, and signs every browser out. It signs nobody in: 2FA is still asked for (hazard 65).
 * @returns the cookie of this browser, whose user has just proved to read the mailbox
 */
export async function resetPassword(
  tx: Tx,
  secrets: AccountSecrets,
  {
    question,
    passwordHash,
    client,
  }: { readonly question: Question; readonly passwordHash: string; readonly client: Client },
): Promise<string> {
  if (question.purpose !== 'reset_password' || question.userId === null) throw wrongCode();
  await closeQuestion(tx, question);
  const user = await readUser(tx, question.userId);
  if (user.email !== question.email) throw wrongCode();
  // The code proved the mailbox as well.
  await execute(tx, 'UPDATE app_user SET email_verified_at = coalesce(email_verified_at, now()) WHERE id = $1', [
    user.id,
  ]);
  await setPassword(tx, secrets, { user, passwordHash, client });
  await recordActivity(tx, { merchantId: user.merchant.id, userId: user.id, action: 'password_reset', client });
  await endOtherSessions(tx, user.id);
  return rememberDevice(tx, user.id, client);
}

/** Stores a new password, tells the owner, and lets every browser prove itself again. Sessions are the caller's to end. */
export async function setPassword(
  tx: Tx,
  secrets: AccountSecrets,
  change: {
    readonly user: SignedInUser;
    readonly passwordHash: string;
    readonly client: Client;
  },
): Promise<void> {
  const { user, passwordHash, client } = change;
  await execute(tx, 'UPDATE app_user SET password_hash = $2 WHERE id = $1', [user.id, passwordHash]);
  await forgetDevices(tx, user.id);
  const { email: to, language } = user;
  await sendAccountMail(tx, secrets.box, { to, language, kind: 'password_changed', values: originOf(client) });
}
