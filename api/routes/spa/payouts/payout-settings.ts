import { Data } from '../../../../contract/basics.ts';
import { errorResponses } from '../../../../contract/errors.ts';
import { PayoutPolicy, UpdatePayoutPolicyBody } from '../../../../contract/payouts.ts';
import { originOf } from '../../../../db/accounts/origins.ts';
import { readPolicy, writePolicy } from '../../../../db/outflows/policy.ts';
import { warnTeam } from '../../../../db/outflows/team-mails.ts';
import { isLessStrict, type PayoutPolicy as Policy } from '../../../../domain/outflows/policy.ts';
import type { App } from '../../../app.ts';
import type { Accounts } from '../../../auth/accounts.ts';
import { clientOf } from '../../../auth/client.ts';
import { profileOf, userOf } from '../../../auth/guard.ts';
import { performMoneyAct } from '../../../auth/money-act.ts';
import { profileRoute } from '../../../route-options.ts';

/** How careful a merchant is with its own people: who approves payouts, and how long a new address waits. */
export function payoutSettingsRoutes(app: App, accounts: Accounts): void {
  const { db, secrets } = accounts;
  app.get(
    '/spa/:profile/payouts/policy',
    profileRoute('merchant_payout_viewAny', {
      summary: 'Get the payout rules',
      response: { 200: Data(PayoutPolicy) },
    }),
    async (request) => {
      const { profileId } = await profileOf(db, request);
      return { data: presentPolicy(await readPolicy(db, profileId)) };
    },
  );

  app.put(
    '/spa/:profile/payouts/policy',
    profileRoute('merchant_profile_update', {
      summary: 'Change the payout rules',
      description:
        'Loosening the rules needs a 2FA code (always in production, in sandbox only if 2FA is on). The team is ' +
        'notified by email.',
      body: UpdatePayoutPolicyBody,
      response: { 200: Data(PayoutPolicy), ...errorResponses(409) },
    }),
    async (request) => {
      const { merchant, fullName: by } = userOf(request);
      const { mode, profileId } = await profileOf(db, request);
      const { approval_required: approvalRequired, cool_off_seconds: coolOffSeconds } = request.body;
      const next = { approvalRequired, coolOffSeconds };
      const isSame = (before: Policy) =>
        next.approvalRequired === before.approvalRequired && next.coolOffSeconds === before.coolOffSeconds;
      await performMoneyAct(accounts, request, {
        proof: 'second_factor',
        read: (on) => readPolicy(on, profileId),
        reread: (tx) => readPolicy(tx, profileId, { lock: true }),
        needsProof: (before) => isLessStrict(next, before),
        async work(tx, before) {
          // Saved as it was, nobody needs to hear of it.
          if (isSame(before)) return;
          await writePolicy(tx, profileId, next);
          const values = { mode, by, ...originOf(clientOf(request)) };
          await warnTeam(tx, secrets, merchant.id, { kind: 'payout_policy_changed', values });
        },
        entry(_, before) {
          if (isSame(before)) return undefined;
          const [was, is] = [presentPolicy(before), presentPolicy(next)];
          const data = { mode, approval_before: was.approval_required, cool_off_before: was.cool_off_seconds, ...is };
          return { action: 'payout.rules_changed', data };
        },
      });
      return { data: presentPolicy(next) };
    },
  );
}

function presentPolicy({ approvalRequired, coolOffSeconds }: Policy): PayoutPolicy {
  return { approval_required: approvalRequired, cool_off_seconds: coolOffSeconds };
}
