import { Data, Page } from '../../../../contract/basics.ts';
import { errorResponses } from '../../../../contract/errors.ts';
import {
  CreatePaymentLinkBody,
  PaymentLink,
  PaymentLinkListQuery,
  UpdatePaymentLinkBody,
} from '../../../../contract/integration.ts';
import { audit } from '../../../../db/audit/audit.ts';
import { inTransaction } from '../../../../db/core/sequelize.ts';
import {
  createPaymentLink,
  listPaymentLinks,
  lockPaymentLink,
  type PaymentLinkRow,
  updatePaymentLink,
} from '../../../../db/shops/payment-links.ts';
import { readProfileDomain } from '../../../../db/shops/profiles.ts';
import { parseId } from '../../../../domain/ids.ts';
import { currencyDecimals } from '../../../../domain/money/currencies.ts';
import { formatAmount } from '../../../../domain/money/money.ts';
import type { App } from '../../../app.ts';
import { auditedUser } from '../../../auth/audited.ts';
import { profileOf } from '../../../auth/guard.ts';
import type { ServerDeps } from '../../../deps.ts';
import { answerOnce, IdempotencyHeaders } from '../../../plugins/idempotency.ts';
import { checkedPrice } from '../../../presenters/checked-price.ts';
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
      querystring: PaymentLinkListQuery,
      response: { 200: Page(PaymentLink) },
    }),
    async (request) => {
      const { page = 1, per_page: perPage = 25, search } = request.query;
      const { profileId } = await profileOf(db, request);
      const query = { profileId, page, perPage, search };
      const { rows, total } = await listPaymentLinks(db, query);
      const pagination = { total, page, per_page: perPage };
      return { data: rows.map((row) => presentLink(row, config.publicUrl)), pagination };
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
      const { title, description = null, amount, currency, gates = null, success_url = null } = request.body;
      const shop = { profileId, mode, domain: await readProfileDomain(db, profileId) };
      const amountMinor = await checkedPrice(db, toPriced({ amount, currency, success_url }), shop, now());
      const link = { profileId, title, description, amountMinor, currency, gates, successUrl: success_url };
      return answerOnce(request, reply, { db, merchantId, mode }, async (tx) => {
        const created = await createPaymentLink(tx, link);
        const target = { kind: 'payment_link', id: created.id, label: title };
        await audit(tx, { ...auditedUser(request), action: 'link.created', target, data: { mode, amount, currency } });
        return { status: 201, data: presentLink(created, config.publicUrl) };
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
      const id = parseId(request.params.id);
      const { active, ...asked } = request.body;
      const shop = { profileId, mode, domain: await readProfileDomain(db, profileId) };
      const row = await inTransaction(db, async (tx) => {
        const before = await lockPaymentLink(tx, { id, profileId });
        const { title, description, amount, currency, gates, success_url } = { ...requestedOf(before), ...asked };
        const isPriced = 'amount' in asked || 'currency' in asked || 'success_url' in asked;
        const amountMinor = isPriced
          ? await checkedPrice(tx, toPriced({ amount, currency, success_url }), shop, now())
          : BigInt(before.amount_minor);
        const link = { title, description, amountMinor, currency, gates, successUrl: success_url };
        const changed = await updatePaymentLink(tx, { id, ...link, active: active ?? before.active });
        const target = { kind: 'payment_link', id, label: changed.title };
        const by = { ...auditedUser(request), target };
        if (Object.keys(asked).length > 0) {
          await audit(tx, { ...by, action: 'link.updated', data: { mode, amount, currency } });
        }
        if (active !== undefined) {
          await audit(tx, { ...by, action: active ? 'link.activated' : 'link.paused', data: { mode } });
        }
        return changed;
      });
      return { data: presentLink(row, config.publicUrl) };
    },
  );
}

/** A price as an invoice would ask for it. */
function toPriced({
  amount,
  currency,
  success_url,
}: Pick<ReturnType<typeof requestedOf>, 'amount' | 'currency' | 'success_url'>) {
  return { amount, currency, success_url: success_url ?? undefined };
}

/** A link as a body of the API would ask for it. */
function requestedOf({ title, description, amount_minor, currency, gates, success_url }: PaymentLinkRow) {
  const amount = formatAmount(BigInt(amount_minor), currencyDecimals(currency));
  return { title, description, amount, currency, gates, success_url };
}

function presentLink(row: PaymentLinkRow, publicUrl: string): PaymentLink {
  const { amount_minor: _, created_at, ...same } = row;
  return {
    ...same,
    ...requestedOf(row),
    url: `${publicUrl}/pay/${row.id}`,
    created_at: created_at.toISOString(),
  };
}
