import type { FastifyRequest } from 'fastify';
import type { SignedInUser } from '../../db/accounts/users.ts';
import { DomainError, fieldError } from '../../domain/errors.ts';
import { type AcceptedVersions, areInForce, notAccepted, versionsToAccept } from '../../domain/legal/documents.ts';
import type { Config } from '../../settings/config.ts';

type Revised = Pick<Config, 'legalRevisedOn'>;

/**
 * Routes open to a person before they have accepted the documents in force: read who they are, accept them, finish
 * signing up or leave, and whatever only stops money or access. API tokens, payouts on their way and schedules never
 * wait.
 */
export const BEFORE_ACCEPTANCE: ReadonlySet<string> = new Set([
  'GET /spa/user',
  'DELETE /spa/user',
  'POST /spa/legal/acceptance',
  'POST /auth/company',
  'DELETE /spa/user/sessions/:id',
  'POST /spa/:profile/payouts/:id/cancel',
  'POST /spa/:profile/refunds/:id/cancel',
  'POST /spa/:profile/withdrawals/:id/cancel',
  'POST /spa/:profile/mass-payouts/:id/cancel',
  'POST /spa/:profile/payment-methods/:id/pause',
  'POST /spa/:profile/withdrawal-methods/:id/pause',
  'DELETE /spa/:profile/api-tokens/:id',
]);

/** @throws DomainError `legal_not_accepted` when a new version waits for the person, unless the call may come before */
export function requireAcceptance(
  { method, routeOptions: { url = '' } }: Pick<FastifyRequest, 'method' | 'routeOptions'>,
  { acceptedVersions }: SignedInUser,
  { legalRevisedOn }: Revised,
): void {
  if (notAccepted(acceptedVersions, versionsToAccept(legalRevisedOn)).length === 0) return;
  const called = method === 'HEAD' ? 'GET' : method;
  if (!BEFORE_ACCEPTANCE.has(`${called} ${url}`)) throw new DomainError('legal_not_accepted');
}

/**
 * The documents that the signed-in person accepts: the versions in force, once they have named that of each document
 * that waits.
 *
 * @throws DomainError 422 on `versions`
 */
export function newlyAccepted(
  shown: Readonly<Partial<AcceptedVersions>>,
  user: SignedInUser,
  { legalRevisedOn }: Revised,
): AcceptedVersions {
  const current = versionsToAccept(legalRevisedOn);
  if (notAccepted(user.acceptedVersions, current).every((slug) => shown[slug] === current[slug])) return current;
  throw fieldError('versions', 'Newer versions are in force. Read and accept these.');
}

/**
 * The versions that a form accepts: those that its page showed, or those in force where the caller names none.
 *
 * @throws DomainError 422 on `privacy_accepted` when others are in force by now
 */
export function acceptedVersions(shown: AcceptedVersions | undefined, { legalRevisedOn }: Revised): AcceptedVersions {
  const current = versionsToAccept(legalRevisedOn);
  if (shown === undefined || areInForce(shown, current)) return current;
  throw fieldError(
    'privacy_accepted',
    'The documents changed while this page was open. Reload it and read them again.',
  );
}
