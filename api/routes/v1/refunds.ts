import { Data, IdParams, Page } from '../../../contract/basics.ts';
import { errorResponses } from '../../../contract/errors.ts';
import { PayoutListQuery } from '../../../contract/lists.ts';
import { CreateRefundBody, Refund } from '../../../contract/refunds.ts';
import { presentRefund } from '../../../contract/refunds.view.ts';
import { readInvoiceParts } from '../../../db/invoices/read.ts';
import { listPayouts } from '../../../db/payouts/list.ts';
import { readPayout } from '../../../db/payouts/read.ts';
import { payoutSettings } from '../../../db/payouts/settings.ts';
import { createRefund } from '../../../db/refunds/create.ts';
import { gate } from '../../../domain/assets/assets.ts';
import { parseId } from '../../../domain/ids.ts';
import { refusedInvoice } from '../../../domain/state/invoice-commands.ts';
import type { App } from '../../app.ts';
import { bearerOf } from '../../auth/guard.ts';
import type { ServerDeps } from '../../deps.ts';
import { listAnswer } from '../../list-answer.ts';
import { answerOnce, RequiredIdempotencyHeaders } from '../../plugins/idempotency.ts';
import { toPayoutQuery } from '../../presenters/payouts.ts';
import { toRefundAmount } from '../../presenters/refunds.ts';
import { tokenRoute } from '../../route-options.ts';

/** Refunds of invoices: create, list, get. */
export function refundRoutes(app: App, deps: ServerDeps): void {
  createRoute(app, deps);
  readRoutes(app, deps);
}

function createRoute(app: App, { db, config, now }: ServerDeps): void {
  const settings = payoutSettings(config);
  app.post(
    '/api/v1/invoices/:id/refunds',
    tokenRoute('Refunds', ['invoice_refund'], {
      operationId: 'createRefund',
      summary: 'Refund an invoice',
      description:
        'In the coin that was paid: all or part of it, never more. Money that arrived in another coin is refunded ' +
        'with its `gate_id`. An invoice has one open refund at a time. The same `Idempotency-Key` never sends twice.',
      params: IdParams,
      headers: RequiredIdempotencyHeaders,
      body: CreateRefundBody,
      response: { 201: Data(Refund), ...errorResponses(409) },
    }),
    async (request, reply) => {
      const bearer = bearerOf(request);
      const invoiceId = parseId(request.params.id);
      const scope = { profileId: bearer.profileId };
      const { gate_id, address, destination_tag = null, reason = null, fee_payer } = request.body;
      return answerOnce(request, reply, { db, ...bearer, locksMoney: true }, async (tx) => {
        const { row } = await readInvoiceParts(tx, invoiceId, scope);
        const gateId = gate_id ?? row.gateId;
        if (gateId === null) throw refusedInvoice(row.status, 'refund');
        const refund = await createRefund(tx, settings, {
          ...{ invoiceId, scope, gateId, address, reason },
          amount: toRefundAmount(request.body, { decimals: gate(gateId).decimals, currency: row.currency }),
          feePayer: fee_payer,
          destinationTag: destination_tag,
          by: { kind: 'token', id: bearer.tokenId },
          nowMs: now(),
        });
        return { status: 201, data: presentRefund(refund) };
      });
    },
  );
}

function readRoutes(app: App, { db }: ServerDeps): void {
  app.get(
    '/api/v1/refunds',
    tokenRoute('Refunds', ['invoice_refund'], {
      operationId: 'listRefunds',
      summary: 'List refunds',
      description: 'Newest first unless sorted otherwise.',
      querystring: PayoutListQuery,
      response: { 200: Page(Refund) },
    }),
    async (request) => {
      const query = toPayoutQuery(request.query, { profileId: bearerOf(request).profileId, kind: 'refund' });
      const { payouts, total } = await listPayouts(db, query);
      return listAnswer(payouts.map(presentRefund), total, query);
    },
  );

  app.get(
    '/api/v1/refunds/:id',
    tokenRoute('Refunds', ['invoice_refund'], {
      operationId: 'getRefund',
      summary: 'Get a refund',
      params: IdParams,
      response: { 200: Data(Refund) },
    }),
    async (request) => {
      const { profileId } = bearerOf(request);
      return { data: presentRefund(await readPayout(db, parseId(request.params.id), { profileId, kind: 'refund' })) };
    },
  );
}
