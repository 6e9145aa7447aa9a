import { Data, IdParams } from '../../../contract/basics.ts';
import { CustomerInvoice } from '../../../contract/customer-invoice.ts';
import { mayTry } from '../../../db/accounts/lockouts.ts';
import { inTransaction, type Tx } from '../../../db/core/sequelize.ts';
import { readInvoice } from '../../../db/invoices/read.ts';
import { sendRefundMail } from '../../../db/refunds/mails.ts';
import { latestRequest } from '../../../db/refunds/requests.ts';
import { DomainError } from '../../../domain/errors.ts';
import { parseId } from '../../../domain/ids.ts';
import { anyone } from '../../access.ts';
import type { App } from '../../app.ts';
import type { Accounts } from '../../auth/accounts.ts';
import type { ServerDeps } from '../../deps.ts';
import { presentToPayer } from '../../presenters/customer-invoice.ts';
import { canMailRefundLink } from '../../presenters/invoice-actions.ts';

/** Limits of one invoice: within a minute the same request sends one mail, and within an hour there are so many. */
const MINUTE = { scope: 'mail:refund-again:minute', tries: 1, minutes: 1 } as const;
const HOUR = { scope: 'mail:refund-again', tries: 3, minutes: 60 } as const;

/**
 * `POST …/refund-link`: the payer lost the mail with the link. A new one goes to the address on the invoice, and only
 * there.
 */
export function refundLinkRoute(app: App, { db, config, now }: ServerDeps, accounts: Accounts): void {
  app.post(
    '/customer/invoices/:id/refund-link',
    {
      config: anyone(
        'The link goes to the address on the invoice alone; the answer says neither the link nor whether one was sent.',
      ),
      schema: {
        tags: ['Payer'],
        summary: 'Email the refund link again',
        description:
          'Sent to the payer’s email address on the invoice if a payment was too high, too late or too low, or a ' +
          'refund left a remainder; at most once a minute. The response is the same if there is nothing to send.',
        params: IdParams,
        response: { 200: Data(CustomerInvoice) },
      },
    },
    async (request) => {
      const invoiceId = parseId(request.params.id);
      await accounts.limitAsking(request);
      const record = await inTransaction(db, (tx) => sendAgain(tx, accounts, invoiceId));
      return { data: (await presentToPayer(db, config, record, now())).invoice };
    },
  );
}

/** Counted before it is known whether there is anything to send, so that the limit does not tell either. */
async function sendAgain(tx: Tx, { secrets }: Accounts, invoiceId: string) {
  const record = await readInvoice(tx, invoiceId);
  if (!(await mayTry(tx, secrets, { ...MINUTE, key: invoiceId }))) return record;
  if (!(await mayTry(tx, secrets, { ...HOUR, key: invoiceId }))) {
    throw new DomainError('rate_limited', { retryAfterSeconds: HOUR.minutes * 60 });
  }
  const isRequestOpen = (await latestRequest(tx, invoiceId))?.status === 'open';
  if (canMailRefundLink(record, isRequestOpen)) await sendRefundMail(tx, { kind: 'again', invoiceId });
  return record;
}
