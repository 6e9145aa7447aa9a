import type { FastifyRequest } from 'fastify';
import type { PayoutCommand } from '../../../../db/payouts/commands.ts';
import type { Leaving } from '../../../../db/payouts/tokens.ts';
import { profileIdOf } from '../../../../db/people/profiles.ts';
import type { Mode } from '../../../../domain/assets.ts';
import { parseId } from '../../../../domain/ids.ts';
import { userOf } from '../../../auth/guard.ts';
import type { ServerDeps } from '../../../deps.ts';
import type { OnceOptions } from '../../../plugins/idempotency.ts';

type CommandRequest = FastifyRequest & { readonly params: { readonly profile: Mode; readonly id: string } };

/**
 * What the signed-in person does to a payout or refund of their profile, and how it is done once. @throws DomainError
 * `not_found`
 */
export async function payoutCommandOf(
  { db, now = Date.now }: ServerDeps,
  request: CommandRequest,
  kind: Leaving['kind'],
): Promise<{ readonly command: PayoutCommand; readonly leaving: Leaving; readonly once: OnceOptions }> {
  const { id, merchant } = userOf(request);
  const { profile: mode, id: payoutId } = request.params;
  const scope = { profileId: await profileIdOf(db, merchant.id, mode), kind };
  return {
    command: { payoutId: parseId(payoutId), scope, by: { kind: 'user', id }, nowMs: now() },
    leaving: scope,
    once: { db, merchantId: merchant.id, mode, locksMoney: true },
  };
}
