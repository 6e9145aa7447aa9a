import type { FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import { tokenHash } from '../../db/core/random-tokens.ts';
import type { Db } from '../../db/core/sequelize.ts';
import { authenticateShopKey, type ShopKeyBearer } from '../../db/greenfield/keys.ts';
import { DomainError } from '../../domain/errors.ts';
import { allows, type GreenfieldPermission } from '../../domain/greenfield/permissions.ts';

/**
 * Finds whose plugin calls, by `Authorization: token tgb_…`. As with API tokens, a key that was right stays so for a
 * second; one that was deleted stops within it.
 */
export function createShopKeyAuth(db: Db): (request: FastifyRequest) => Promise<ShopKeyBearer> {
  const known = new LRUCache<string, Promise<ShopKeyBearer>>({ max: MAX_KNOWN, ttl: KNOWN_MS });
  return async ({ headers }) => {
    const key = keyIn(headers.authorization);
    const cacheKey = tokenHash(key).toString('base64');
    const cached = known.get(cacheKey);
    if (cached !== undefined) return cached;
    const bearer = authenticateShopKey(db, key);
    known.set(cacheKey, bearer);
    bearer.catch(() => known.delete(cacheKey));
    return bearer;
  };
}

/**
 * A path that names another shop than the key's is refused as in BTCPay, by what the key lacks there: it does not say
 * whether there is such a shop.
 * @throws DomainError `permission_denied` that names the permission
 */
export function requireShopKey(
  { params }: Pick<FastifyRequest, 'params'>,
  bearer: ShopKeyBearer,
  needed: GreenfieldPermission | null,
): void {
  const { storeId } = (params ?? {}) as { readonly storeId?: string };
  const isOwn = storeId === undefined || storeId === bearer.profileId;
  if (isOwn && (needed === null || allows(bearer.permissions, needed))) return;
  throw new DomainError('permission_denied', {
    fields: { permission: [needed ?? 'btcpay.store.canviewstoresettings'] },
  });
}

const KNOWN_MS = 1000;
const MAX_KNOWN = 10_000;

/** @throws DomainError `unauthenticated` without such a header, `invalid_api_key` for what is no key of ours */
function keyIn(header: string | undefined): string {
  if (header === undefined || !/^token /i.test(header)) throw new DomainError('unauthenticated');
  const key = header.length <= 200 ? /^token +(tgb_[\w-]{20,100}) *$/i.exec(header)?.[1] : undefined;
  if (key === undefined) throw new DomainError('invalid_api_key');
  return key;
}
