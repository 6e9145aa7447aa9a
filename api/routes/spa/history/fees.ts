import { networkFees } from '../../../../db/payouts/network-fees.ts';
import { payoutSettings } from '../../../../db/payouts/settings.ts';
import { readFeePlan } from '../../../../db/people/fee-plan.ts';
import { readProfileSettings } from '../../../../db/people/profile-settings.ts';
import { profileIdOf } from '../../../../db/people/profiles.ts';
import { CRYPTO_GATES } from '../../../../domain/assets.ts';
import { user } from '../../../access.ts';
import type { App } from '../../../app.ts';
import { userOf } from '../../../auth/guard.ts';
import { Data } from '../../../contract/basics.ts';
import { Fees } from '../../../contract/integration.ts';
import { ProfileParams } from '../../../contract/spa-invoices.ts';
import type { ServerDeps } from '../../../deps.ts';
import { presentFees } from '../../../presenters/fees.ts';

/** What the gateway takes, by operation and by network. */
export function feeRoutes(app: App, { db, config }: ServerDeps): void {
  app.get(
    '/spa/:profile/fees',
    {
      config: user('merchant_profile_view'),
      schema: {
        tags: ['Back office'],
        summary: 'List fees',
        description: 'Service fees of the merchant by operation, network fees by gate, and who pays which.',
        params: ProfileParams,
        response: { 200: Data(Fees) },
      },
    },
    async (request) => {
      const { merchant } = userOf(request);
      const mode = request.params.profile;
      const profileId = await profileIdOf(db, merchant.id, mode);
      const [plan, profile, charged] = await Promise.all([
        readFeePlan(db, merchant.id),
        readProfileSettings(db, profileId),
        networkFees(db, payoutSettings(config), { mode, gateIds: CRYPTO_GATES }),
      ]);
      return { data: presentFees({ config, mode, plan, profile, networkFees: charged }) };
    },
  );
}
