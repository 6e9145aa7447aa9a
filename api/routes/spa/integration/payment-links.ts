import { Data, Page } from '../../../../contract/basics.ts';
import { errorResponses } from '../../../../contract/errors.ts';
import {
  CreatePaymentLinkBody,
  PaymentLink,
  SpaPaymentLinkListQuery,
  UpdatePaymentLinkBody,
} from '../../../../contract/payment-links.ts';
import { inTransaction } from '../../../../db/core/sequelize.ts';
import { listPaymentLinks } from '../../../../db/shops/payment-links.ts';
import { parseId } from '../../../../domain/ids.ts';
import type { App } from '../../../app.ts';
import { auditedUser } from '../../../auth/audited.ts';
import { profileOf } from '../../../auth/guard.ts';
import type { ServerDeps } from '../../../deps.ts';
import { listAnswer } from '../../../list-answer.ts';
import { changeLink, makeLink } from '../../../payment-links.ts';
import { answerOnce, IdempotencyHeaders } from '../../../plugins/idempotency.ts';
import { presentPaymentLink, toPaymentLinkQuery, toTerms } from '../../../presenters/payment-links.ts';
import { shopItemRoute, shopRoute } from '../../../route-options.ts';

/** Links that anyone may open to pay a fixed price, as often as they like. */
export function paymentLinkRoutes(app: App, deps: ServerDeps): void {
  listRoute(app, deps);
  createRoute(app, deps);
  updateRoute(app, deps);
}

function listRoute(app: App, { db, config }: ServerDeps): void {
  app.get(
    '/spa/:profile/payment-links',
    shopRoute('merchant_invoice_viewAny', {
      summary: 'List payment links',
      querystring: SpaPaymentLinkListQuery,
      response: { 200: Page(PaymentLink) },
    }),
    async (request) => {
      const { profileId } = await profileOf(db, request);
      const query = toPaymentLinkQuery(request.query, profileId);
      const { rows, total } = await listPaymentLinks(db, query);
      const data = rows.map((row) => presentPaymentLink(row, config.publicUrl));
      return listAnswer(data, total, query);
    },
  );
}

function createRoute(app: App, { db, config, now }: ServerDeps): void {
  app.post(
    '/spa/:profile/payment-links',
    shopRoute('merchant_invoice_create', {
      summary: 'Create a payment link',
      headers: IdempotencyHeaders,
      body: CreatePaymentLinkBody,
      response: { 201: Data(PaymentLink), ...errorResponses(409) },
    }),
    async (request, reply) => {
      const { merchantId, mode, profileId } = await profileOf(db, request);
      return answerOnce(request, reply, { db, merchantId, mode }, async (tx) => {
        const act = { profileId, mode, by: auditedUser(request), nowMs: now() };
        const created = await makeLink(tx, toTerms(request.body), act);
        return { status: 201, data: presentPaymentLink(created, config.publicUrl) };
      });
    },
  );
}

function updateRoute(app: App, { db, config, now }: ServerDeps): void {
  app.put(
    '/spa/:profile/payment-links/:id',
    shopItemRoute('merchant_invoice_create', {
      summary: 'Change a payment link, or turn it on or off',
      description: 'Invoices that it made stay as they are.',
      body: UpdatePaymentLinkBody,
      response: { 200: Data(PaymentLink) },
    }),
    async (request) => {
      const { mode, profileId } = await profileOf(db, request);
      const change = { id: parseId(request.params.id), changes: request.body };
      const act = { profileId, mode, by: auditedUser(request), nowMs: now() };
      const changed = await inTransaction(db, (tx) => changeLink(tx, change, act));
      return { data: presentPaymentLink(changed, config.publicUrl) };
    },
  );
}
