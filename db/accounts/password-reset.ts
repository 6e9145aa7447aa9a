import { fieldError } from '../../domain/errors.ts';
import type { Language } from '../../domain/languages.ts';
import { type Db, inTransaction, type Tx } from '../core/sequelize.ts';
import { execute } from '../core/sql.ts';
import { recordActivity } from './activities.ts';
import { type Client, forgetDevices, rememberDevice } from './devices.ts';
import { sendAccountMail } from './mails.ts';
import { originOf } from './origins.ts';
import { usersTable } from './rows.ts';
import type { AccountSecrets } from './secrets.ts';
import { endOtherSessions } from './sessions.ts';
import { normalEmail, readUser, type SignedInUser } from './users.ts';
import {
  abandonQuestion,
  askByMail,
  type CodeTimes,
  checkCode,
  closeQuestion,
  closeQuestionsOf,
  findByLink,
  findQuestion,
  type Question,
  resendCode,
  wrongCode,
} from './verification-codes.ts';

export interface ResetAsker {
  readonly email: string;
  readonly language: Language;
  readonly client: Client;
  /** The cookie of the question that this browser asked before. */
  readonly handle: string | undefined;
  readonly publicUrl: string;
}

/**
 * Mails a code that may set a new password in this browser, and a link that may in any browser; for an address without
 * an account all is the same except that nothing is sent (hazard 62). A browser has one question: asked again about the
 * same address it gets a new code, after a minute, and another address replaces the question.
 * @returns the cookie that names the question
 */
export function askForReset(
  db: Db,
  secrets: AccountSecrets,
  { email, language, client, handle, publicUrl }: ResetAsker,
): Promise<{ readonly handle: string } & CodeTimes> {
  return inTransaction(db, async (tx) => {
    const user = await usersTable.findOne(tx, { email: normalEmail(email) }, { columns: ['id', 'language'] });
    const to = { language: user?.language ?? language, client, linkTo: `${publicUrl}${RESET_PAGE}` };
    const userId = user?.id ?? null;
    const open = handle === undefined ? undefined : await findQuestion(tx, handle, ['reset_password']);
    if (handle !== undefined && open !== undefined) {
      if (open.email === normalEmail(email) && open.userId === userId) {
        return { handle, ...(open.resendInSeconds > 0 ? open : await resendCode(tx, secrets, open, to)) };
      }
      await abandonQuestion(tx, open);
    }
    return askByMail(tx, secrets, { purpose: 'reset_password', email, userId, bound: {}, ...to });
  });
}

/** Where the link of the mail leads. */
const RESET_PAGE = '/auth/restore-password/approve-password';

/** The proof that somebody reads the mailbox: the code, in the browser that requested it, or the link. */
export type ResetProof =
  | { readonly email: string; readonly code: string; readonly handle: string | undefined }
  | { readonly token: string };

/**
 * The question that is answered, still open. @throws DomainError 422 on `code` for a wrong code, and for any in a
 * browser that did not ask; 422 on `token` for an invalid link; `rate_limited`
 */
export async function checkReset(
  db: Db,
  secrets: AccountSecrets,
  { proof, client }: { readonly proof: ResetProof; readonly client: Client },
): Promise<Question> {
  if ('token' in proof) {
    const question = await findByLink(db, secrets, { token: proof.token, purpose: 'reset_password' });
    if (question === undefined) throw fieldError('token', 'Link expired');
    return question;
  }
  const { email, code, handle } = proof;
  const requested = handle === undefined ? undefined : await findQuestion(db, handle, ['reset_password']);
  if (requested === undefined || requested.email !== normalEmail(email)) throw wrongCode();
  return checkCode(db, secrets, { question: requested, code, client });
}

/**
 * Sets the password by an answered question, and signs every browser out. It signs nobody in: 2FA is still required
 * (hazard 65).
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

/**
 * Stores a new password, notifies the owner, ends open resets, and has every browser verified again. The caller ends
 * sessions.
 */
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
  await usersTable.update(tx, { passwordHash }, { id: user.id });
  await forgetDevices(tx, user.id);
  await closeQuestionsOf(tx, { purpose: 'reset_password', email: user.email });
  const { email: to, language } = user;
  await sendAccountMail(tx, secrets.box, { to, language, kind: 'password_changed', values: originOf(client) });
}
