import type { FastifyReply, FastifyRequest } from 'fastify';
import type { MassTokenSent } from '../../contract/mass-payouts.ts';
import { holdSession, isFreshSession } from '../../db/accounts/sessions.ts';
import { checkSecondFactor, requireSecondFactor, type SecondFactor } from '../../db/accounts/two-factor.ts';
import type { SignedInUser } from '../../db/accounts/users.ts';
import type { Question } from '../../db/accounts/verification-codes.ts';
import { type AuditEntry, audit } from '../../db/audit/audit.ts';
import { type Db, inTransaction, type Tx } from '../../db/core/sequelize.ts';
import {
  admitMoneyAct,
  checkMoneyCode,
  type MailedAct,
  type OutgoingMoney,
  type Requester,
  refuseOutgoing,
  sendMoneyCode,
  shownFeeOf,
} from '../../db/outflows/money-act.ts';
import { PASSWORD_REQUIRED } from '../../domain/accounts/account-rules.ts';
import type { Mode } from '../../domain/assets/assets.ts';
import { DomainError, fieldError } from '../../domain/errors.ts';
import type { NetworkFeeQuote } from '../../domain/payouts/network-fee.ts';
import { answerOnce, type OnceOptions } from '../plugins/idempotency.ts';
import { codeSent } from '../presenters/account.ts';
import { type Accounts, confirmPassword } from './accounts.ts';
import { auditedUser } from './audited.ts';
import { clientOf } from './client.ts';
import { sessionCookieOf } from './cookies.ts';
import { shopOf, userOf } from './guard.ts';

/**
 * The proof that an act requires of a signed-in person besides the permission. `second_factor`: 2FA, in production of
 * everybody, elsewhere of those who have it on. `two_fa`: nobody does it without 2FA (spec §5). `person`: the password
 * as well, unless the session is younger than five minutes. `recent_sign_in`: the second factor of those who have it
 * on, with the same exception; of others the session is enough, because nothing leaves by the act.
 */
export type Proof = 'second_factor' | 'two_fa' | 'person' | 'person_with_two_fa' | 'recent_sign_in';

/** The proof in the body of the request. */
export interface Shown {
  /** The digits of the mail. */
  readonly code?: string | undefined;
  readonly password?: string | undefined;
  readonly two_fa_code?: string | undefined;
  readonly recovery_code?: string | undefined;
}

/** An act of a signed-in person on money, or on what decides where money goes: destinations, tokens, the team. */
export interface MoneyAct<Wish, Done> {
  readonly proof: Proof;
  /** Where money leaves by it: refused while the merchant may send none. */
  readonly leaving?: OutgoingMoney;
  /** Reads and checks what is requested, before any code is used up, and again in the transaction. */
  readonly read: (on: Db | Tx) => Promise<Wish>;
  /** The same in the transaction, with a lock on what others could change meanwhile. */
  readonly reread?: (tx: Tx) => Promise<Wish>;
  /** Whether this request needs the proof; without this function, every request does. */
  readonly needsProof?: (requested: Wish) => boolean;
  /** The state when the proof was given: if the transaction reads another one, nothing is done. */
  readonly seen?: (requested: Wish) => string | number;
  /** The act that the mailed code must have been mailed for. */
  readonly mailed?: (requested: Wish) => MailedAct;
  /** Counts against an allowance what has been proven, before it is done. */
  readonly limit?: () => Promise<void>;
  /** Locked before the session, by acts that end the sessions of others: two on each other would be a deadlock. */
  readonly lock?: (tx: Tx) => Promise<unknown>;
  /** `shownFee` is the network fee that was shown when the code was mailed. */
  readonly work: (tx: Tx, requested: Wish, shownFee: NetworkFeeQuote | undefined) => Promise<Done>;
  /** The entry of the audit log; undefined where nothing was done. Left out where `work` records it. */
  readonly entry?: (done: Done, requested: Wish) => ActEntry | undefined;
}

export type ActEntry = Pick<AuditEntry, 'action' | 'target' | 'data'>;

/** The request of an act: its body holds the proof. The path of one on money names the profile. */
export type ActRequest = FastifyRequest & { readonly body: Shown };

/**
 * The one way to act on money: what is requested is read, the mailed code and the proof are checked, and in the
 * transaction both the session and what is requested are read again. Nothing is done if the session has ended or the
 * request is no longer what the code or the proof was for. The act is recorded in the same transaction.
 * @throws DomainError `unauthenticated`, `two_fa_not_enabled`, 422 on `code`, `password`, `two_fa_code` or
 *   `recovery_code`, `changed_meanwhile`, `rate_limited`, `merchant_blocked`, `merchant_restricted`,
 *   `production_not_permitted`
 */
export async function performMoneyAct<Wish, Done>(
  accounts: Accounts,
  request: ActRequest,
  act: MoneyAct<Wish, Done>,
): Promise<Done> {
  const { before, within } = prepare(accounts, request, act);
  await before();
  return inTransaction(accounts.db, within);
}

/**
 * {@link performMoneyAct} once per `Idempotency-Key`; answers with what `present` makes of what was done. An act that
 * has no mode uses the keys of production.
 */
