import '@fastify/cookie';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { AccountSecrets } from '../../db/accounts/secrets.ts';
import { findSession } from '../../db/accounts/sessions.ts';
import { isComplete, mayWorkIn, type SignedInUser, userMay } from '../../db/accounts/users.ts';
import type { Db, Tx } from '../../db/core/sequelize.ts';
import type { ShopKeyBearer } from '../../db/greenfield/keys.ts';
import type { TokenBearer } from '../../db/shops/api-tokens.ts';
import { profileIdOf } from '../../db/shops/profiles.ts';
import { readShopPath, SHOP_PATH, type ShopPath } from '../../domain/accounts/shop-path.ts';
import type { Mode } from '../../domain/assets/assets.ts';
import { networkOf } from '../../domain/assets/network.ts';
import { DomainError } from '../../domain/errors.ts';
import type { MerchantId, ProfileId } from '../../domain/ids.ts';
import { type EventKind, eventKindsOf } from '../../domain/webhooks/event-kinds.ts';
import type { Access } from '../access.ts';
import type { ServerDeps } from '../deps.ts';
import { answerUnknown } from '../plugins/errors.ts';
import { mayActivateProduction } from '../presenters/user.ts';
import { CSRF_HEADER, csrfCookieOf, sessionCookieOf } from './cookies.ts';
import type { Csrf } from './csrf.ts';
import { createKeyDoors } from './key-doors.ts';
import { requireAcceptance } from './legal.ts';
import { createLimiter } from './limiter.ts';
import type { StaffDoor } from './staff-door.ts';

declare module 'fastify' {
  interface FastifyRequest {
    bearer: TokenBearer | null;
    shopKey: ShopKeyBearer | null;
    signedIn: SignedInUser | null;
  }
  interface FastifyInstance {
    /** The current bearer of a request's token: for answers that outlive the check at their start. */
    authenticateToken(request: FastifyRequest): Promise<TokenBearer>;
  }
}

interface Guarded {
  readonly deps: ServerDeps;
  readonly secrets: AccountSecrets;
  readonly csrf: Csrf;
  readonly staffDoor: StaffDoor;
}

/** Lets a request through to its route only when the route's `access` allows it; bodies are read after that. */
export function useGuard(app: FastifyInstance, { deps, secrets, csrf, staffDoor }: Guarded): void {
  const { db, config } = deps;
  const { apiPerMinute, customerPerMinute } = config.rateLimits;
  const perToken = createLimiter(db, secrets, { name: 'token', perMinute: apiPerMinute });
  const perAddress = createLimiter(db, secrets, { name: 'address', perMinute: customerPerMinute });
  const doors = createKeyDoors(db, { perToken, perAddress });
  app.decorate('authenticateToken', doors.authenticateToken);
  app.decorateRequest('bearer', null);
  app.decorateRequest('shopKey', null);
  app.decorateRequest('signedIn', null);
  app.decorateRequest('staff', null);

  app.addHook('onRequest', async (request, reply) => {
    // Requests that no route takes are answered before their body is read.
    if (request.is404) return answerUnknown(app, request, reply);
    const access = request.routeOptions.config.access;
    if (access === undefined) throw new Error('A route without access was added.');
    switch (access.by) {
      case 'token':
        request.bearer = await doors.token(request, access.anyOf);
        app.chooseVersion(request, reply, request.bearer.apiVersion);
        return;
      case 'shop_key':
        request.shopKey = await doors.shopKey(request, access.permission);
        return;
      case 'user': {
        await perAddress.take(networkOf(request.ip));
        request.signedIn = await signedInUser(request, access);
        return;
      }
      case 'staff': {
        await perAddress.take(networkOf(request.ip));
        request.staff = await staffDoor.authenticate(request, access);
        return;
      }
      case 'anyone': {
        if (access.limited !== false) await perAddress.take(networkOf(request.ip));
        if (access.csrf === 'merchant') checkCsrf(request);
        if (access.csrf === 'staff') staffDoor.checkCsrf(request);
        return;
      }
    }
  });

  async function signedInUser(request: FastifyRequest, access: Access & { by: 'user' }): Promise<SignedInUser> {
    const cookie = sessionCookieOf(request);
    const session = cookie === undefined ? undefined : await findSession(db, cookie);
    if (session === undefined) throw new DomainError('unauthenticated');
    if (request.method !== 'GET' && request.method !== 'HEAD') checkCsrf(request);
    const { user } = session;
    requireAcceptance(request, user, config);
    if (access.permission !== null && !(isComplete(user) && userMay(user, access.permission))) {
      throw new DomainError('permission_denied', { fields: { permission: [access.permission] } });
    }
    const shop = shopOf(request);
    if (shop !== undefined && !mayWorkIn(user, shop.shopId)) throw new DomainError('permission_denied');
    if (shop?.mode === 'production' && !mayActivateProduction(user)) throw new DomainError('production_not_permitted');
    return user;
  }

  function checkCsrf(request: FastifyRequest): void {
    const header = request.headers[CSRF_HEADER];
    csrf.check({
      cookie: csrfCookieOf(request),
      header: typeof header === 'string' ? header : undefined,
      session: sessionCookieOf(request),
    });
  }
}

/** The shop whose token calls or that the path names; null is the merchant's first, or none. */
export function shopIdOf(request: FastifyRequest): string | null {
  return request.bearer?.shopId ?? shopOf(request)?.shopId ?? null;
}

/** Which profile the call is about, if it is about one; what no path could name is refused with the parameters. */
export function shopOf({ params }: FastifyRequest): ShopPath | undefined {
  const { profile } = (params ?? {}) as { readonly profile?: string };
  return profile !== undefined && IS_SHOP_PATH.test(profile) ? readShopPath(profile) : undefined;
}

const IS_SHOP_PATH = new RegExp(SHOP_PATH);

/** The token's bearer on a route of `token(…)`. */
export function bearerOf(request: FastifyRequest): TokenBearer {
  if (request.bearer === null) throw new Error('This route has no token access.');
  return request.bearer;
}

/** The key's bearer on a route of `shopKey(…)`. */
export function shopKeyOf(request: FastifyRequest): ShopKeyBearer {
  if (request.shopKey === null) throw new Error('This route has no access by shop keys.');
  return request.shopKey;
}

/** The user on a route of `user(…)`. */
export function userOf(request: FastifyRequest): SignedInUser {
  if (request.signedIn === null) throw new Error('This route has no user access.');
  return request.signedIn;
}

/** The kinds of events that the user may read. */
export function eventKindsFor(request: FastifyRequest): EventKind[] {
  const user = userOf(request);
  return eventKindsOf((permission) => userMay(user, permission));
}

/** A request under `/spa/:profile`. */
export type ProfileRequest = FastifyRequest & { readonly params: { readonly profile: string } };

/** The shop that the path names. */
export interface ShopScope extends ShopPath {
  readonly merchantId: MerchantId;
}

/** Its profile: {@link profileOf}. */
export interface ProfileScope extends ShopScope {
  readonly profileId: ProfileId;
}

/** The mode that the path names. */
export function modeOf(request: ProfileRequest): Mode {
  return readShopPath(request.params.profile).mode;
}

/** The shop that the path names, of the signed-in user's merchant. */
export function scopeOf(request: ProfileRequest): ShopScope {
  return { merchantId: userOf(request).merchant.id, ...readShopPath(request.params.profile) };
}

/** The profile of that shop. */
export async function profileOf(on: Tx | Db, request: ProfileRequest): Promise<ProfileScope> {
  const scope = scopeOf(request);
  return { ...scope, profileId: await profileIdOf(on, scope.merchantId, scope) };
}
