import { Data, IdParams } from '../../../contract/basics.ts';
import { CustomerInvoice } from '../../../contract/customer-invoice.ts';
import { errorResponses } from '../../../contract/errors.ts';
import { AskForRefundBody, LinkOffer, RefundOfferBody } from '../../../contract/refunds.ts';
import { payoutSettings } from '../../../db/payouts/settings.ts';
import { claimRefund } from '../../../db/refunds/granted-links.ts';
import { createRefundLinks } from '../../../db/refunds/links.ts';
import { parseId } from '../../../domain/ids.ts';
import { anyone } from '../../access.ts';
import type { App } from '../../app.ts';
import type { ServerDeps } from '../../deps.ts';
import { readPayerView } from '../../presenters/customer-invoice.ts';
import { readLinkOffer, toChosenCoin } from '../../presenters/refund-offer.ts';

/** The offer behind a mailed link, and the payer's request with an address. */
export function refundRequestRoutes(app: App, deps: ServerDeps): void {
  offerRoute(app, deps);
  requestRoute(app, deps);
}

const TOKEN = 'The token of the link that was mailed to the payer is checked; the id alone opens nothing.';

function offerRoute(app: App, { db, config, now }: ServerDeps): void {
  const settings = payoutSettings(config);
  const links = createRefundLinks(config.encryptionKey);
  app.post(
    '/customer/invoices/:id/refund-offer',
    {
      config: anyone(TOKEN),
      schema: {
        tags: ['Payer'],
        summary: 'Get what a refund by link is',
        description: 'In each coin that the payer may take, at the present rates. Changes nothing.',
        params: IdParams,
        body: RefundOfferBody,
        response: { 200: Data(LinkOffer), ...errorResponses(409, 410) },
      },
    },
    async (request) => {
      const invoiceId = parseId(request.params.id);
      const nowMs = now();
      const link = links.read(request.body.token, { invoiceId, nowMs });
      return { data: await readLinkOffer(db, settings, { invoiceId, link, nowMs }) };
    },
  );
}

function requestRoute(app: App, deps: ServerDeps): void {
  const { db, config, now } = deps;
  const settings = payoutSettings(config);
  const links = createRefundLinks(config.encryptionKey);
  app.post(
    '/customer/invoices/:id/refund-request',
    {
      config: anyone(TOKEN),
      schema: {
        tags: ['Payer'],
        summary: 'Request a refund',
        description:
          'Uses the mailed link, which works once within 30 days. A refund that the shop granted is made at once; ' +
          'otherwise the merchant approves or rejects the request. In another coin than the one that was paid, it is ' +
          'made at once or not at all.',
        params: IdParams,
        body: AskForRefundBody,
        response: { 200: Data(CustomerInvoice), ...errorResponses(409, 410) },
      },
    },
    async (request) => {
      const invoiceId = parseId(request.params.id);
      const { token, address, memo = null, coin } = request.body;
      const nowMs = now();
      const link = links.read(token, { invoiceId, nowMs });
      const inCoin = coin === undefined ? undefined : toChosenCoin(coin);
      const ask = { invoiceId, link, address, destinationTag: memo, inCoin, nowMs };
      await claimRefund(db, settings, ask);
      return { data: (await readPayerView(db, config, { invoiceId, nowMs })).invoice };
    },
  );
}
