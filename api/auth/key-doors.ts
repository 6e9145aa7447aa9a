import type { FastifyRequest } from 'fastify';
import type { Db } from '../../db/core/sequelize.ts';
import type { ShopKeyBearer } from '../../db/greenfield/keys.ts';
import type { TokenBearer } from '../../db/shops/api-tokens.ts';
import type { TokenPermission } from '../../domain/accounts/permissions.ts';
import { networkOf } from '../../domain/assets/network.ts';
import type { GreenfieldPermission } from '../../domain/greenfield/permissions.ts';
import type { Limiter } from './limiter.ts';
import { createShopKeyAuth, requireShopKey } from './shop-key-auth.ts';
import { createTokenAuth, requirePermission } from './token-auth.ts';

/** The doors for programs: by API token, and by the key of a shop plugin. */
export interface KeyDoors {
  /** Finds the bearer of the token, without counting the call. */
  authenticateToken(request: FastifyRequest): Promise<TokenBearer>;
  token(request: FastifyRequest, anyOf: readonly TokenPermission[]): Promise<TokenBearer>;
  shopKey(request: FastifyRequest, permission: GreenfieldPermission | null): Promise<ShopKeyBearer>;
}

/** Each key has its calls per minute. Wrong ones count by network, because who guesses has no key of their own. */
export function createKeyDoors(
  db: Db,
  { perToken, perAddress }: { readonly perToken: Limiter; readonly perAddress: Limiter },
): KeyDoors {
  const authenticateToken = createTokenAuth(db);
  const authenticateShopKey = createShopKeyAuth(db);
  async function orCount<Bearer>(request: FastifyRequest, bearer: Promise<Bearer>): Promise<Bearer> {
    return bearer.catch(async (error: unknown) => {
      await perAddress.take(networkOf(request.ip));
      throw error;
    });
  }
  return {
    authenticateToken,
    async token(request, anyOf) {
      const bearer = await orCount(request, authenticateToken(request));
      // A refusal from here on is of a known token, so the request log has it.
      request.bearer = bearer;
      await perToken.take(bearer.tokenId);
      requirePermission(bearer, anyOf);
      return bearer;
    },
    async shopKey(request, permission) {
      const bearer = await orCount(request, authenticateShopKey(request));
      await perToken.take(bearer.keyId);
      requireShopKey(request, bearer, permission);
      return bearer;
    },
  };
}
