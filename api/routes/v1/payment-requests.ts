import type { FastifyRequest } from 'fastify';
import { Data, Forgiven, IdParams, Page } from '../../../contract/basics.ts';
import { errorResponses } from '../../../contract/errors.ts';
import {
  CreatePaymentRequestBody,
  PaymentRequest,
  PaymentRequestListQuery,
} from '../../../contract/payment-requests.ts';
import { presentPaymentRequest } from '../../../contract/payment-requests.view.ts';
import type { AccountSecrets } from '../../../db/accounts/secrets.ts';
import { audit } from '../../../db/audit/audit.ts';
import type { Tx } from '../../../db/core/sequelize.ts';
import { takeRequestAllowance } from '../../../db/payment-requests/allowances.ts';
import { listPaymentRequests, lockPaymentRequest, readPaymentRequest } from '../../../db/payment-requests/read.ts';
import { cancelPaymentRequest, createPaymentRequest } from '../../../db/payment-requests/requests.ts';
import type { PaymentRequestRow } from '../../../db/payment-requests/rows.ts';
import { readProfileDomain } from '../../../db/shops/profiles.ts';
import type { AuditAction } from '../../../domain/accounts/audit.ts';
import { parseId } from '../../../domain/ids.ts';
import type { App } from '../../app.ts';
import { auditedToken } from '../../auth/audited.ts';
import { bearerOf } from '../../auth/guard.ts';
import type { ServerDeps } from '../../deps.ts';
import { listAnswer } from '../../list-answer.ts';
import { answerOnce, IdempotencyHeaders } from '../../plugins/idempotency.ts';
import { checkedPrice } from '../../presenters/checked-price.ts';
import { toPaymentRequest, toPaymentRequestQuery } from '../../presenters/payment-requests.ts';
import { tokenRoute } from '../../route-options.ts';

type RequestDeps = ServerDeps & { readonly secrets: AccountSecrets };

/** Prices that one person is asked by email to pay: create, list, get, cancel. */
export function paymentRequestTokenRoutes(app: App, deps: RequestDeps): void {
  createRoute(app, deps);
  readRoutes(app, deps);
  cancelRoute(app, deps);
}

function createRoute(app: App, { db, config, now, secrets }: RequestDeps): void {
  app.post(
    '/api/v1/payment-requests',
    tokenRoute('Payment requests', ['invoice_create'], {
      operationId: 'createPaymentRequest',
      summary: 'Send a payment request',
      description:
        'The recipient is emailed the address of a page, in their language, whose button makes the invoice. Its ' +
        '`metadata.payment_request` is the ID of the request, so the events of that invoice say how it is paid. A token ' +
        'sends up to 200 requests in an hour, and up to 5 go to one address.',
      headers: IdempotencyHeaders,
      body: CreatePaymentRequestBody,
      response: { 201: Forgiven(PaymentRequest), ...errorResponses(409) },
    }),
    async (request, reply) => {
      const bearer = bearerOf(request);
      const { body } = request;
      const { tokenId, merchantId, profileId, mode } = bearer;
      const domain = body.success_url === undefined ? null : await readProfileDomain(db, profileId);
      return answerOnce(request, reply, { db, ...bearer }, async (tx) => {
        const nowMs = now();
        const amountMinor = await checkedPrice(tx, body, { profileId, mode, domain, forgives: true }, nowMs);
        const to = body.recipient_email;
        await takeRequestAllowance(tx, secrets, { tokenId, merchantId, mode, to, nowMs });
        const input = toPaymentRequest(body, { profileId, createdBy: tokenId, amountMinor, nowMs });
        const row = await createPaymentRequest(tx, input);
        await record(tx, request, row, 'payment_request.created');
        return { status: 201, data: presentPaymentRequest(row, config.publicUrl) };
      });
    },
  );
}

function readRoutes(app: App, { db, config, now }: RequestDeps): void {
  app.get(
    '/api/v1/payment-requests',
    tokenRoute('Payment requests', ['invoice_get'], {
      operationId: 'listPaymentRequests',
      summary: 'List payment requests',
      description: 'Newest first unless sorted otherwise; also those that were sent from the back office.',
      querystring: PaymentRequestListQuery,
      response: { 200: Page(PaymentRequest) },
    }),
    async (request) => {
      const query = toPaymentRequestQuery(request.query, bearerOf(request).profileId);
      const { requests, total } = await listPaymentRequests(db, query, now());
      const data = requests.map((row) => presentPaymentRequest(row, config.publicUrl));
      return listAnswer(data, total, query);
    },
  );

  app.get(
    '/api/v1/payment-requests/:id',
    tokenRoute('Payment requests', ['invoice_get'], {
      operationId: 'getPaymentRequest',
      summary: 'Get a payment request',
      params: IdParams,
      response: { 200: Data(PaymentRequest) },
    }),
    async (request) => {
      const { profileId } = bearerOf(request);
      const row = await readPaymentRequest(db, { id: parseId(request.params.id), profileId }, now());
      return { data: presentPaymentRequest(row, config.publicUrl) };
    },
  );
}

function cancelRoute(app: App, { db, config, now }: RequestDeps): void {
  app.post(
    '/api/v1/payment-requests/:id/cancel',
    tokenRoute('Payment requests', ['invoice_create'], {
      operationId: 'cancelPaymentRequest',
      summary: 'Cancel a payment request',
      description: 'An invoice of it that waits for a payment is canceled too. What was paid cannot be canceled.',
      params: IdParams,
      headers: IdempotencyHeaders,
      response: { 200: Data(PaymentRequest), ...errorResponses(409) },
    }),
    async (request, reply) => {
      const bearer = bearerOf(request);
      const { publicUrl } = config;
      const of = { id: parseId(request.params.id), profileId: bearer.profileId, nowMs: now(), publicUrl };
      return answerOnce(request, reply, { db, ...bearer }, async (tx) => {
        const { status } = await lockPaymentRequest(tx, of, of.nowMs);
        const row = await cancelPaymentRequest(tx, of);
        if (status !== row.status) await record(tx, request, row, 'payment_request.canceled');
        return { status: 200, data: presentPaymentRequest(row, publicUrl) };
      });
    },
  );
}

async function record(tx: Tx, request: FastifyRequest, row: PaymentRequestRow, action: AuditAction): Promise<void> {
  const target = { kind: 'payment_request', id: row.id, label: row.recipientName };
  const data = { mode: row.mode, currency: row.currency };
  await audit(tx, { ...(await auditedToken(tx, request)), action, target, data });
}
