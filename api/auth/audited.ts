import type { FastifyRequest } from 'fastify';
import { browserOf } from '../../db/accounts/origins.ts';
import type { AuditEntry } from '../../db/audit/audit.ts';
import { userOf } from './guard.ts';

/** Whose act it is and from where, for the audit log of the signed-in user's merchant. */
export function auditedUser(request: FastifyRequest): Pick<AuditEntry, 'chain' | 'actor' | 'origin'> {
  const { id, fullName, merchant } = userOf(request);
  return {
    chain: merchant.id,
    actor: { kind: 'user', id, name: fullName },
    origin: { ip: request.ip, browser: browserOf(request.headers['user-agent']) },
  };
}
