import { Data, IdParams } from '../../../contract/basics.ts';
import { CustomerInvoice, PayerEmailBody } from '../../../contract/customer-invoice.ts';
import { errorResponses } from '../../../contract/errors.ts';
import { takeTry } from '../../../db/accounts/lockouts.ts';
import { findPaidInvoice } from '../../../db/claims/find.ts';
import { inTransaction, retrying } from '../../../db/core/sequelize.ts';
import { enterPayerEmail } from '../../../db/invoices/payer-emails.ts';
import { networkOf } from '../../../domain/assets/network.ts';
import { DomainError } from '../../../domain/errors.ts';
import { parseId } from '../../../domain/ids.ts';
import { anyone } from '../../access.ts';
import type { App } from '../../app.ts';
import type { Accounts } from '../../auth/accounts.ts';
import type { ServerDeps } from '../../deps.ts';
import { readPayerView } from '../../presenters/customer-invoice.ts';

/** One network, and one invoice, may store addresses this often. */
const BY_NETWORK = { scope: 'payer-email:network', tries: 20, minutes: 15 } as const;
const BY_INVOICE = { scope: 'payer-email:invoice', tries: 5, minutes: 60 } as const;

/** `PUT …/email`: where the mail about the outcome goes. */
export function payerEmailRoutes(app: App, { db, config, now }: ServerDeps, { secrets }: Accounts): void {
  app.put(
    '/customer/invoices/:id/email',
    {
      config: anyone('The id of the invoice is the capability; an address gets one email of an invoice.'),
      schema: {
        tags: ['Payer'],
        summary: 'Enter an email address',
        description:
          'For one email about the outcome of an invoice for which the shop gave no address. It leads to a refund only ' +
          'if the address was entered before anything was paid, and that address cannot be changed after it was. ' +
          'At most 5 times an hour per invoice and 20 times in 15 minutes per network.',
        params: IdParams,
        body: PayerEmailBody,
        response: { 200: Data(CustomerInvoice), ...errorResponses(409, 422, 429) },
      },
    },
    async (request) => {
      const invoiceId = parseId(request.params.id);
      if (config.smtpUrl === undefined || (await findPaidInvoice(db, invoiceId)) === undefined) {
        throw new DomainError('not_found');
      }
      await takeTry(db, secrets, { ...BY_NETWORK, key: networkOf(request.ip) });
      await takeTry(db, secrets, { ...BY_INVOICE, key: invoiceId });
      const nowMs = now();
      const { email } = request.body;
      await retrying(() => inTransaction(db, (tx) => enterPayerEmail(tx, { invoiceId, email, nowMs })));
      return { data: (await readPayerView(db, config, { invoiceId, nowMs })).invoice };
    },
  );
}
