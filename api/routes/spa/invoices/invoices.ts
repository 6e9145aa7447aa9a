import { Data, Page } from '../../../../contract/basics.ts';
import { errorResponses } from '../../../../contract/errors.ts';
import { coinText, presentTransaction } from '../../../../contract/invoice.view.ts';
import { InvoiceListQuery } from '../../../../contract/lists.ts';
import { ShopInvoice, SpaCreateInvoiceBody, SpaInvoice, SpaInvoiceRow } from '../../../../contract/spa-invoices.ts';
import type { Tx } from '../../../../db/core/sequelize.ts';
import { cancelInvoice, completeInvoice, type InvoiceCommand } from '../../../../db/invoices/commands.ts';
import { createInvoice } from '../../../../db/invoices/create.ts';
import { listInvoices } from '../../../../db/invoices/list.ts';
import { readInvoice } from '../../../../db/invoices/read.ts';
import { invoiceSettings } from '../../../../db/invoices/settings.ts';
import { invoiceTimeline } from '../../../../db/invoices/timeline.ts';
import { preparedRefund } from '../../../../db/refunds/prepared.ts';
import { readRefundOverview } from '../../../../db/refunds/requests.ts';
import { listDeliveries } from '../../../../db/webhooks/delivery-lists.ts';
import type { AuditAction } from '../../../../domain/accounts/audit.ts';
import { roleMay, type UserPermission } from '../../../../domain/accounts/permissions.ts';
import { explorerUrl } from '../../../../domain/assets/explorers.ts';
import { parseId } from '../../../../domain/ids.ts';
import type { InvoiceRecord } from '../../../../domain/invoices/record.ts';
import { formatAmount } from '../../../../domain/money/money.ts';
import type { App } from '../../../app.ts';
import { profileOf, userOf } from '../../../auth/guard.ts';
import type { ServerDeps } from '../../../deps.ts';
import { listAnswer } from '../../../list-answer.ts';
import { answerOnce, IdempotencyHeaders } from '../../../plugins/idempotency.ts';
import { actionsOn, refundGates } from '../../../presenters/invoice-actions.ts';
import { presentInvoiceRow, presentShopInvoice, toInvoiceQuery } from '../../../presenters/invoice-list.ts';
import { toNewInvoice } from '../../../presenters/new-invoice.ts';
import { presentRequest } from '../../../presenters/refunds.ts';
import { presentDelivery } from '../../../presenters/webhooks.ts';
import { shopItemRoute, shopRoute } from '../../../route-options.ts';
import { recordInvoiceAct } from './record-invoice.ts';

/** The invoices of a merchant's profile in the back office. */
export function spaInvoiceRoutes(app: App, deps: ServerDeps): void {
  readRoutes(app, deps);
  createRoute(app, deps);
  commandRoute(app, deps, {
    action: 'done',
    recordedAs: 'invoice.completed',
    summary: 'Complete an invoice',
    permission: 'merchant_invoice_done',
    run: completeInvoice,
  });
  commandRoute(app, deps, {
    action: 'cancel',
    recordedAs: 'invoice.canceled',
    summary: 'Cancel an invoice',
    permission: 'merchant_invoice_create',
    run: cancelInvoice,
  });
}

