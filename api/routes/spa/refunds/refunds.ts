import { PayoutListQuery } from '../../../../contract/lists.ts';
import { Refund, SpaRefund, SpaRefundRow } from '../../../../contract/refunds.ts';
import { presentRefund } from '../../../../contract/refunds.view.ts';
import { presentRefundRow, presentSpaRefund } from '../../../presenters/refunds.ts';
import { shopItemRoute, shopRoute } from '../../../route-options.ts';
import type { MoneyOut } from '../payouts/money-out.ts';

/** The refunds of a profile. */
export const REFUNDS: MoneyOut = {
  kind: 'refund',
  route: shopRoute,
  itemRoute: shopItemRoute,
  may: { list: 'merchant_refund_viewAny', view: 'merchant_refund_view', act: 'merchant_refund_create' },
  contract: { query: PayoutListQuery, row: SpaRefundRow, details: SpaRefund, answer: Refund },
  present: presentRefund,
  presentRow: presentRefundRow,
  presentDetails: presentSpaRefund,
  onCancel: 'the invoice returns to the status it had',
  audited: ({ invoiceId }) => ({ invoice_id: invoiceId }),
};
