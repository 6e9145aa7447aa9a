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
 * Makes the check of the second factor for what decides where money goes. The code is used up by the first call; called again, as a transaction is when it is
 * repeated, it answers the same.
 * @throws DomainError `two_fa_not_enabled`, 422 on the field, `rate_limited`
 */
export function secondFactorOf(
  { db, secrets }: Accounts,
  request: FastifyRequest,
  { mode, factor }: { readonly mode: Mode; readonly factor: SecondFactor },
): () => Promise<void> {
  const { two_fa_code, recovery_code } = factor;
  const proof = { user: userOf(request), factor: { two_fa_code, recovery_code }, client: clientOf(request) };
  const check = needsTwoFactor(mode) ? requireSecondFactor : checkSecondFactor;
  let checked: Promise<void> | undefined;
  return () => {
    checked ??= check(db, secrets, proof);
    return checked;
  };
}
