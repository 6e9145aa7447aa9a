import { audit } from '../../../../db/audit/audit.ts';
import { readPolicy, writePolicy } from '../../../../db/payouts/policy.ts';
import { warnTeam } from '../../../../db/payouts/team-mails.ts';
import { originOf } from '../../../../db/people/origins.ts';
import { profileIdOf } from '../../../../db/people/profiles.ts';
import { inTransaction } from '../../../../db/sequelize.ts';
import { DomainError } from '../../../../domain/errors.ts';
import { isLooser, type PayoutPolicy as Policy } from '../../../../domain/payouts/policy.ts';
import { user } from '../../../access.ts';
import type { App } from '../../../app.ts';
import type { Accounts } from '../../../auth/accounts.ts';
import { auditedUser } from '../../../auth/audited.ts';
import { clientOf } from '../../../auth/client.ts';
import { userOf } from '../../../auth/guard.ts';
import { confirmMoney } from '../../../auth/second-factor.ts';
import { Data } from '../../../contract/basics.ts';
import { errorResponses } from '../../../contract/errors.ts';
import { PayoutPolicy, UpdatePayoutPolicyBody } from '../../../contract/payouts.ts';
import { ProfileParams } from '../../../contract/spa-invoices.ts';

const tags = ['Back office'];

/** How careful a merchant is with its own people: who approves payouts, and how long a new address waits. */
export function payoutSettingsRoutes(app: App, accounts: Accounts): void {
  const { db, secrets } = accounts;
  app.get(
    '/spa/:profile/payouts/policy',
    {
      config: user('merchant_payout_viewAny'),
      schema: {
        tags,
        summary: 'Get the rules of payouts',
        params: ProfileParams,
        response: { 200: Data(PayoutPolicy) },
      },
    },
    async (request) => {
      const profileId = await profileIdOf(db, userOf(request).merchant.id, request.params.profile);
      return { data: presentPolicy(await readPolicy(db, profileId)) };
    },
  );

  app.put(
    '/spa/:profile/payouts/policy',
    {
      config: user('merchant_profile_update'),
      schema: {
        tags,
        summary: 'Change the rules of payouts',
        description:
          'Less care needs a 2FA code: in production always, in sandbox from those who have 2FA on. The team is told by mail.',
        params: ProfileParams,
        body: UpdatePayoutPolicyBody,
        response: { 200: Data(PayoutPolicy), ...errorResponses(409) },
      },
    },
    async (request) => {
      const { merchant, fullName: by } = userOf(request);
      const { profile: mode } = request.params;
      const profileId = await profileIdOf(db, merchant.id, mode);
      const { approval_required: approvalRequired, cool_off_seconds: coolOffSeconds, ...factor } = request.body;
      const next = { approvalRequired, coolOffSeconds };
      const isConfirmed = isLooser(next, await readPolicy(db, profileId));
      if (isConfirmed) await confirmMoney(accounts, request, { mode, factor });
      await inTransaction(db, async (tx) => {
        const before = await readPolicy(tx, profileId, { lock: true });
        if (isLooser(next, before) && !isConfirmed) throw new DomainError('changed_meanwhile');
        // Saved as it was, nobody needs to hear of it.
        if (next.approvalRequired === before.approvalRequired && next.coolOffSeconds === before.coolOffSeconds) return;
        await writePolicy(tx, profileId, next);
        const [was, is] = [presentPolicy(before), presentPolicy(next)];
        const data = { mode, approval_before: was.approval_required, cool_off_before: was.cool_off_seconds, ...is };
        await audit(tx, { ...auditedUser(request), action: 'payout.rules_changed', data });
        const values = { mode, by, ...originOf(clientOf(request)) };
        await warnTeam(tx, secrets.box, merchant.id, { kind: 'payout_policy_changed', values });
      });
      return { data: presentPolicy(next) };
    },
  );
}

function presentPolicy({ approvalRequired, coolOffSeconds }: Policy): PayoutPolicy {
  return { approval_required: approvalRequired, cool_off_seconds: coolOffSeconds };
}
