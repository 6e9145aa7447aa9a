import { Data, IdParams } from '../../../contract/basics.ts';
import { CustomerInvoice } from '../../../contract/customer-invoice.ts';
import { errorResponses } from '../../../contract/errors.ts';
import { AskForRefundBody } from '../../../contract/refunds.ts';
import { payoutSettings } from '../../../db/payouts/settings.ts';
import { claimRefund } from '../../../db/refunds/granted-links.ts';
import { createRefundLinks } from '../../../db/refunds/links.ts';
import { parseId } from '../../../domain/ids.ts';
import { anyone } from '../../access.ts';
import type { App } from '../../app.ts';
import type { ServerDeps } from '../../deps.ts';
import { readPayerView } from '../../presenters/customer-invoice.ts';

/** `POST …/refund-request`: the payer says where money is to go back to. */
export function refundRequestRoute(app: App, deps: ServerDeps): void {
  const { db, config, now } = deps;
  const settings = payoutSettings(config);
  const links = createRefundLinks(config.encryptionKey);
  app.post(
    '/customer/invoices/:id/refund-request',
    {
      config: anyone('The token of the link that was mailed to the payer is checked; the id alone opens nothing.'),
      schema: {
        tags: ['Payer'],
        summary: 'Request a refund',
        description:
          'Uses the mailed link, which works once within 30 days. A refund that the shop granted is made at once; ' +
          'otherwise the merchant approves or rejects the request.',
        params: IdParams,
        body: AskForRefundBody,
        response: { 200: Data(CustomerInvoice), ...errorResponses(409, 410) },
      },
    },
    async (request) => {
      const invoiceId = parseId(request.params.id);
      const { token, address, memo = null } = request.body;
      const nowMs = now();
      const link = links.read(token, { invoiceId, nowMs });
      const ask = { invoiceId, link, address, destinationTag: memo, nowMs };
      await claimRefund(db, settings, ask);
      return { data: (await readPayerView(db, config, { invoiceId, nowMs })).invoice };
    },
  );
}