function readRoutes(app: App, { db, config }: ServerDeps): void {
  app.get(
    '/spa/:profile/invoices',
    shopRoute('merchant_invoice_viewAny', {
      summary: 'List invoices',
      querystring: InvoiceListQuery,
      response: { 200: Page(SpaInvoiceRow) },
    }),
    async (request) => {
      const { profileId } = await profileOf(db, request);
      const query = toInvoiceQuery(request.query, profileId);
      const { invoices, total } = await listInvoices(db, query);
      return listAnswer(invoices.map(presentInvoiceRow), total, query);
    },
  );

  app.get(
    '/spa/:profile/invoices/:id',
    shopItemRoute('merchant_invoice_view', {
      summary: 'Get an invoice with its timeline',
      response: { 200: Data(SpaInvoice) },
    }),
    async (request) => {
      const { role } = userOf(request);
      const { profileId } = await profileOf(db, request);
      const invoice = await readInvoice(db, parseId(request.params.id), { profileId });
      const [story, standing, deliveries] = await Promise.all([
        invoiceTimeline(db, invoice),
        readRefundOverview(db, invoice),
        listDeliveries(db, { profileId, invoiceId: invoice.id, perPage: 100 }),
      ]);
      const { request: asked } = standing;
      return {
        data: {
          ...presentShopInvoice(invoice),
          transactions: transactionsOf(invoice),
          timeline: [...story.timeline],
          ledger: [...story.ledger],
          webhooks: deliveries.rows.map(presentDelivery),
          refund_request: asked === null ? null : presentRequest(asked, await preparedRefund(db, asked)),
          refund_gates: refundGates(invoice),
          amount_untaken: invoice.quote === null ? null : coinText(invoice.unclaimedMinor, invoice.quote.gateId),
          refund_fee_percent: formatAmount(BigInt(standing.serviceFeeBps), 2),
          refund_fee_payer: standing.feePayer,
          actions: actionsOn(invoice, { config, may: (permission) => roleMay(role, permission) }),
        },
      };
    },
  );
}

/** With the page where anyone can look each up, on the main chain. */
function transactionsOf({ payments, quote }: InvoiceRecord): SpaInvoice['transactions'] {
  return payments.flatMap((payment) =>
    presentTransaction(payment).map((transaction) => ({
      ...transaction,
      explorer_url: quote?.chain === 'main' ? explorerUrl(payment.network, payment.txid) : null,
    })),
  );
}

function createRoute(app: App, { db, config, now }: ServerDeps): void {
  const settings = invoiceSettings(config);
  app.post(
    '/spa/:profile/invoices',
    shopRoute('merchant_invoice_create', {
      summary: 'Create an invoice',
      headers: IdempotencyHeaders,
      body: SpaCreateInvoiceBody,
      response: { 200: Data(ShopInvoice), 201: Data(ShopInvoice), ...errorResponses(409) },
    }),
    async (request, reply) => {
      const { merchantId, mode, profileId } = await profileOf(db, request);
      const { customer_email: email, ...body } = request.body;
      const withCustomer = { ...body, customer: email === undefined ? undefined : { email } };
      const input = toNewInvoice(withCustomer, { profileId, mode, domain: null }, now());
      return answerOnce(request, reply, { db, merchantId, mode }, async (tx) => {
        const { invoice, created } = await createInvoice(tx, settings, input);
        if (created) await recordInvoiceAct(tx, request, { action: 'invoice.created', invoice });
        return { status: created ? 201 : 200, data: presentShopInvoice(invoice) };
      });
    },
  );
}

interface CommandRoute {
  readonly action: string;
  readonly recordedAs: AuditAction;
  readonly summary: string;
  readonly permission: UserPermission;
  readonly run: (tx: Tx, command: InvoiceCommand) => Promise<InvoiceRecord>;
}

function commandRoute(
  app: App,
  { db, now }: ServerDeps,
  { action, recordedAs, summary, permission, run }: CommandRoute,
): void {
  app.post(
    `/spa/:profile/invoices/:id/${action}`,
    shopItemRoute(permission, {
      summary,
      headers: IdempotencyHeaders,
      response: { 200: Data(ShopInvoice), ...errorResponses(409) },
    }),
    async (request, reply) => {
      const { merchantId, mode, profileId } = await profileOf(db, request);
      const invoiceId = parseId(request.params.id);
      return answerOnce(request, reply, { db, merchantId, mode }, async (tx) => {
        const invoice = await run(tx, { invoiceId, scope: { profileId }, nowMs: now() });
        await recordInvoiceAct(tx, request, { action: recordedAs, invoice });
        return { status: 200, data: presentShopInvoice(invoice) };
      });
    },
  );
}
