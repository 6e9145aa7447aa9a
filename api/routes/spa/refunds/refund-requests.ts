import { Data } from '../../../../contract/basics.ts';
import { maskEmail } from '../../../../contract/customer-invoice.view.ts';
import { errorResponses } from '../../../../contract/errors.ts';
import { RefundRequest } from '../../../../contract/refund-request.ts';
import { RefundLinkSent, RejectRequestBody } from '../../../../contract/refunds.ts';
import { takeTry } from '../../../../db/accounts/lockouts.ts';
import { readInvoice, readInvoiceParts } from '../../../../db/invoices/read.ts';
import { payoutSettings } from '../../../../db/payouts/settings.ts';
import { sendRefundMail } from '../../../../db/refunds/mails.ts';
import { preparedRefund } from '../../../../db/refunds/prepared.ts';
import { refundContext } from '../../../../db/refunds/quote.ts';
import { latestRequest, rejectRequest } from '../../../../db/refunds/requests.ts';
import { DomainError } from '../../../../domain/errors.ts';
import { parseId } from '../../../../domain/ids.ts';
import type { App } from '../../../app.ts';
import type { Accounts } from '../../../auth/accounts.ts';
import { profileOf, userOf } from '../../../auth/guard.ts';
import type { ServerDeps } from '../../../deps.ts';
import { answerOnce, IdempotencyHeaders } from '../../../plugins/idempotency.ts';
import { presentRequest } from '../../../presenters/refunds.ts';
import { shopItemRoute } from '../../../route-options.ts';
import { recordInvoiceAct } from '../invoices/record-invoice.ts';

/** So often a payer is asked about one invoice. */
const MAILS = { scope: 'mail:refund', tries: 3, minutes: 60 } as const;

/** Rejects a payer's refund request or asks the payer for an address. Creating the refund approves it. */
export function refundRequestRoutes(app: App, deps: ServerDeps, accounts: Accounts): void {
  rejectRoute(app, deps);
  linkRoute(app, deps, accounts);
}

function rejectRoute(app: App, { db, now }: ServerDeps): void {
  app.post(
    '/spa/:profile/invoices/:id/reject-refund',
    shopItemRoute('merchant_refund_create', {
      summary: 'Reject a payer’s refund request',
      description: 'The payer is notified by email and may request a refund once more.',
      headers: IdempotencyHeaders,
      body: RejectRequestBody,
      response: { 200: Data(RefundRequest), ...errorResponses(409) },
    }),
    async (request, reply) => {
      const { id: by } = userOf(request);
      const { merchantId, mode, profileId } = await profileOf(db, request);
      const invoiceId = parseId(request.params.id);
      const { note = null } = request.body;
      return answerOnce(request, reply, { db, merchantId, mode }, async (tx) => {
        const invoice = await readInvoice(tx, invoiceId, { profileId });
        const open = await latestRequest(tx, invoiceId);
        if (open?.status !== 'open') throw new DomainError('illegal_transition');
        await rejectRequest(tx, { requestId: open.id, invoiceId, by, nowMs: now(), note });
        await sendRefundMail(tx, { kind: 'rejected', invoiceId, note });
        await recordInvoiceAct(tx, request, { action: 'refund.rejected', invoice });
        const prepared = await preparedRefund(tx, open);
        return { status: 200, data: presentRequest({ ...open, status: 'rejected', note }, prepared) };
      });
    },
  );
}

function linkRoute(app: App, { db, config, now }: ServerDeps, { secrets }: Accounts): void {
  const settings = payoutSettings(config);
  app.post(
    '/spa/:profile/invoices/:id/refund-link',
    shopItemRoute('merchant_refund_create', {
      summary: 'Ask the payer for a refund address',
      description:
        'Emails the payer a link to enter the refund address. Only for invoices with the payer’s email address.',
      headers: IdempotencyHeaders,
      response: { 200: Data(RefundLinkSent), ...errorResponses(409) },
    }),
    async (request, reply) => {
      const { merchantId, mode, profileId } = await profileOf(db, request);
      const invoiceId = parseId(request.params.id);
      await readInvoice(db, invoiceId, { profileId });
      const before = () => takeTry(db, secrets, { ...MAILS, key: invoiceId });
      return answerOnce(request, reply, { db, merchantId, mode, before }, async (tx) => {
        const parts = await readInvoiceParts(tx, invoiceId, { profileId });
        await refundContext(tx, settings, { parts, nowMs: now() });
        const { email } = parts.row.customer;
        if (email === undefined) throw new DomainError('conflict', { message: 'The payer left no email address.' });
        await sendRefundMail(tx, { kind: 'link', invoiceId });
        await recordInvoiceAct(tx, request, { action: 'refund.link_sent', invoice: await readInvoice(tx, invoiceId) });
        return { status: 200, data: { sent_to: maskEmail(email) } };
      });
    },
  );
}
