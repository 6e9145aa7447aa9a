import type { FastifyReply, FastifyRequest } from 'fastify';
import { type AccountSecrets, createAccountSecrets } from '../../db/people/account-secrets.ts';
import { type ActivityAction, recordActivity } from '../../db/people/activities.ts';
import { rememberDevice } from '../../db/people/devices.ts';
import { startSession } from '../../db/people/sessions.ts';
import { readUser, type SignedInUser } from '../../db/people/users.ts';
import { type Db, inTransaction, type Tx } from '../../db/sequelize.ts';
import type { UserId } from '../../domain/ids.ts';
import type { ServerDeps } from '../deps.ts';
import { clientOf } from './client.ts';
import { type Cookies, createCookies, sessionCookieOf } from './cookies.ts';
import { type Csrf, createCsrf } from './csrf.ts';

/** What the routes of accounts share. */
export interface Accounts {
  readonly db: Db;
  readonly secrets: AccountSecrets;
  readonly cookies: Cookies;
  readonly csrf: Csrf;
}

export function createAccounts({ db, config }: ServerDeps): Accounts {
  return {
    db,
    secrets: createAccountSecrets(config.encryptionKey),
    cookies: createCookies(config.publicUrl),
    csrf: createCsrf(config.encryptionKey),
  };
}

export interface SignInOptions {
  /** Who; in the transaction of the session, so that what proves it is used up together with it. */
  readonly who: (tx: Tx) => Promise<UserId>;
  readonly remember: boolean;
  readonly action: ActivityAction;
  /** The user proved here to be the mailbox's owner. */
  readonly rememberDevice?: boolean;
  /** In the same transaction, once the session is made. */
  readonly after?: (tx: Tx, user: SignedInUser) => Promise<void>;
}

/**
 * Signs the browser in: a new session, which ends the one it had (hazard 61), its cookie and a CSRF token that belongs to it, and the
 * record of it.
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
      ...(client.userAgent === undefined ? {} : { userAgent: client.userAgent }),
      ...(client.visitorId === undefined ? {} : { visitorId: client.visitorId }),
      ...(replaces === undefined ? {} : { replaces }),
    });
    const device = options.rememberDevice === true ? await rememberDevice(tx, user.id, client) : undefined;
    await recordActivity(tx, { merchantId: user.merchant.id, userId: user.id, action: options.action, client });
    await options.after?.(tx, user);
    return { user, session, device };
  });
  if (device !== undefined) cookies.setDevice(reply, device);
  cookies.setSession(reply, session.cookie, { expires: options.remember ? session.expiresAt : undefined });
  cookies.setCsrf(reply, csrf.issue(session.cookie));
  void reply.header('cache-control', 'no-store');
  return user;
}
