import { timingSafeEqual } from 'node:crypto';
import { Op } from 'sequelize';
import type { AccountMail, Origin } from '../../domain/accounts/account-mail.ts';
import { WRONG_CODE } from '../../domain/accounts/account-rules.ts';
import { DomainError, fieldError } from '../../domain/errors.ts';
import { isUuid, newId, type UserId } from '../../domain/ids.ts';
import type { Language } from '../../domain/languages.ts';
import { randomToken, tokenHash } from '../core/random-tokens.ts';
import type { Db, Tx } from '../core/sequelize.ts';
import { execute, maybeOne } from '../core/sql.ts';
import { fromNow, NOW } from '../core/table.ts';
import { type Client, isKnownBrowser } from './devices.ts';
import { type Allowance, forgetTries, mayTry, takeTry } from './lockouts.ts';
import { sendAccountMail } from './mails.ts';
import { originOf } from './origins.ts';
import { type CodePurpose, verificationCodesTable } from './rows.ts';
import { type AccountSecrets, newCode } from './secrets.ts';
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
  /** The approved content (hazard 63): nothing of it can be changed between the question and the answer. */
  readonly bound: Readonly<Record<string, unknown>>;
}

export interface NewQuestion extends Omit<Question, 'id'> {
  readonly language: Language;
  readonly client: Client;
  /** The page that the link of the mail opens, where the mail has one. */
  readonly linkTo?: string;
}

/** When the code of a question ends and when the next may be requested. */
export interface CodeTimes {
  readonly expiresInSeconds: number;
  readonly resendInSeconds: number;
}

const CODE_SECONDS = 600;
const RESEND_SECONDS = 60;
/** How long a code can be sent again before the question has to be asked again. */
const QUESTION_HOURS = 24;
const TRIES = { tries: 5, minutes: 15 } as const;
/** All strangers together, of one account: what guessing at a code by mail can reach in a day. */
const STRANGERS_TRIES = { tries: 20, minutes: 24 * 60 } as const;
const MAILS = { tries: 5, minutes: 60 } as const;
const MAILS_OF_DAY = { tries: 20, minutes: 24 * 60 } as const;
/** A person who pays by hand needs a code for each payout; routes count the requests of one person. */
const PAYOUT_MAILS = { tries: 60, minutes: 60 } as const;

/**
 * Mails six digits that are valid for ten minutes, and returns the cookie by which a browser names the question. From
 * one network at most five such mails an hour go to an address, twenty a day from everywhere; a browser that its owner
 * used is counted apart. Beyond that, and for unknown addresses, the answer is the same, and the question has no code.
 */
export async function askByMail(
  tx: Tx,
  secrets: AccountSecrets,
  question: NewQuestion,
): Promise<{ readonly handle: string } & CodeTimes> {
  const { purpose, userId, bound } = question;
  const requested: Question = { id: newId(), purpose, email: normalEmail(question.email), userId, bound };
  const handle = randomToken();
  const code = newCode();
  const mailed = await mailCode(tx, secrets, requested, { code, ...question });
  await verificationCodesTable.create(tx, {
    ...requested,
    handleHash: tokenHash(handle),
    codeHash: mailed ? hashOf(secrets, requested, code) : null,
    codeExpiresAt: fromNow(CODE_SECONDS),
    sentAt: NOW,
    expiresAt: fromNow(QUESTION_HOURS * 3600),
  });
  return { handle, expiresInSeconds: CODE_SECONDS, resendInSeconds: RESEND_SECONDS };
}

/** The open question a browser's cookie names, or undefined. */
export async function findQuestion(
  on: Db | Tx,
  handle: string,
  purposes: readonly CodePurpose[],
): Promise<(Question & CodeTimes) | undefined> {
  const row = await maybeOne<Question & { expires_in: string; resend_in: string }>(
    on,
    `SELECT id, purpose, email, user_id AS "userId", bound,
       greatest(0, ceil(extract(epoch FROM code_expires_at - now())))::text AS expires_in,
       greatest(0, ceil($3 - extract(epoch FROM now() - sent_at)))::text AS resend_in
     FROM verification_code WHERE handle_hash = $1 AND purpose = ANY($2) AND used_at IS NULL AND expires_at > now()`,
    [tokenHash(handle), purposes, RESEND_SECONDS],
  );
  if (row === undefined) return undefined;
  const { expires_in, resend_in, ...question } = row;
  return { ...question, expiresInSeconds: Number(expires_in), resendInSeconds: Number(resend_in) };
}

/** The newest open question of an address that is bound to the same; undefined if none is open. */
export async function findBound(
  on: Db | Tx,
  { purpose, email, bound }: Pick<Question, 'purpose' | 'email' | 'bound'>,
): Promise<Question | undefined> {
  const open = await verificationCodesTable.find(
    on,
    { purpose, email: normalEmail(email), usedAt: null, expiresAt: { [Op.gt]: NOW } },
    { columns: QUESTION_COLUMNS, order: [['sentAt', 'DESC']], limit: BOUND_AT_ONCE },
  );
  const sought = Object.entries(bound);
  return open.find((each) => sought.every(([name, value]) => each.bound[name] === value));
}

/** Far more than the mails that one address gets in the life of a question. */
const BOUND_AT_ONCE = 100;

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
  const isDue = { id: question.id, usedAt: null, sentAt: { [Op.lte]: fromNow(-RESEND_SECONDS) } };
  const due = await verificationCodesTable.update(tx, { sentAt: NOW }, isDue);
  if (due === 0) throw new DomainError('rate_limited', { retryAfterSeconds: RESEND_SECONDS });
  const code = newCode();
  if (await mailCode(tx, secrets, question, { code, ...to })) {
    const renewed = { codeHash: hashOf(secrets, question, code), codeExpiresAt: fromNow(CODE_SECONDS) };
    await verificationCodesTable.update(tx, renewed, { id: question.id });
  }
  return { expiresInSeconds: CODE_SECONDS, resendInSeconds: RESEND_SECONDS };
}

