import type { FastifyRequest } from 'fastify';
import { checkSecondFactor, requireSecondFactor, type SecondFactor } from '../../db/people/two-factor.ts';
import type { Mode } from '../../domain/assets.ts';
import type { Accounts } from './accounts.ts';
import { clientOf } from './client.ts';
import { userOf } from './guard.ts';

/** Whether nobody may send money without 2FA: where the money is real. In sandbox it is asked of those who have it. */
export function needsTwoFactor(mode: Mode): boolean {
  return mode === 'production';
}

/**
 * Checks the second factor for what decides where money goes; the code is used up by that. Not within a transaction: it
 * takes a connection of its own.
 * @throws DomainError `two_fa_not_enabled`, 422 on the field, `rate_limited`
 */
export function confirmMoney(
  { db, secrets }: Accounts,
  request: FastifyRequest,
  { mode, factor }: { readonly mode: Mode; readonly factor: SecondFactor },
): Promise<void> {
  const { two_fa_code, recovery_code } = factor;
  const proof = { user: userOf(request), factor: { two_fa_code, recovery_code }, client: clientOf(request) };
  return needsTwoFactor(mode) ? requireSecondFactor(db, secrets, proof) : checkSecondFactor(db, secrets, proof);
}
