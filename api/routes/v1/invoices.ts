import { Data, Forgiven, IdParams, Page } from '../../../contract/basics.ts';
import { errorResponses } from '../../../contract/errors.ts';
import { Invoice } from '../../../contract/invoice.ts';
import { presentInvoice } from '../../../contract/invoice.view.ts';
import { InvoiceListQuery } from '../../../contract/lists.ts';
import { CreateInvoiceBody } from '../../../contract/new-invoice.ts';
import type { Tx } from '../../../db/core/sequelize.ts';
import { cancelInvoice } from '../../../db/invoices/commands.ts';
import { createInvoice } from '../../../db/invoices/create.ts';
import { listInvoices } from '../../../db/invoices/list.ts';
import { endedUnpaid, readInvoice } from '../../../db/invoices/read.ts';
import { invoiceSettings } from '../../../db/invoices/settings.ts';
import { readProfileDomain } from '../../../db/shops/profiles.ts';
import { parseId } from '../../../domain/ids.ts';
import type { App } from '../../app.ts';
import { bearerOf } from '../../auth/guard.ts';
import type { ServerDeps } from '../../deps.ts';
import { listAnswer } from '../../list-answer.ts';
import { answerOnce, answerOnceByOneStatement, IdempotencyHeaders } from '../../plugins/idempotency.ts';
import { toInvoiceQuery } from '../../presenters/invoice-list.ts';
import { toNewInvoice, unreachable } from '../../presenters/new-invoice.ts';
import { tokenRoute } from '../../route-options.ts';

/** Invoices: create, list, get, cancel. A GET never changes an invoice. */
export function invoiceRoutes(app: App, deps: ServerDeps): void {
  createRoute(app, deps);
  readRoutes(app, deps);
  cancelRoute(app, deps);
}

function createRoute(app: App, { db, config, now }: ServerDeps): void {
  const settings = invoiceSettings(config);
  app.post(
    '/api/v1/invoices',
    tokenRoute('Invoices', ['invoice_create'], {
      operationId: 'createInvoice',
      summary: 'Create an invoice',
      description:
        'Only `currency` and either `amount` or `items` are required. With `gate_id`, the rate is locked and an ' +
        'address is assigned at once. If an invoice with this `reference` exists, it is returned with status 200 if ' +
        'amount and currency match, brought up to date while nothing is paid; otherwise the answer is 409, or a new ' +
        'invoice with `replace` if that one is unpaid.',
      headers: IdempotencyHeaders,
      body: CreateInvoiceBody,
      response: {
        200: { ...Forgiven(Invoice), description: 'The invoice that has this reference already.' },
        201: Forgiven(Invoice),
        ...errorResponses(409),
      },
    }),
    async (request, reply) => {
      const bearer = bearerOf(request);
      const { body } = request;
      const returns = body.success_url !== undefined || body.cancel_url !== undefined;
      const domain = returns ? await readProfileDomain(db, bearer.profileId) : null;
      const input = toNewInvoice(body, { ...bearer, domain, forgives: true }, now());
      const warnings = unreachable(body.notification_url, config);
      // The key of an order whose invoice ended unpaid makes a new one: nobody pays the dead.
      const isOver = (tx: Tx, id: string) => endedUnpaid(tx, id, { profileId: bearer.profileId });
      return answerOnceByOneStatement(request, reply, { db, ...bearer, isOver }, async (on) => {
        const made = await createInvoice(on, settings, input);
        const said = [...warnings, ...made.warnings];
        return { status: made.created ? 201 : 200, data: presentInvoice(made.invoice), warnings: said };
      });
    },
  );
}

function readRoutes(app: App, { db }: ServerDeps): void {
  app.get(
    '/api/v1/invoices',
    tokenRoute('Invoices', ['invoice_get', 'order_status'], {
      operationId: 'listInvoices',
      summary: 'List invoices',
      description: 'Newest first unless sorted otherwise. `reference` finds the invoice of an order.',
      querystring: InvoiceListQuery,
      response: { 200: Page(Invoice) },
    }),
    async (request) => {
      const query = toInvoiceQuery(request.query, bearerOf(request).profileId);
      const { invoices, total } = await listInvoices(db, query);
      return listAnswer(invoices.map(presentInvoice), total, query);
    },
  );

  app.get(
    '/api/v1/invoices/:id',
    tokenRoute('Invoices', ['invoice_get', 'order_status'], {
      operationId: 'getInvoice',
      summary: 'Get an invoice',
      params: IdParams,
      response: { 200: Data(Invoice) },
    }),
    async (request) => {
      const { profileId } = bearerOf(request);
      return { data: presentInvoice(await readInvoice(db, parseId(request.params.id), { profileId })) };
    },
  );
}

function cancelRoute(app: App, { db, now }: ServerDeps): void {
  app.post(
    '/api/v1/invoices/:id/cancel',
    tokenRoute('Invoices', ['invoice_create'], {
      operationId: 'cancelInvoice',
      summary: 'Cancel an invoice',
      description: 'Possible until a payment is detected.',
      params: IdParams,
      headers: IdempotencyHeaders,
      response: { 200: Data(Invoice), ...errorResponses(409) },
    }),
    async (request, reply) => {
      const bearer = bearerOf(request);
      const invoiceId = parseId(request.params.id);
      return answerOnce(request, reply, { db, ...bearer }, async (tx) => ({
        status: 200,
        data: presentInvoice(
          await cancelInvoice(tx, { invoiceId, scope: { profileId: bearer.profileId }, nowMs: now() }),
        ),
      }));
    },
  );
}
