import type { FastifyReply, FastifyRequest } from 'fastify';
import { findSession } from '../../db/accounts/sessions.ts';
import { isComplete, mayWorkIn, type SignedInUser, userMay } from '../../db/accounts/users.ts';
import type { Tx } from '../../db/core/sequelize.ts';
import { listShopChoices, type ShopChoice } from '../../db/shops/choices.ts';
import { readProfileDomain } from '../../db/shops/profiles.ts';
import { type DomainError, isDomainError } from '../../domain/errors.ts';
import { requireOwnAddress } from '../../domain/web/web-address.ts';
import { anyone } from '../access.ts';
import type { App } from '../app.ts';
import type { Accounts } from '../auth/accounts.ts';
import { csrfCookieOf, sessionCookieOf } from '../auth/cookies.ts';
import { requireAcceptance } from '../auth/legal.ts';
import { type ActEntry, type ActRequest, performMoneyAct, type Shown } from '../auth/money-act.ts';
import type { ServerDeps } from '../deps.ts';
import { mayActivateProduction } from '../presenters/user.ts';
import { warnOfAccess } from '../routes/spa/team/team-warning.ts';
import { consentPage, refusedPage, returnPage, signInFirstPage } from './page.ts';
import { type AuthorizeNames, type AuthorizeRequest, readAuthorizeRequest } from './request.ts';

/** A kind of key that an application can be given on an authorize page. */
export interface AuthorizeDoor<Permission extends string> {
  readonly path: string;
  readonly names: AuthorizeNames;
  /** The requested permissions; undefined when one is not offered. */
  readonly granted: (requested: readonly string[]) => readonly Permission[] | undefined;
  readonly wordsOf: (permission: Permission) => string;
  /** Makes the key. @returns the fields that the application gets, and what it is called in the audit log */
  readonly mint: (tx: Tx, of: Minting<Permission>) => Promise<Minted>;
}

export interface Minting<Permission extends string> {
  readonly ask: AuthorizeRequest;
  readonly permissions: readonly Permission[];
  readonly shop: ShopChoice;
  readonly user: SignedInUser;
}

export interface Minted {
  readonly fields: readonly (readonly [name: string, value: string])[];
  readonly entry: ActEntry;
}

/**
 * An authorize page: a signed-in person sees who asks for what, chooses the shop, proves who they are as for any key,
 * and the browser posts the key to the application. One implementation for every kind of key.
 */
export async function authorizeRoutes<Permission extends string>(
  app: App,
  deps: ServerDeps,
  accounts: Accounts,
  door: AuthorizeDoor<Permission>,
): Promise<void> {
  const options = {
    config: anyone('The page checks the session itself, and its form a token of it.'),
    schema: { hide: true },
  };
  // The fields of the form are read one by one where they are used.
  const formOptions = { ...options, schema: { ...options.schema, body: {} } };
  await app.register(async (scope: App) => {
    scope.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit: 4096 },
      (_request, body, done) => done(null, Object.fromEntries(new URLSearchParams(String(body)))),
    );
    scope.get(door.path, options, async (request, reply) => {
      const requested = await read(request, reply, { deps, accounts, door });
      return 'refused' in requested ? requested.refused : ask(reply, accounts, { request, ...requested });
    });
    scope.post<{ Body: Filled | undefined }>(door.path, formOptions, async (request, reply) => {
      const requested = await read(request, reply, { deps, accounts, door });
      if ('refused' in requested) return requested.refused;
      const filled = request.body ?? {};
      try {
        const { fields } = await connect(request, accounts, { ...requested, door, filled });
        void reply.header('cache-control', 'no-store');
        return returnPage(reply, requested.application.redirect, withState(fields, requested.application));
      } catch (error) {
        if (!isDomainError(error) || error.status >= 500) throw error;
        void reply.code(error.status);
        return ask(reply, accounts, { request, ...requested, chosen: filled.shop, problem: wordsOf(error) });
      }
    });
  });
}

interface Filled extends Shown {
  readonly csrf?: string;
  readonly shop?: string;
}

interface Requested<Permission extends string> {
  readonly application: AuthorizeRequest;
  readonly permissions: readonly Permission[];
  readonly shown: readonly { readonly name: string; readonly words: string }[];
  readonly user: SignedInUser;
  readonly shops: readonly ShopChoice[];
}

interface Reading<Permission extends string> {
  readonly deps: ServerDeps;
  readonly accounts: Accounts;
  readonly door: AuthorizeDoor<Permission>;
}

