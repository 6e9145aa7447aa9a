import { Data, Forgiven, IdParams } from '../../../contract/basics.ts';
import { errorResponses } from '../../../contract/errors.ts';
import { Invoice } from '../../../contract/invoice.ts';
import { presentInvoice } from '../../../contract/invoice.view.ts';
import { ChangeInvoiceBody } from '../../../contract/new-invoice.ts';
import { inTransaction, retrying, type Tx } from '../../../db/core/sequelize.ts';
import { changeInvoice, expireNow } from '../../../db/invoices/change.ts';
import { completeInvoice, type InvoiceCommand } from '../../../db/invoices/commands.ts';
import { readInvoice } from '../../../db/invoices/read.ts';
import { DomainError } from '../../../domain/errors.ts';
import { parseId } from '../../../domain/ids.ts';
import type { InvoiceRecord } from '../../../domain/invoices/record.ts';
import type { App } from '../../app.ts';
import { bearerOf } from '../../auth/guard.ts';
import type { ServerDeps } from '../../deps.ts';
import { answerOnce, IdempotencyHeaders } from '../../plugins/idempotency.ts';
import { toInvoiceChange } from '../../presenters/new-invoice.ts';
import { tokenRoute } from '../../route-options.ts';

/** A shop's actions on an invoice after it made it: change, complete, and in sandbox expire. */
export function invoiceChangeRoutes(app: App, deps: ServerDeps): void {
  changeRoute(app, deps);
  commandRoute(app, deps, {
    action: 'complete',
    operationId: 'completeInvoice',
    summary: 'Complete an invoice',
    description:
      'Accepts what was paid of an underpaid, overpaid or late invoice: it becomes `done`, and any excess is kept.',
    isForSandbox: false,
    run: completeInvoice,
  });
  commandRoute(app, deps, {
    action: 'expire',
    operationId: 'expireInvoice',
    summary: 'Expire an invoice',
    description: 'Sandbox only: the deadline passes now.',
    isForSandbox: true,
    run: expireNow,
  });
}

function changeRoute(app: App, { db, now }: ServerDeps): void {
  app.patch(
    '/api/v1/invoices/:id',
    tokenRoute('Invoices', ['invoice_create'], {
      operationId: 'updateInvoice',
      summary: 'Change an invoice',
      description:
        '`metadata` (added to what is there; an empty value removes its key) and `reference` always, `amount` and ' +
        '`items` until a payment is seen. A chosen coin keeps its rate, address and deadline. `amount` without ' +
        '`items` removes the lines.',
      params: IdParams,
      body: ChangeInvoiceBody,
      response: { 200: Forgiven(Invoice), ...errorResponses(409) },
    }),
    async (request) => {
      const scope = { profileId: bearerOf(request).profileId };
      const invoiceId = parseId(request.params.id);
      const change = (tx: Tx) =>
        readInvoice(tx, invoiceId, scope).then(({ currency }) =>
          changeInvoice(tx, { invoiceId, scope, nowMs: now() }, toInvoiceChange(request.body, currency)),
        );
      const data = presentInvoice(await retrying(() => inTransaction(db, change)));
      const { warnings } = request;
      return warnings.length === 0 ? { data } : { data, warnings: [...warnings] };
    },
  );
}

interface CommandRoute {
  readonly action: string;
  readonly operationId: string;
  readonly summary: string;
  readonly description: string;
  readonly isForSandbox: boolean;
  readonly run: (tx: Tx, command: InvoiceCommand) => Promise<InvoiceRecord>;
}

function commandRoute(app: App, { db, now }: ServerDeps, route: CommandRoute): void {
  const { action, operationId, summary, description, isForSandbox, run } = route;
  app.post(
    `/api/v1/invoices/:id/${action}`,
    tokenRoute('Invoices', ['invoice_create'], {
      operationId,
      summary,
      description,
      params: IdParams,
      headers: IdempotencyHeaders,
      response: { 200: Data(Invoice), ...errorResponses(409) },
      ...(isForSandbox ? { 'x-sandbox-only': true } : {}),
    }),
    async (request, reply) => {
      const bearer = bearerOf(request);
      if (isForSandbox && bearer.mode !== 'sandbox') throw new DomainError('sandbox_only');
      const invoiceId = parseId(request.params.id);
      return answerOnce(request, reply, { db, ...bearer }, async (tx) => {
        const invoice = await run(tx, { invoiceId, scope: { profileId: bearer.profileId }, nowMs: now() });
        return { status: 200, data: presentInvoice(invoice) };
      });
    },
  );
}
