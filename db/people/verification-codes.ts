import { timingSafeEqual } from 'node:crypto';
import type { AccountMail, Origin } from '../../domain/account-mail.ts';
import { WRONG_CODE } from '../../domain/account-rules.ts';
import { DomainError, fieldError } from '../../domain/errors.ts';
import { isUuid, newId, type UserId } from '../../domain/ids.ts';
import type { Language } from '../../domain/languages.ts';
import type { Db, Tx } from '../sequelize.ts';
import { execute, json, maybeOne, select } from '../sql.ts';
import { sendAccountMail } from './account-mails.ts';
import { type AccountSecrets, newCode } from './account-secrets.ts';
import { type Client, isKnownBrowser } from './devices.ts';
import { type Allowance, forgetTries, mayTry, takeTry } from './lockouts.ts';
import { originOf } from './origins.ts';
import { randomToken, tokenHash } from './random-tokens.ts';
import type { CodePurpose } from './rows.ts';
import { normalEmail } from './users.ts';

/** A question that only the mailbox can answer. */
export interface Question {
  readonly id: string;
  readonly purpose: CodePurpose;
  readonly email: string;
  /**
   * Of a sign-up: who has the address already, so that no code opens it. Of the others: whose it is; null opens
   * nothing.
   */
  readonly userId: UserId | null;
  /** What is approved (hazard 63): nothing of it can be changed between the question and the answer. */
  readonly bound: Readonly<Record<string, unknown>>;
}

export interface NewQuestion extends Omit<Question, 'id'> {
  readonly language: Language;
  readonly client: Client;
  /** The page that the link of the mail opens, where the mail has one. */
  readonly linkTo?: string;
}

/** When the code of a question ends and when the next may be asked for. */
export interface CodeTimes {
  readonly expiresInSeconds: number;
  readonly resendInSeconds: number;
}

const CODE_SECONDS = 600;
const RESEND_SECONDS = 60;
/** How long a code can be sent again before everything is asked anew. */
const QUESTION_HOURS = 24;
const TRIES = { tries: 5, minutes: 15 } as const;
/** All strangers together, of one account: what guessing at a code by mail can reach in a day. */
const STRANGERS_TRIES = { tries: 20, minutes: 24 * 60 } as const;
const MAILS = { tries: 5, minutes: 60 } as const;
const MAILS_OF_DAY = { tries: 20, minutes: 24 * 60 } as const;
/** Who pays by hand needs a code for each payout; routes count what one person asks for. */
const PAYOUT_MAILS = { tries: 60, minutes: 60 } as const;

/**
 * Mails six digits that hold for ten minutes, and returns the cookie by which a browser names the question. From one
 * network at most five such mails an hour go to an address, twenty a day from everywhere; a browser that its owner used
 * is counted apart. Beyond that, and for addresses that nobody has, the answer is the same, and the question has no
 * code.
 */
export async function askByMail(
  tx: Tx,
  secrets: AccountSecrets,
  question: NewQuestion,
): Promise<{ readonly handle: string } & CodeTimes> {
  const { purpose, userId, bound } = question;
  const asked: Question = { id: newId(), purpose, email: normalEmail(question.email), userId, bound };
  const handle = randomToken();
  const code = newCode();
  const mailed = await mailCode(tx, secrets, asked, { code, ...question });
  await execute(
    tx,
    `INSERT INTO verification_code (id, purpose, handle_hash, email, user_id, bound, code_hash, code_expires_at, sent_at, expires_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, now() + make_interval(secs => $8), now(), now() + make_interval(hours => $9))`,
    [
      asked.id,
      purpose,
      tokenHash(handle),
      asked.email,
      userId,
      json(bound),
      mailed ? hashOf(secrets, asked, code) : null,
      CODE_SECONDS,
      QUESTION_HOURS,
    ],
  );
  return { handle, expiresInSeconds: CODE_SECONDS, resendInSeconds: RESEND_SECONDS };
}

