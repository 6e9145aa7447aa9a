import { DomainError } from '../../domain/errors.ts';
import { type Db, inTransaction, type Tx } from '../core/sequelize.ts';
import { execute } from '../core/sql.ts';
import type { Client } from './devices.ts';
import { sendAccountMail } from './mails.ts';
import { usersTable } from './rows.ts';
import type { AccountSecrets } from './secrets.ts';
import { normalEmail, type SignedInUser } from './users.ts';
import { askByMail, type CodeTimes, checkCode, closeQuestion, type Question, wrongCode } from './verification-codes.ts';

interface Change {
  readonly user: SignedInUser;
  /** The new address. */
  readonly email: string;
  readonly client: Client;
}

/**
 * Mails a code to the current and one to the new address. A new address that has an account already is mailed just
 * that; the answer is the same (hazard 62).
 */
export function askForEmailChange(
  db: Db,
  secrets: AccountSecrets,
  { user, email, client }: Change,
): Promise<CodeTimes> {
  const { id: userId, language } = user;
  const address = normalEmail(email);
  return inTransaction(db, async (tx) => {
    const taken = (await usersTable.findOne(tx, { email: address }, { columns: ['id'] })) !== undefined;
    const bound = { email: address, taken };
    const common = { userId, bound, language, client };
    await askByMail(tx, secrets, { ...common, purpose: 'email_current', email: user.email });
    return askByMail(tx, secrets, { ...common, purpose: 'email_new', email: address });
  });
}

/**
 * The two questions that the codes answer, both about this very change (hazard 63).
 * @throws DomainError 422 on `current_code` or `new_code`; `rate_limited`
 */
export async function checkEmailChange(
  db: Db,
  secrets: AccountSecrets,
  { user, email, client }: Change,
  codes: { readonly current: string; readonly new: string },
): Promise<readonly [Question, Question]> {
  const address = normalEmail(email);
  const current = await checkCode(db, secrets, {
    purpose: 'email_current',
    email: user.email,
    userId: user.id,
    code: codes.current,
    field: 'current_code',
    client,
  });
  if (current.userId !== user.id || current.bound.email !== address) throw wrongCode('current_code');
  const next = await checkCode(db, secrets, {
    purpose: 'email_new',
    email: address,
    userId: user.id,
    code: codes.new,
    field: 'new_code',
    client,
  });
  if (next.userId !== user.id || next.bound.taken === true) throw wrongCode('new_code');
  return [current, next];
}

/**
 * Changes the address and notifies both mailboxes. @throws DomainError 422 on `new_code` when somebody has the address
 * by now
 */
export async function changeEmail(
  tx: Tx,
  secrets: AccountSecrets,
  { user, questions }: { readonly user: SignedInUser; readonly questions: readonly [Question, Question] },
): Promise<void> {
  const [, next] = questions;
  for (const question of questions) await closeQuestion(tx, question);
  const changed = await execute(
    tx,
    `UPDATE app_user SET email = $2, email_verified_at = now()
     WHERE id = $1 AND email = $3 AND NOT EXISTS (SELECT 1 FROM app_user WHERE email = $2)`,
    [user.id, next.email, user.email],
  ).catch((error: unknown) => {
    // Somebody took it between the check and the write.
    throw new DomainError('conflict', { cause: error });
  });
  if (changed === 0) throw wrongCode('new_code');
  const { language } = user;
  for (const to of [user.email, next.email]) {
    await sendAccountMail(tx, secrets.box, { to, language, kind: 'email_changed', values: { email: next.email } });
  }
}
