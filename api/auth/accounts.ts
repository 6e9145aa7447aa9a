import type { FastifyReply, FastifyRequest } from 'fastify';
import { recordActivity } from '../../db/accounts/activities.ts';
import { type Client, rememberDevice } from '../../db/accounts/devices.ts';
import { forgetTries, takeTry } from '../../db/accounts/lockouts.ts';
import { sendAccountMail } from '../../db/accounts/mails.ts';
import { originOf } from '../../db/accounts/origins.ts';
import type { ActivityAction } from '../../db/accounts/rows.ts';
import { type AccountSecrets, createAccountSecrets } from '../../db/accounts/secrets.ts';
import { endOtherSessions, findSession, startSession, USUAL_MS } from '../../db/accounts/sessions.ts';
import { isPasswordOf, readUser, type SignedInUser } from '../../db/accounts/users.ts';
import { type Db, inTransaction, type Tx } from '../../db/core/sequelize.ts';
import { fieldError } from '../../domain/errors.ts';
import type { UserId } from '../../domain/ids.ts';
import type { ServerDeps } from '../deps.ts';
import { type Captcha, createCaptcha } from './captcha.ts';
import { clientOf } from './client.ts';
import { type Cookies, createCookies, sessionCookieOf } from './cookies.ts';
import { type Csrf, createCsrf } from './csrf.ts';
import { userOf } from './guard.ts';

/** Services that the routes of accounts share. */
export interface Accounts {
  readonly db: Db;
  readonly secrets: AccountSecrets;
  /** Where the back office is, for links of mails. */
  readonly publicUrl: string;
  /** Unix milliseconds. */
  readonly now: () => number;
  readonly cookies: Cookies;
  readonly csrf: Csrf;
  readonly captcha: Captcha;
  /**
   * Counts the requests of a stranger's network that cost a mail or a hash, for any account: within a quarter of an
   * hour, and within a day.
   * @throws DomainError `rate_limited`
   */
  limitAsking(request: FastifyRequest): Promise<void>;
}

/** Many people may share an address. */
export const PEOPLE_PER_ADDRESS = 5;
export const LOCKOUT_MINUTES = 15;
/** How many full quarters of an hour of asking a network has in a day. */
const ASKING_WINDOWS_PER_DAY = 8;

export function createAccounts(deps: ServerDeps): Accounts {
  const { db, config, now } = deps;
  const secrets = createAccountSecrets(config.encryptionKey);
  const tries = config.rateLimits.signInPerMinute * PEOPLE_PER_ADDRESS;
  return {
    db,
    secrets,
    publicUrl: config.publicUrl,
    now,
    async limitAsking(request) {
      const { network: key } = clientOf(request);
      await takeTry(db, secrets, { scope: 'ask:address', key, tries, minutes: LOCKOUT_MINUTES });
      await takeTry(db, secrets, {
        scope: 'ask:address:day',
        key,
        tries: tries * ASKING_WINDOWS_PER_DAY,
        minutes: 24 * 60,
      });
    },
    cookies: createCookies(config.publicUrl),
    csrf: createCsrf(deps, 'tidegate csrf'),
    captcha: createCaptcha(config),
  };
}

export interface SignInOptions {
  /** The user; found in the transaction of the session, so that the proof is used up together with it. */
  readonly who: (tx: Tx) => Promise<UserId>;
  readonly remember: boolean;
  readonly action: ActivityAction;
  /** The user proved here to be the mailbox's owner. */
  readonly rememberDevice?: boolean;
  /** In the same transaction, once the session is made. */
  readonly after?: (tx: Tx, user: SignedInUser, sessionCookie: string) => Promise<void>;
}

/**
 * Signs the browser in: a new session, which ends the one it had (hazard 61), its cookie and a CSRF token that belongs
 * to it, and the record of it.
 */
export async function signIn(
  { db, cookies, csrf }: Accounts,
  { request, reply }: { readonly request: FastifyRequest; readonly reply: FastifyReply },
  options: SignInOptions,
): Promise<SignedInUser> {
  const client = clientOf(request);
  const replaces = sessionCookieOf(request);
  const { user, session, device } = await inTransaction(db, async (tx) => {
    const user = await readUser(tx, await options.who(tx));
    const session = await startSession(tx, {
      userId: user.id,
      remember: options.remember,
      ip: client.ip,
      userAgent: client.userAgent,
      visitorId: client.visitorId,
      replaces,
    });
    const device = options.rememberDevice === true ? await rememberDevice(tx, user.id, client) : undefined;
    await recordActivity(tx, { merchantId: user.merchant.id, userId: user.id, action: options.action, client });
    await options.after?.(tx, user, session.cookie);
    return { user, session, device };
  });
  if (device !== undefined) cookies.setDevice(reply, device);
  cookies.setSession(reply, session.cookie, { expires: options.remember ? session.expiresAt : undefined });
  cookies.setCsrf(reply, csrf.issue(session.cookie));
  void reply.header('cache-control', 'no-store');
  return user;
}

/** Mails that there was a sign-in, to users who want to hear of it. */
export function tellOfSignIn(secrets: AccountSecrets, client: Client): NonNullable<SignInOptions['after']> {
  return async (tx, { email: to, emailVerified, language, subscriptions }) => {
    if (!emailVerified || !subscriptions.mail || !subscriptions.signIn) return;
    await sendAccountMail(tx, secrets.box, { to, language, kind: 'signed_in', values: originOf(client) });
  };
}

/**
 * Does what changes how a user signs in: the session gets a new id and every other one ends (hazard 61), all in the
 * transaction of the change.
 */
export async function changeSignIn(
  accounts: Accounts,
  { request, reply }: { readonly request: FastifyRequest; readonly reply: FastifyReply },
  { action, change, rememberDevice = false }: SignInChange,
): Promise<SignedInUser> {
  const { id } = userOf(request);
  const cookie = sessionCookieOf(request);
  const session = cookie === undefined ? undefined : await findSession(accounts.db, cookie);
  const remember = session !== undefined && session.expiresAt.getTime() - accounts.now() > USUAL_MS;
  return signIn(
    accounts,
    { request, reply },
    {
      who: async (tx) => {
        await change(tx);
        return id;
      },
      remember,
      action,
      rememberDevice,
      after: async (tx, _user, sessionCookie) => {
        await endOtherSessions(tx, id, sessionCookie);
      },
    },
  );
}

export interface SignInChange {
  readonly action: ActivityAction;
  readonly change: (tx: Tx) => Promise<void>;
  /** The change made every browser a stranger; this one stays known. */
  readonly rememberDevice?: boolean;
}

/**
 * Asks a signed-in user for the password again, five times within a quarter of an hour.
 * @throws DomainError 422 on `field`; `rate_limited`
 */
export async function confirmPassword(
  { db, secrets }: Accounts,
  {
    user,
    password,
    field = 'password',
  }: { readonly user: SignedInUser; readonly password: string; readonly field?: string },
): Promise<void> {
  const tries = { scope: 'password:confirm', key: user.id, tries: 5, minutes: 15 };
  await takeTry(db, secrets, tries);
  if (!(await isPasswordOf(db, user.id, password))) throw fieldError(field, 'The password is wrong.');
  await forgetTries(db, secrets, tries);
}
