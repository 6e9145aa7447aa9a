import type { FastifyRequest } from 'fastify';
import { browserOf } from '../../db/accounts/origins.ts';
import type { AuditEntry } from '../../db/audit/audit.ts';
import type { Tx } from '../../db/core/sequelize.ts';
import { readApiToken } from '../../db/shops/api-token-list.ts';
import { bearerOf, userOf } from './guard.ts';

/** The person who acts and the origin of the request, for the audit log of the signed-in user's merchant. */
export function auditedUser(request: FastifyRequest): Pick<AuditEntry, 'chain' | 'actor' | 'origin'> {
  const { id, fullName, merchant } = userOf(request);
  return {
    chain: merchant.id,
    actor: { kind: 'user', id, name: fullName },
    origin: { ip: request.ip, browser: browserOf(request.headers['user-agent']) },
  };
}

/** The same for the API token that calls, by its name. */
export async function auditedToken(
  tx: Tx,
  request: FastifyRequest,
): Promise<Pick<AuditEntry, 'chain' | 'actor' | 'origin'>> {
  const { merchantId, profileId, tokenId: id } = bearerOf(request);
  const { name } = await readApiToken(tx, { id, profileId });
  return { chain: merchantId, actor: { kind: 'token', id, name }, origin: { ip: request.ip, browser: null } };
}
