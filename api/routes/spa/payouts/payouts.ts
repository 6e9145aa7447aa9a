import { Payout, SpaPayout, SpaPayoutListQuery, SpaPayoutRow } from '../../../../contract/payouts.ts';
import { presentPayout } from '../../../../contract/payouts.view.ts';
import { presentPayoutRow, presentSpaPayout } from '../../../presenters/spa-payouts.ts';
import { profileItemRoute, profileRoute } from '../../../route-options.ts';
import type { MoneyOut } from './money-out.ts';

/** The payouts of a profile. */
export const PAYOUTS: MoneyOut = {
  kind: 'payout',
  route: profileRoute,
  itemRoute: profileItemRoute,
  may: { list: 'merchant_payout_viewAny', view: 'merchant_payout_view', act: 'merchant_payout_create' },
  contract: { query: SpaPayoutListQuery, row: SpaPayoutRow, details: SpaPayout, answer: Payout },
  present: presentPayout,
  presentRow: presentPayoutRow,
  presentDetails: presentSpaPayout,
  onCancel: 'the money is back on the balance',
  audited: ({ reference }) => ({ reference }),
};
