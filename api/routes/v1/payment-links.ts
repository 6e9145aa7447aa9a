import { Data, IdParams, Page } from '../../../contract/basics.ts';
import { errorResponses } from '../../../contract/errors.ts';
import {
  CreatePaymentLinkBody,
  PaymentLink,
  PaymentLinkListQuery,
  UpdatePaymentLinkBody,
} from '../../../contract/payment-links.ts';
import { inTransaction, retrying } from '../../../db/core/sequelize.ts';
import { listPaymentLinks, readPaymentLink } from '../../../db/shops/payment-links.ts';
import { parseId } from '../../../domain/ids.ts';
import type { App } from '../../app.ts';
import { auditedToken } from '../../auth/audited.ts';
import { bearerOf } from '../../auth/guard.ts';
import type { ServerDeps } from '../../deps.ts';
import { listAnswer } from '../../list-answer.ts';
import { changeLink, makeLink } from '../../payment-links.ts';
import { answerOnce, IdempotencyHeaders } from '../../plugins/idempotency.ts';
import { presentPaymentLink, toPaymentLinkQuery, toTerms } from '../../presenters/payment-links.ts';
import { tokenRoute } from '../../route-options.ts';

/** Prices that anyone who has the address can pay: create, list, get, change, turn on and off. */
export function paymentLinkTokenRoutes(app: App, deps: ServerDeps): void {
  createRoute(app, deps);
  readRoutes(app, deps);
  changeRoute(app, deps);
}

function createRoute(app: App, { db, config, now }: ServerDeps): void {
  app.post(
    '/api/v1/payment-links',
    tokenRoute('Payment links', ['invoice_create'], {
      operationId: 'createPaymentLink',
      summary: 'Create a payment link',
      description:
        'Each payer who opens `url` and continues gets an invoice of their own. Its `metadata.payment_link` is the ID of ' +
        'the link, so the events of that invoice say which link was paid.',
      headers: IdempotencyHeaders,
      body: CreatePaymentLinkBody,
      response: { 201: Data(PaymentLink), ...errorResponses(409) },
    }),
    async (request, reply) => {
      const bearer = bearerOf(request);
      return answerOnce(request, reply, { db, ...bearer }, async (tx) => {
        const act = { ...bearer, by: await auditedToken(tx, request), nowMs: now() };
        const created = await makeLink(tx, toTerms(request.body), act);
        return { status: 201, data: presentPaymentLink(created, config.publicUrl) };
      });
    },
  );
}

function readRoutes(app: App, { db, config }: ServerDeps): void {
  app.get(
    '/api/v1/payment-links',
    tokenRoute('Payment links', ['invoice_get'], {
      operationId: 'listPaymentLinks',
      summary: 'List payment links',
      description: 'Newest first unless sorted otherwise; also those that were made in the back office.',
      querystring: PaymentLinkListQuery,
      response: { 200: Page(PaymentLink) },
    }),
    async (request) => {
      const query = toPaymentLinkQuery(request.query, bearerOf(request).profileId);
      const { rows, total } = await listPaymentLinks(db, query);
      const data = rows.map((row) => presentPaymentLink(row, config.publicUrl));
      return listAnswer(data, total, query);
    },
  );

  app.get(
    '/api/v1/payment-links/:id',
    tokenRoute('Payment links', ['invoice_get'], {
      operationId: 'getPaymentLink',
      summary: 'Get a payment link',
      params: IdParams,
      response: { 200: Data(PaymentLink) },
    }),
    async (request) => {
      const { profileId } = bearerOf(request);
      const row = await readPaymentLink(db, { id: parseId(request.params.id), profileId });
      return { data: presentPaymentLink(row, config.publicUrl) };
    },
  );
}

function changeRoute(app: App, { db, config, now }: ServerDeps): void {
  app.patch(
    '/api/v1/payment-links/:id',
    tokenRoute('Payment links', ['invoice_create'], {
      operationId: 'updatePaymentLink',
      summary: 'Change a payment link, or turn it on or off',
      description: 'Invoices that it made stay as they are.',
      params: IdParams,
      body: UpdatePaymentLinkBody,
      response: { 200: Data(PaymentLink), ...errorResponses(409) },
    }),
    async (request) => {
      const { profileId, mode } = bearerOf(request);
      const change = { id: parseId(request.params.id), changes: request.body };
      const work = () =>
        inTransaction(db, async (tx) => {
          const act = { profileId, mode, by: await auditedToken(tx, request), nowMs: now() };
          return changeLink(tx, change, act);
        });
      return { data: presentPaymentLink(await retrying(work), config.publicUrl) };
    },
  );
}
