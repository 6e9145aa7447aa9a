import { Type } from 'typebox';
import { Data, Exact, Page } from '../../../../contract/basics.ts';
import { errorResponses } from '../../../../contract/errors.ts';
import {
  InvoiceRecipient,
  RecipientQuery,
  SpaCreatePaymentRequestBody,
  SpaPaymentRequest,
  SpaPaymentRequestListQuery,
} from '../../../../contract/payment-requests.ts';
import { takeTry } from '../../../../db/accounts/lockouts.ts';
import { audit } from '../../../../db/audit/audit.ts';
import { inTransaction, type Tx } from '../../../../db/core/sequelize.ts';
import { listPaymentRequests, listRecipients, readPaymentRequest } from '../../../../db/payment-requests/read.ts';
import {
  cancelPaymentRequest,
  createPaymentRequest,
  remindRecipient,
} from '../../../../db/payment-requests/requests.ts';
import type { PaymentRequestRow } from '../../../../db/payment-requests/rows.ts';
import { readProfileDomain } from '../../../../db/shops/profiles.ts';
import type { AuditAction } from '../../../../domain/accounts/audit.ts';
import { parseId } from '../../../../domain/ids.ts';
import type { App } from '../../../app.ts';
import type { Accounts } from '../../../auth/accounts.ts';
import { auditedUser } from '../../../auth/audited.ts';
import { profileOf, userOf } from '../../../auth/guard.ts';
import type { ServerDeps } from '../../../deps.ts';
import { answerOnce, IdempotencyHeaders } from '../../../plugins/idempotency.ts';
import { checkedPrice } from '../../../presenters/checked-price.ts';
import {
  presentSpaPaymentRequest,
  toPaymentRequest,
  toPaymentRequestQuery,
} from '../../../presenters/payment-requests.ts';
import { shopItemRoute, shopRoute } from '../../../route-options.ts';

/** One merchant sends so many requests within an hour: strangers are mailed at its word. */
const TRIES = { scope: 'payment-request', tries: 200, minutes: 60 } as const;

/** Prices that one person is asked by email to pay. */
export function paymentRequestRoutes(app: App, deps: ServerDeps, accounts: Accounts): void {
  readRoutes(app, deps);
  recipientsRoute(app, deps);
  createRoute(app, deps, accounts);
  actRoute(app, deps, {
    action: 'cancel',
    summary: 'Cancel a payment request',
    description: 'An invoice of it that waits for a payment is canceled too. What was paid cannot be canceled.',
    recordedAs: 'payment_request.canceled',
    run: cancelPaymentRequest,
  });
  actRoute(app, deps, {
    action: 'remind',
    summary: 'Email the recipient again',
    description: 'At most three times, an hour apart.',
    recordedAs: 'payment_request.reminded',
    run: remindRecipient,
  });
}

function readRoutes(app: App, { db, config, now }: ServerDeps): void {
  app.get(
    '/spa/:profile/payment-requests',
    shopRoute('merchant_invoice_viewAny', {
      summary: 'List payment requests',
      querystring: SpaPaymentRequestListQuery,
      response: { 200: Page(SpaPaymentRequest) },
    }),
    async (request) => {
      const { profileId } = await profileOf(db, request);
      const query = toPaymentRequestQuery(request.query, profileId);
      const { requests, total } = await listPaymentRequests(db, query, now());
      const pagination = { total, page: query.page, per_page: query.perPage };
      return { data: requests.map((row) => presentSpaPaymentRequest(row, config.publicUrl)), pagination };
    },
  );

  app.get(
    '/spa/:profile/payment-requests/:id',
    shopItemRoute('merchant_invoice_view', {
      summary: 'Get a payment request',
      response: { 200: Data(SpaPaymentRequest) },
    }),
    async (request) => {
      const { profileId } = await profileOf(db, request);
      const row = await readPaymentRequest(db, { id: parseId(request.params.id), profileId }, now());
      return { data: presentSpaPaymentRequest(row, config.publicUrl) };
    },
  );
}

function recipientsRoute(app: App, { db }: ServerDeps): void {
  app.get(
    '/spa/:profile/invoice-recipients',
    shopRoute('merchant_invoice_create', {
      summary: 'List people who were sent payment requests',
      description: 'At most 20, those of the newest requests first.',
      querystring: RecipientQuery,
      response: { 200: Exact({ data: Type.Array(InvoiceRecipient) }) },
    }),
    async (request) => {
      const { profileId } = await profileOf(db, request);
      return { data: await listRecipients(db, { profileId, search: request.query.search }) };
    },
  );
}

function createRoute(app: App, { db, config, now }: ServerDeps, { secrets }: Accounts): void {
  app.post(
    '/spa/:profile/payment-requests',
    shopRoute('merchant_invoice_create', {
      summary: 'Send a payment request',
      description: 'The recipient is emailed the address of a page, whose button makes the invoice.',
      headers: IdempotencyHeaders,
      body: SpaCreatePaymentRequestBody,
      response: { 201: Data(SpaPaymentRequest), ...errorResponses(409) },
    }),
    async (request, reply) => {
      const { merchantId, mode, profileId } = await profileOf(db, request);
      const nowMs = now();
      const body = request.body;
      const shop = { profileId, mode, domain: await readProfileDomain(db, profileId) };
      const amountMinor = await checkedPrice(db, body, shop, nowMs);
      const requested = toPaymentRequest(body, { profileId, createdBy: userOf(request).id, amountMinor, nowMs });
      const before = () => takeTry(db, secrets, { ...TRIES, key: merchantId });
      return answerOnce(request, reply, { db, merchantId, mode, before }, async (tx) => {
        const row = await createPaymentRequest(tx, requested);
        await record(tx, request, row, 'payment_request.created');
        return { status: 201, data: presentSpaPaymentRequest(row, config.publicUrl) };
      });
    },
  );
}

interface RequestActRoute {
  readonly action: 'cancel' | 'remind';
  readonly summary: string;
  readonly description: string;
  readonly recordedAs: AuditAction;
  readonly run: typeof cancelPaymentRequest;
}

function actRoute(app: App, { db, config, now }: ServerDeps, { action, recordedAs, run, ...schema }: RequestActRoute) {
  app.post(
    `/spa/:profile/payment-requests/:id/${action}`,
    shopItemRoute('merchant_invoice_create', {
      ...schema,
      response: { 200: Data(SpaPaymentRequest), ...errorResponses(409) },
    }),
    async (request) => {
      const { profileId } = await profileOf(db, request);
      const of = { id: parseId(request.params.id), profileId, nowMs: now(), publicUrl: config.publicUrl };
      const row = await inTransaction(db, async (tx) => {
        const { mailCount, canceledAt } = await readPaymentRequest(tx, of, of.nowMs);
        const after = await run(tx, of);
        const isNews = after.mailCount !== mailCount || after.canceledAt?.getTime() !== canceledAt?.getTime();
        if (isNews) await record(tx, request, after, recordedAs);
        return after;
      });
      return { data: presentSpaPaymentRequest(row, config.publicUrl) };
    },
  );
}

async function record(
  tx: Tx,
  request: Parameters<typeof auditedUser>[0],
  row: PaymentRequestRow,
  action: AuditAction,
): Promise<void> {
  const target = { kind: 'payment_request', id: row.id, label: row.recipientName };
  await audit(tx, { ...auditedUser(request), action, target, data: { mode: row.mode, currency: row.currency } });
}