/** The signed-in user and the permissions they are to grant, or the page that says why nothing can be agreed to. */
async function read<Permission extends string>(
  request: FastifyRequest,
  reply: FastifyReply,
  { deps, accounts, door }: Reading<Permission>,
): Promise<Requested<Permission> | { readonly refused: FastifyReply }> {
  const refused = (status: number, text: string) => ({ refused: refusedPage(reply, status, text) });
  let input: AuthorizeRequest;
  try {
    input = readAuthorizeRequest(queryOf(request), door.names);
  } catch (error) {
    if (!isDomainError(error)) throw error;
    return refused(400, wordsOf(error));
  }
  const permissions = door.granted(input.permissions);
  if (permissions === undefined) return refused(400, 'The application asks for permissions that are not offered.');
  const cookie = sessionCookieOf(request);
  const session = cookie === undefined ? undefined : await findSession(accounts.db, cookie);
  if (session === undefined) return { refused: signInFirstPage(reply) };
  const { user } = session;
  try {
    requireAcceptance(request, user, deps.config);
  } catch (error) {
    if (!isDomainError(error)) throw error;
    return refused(error.status, error.message);
  }
  if (!isComplete(user) || !userMay(user, 'merchant_apiToken_create')) {
    return refused(403, 'Your role may not create keys. Ask an admin of your team.');
  }
  const shops = await listShopChoices(
    accounts.db,
    user.merchant.id,
    (shopId, mode) => mayWorkIn(user, shopId) && (mode === 'sandbox' || mayActivateProduction(user)),
  );
  if (shops.length === 0) return refused(409, 'There is no open shop.');
  const shown = permissions.map((name) => ({ name, words: door.wordsOf(name) }));
  return { application: input, permissions, shown, user, shops };
}

interface RepeatedRequest extends Requested<string> {
  readonly request: FastifyRequest;
  readonly chosen?: string | undefined;
  readonly problem?: string;
}

function ask(reply: FastifyReply, { csrf, cookies }: Accounts, page: RepeatedRequest): FastifyReply {
  const { request, application, shown, shops, user, chosen, problem } = page;
  const token = csrf.issue(sessionCookieOf(request));
  cookies.setCsrf(reply, token);
  return consentPage(reply, {
    application: application.application,
    redirect: application.redirect,
    permissions: shown,
    shops,
    problem,
    csrf: token,
    chosen: chosen ?? shops.find(({ mode, shopId }) => mode === user.activeMode && shopId === user.activeShopId)?.path,
    action: request.url,
    twoFactor: user.twoFactorEnabled,
  });
}

/** Makes the key once the form, the address and the person are proven. The team is mailed of it. */
async function connect<Permission extends string>(
  request: FastifyRequest,
  accounts: Accounts,
  requested: Requested<Permission> & { readonly door: AuthorizeDoor<Permission>; readonly filled: Filled },
): Promise<Minted> {
  const { application, permissions, user, shops, door, filled } = requested;
  const session = sessionCookieOf(request);
  accounts.csrf.check({ cookie: csrfCookieOf(request), header: filled.csrf, session });
  const shop = shops.find(({ path }) => path === filled.shop) ?? shops[0];
  if (shop === undefined) throw new Error('There is no shop to choose.');
  const domain = await readProfileDomain(accounts.db, shop.profileId);
  requireOwnAddress(application.redirect.href, { mode: shop.mode, domain, field: door.names.redirect });
  // From here on the request is about that shop, as if its path had named it.
  request.signedIn = user;
  request.params = { profile: shop.path };
  return performMoneyAct(accounts, request as ActRequest, {
    proof: 'person',
    read: async () => shop.profileId,
    async work(tx) {
      const { mode } = shop;
      await warnOfAccess(tx, request, accounts, { kind: 'token_added', mode, title: application.application });
      return door.mint(tx, { ask: application, permissions, shop, user });
    },
    entry: ({ entry }) => entry,
  });
}

function withState(fields: Minted['fields'], { state }: AuthorizeRequest): Minted['fields'] {
  return state === undefined ? fields : [...fields, ['state', state]];
}

function queryOf({ url }: FastifyRequest): URLSearchParams {
  const mark = url.indexOf('?');
  return new URLSearchParams(mark < 0 ? '' : url.slice(mark + 1));
}

function wordsOf({ fields, message }: DomainError): string {
  return Object.values(fields ?? {}).flat()[0] ?? message;
}
