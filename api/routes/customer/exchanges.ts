import { Data, IdParams } from '../../../contract/basics.ts';
import { errorResponses } from '../../../contract/errors.ts';
import { PayFromExchange } from '../../../contract/exchanges.ts';
import { presentPayFromExchange } from '../../../contract/exchanges.view.ts';
import { readInvoice } from '../../../db/invoices/read.ts';
import { DomainError } from '../../../domain/errors.ts';
import { parseId } from '../../../domain/ids.ts';
import { anyone } from '../../access.ts';
import type { App } from '../../app.ts';
import type { ServerDeps } from '../../deps.ts';

/** `GET …/exchanges`: how to pay the chosen coin from an exchange. */
export function customerExchangeRoute(app: App, { db, config, now }: ServerDeps): void {
  app.get(
    '/customer/invoices/:id/exchanges',
    {
      config: anyone('The id of the invoice is the capability; the list is the same for every invoice of a coin.'),
      schema: {
        tags: ['Payer'],
        summary: 'Get how to pay from an exchange',
        description:
          'For the chosen coin: how each exchange names the network, whether it deducts its fee, and what to type so ' +
          'that the full amount arrives. Fees are estimates of the operator with their source and day.',
        params: IdParams,
        response: { 200: Data(PayFromExchange), ...errorResponses(409) },
      },
    },
    async (request, reply) => {
      const record = await readInvoice(db, parseId(request.params.id));
      const data = presentPayFromExchange(record, { fees: config.exchangeFees, nowMs: now() });
      if (data === null) throw new DomainError('conflict', { message: 'No asset is chosen for this invoice yet.' });
      return reply.header('cache-control', 'no-store').send({ data });
    },
  );
}
