import { Data } from '../../../../contract/basics.ts';
import { Fees } from '../../../../contract/integration.ts';
import { networkFees } from '../../../../db/payouts/network-fees.ts';
import { payoutSettings } from '../../../../db/payouts/settings.ts';
import { readFeePlan } from '../../../../db/shops/fee-plan.ts';
import { readProfileSettings } from '../../../../db/shops/profile-settings.ts';
import { CRYPTO_GATES } from '../../../../domain/assets/assets.ts';
import type { App } from '../../../app.ts';
import { profileOf, userOf } from '../../../auth/guard.ts';
import type { ServerDeps } from '../../../deps.ts';
import { presentFees } from '../../../presenters/fees.ts';
import { profileRoute } from '../../../route-options.ts';

/** The gateway's fees, by operation and by network. */
export function feeRoutes(app: App, { db, config }: ServerDeps): void {
  app.get(
    '/spa/:profile/fees',
    profileRoute('merchant_profile_view', {
      summary: 'List fees',
      description: 'The merchant’s service fees by operation, network fees by gate, and who pays them.',
      response: { 200: Data(Fees) },
    }),
    async (request) => {
      const { merchant } = userOf(request);
      const { mode, profileId } = await profileOf(db, request);
      const [plan, profile, charged] = await Promise.all([
        readFeePlan(db, merchant.id),
        readProfileSettings(db, profileId),
        networkFees(db, payoutSettings(config), { mode, merchantId: merchant.id, gateIds: CRYPTO_GATES }),
      ]);
      return { data: presentFees({ config, mode, plan, profile, networkFees: charged }) };
    },
  );
}