export async function answerMoneyAct<Wish, Done>(
  accounts: Accounts,
  request: ActRequest,
  reply: FastifyReply,
  {
    answer: { status, present, isSecret = false, ...locks },
    ...act
  }: MoneyAct<Wish, Done> & { readonly answer: ActAnswer<Done> },
): Promise<FastifyReply> {
  const { before, within } = prepare(accounts, request, act);
  const scope = { merchantId: userOf(request).merchant.id, mode: shopOf(request)?.mode ?? 'production' } as const;
  const sealed = isSecret ? { box: accounts.secrets.box } : {};
  return answerOnce(request, reply, { db: accounts.db, ...scope, ...locks, ...sealed, before }, async (tx) => ({
    status,
    data: present(await within(tx)),
  }));
}

interface ActAnswer<Done> extends Pick<OnceOptions, 'locksMoney'> {
  readonly status: 200 | 201;
  /** It is kept sealed for a repeated request. */
  readonly isSecret?: boolean;
  readonly present: (done: Done) => unknown;
}

/** The two halves of an act. */
interface PreparedAct<Done> {
  /** Uses up what proves it; not within a transaction, because codes and tries take connections of their own. */
  readonly before: () => Promise<void>;
  /** Does it, if what was proven is still what is requested. May run again after a deadlock. */
  readonly within: (tx: Tx) => Promise<Done>;
}

function prepare<Wish, Done>(accounts: Accounts, request: ActRequest, act: MoneyAct<Wish, Done>): PreparedAct<Done> {
  const { db, secrets } = accounts;
  const { leaving, mailed, seen, needsProof = () => true } = act;
  const shown = request.body;
  let question: Question | undefined;
  let isProven = false;
  let sawBefore: string | number | undefined;

  async function before(): Promise<void> {
    if (leaving !== undefined) await refuseOutgoing(db, leaving);
    const requested = await act.read(db);
    sawBefore = seen?.(requested);
    if (mailed !== undefined) {
      const answer = { code: shown.code ?? '', binding: mailed(requested).binding };
      question = await checkMoneyCode(db, secrets, askerOf(request), answer);
    }
    if (needsProof(requested)) {
      await prove(accounts, request, act.proof);
      isProven = true;
    }
    await act.limit?.();
  }

  async function within(tx: Tx): Promise<Done> {
    await act.lock?.(tx);
    // It may have been ended while the proof was checked.
    await holdSession(tx, sessionCookieOf(request));
    const requested = await (act.reread ?? act.read)(tx);
    const isAsProven = (isProven || !needsProof(requested)) && sawBefore === seen?.(requested);
    if (!isAsProven) throw new DomainError('changed_meanwhile');
    await admitMoneyAct(tx, { leaving, mailed: mailed && { question, binding: mailed(requested).binding } });
    const done = await act.work(tx, requested, question && shownFeeOf(question));
    const entry = act.entry?.(done, requested);
    if (entry !== undefined) await audit(tx, { ...auditedUser(request), ...entry });
    return done;
  }

  return { before, within };
}

/** Mails the code of an act. @throws DomainError `rate_limited` beyond 60 within an hour */
export async function mailMoneyCode(
  { db, secrets }: Accounts,
  request: FastifyRequest,
  act: MailedAct,
): Promise<MassTokenSent> {
  const asker = askerOf(request);
  const times = await sendMoneyCode(db, secrets, asker, act);
  const { email, twoFactorEnabled } = asker.user;
  return { ...codeSent(email, times), two_fa_required: needsTwoFactor(act.mode) || twoFactorEnabled };
}

/** The state of 2FA, for the form of an act. */
export function twoFactorStanding({ twoFactorEnabled: enabled }: SignedInUser, mode: Mode) {
  return { required: needsTwoFactor(mode), enabled };
}

/** Whether nobody may send money without 2FA: where the money is real. In sandbox it is asked of those who have it. */
function needsTwoFactor(mode: Mode | undefined): boolean {
  return mode === 'production';
}

function askerOf(request: FastifyRequest): Requester {
  return { user: userOf(request), client: clientOf(request) };
}

async function prove(accounts: Accounts, request: ActRequest, proof: Proof): Promise<void> {
  const { user, client } = askerOf(request);
  if (proof === 'recent_sign_in') {
    if (await isSessionFresh(accounts.db, request)) return;
    return checkSecondFactor(accounts.db, accounts.secrets, { user, factor: factorOf(request), client });
  }
  const isRequiredHere = needsTwoFactor(shopOf(request)?.mode);
  const isTwoFactorRequired = isRequiredHere || proof === 'two_fa' || proof === 'person_with_two_fa';
  // A correct password does not use up an attempt where the act cannot be performed anyway.
  if (isTwoFactorRequired && !user.twoFactorEnabled) throw new DomainError('two_fa_not_enabled');
  if (proof === 'person' || proof === 'person_with_two_fa') await provePassword(accounts, request, request.body);
  const check = isTwoFactorRequired ? requireSecondFactor : checkSecondFactor;
  await check(accounts.db, accounts.secrets, { user, factor: factorOf(request), client });
}

function factorOf({ body: { two_fa_code, recovery_code } }: ActRequest): SecondFactor {
  return { two_fa_code, recovery_code };
}

/** A session younger than five minutes has just proved it. */
async function provePassword(accounts: Accounts, request: FastifyRequest, { password }: Shown): Promise<void> {
  if (await isSessionFresh(accounts.db, request)) return;
  if (password === undefined) throw fieldError('password', PASSWORD_REQUIRED);
  await confirmPassword(accounts, { user: userOf(request), password });
}

async function isSessionFresh(db: Db, request: FastifyRequest): Promise<boolean> {
  const cookie = sessionCookieOf(request);
  return cookie !== undefined && (await isFreshSession(db, cookie));
}