/** The open question a browser's cookie names, or undefined. */
export async function findQuestion(
  on: Db | Tx,
  handle: string,
  purposes: readonly CodePurpose[],
): Promise<(Question & CodeTimes) | undefined> {
  const row = await maybeOne<QuestionRow & { expires_in: string; resend_in: string }>(
    on,
    `SELECT ${columns}, greatest(0, ceil(extract(epoch FROM code_expires_at - now())))::text AS expires_in,
       greatest(0, ceil($3 - extract(epoch FROM now() - sent_at)))::text AS resend_in
     FROM verification_code WHERE handle_hash = $1 AND purpose = ANY($2) AND used_at IS NULL AND expires_at > now()`,
    [tokenHash(handle), purposes, RESEND_SECONDS],
  );
  if (row === undefined) return undefined;
  return { ...questionOf(row), expiresInSeconds: Number(row.expires_in), resendInSeconds: Number(row.resend_in) };
}

/**
 * Sends another code, which replaces the one before; the tries that were made stay counted. Where no more mails are
 * sent, the code before stays.
 * @throws DomainError `rate_limited` within a minute of the last mail
 */
export async function resendCode(
  tx: Tx,
  secrets: AccountSecrets,
  question: Question,
  to: { readonly language: Language; readonly client: Client; readonly linkTo?: string },
): Promise<CodeTimes> {
  const due = await execute(
    tx,
    `UPDATE verification_code SET sent_at = now()
     WHERE id = $1 AND used_at IS NULL AND sent_at <= now() - make_interval(secs => $2)`,
    [question.id, RESEND_SECONDS],
  );
  if (due === 0) throw new DomainError('rate_limited', { retryAfterSeconds: RESEND_SECONDS });
  const code = newCode();
  const mailed = await mailCode(tx, secrets, question, { code, ...to });
  await execute(
    tx,
    `UPDATE verification_code SET code_hash = CASE WHEN $2::bytea IS NULL THEN code_hash ELSE $2 END,
       code_expires_at = CASE WHEN $2 IS NULL THEN code_expires_at ELSE now() + make_interval(secs => $3) END
     WHERE id = $1`,
    [question.id, mailed ? hashOf(secrets, question, code) : null, CODE_SECONDS],
  );
  return { expiresInSeconds: CODE_SECONDS, resendInSeconds: RESEND_SECONDS };
}

/** An answer: to the question of a browser's cookie, or to the newest one that a signed-in user asked. */
export type Answer = {
  readonly code: string;
  readonly client: Client;
  /** What the body calls the code; default `code`. */
  readonly field?: string;
  /**
   * Which of the open questions are answered: the right code of another one is a wrong one. Without it the newest is.
   */
  readonly isMeant?: (question: Question) => boolean;
} & (
  | { readonly question: Question }
  | { readonly purpose: CodePurpose; readonly email: string; readonly userId: UserId }
);

/**
 * The question that the code answers, still open: {@link closeQuestion} uses it up in the transaction of what it
 * approves. Five tries within a quarter of an hour for a question, from wherever they come and however often the code
 * is sent (hazard 63): nobody else's tries count. Where an account could be guessed into, strangers together have
 * twenty tries a day at it; browsers its owner used are not among them.
 *
 * @throws DomainError 422 on the field for a wrong, used or expired one; `rate_limited` beyond the tries
 */
export async function checkCode(db: Db, secrets: AccountSecrets, answer: Answer): Promise<Question> {
  const tries = await triesOf(db, answer);
  for (const each of tries) await takeTry(db, secrets, each);
  const found = await findByCode(db, secrets, { answer, age: 'code_expires_at > now()' });
  if (found === undefined) throw wrongCode(answer.field);
  for (const each of tries) await forgetTries(db, secrets, each);
  return found;
}

/** What is counted before a code is looked at. */
async function triesOf(db: Db, answer: Answer): Promise<Allowance[]> {
  const { purpose, email } = 'question' in answer ? answer.question : answer;
  const normal = normalEmail(email);
  const scope = `code:${purpose}`;
  const isKnown = await isKnownBrowser(db, normal, answer.client);
  if (!('question' in answer)) {
    const known = isKnown ? `known:${answer.client.deviceCookie}` : '';
    return [{ scope, key: `${answer.userId}\n${normal}\n${known}`, ...TRIES }];
  }
  const ofQuestion = { scope, key: answer.question.id, ...TRIES };
  const opensAccount = purpose === 'reset_password' || purpose === 'new_device';
  return opensAccount && !isKnown
    ? [ofQuestion, { scope: `${scope}:day`, key: normal, ...STRANGERS_TRIES }]
    : [ofQuestion];
}

