import { createHash } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import type { Db } from '../../db/core/sequelize.ts';
import { authenticateToken, type TokenBearer } from '../../db/shops/api-tokens.ts';
import type { TokenPermission } from '../../domain/accounts/permissions.ts';
import { DomainError } from '../../domain/errors.ts';

/**
 * Tells who calls with an API token. A token that was right stays so for a second, so that a busy shop does not cost a
 * query per call; one that was revoked or changed stops within that second.
 *
 * The address is the socket's, or what a trusted proxy says; a header of the caller's own never counts (hazard 58).
 */
export function createTokenAuth(db: Db): (request: FastifyRequest) => Promise<TokenBearer> {
  const known = new LRUCache<string, Promise<TokenBearer>>({ max: MAX_KNOWN, ttl: KNOWN_MS });

  // A promise also for credentials that cannot be read, so that the limiter counts those calls too.
  return async (request) => {
    const credentials = basicCredentials(request.headers.authorization);
    const cacheKey = createHash('sha256')
      .update(`${credentials.key}\n${credentials.secret}\n${request.ip}`)
      .digest('base64');
    const cached = known.get(cacheKey);
    if (cached !== undefined) return cached;

    const bearer = authenticateToken(db, { ...credentials, ip: request.ip });
    known.set(cacheKey, bearer);
    // Only what was right is remembered.
    bearer.catch(() => known.delete(cacheKey));
    return bearer;
  };
}

/** @throws DomainError `permission_denied` that names what is missing */
export function requirePermission(bearer: TokenBearer, anyOf: readonly TokenPermission[]): void {
  if (anyOf.length === 0 || anyOf.some((permission) => bearer.permissions.includes(permission))) return;
  throw new DomainError('permission_denied', { fields: { permission: [...anyOf] } });
}

const KNOWN_MS = 1000;
const MAX_KNOWN = 10_000;
const MAX_HEADER = 500;

/** @throws DomainError `unauthenticated` when the header is no Basic credentials (RFC 7617) */
function basicCredentials(header: string | undefined): { key: string; secret: string } {
  const encoded =
    header !== undefined && header.length <= MAX_HEADER ? /^basic +([a-z0-9+/=_-]+) *$/i.exec(header)?.[1] : undefined;
  if (encoded === undefined) throw new DomainError('unauthenticated');
  const text = Buffer.from(encoded, 'base64').toString('utf8');
  const colon = text.indexOf(':');
  if (colon < 1) throw new DomainError('unauthenticated');
  const credentials = { key: text.slice(0, colon), secret: text.slice(colon + 1) };
  // A text that is not one of our keys must not reach the database, which cannot store NUL.
  if (!/^tg_(test|live)_[\w-]{1,200}$/.test(credentials.key)) throw new DomainError('invalid_api_key');
  return credentials;
}
