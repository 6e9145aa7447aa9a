import { Type } from 'typebox';
import { Data, Forgiven, IdParams, Page, ValidateOnlyQuery } from '../../../contract/basics.ts';
import { errorResponses } from '../../../contract/errors.ts';
import { PayoutListQuery } from '../../../contract/lists.ts';
import { CreateRefundBody, Refund, RefundLink } from '../../../contract/refunds.ts';
import { presentRefund } from '../../../contract/refunds.view.ts';
import { createSecretBox } from '../../../db/core/secret-box.ts';
import { readInvoiceParts } from '../../../db/invoices/read.ts';
import { listPayouts } from '../../../db/payouts/list.ts';
import { readPayout } from '../../../db/payouts/read.ts';
import { payoutSettings } from '../../../db/payouts/settings.ts';
import { createRefund } from '../../../db/refunds/create.ts';
import { grantRefund } from '../../../db/refunds/granted-links.ts';
import { createRefundLinks } from '../../../db/refunds/links.ts';
import type { TokenBearer } from '../../../db/shops/api-tokens.ts';
import { onlyDrafts, READS_REFUNDS } from '../../../domain/accounts/permissions.ts';
import { gate } from '../../../domain/assets/assets.ts';
import { DomainError, fieldError } from '../../../domain/errors.ts';
import { parseId } from '../../../domain/ids.ts';
import { refusedInvoice } from '../../../domain/state/invoice-commands.ts';
import type { App } from '../../app.ts';
import { bearerOf } from '../../auth/guard.ts';
import type { ServerDeps } from '../../deps.ts';
import { listAnswer } from '../../list-answer.ts';
import { answerOnce, RequiredIdempotencyHeaders } from '../../plugins/idempotency.ts';
import { toPayoutQuery } from '../../presenters/payouts.ts';
import { presentRefundLink, toLinkValue, toShopRefundAmount } from '../../presenters/refunds.ts';
import { tokenRoute } from '../../route-options.ts';

/** Refunds of invoices: create, list, get. */
export function refundRoutes(app: App, deps: ServerDeps): void {
  createRoute(app, deps);
  readRoutes(app, deps);
}

function createRoute(app: App, { db, config, now }: ServerDeps): void {
  const settings = payoutSettings(config);
  const links = createRefundLinks(config.encryptionKey);
  const box = createSecretBox(Buffer.from(config.encryptionKey));
  app.post(
    '/api/v1/invoices/:id/refunds',
    tokenRoute('Refunds', ['invoice_refund', 'refund_draft'], {
      operationId: 'createRefund',
      summary: 'Refund an invoice',
      description:
        'In the coin that was paid: all or part of it, never more. `amount` is in coins, or with `currency` a value in ' +
        'the currency of the invoice at the current rate. Money that arrived in another coin is refunded with its ' +
        '`gate_id`. Without `address`, the payer gets a link by email and enters one, with `payer_gates` also of ' +
        'another coin; the answer is 202 with the link. ' +
        'An invoice has one open refund at a time. With `refund_draft` the refund stays `new` until a person approves ' +
        'it. The same `Idempotency-Key` never sends twice.',
      params: IdParams,
      headers: RequiredIdempotencyHeaders,
      body: CreateRefundBody,
      querystring: ValidateOnlyQuery,
      response: {
        200: { ...Forgiven(Type.Union([Refund, RefundLink])), description: 'Repeated: what was answered first.' },
        201: Forgiven(Refund),
        202: { ...Forgiven(RefundLink), description: 'A link by which the payer claims the refund.' },
        ...errorResponses(409),
      },
    }),
    async (request, reply) => {
      const bearer = bearerOf(request);
      const { body } = request;
      const of = { invoiceId: parseId(request.params.id), scope: { profileId: bearer.profileId }, nowMs: now() };
      const by = { kind: 'token', id: bearer.tokenId } as const;
      // The link is a secret of the payer's.
      const sealed = body.address === undefined ? { box } : {};
      const once = { db, ...bearer, locksMoney: true, ...sealed, validateOnly: request.query.validate_only } as const;
      return answerOnce(request, reply, once, async (tx) => {
        const { row } = await readInvoiceParts(tx, of.invoiceId, of.scope);
        const { reason = null, fee_payer: feePayer, address, destination_tag: destinationTag = null } = body;
        if (address === undefined) {
          refuseDraftLink(bearer);
          const valueMinor = toLinkValue(body, row);
          const coins = { gateId: body.gate_id, gates: [...new Set(body.payer_gates)] };
          const grant = { ...of, ...coins, tokenId: by.id, valueMinor, feePayer, reason };
          const granted = await grantRefund(tx, settings, grant);
          return { status: 202, data: presentRefundLink(granted, links) };
        }
        if (body.payer_gates !== undefined && body.payer_gates.length > 0) {
          throw fieldError('payer_gates', 'Only the payer of a link chooses: leave this or the address out.');
        }
        const gateId = body.gate_id ?? row.gateId;
        if (gateId === null) throw refusedInvoice(row.status, 'refund');
        const amount = toShopRefundAmount(body, { decimals: gate(gateId).decimals, currency: row.currency });
        const requested = { ...of, gateId, address, destinationTag, reason, amount, feePayer, by };
        return { status: 201, data: presentRefund(await createRefund(tx, settings, requested)) };
      });
    },
  );
}

/** @throws DomainError: a link is a promise to the payer, mailed at once, and no draft */
function refuseDraftLink({ permissions }: TokenBearer): void {
  if (!onlyDrafts('refund', permissions)) return;
  throw new DomainError('permission_denied', {
    message: 'This key only drafts refunds. Name the `address`; a refund by link needs `invoice_refund`.',
    fields: { permission: ['invoice_refund'] },
  });
}

function readRoutes(app: App, { db }: ServerDeps): void {
  app.get(
    '/api/v1/refunds',
    tokenRoute('Refunds', READS_REFUNDS, {
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
    tokenRoute('Refunds', READS_REFUNDS, {
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