/** The question that the code answered until its ten minutes were over: only for whoever {@link checkCode} let try. */
export function findExpired(db: Db, secrets: AccountSecrets, answer: Answer): Promise<Question | undefined> {
  return findByCode(db, secrets, { answer, age: 'code_expires_at <= now() AND expires_at > now()' });
}

async function findByCode(
  db: Db,
  secrets: AccountSecrets,
  { answer, age }: { readonly answer: Answer; readonly age: string },
): Promise<Question | undefined> {
  const { purpose, email } = 'question' in answer ? answer.question : answer;
  const [questionId, userId] = 'question' in answer ? [answer.question.id, null] : [null, answer.userId];
  const open = await select<QuestionRow & { code_hash: Buffer | null }>(
    db,
    `SELECT ${columns}, code_hash FROM verification_code
     WHERE purpose = $1 AND email = $2 AND ($3::uuid IS NULL OR id = $3) AND ($4::uuid IS NULL OR user_id = $4)
       AND used_at IS NULL AND ${age}
     ORDER BY created_at DESC, id DESC LIMIT $5`,
    [purpose, normalEmail(email), questionId, userId, answer.isMeant === undefined ? 1 : OPEN_AT_ONCE],
  );
  const typed = answer.code.trim();
  const { isMeant = () => true } = answer;
  return open
    .filter(({ code_hash: hash, ...row }) => hash !== null && timingSafeEqual(hash, hashOf(secrets, row, typed)))
    .map(questionOf)
    .find(isMeant);
}

/** Payouts that one person confirms beside each other. */
const OPEN_AT_ONCE = 5;

/**
 * The open question of the link in a mail. The link holds as long as the question, a day, which is as long as strangers
 * can keep further mails from being sent: whoever reads the mailbox always has one that opens.
 */
export async function findByLink(
  on: Db | Tx,
  secrets: AccountSecrets,
  { token, purpose }: { readonly token: string; readonly purpose: CodePurpose },
): Promise<Question | undefined> {
  const [id = '', signature = ''] = token.split('.');
  if (!isUuid(id)) return undefined;
  const [given, right] = [Buffer.from(signature, 'base64url'), linkSignature(secrets, { id, purpose })];
  if (given.length !== right.length || !timingSafeEqual(given, right)) return undefined;
  const row = await maybeOne<QuestionRow>(
    on,
    `SELECT ${columns} FROM verification_code
     WHERE id = $1 AND purpose = $2 AND user_id IS NOT NULL AND used_at IS NULL AND expires_at > now()`,
    [id, purpose],
  );
  return row && questionOf(row);
}

/**
 * Uses the code up, and with it every other open one for the same.
 * @throws DomainError 422 on `code` when it was used in the meantime
 */
export async function closeQuestion(tx: Tx, question: Question): Promise<void> {
  const sql = 'UPDATE verification_code SET used_at = now() WHERE id = $1 AND used_at IS NULL';
  if ((await execute(tx, sql, [question.id])) === 0) throw wrongCode();
  await closeQuestionsOf(tx, question);
}

/** Gives up one question, which its browser replaces by another. */
export async function abandonQuestion(tx: Tx, { id }: Pick<Question, 'id'>): Promise<void> {
  await execute(tx, 'UPDATE verification_code SET used_at = now() WHERE id = $1', [id]);
}

/** Makes every open code and link for this purpose and address worthless. */
export async function closeQuestionsOf(tx: Tx, of: Pick<Question, 'purpose' | 'email'>): Promise<void> {
  await execute(
    tx,
    'UPDATE verification_code SET used_at = now() WHERE purpose = $1 AND email = $2 AND used_at IS NULL',
    [of.purpose, of.email],
  );
}