/** An answer: to the question of a browser's cookie, or to the newest one that a signed-in user asked. */
export type Answer = {
  readonly code: string;
  readonly client: Client;
  /** The name of the code in the body; default `code`. */
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
  const found = await findByCode(db, secrets, { answer, age: { codeExpiresAt: { [Op.gt]: NOW } } });
  if (found === undefined) throw wrongCode(answer.field);
  for (const each of tries) await forgetTries(db, secrets, each);
  return found;
}

/** The attempts that are counted before a code is compared. */
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

/** The question whose code has expired: only to be asked after {@link checkCode} counted the try. */
export function findExpired(db: Db, secrets: AccountSecrets, answer: Answer): Promise<Question | undefined> {
  return findByCode(db, secrets, { answer, age: { codeExpiresAt: { [Op.lte]: NOW }, expiresAt: { [Op.gt]: NOW } } });
}

type Age = Parameters<typeof verificationCodesTable.find>[1];

async function findByCode(
  on: Db,
  secrets: AccountSecrets,
  { answer, age }: { readonly answer: Answer; readonly age: Age },
): Promise<Question | undefined> {
  const { purpose, email } = 'question' in answer ? answer.question : answer;
  const open = await verificationCodesTable.find(
    on,
    {
      purpose,
      email: normalEmail(email),
      usedAt: null,
      ...age,
      ...('question' in answer ? { id: answer.question.id } : { userId: answer.userId }),
    },
    {
      columns: [...QUESTION_COLUMNS, 'codeHash'],
      order: [
        ['sentAt', 'DESC'],
        ['id', 'DESC'],
      ],
      limit: answer.isMeant === undefined ? 1 : OPEN_AT_ONCE,
    },
  );
  const typed = answer.code.trim();
  const { isMeant = () => true } = answer;
  // Of several codes for the same, only the newest that was mailed is valid.
  const newest = open.find(({ codeHash, ...question }) => codeHash !== null && isMeant(question));
  if (newest === undefined) return undefined;
  const { codeHash, ...question } = newest;
  const isRight = codeHash !== null && timingSafeEqual(codeHash, hashOf(secrets, question, typed));
  return isRight ? question : undefined;
}

/** Payouts that one person confirms beside each other. */
const OPEN_AT_ONCE = 5;

/**
 * The open question of the link in a mail. The link is valid as long as the question, a day, which is as long as
 * strangers can keep further mails from being sent: the owner of the mailbox always has a valid one.
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
  const open = { id, purpose, userId: { [Op.ne]: null }, usedAt: null, expiresAt: { [Op.gt]: NOW } };
  return verificationCodesTable.findOne(on, open, { columns: QUESTION_COLUMNS });
}

/**
 * Uses the code up, and with it every other open one for the same.
 * @throws DomainError 422 on `code` when it was used in the meantime
 */
export async function closeQuestion(tx: Tx, question: Question): Promise<void> {
  const used = await verificationCodesTable.update(tx, { usedAt: NOW }, { id: question.id, usedAt: null });
  if (used === 0) throw wrongCode();
  await closeQuestionsOf(tx, question);
}

/** Closes one question, which its browser replaces by another. */
export async function abandonQuestion(tx: Tx, { id }: Pick<Question, 'id'>): Promise<void> {
  await verificationCodesTable.update(tx, { usedAt: NOW }, { id });
}

/** Invalidates every open code and link for this purpose and address. */
export async function closeQuestionsOf(tx: Tx, of: Pick<Question, 'purpose' | 'email'>): Promise<void> {
  await verificationCodesTable.update(tx, { usedAt: NOW }, { purpose: of.purpose, email: of.email, usedAt: null });
}

/** Removes questions that nobody can answer any more, and the personal data in them. */
export async function deleteOldQuestions(db: Db): Promise<number> {
  return execute(db, `DELETE FROM verification_code WHERE expires_at < now() OR used_at < now() - interval '1 day'`);
}

export function wrongCode(field = 'code'): DomainError {
  return fieldError(field, WRONG_CODE);
}

const QUESTION_COLUMNS = ['id', 'purpose', 'email', 'userId', 'bound'] as const;

/** Bound to its question, so that the digits of one purpose are useless for another. */
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
  const isSomebodys = question.userId !== null || OF_STRANGERS.has(purpose);
  const to = mayMail && isSomebodys ? email : null;
  // In the fragment, which no server and no log on the way sees.
  const url = `${linkTo}#token=${id}.${linkSignature(secrets, question).toString('base64url')}`;
  const mail = mailOf(question, { code, url, origin: originOf(client) });
  await sendAccountMail(tx, secrets.box, { to, language, ...mail });
  return to !== null && 'code' in mail.values;
}

/** Asked before somebody has an account, or without one. */
const OF_STRANGERS: ReadonlySet<CodePurpose> = new Set(['sign_up', 'email_new', 'card_order']);

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
        kind: moneyCodeOf(bound.about),
        values: {
          code,
          mode: modeOf(bound),
          amount: String(bound.amount),
          address: String(bound.address),
        },
      };
    case 'card_order':
      return { kind: 'card_code', values: { code, mode: modeOf(bound) } };
    default:
      return purpose satisfies never;
  }
}

function modeOf({ mode }: Question['bound']) {
  return mode === 'sandbox' ? 'sandbox' : 'production';
}

function moneyCodeOf(about: unknown) {
  if (about === 'refund') return 'refund_code';
  return about === 'withdrawal' ? 'withdrawal_code' : 'payout_code';
}
