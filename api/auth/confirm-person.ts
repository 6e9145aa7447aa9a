import type { FastifyRequest } from 'fastify';
import { isFreshSession } from '../../db/people/sessions.ts';
import type { SecondFactor } from '../../db/people/two-factor.ts';
import { PASSWORD_REQUIRED } from '../../domain/account-rules.ts';
import type { Mode } from '../../domain/assets.ts';
import { DomainError, fieldError } from '../../domain/errors.ts';
import { type Accounts, confirmPassword } from './accounts.ts';
import { sessionCookieOf } from './cookies.ts';
import { userOf } from './guard.ts';
import { confirmMoney, needsTwoFactor } from './second-factor.ts';

export interface Confirmation extends SecondFactor {
  readonly password?: string | undefined;
}

/**
 * Makes sure that the person is the one who signed in, before what a thief with a stolen session would do: the
 * password, unless the session is younger than five minutes, and the second factor as for payouts. Not within a
 * transaction: a code is used up.
 * @throws DomainError `two_fa_not_enabled`, 422 on `password`, `two_fa_code` or `recovery_code`, `rate_limited`
 */
export async function confirmPerson(
  accounts: Accounts,
  request: FastifyRequest,
  { mode, confirmation }: { readonly mode: Mode; readonly confirmation: Confirmation },
): Promise<void> {
  const user = userOf(request);
  if (needsTwoFactor(mode) && !user.twoFactorEnabled) throw new DomainError('two_fa_not_enabled');
  const { password, two_fa_code, recovery_code } = confirmation;
  const cookie = sessionCookieOf(request);
  const isFresh = cookie !== undefined && (await isFreshSession(accounts.db, cookie));
  if (!isFresh) {
    if (password === undefined) throw fieldError('password', PASSWORD_REQUIRED);
    await confirmPassword(accounts, { user, password });
  }
  await confirmMoney(accounts, request, { mode, factor: { two_fa_code, recovery_code } });
}