/** Removes questions that nobody can answer any more; what they held of people goes with them. */
export async function deleteOldQuestions(db: Db): Promise<number> {
  return execute(db, `DELETE FROM verification_code WHERE expires_at < now() OR used_at < now() - interval '1 day'`);
}

export function wrongCode(field = 'code'): DomainError {
  return fieldError(field, WRONG_CODE);
}

interface QuestionRow {
  id: string;
  purpose: CodePurpose;
  email: string;
  user_id: UserId | null;
  bound: Record<string, unknown>;
}

const columns = 'id, purpose, email, user_id, bound';

function questionOf({ id, purpose, email, user_id: userId, bound }: QuestionRow): Question {
  return { id, purpose, email, userId, bound };
}

/** Bound to its question, so that the digits of one purpose are nothing for another. */
function hashOf(secrets: AccountSecrets, { id, purpose }: Pick<Question, 'id' | 'purpose'>, code: string): Buffer {
  return secrets.hash(`code:${purpose}:${id}`, code);
}

function linkSignature(secrets: AccountSecrets, { id, purpose }: Pick<Question, 'id' | 'purpose'>): Buffer {
  return secrets.hash(`link:${purpose}`, id);
}

/**
 * @returns whether the mail may be sent; else it is written to nobody, as for an address that nobody has (hazard 62)
 */
async function mailCode(
  tx: Tx,
  secrets: AccountSecrets,
  question: Question,
  {
    code,
    language,
    client,
    linkTo = '',
  }: { code: string; language: Language; client: Client; linkTo?: string | undefined },
): Promise<boolean> {
  const { id, purpose, email } = question;
  const mayMail = await mayMailTo(tx, secrets, question, client);
  const isSomebodys = question.userId !== null || purpose === 'sign_up' || purpose === 'email_new';
  const to = mayMail && isSomebodys ? email : null;
  // In the fragment, which no server and no log on the way sees.
  const url = `${linkTo}#token=${id}.${linkSignature(secrets, question).toString('base64url')}`;
  const mail = mailOf(question, { code, url, origin: originOf(client) });
  await sendAccountMail(tx, secrets.box, { to, language, ...mail });
  return to !== null && 'code' in mail.values;
}

async function mayMailTo(
  tx: Tx,
  secrets: AccountSecrets,
  { purpose, email }: Question,
  client: Client,
): Promise<boolean> {
  const scope = `mail:${purpose}`;
  if (purpose === 'payout') return mayTry(tx, secrets, { scope, key: email, ...PAYOUT_MAILS });
  const known = (await isKnownBrowser(tx, email, client)) ? `known:${client.deviceCookie}` : '';
  const key = `${email}\n${known || client.network}`;
  if (!(await mayTry(tx, secrets, { scope, key, ...MAILS }))) return false;
  return mayTry(tx, secrets, { scope: `${scope}:day`, key: `${email}\n${known}`, ...MAILS_OF_DAY });
}

function mailOf(
  { purpose, email, userId, bound }: Question,
  { code, url, origin }: { readonly code: string; readonly url: string; readonly origin: Origin },
): AccountMail {
  switch (purpose) {
    case 'sign_up':
      return userId === null ? { kind: 'sign_up_code', values: { code } } : { kind: 'already_registered', values: {} };
    case 'verify_email':
      return { kind: 'verify_email_code', values: { code } };
    case 'new_device':
      return { kind: 'new_device_code', values: { code, ...origin } };
    case 'reset_password':
      return { kind: 'reset_code', values: { code, url } };
    case 'two_fa':
      return { kind: 'two_fa_code', values: { code } };
    case 'email_current':
      return { kind: 'email_code', values: { code, email: String(bound.email) } };
    case 'email_new':
      return bound.taken === true
        ? { kind: 'already_registered', values: {} }
        : { kind: 'email_code', values: { code, email } };
    case 'payout':
      return {
        kind: bound.about === 'refund' ? 'refund_code' : 'payout_code',
        values: {
          code,
          mode: bound.mode === 'sandbox' ? 'sandbox' : 'production',
          amount: String(bound.amount),
          address: String(bound.address),
        },
      };
    default:
      return purpose satisfies never;
  }
}
