import { audit } from '../../../../db/audit/audit.ts';
import {
  createPaymentLink,
  listPaymentLinks,
  type PaymentLinkRow,
  setPaymentLinkActive,
} from '../../../../db/people/payment-links.ts';
import { readProfileDomain } from '../../../../db/people/profiles.ts';
import { currentRates } from '../../../../db/rates.ts';
import { type Db, inTransaction } from '../../../../db/sequelize.ts';
import { ASSETS, type Mode } from '../../../../domain/assets.ts';
import { currencyDecimals } from '../../../../domain/currencies.ts';
import { DomainError } from '../../../../domain/errors.ts';
import { parseId } from '../../../../domain/ids.ts';
import { formatAmount } from '../../../../domain/money.ts';
import { checkInvoiceBounds } from '../../../../domain/pricing.ts';
import type { App } from '../../../app.ts';
import { auditedUser } from '../../../auth/audited.ts';
import { profileOf } from '../../../auth/guard.ts';
import { Data, Page } from '../../../contract/basics.ts';
import { errorResponses } from '../../../contract/errors.ts';
import { CreatePaymentLinkBody, PaymentLink, UpdatePaymentLinkBody } from '../../../contract/integration.ts';
import { PageQuery } from '../../../contract/lists.ts';
import type { ServerDeps } from '../../../deps.ts';
import { answerOnce, IdempotencyHeaders } from '../../../plugins/idempotency.ts';
import { toNewInvoice } from '../../../presenters/new-invoice.ts';
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
      querystring: PageQuery,
      response: { 200: Page(PaymentLink) },
    }),
    async (request) => {
      const { page = 1, per_page = 25 } = request.query;
      const { profileId } = await profileOf(db, request);
      const { rows, total } = await listPaymentLinks(db, { profileId, limit: per_page, offset: (page - 1) * per_page });
      return { data: rows.map((row) => presentLink(row, config.publicUrl)), pagination: { total, page, per_page } };
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
      const asInvoice = { amount, currency, ...(success_url === null ? {} : { success_url }) };
      const { priceMinor = 0n } = toNewInvoice(asInvoice, shop, now());
      await checkBounds(db, { mode, currency, priceMinor });
      const link = { profileId, title, description, amountMinor: priceMinor, currency, gates, successUrl: success_url };
      return answerOnce(request, reply, { db, merchantId, mode }, async (tx) => {
        const created = await createPaymentLink(tx, link);
        const target = { kind: 'payment_link', id: created.id, label: title };
        await audit(tx, { ...auditedUser(request), action: 'link.created', target, data: { mode, amount, currency } });
        return { status: 201, data: presentLink(created, config.publicUrl) };
      });
    },
  );
}

function updateRoute(app: App, { db, config }: ServerDeps): void {
  app.put(
    '/spa/:profile/payment-links/:id',
    shopItemRoute('merchant_invoice_create', {
      summary: 'Turn a payment link on or off',
      body: UpdatePaymentLinkBody,
      response: { 200: Data(PaymentLink) },
    }),
    async (request) => {
      const { mode, profileId } = await profileOf(db, request);
      const id = parseId(request.params.id);
      const { active } = request.body;
      const row = await inTransaction(db, async (tx) => {
        const changed = await setPaymentLinkActive(tx, { id, profileId, active });
        const target = { kind: 'payment_link', id, label: changed.title };
        const action = active ? 'link.activated' : 'link.paused';
        await audit(tx, { ...auditedUser(request), action, target, data: { mode } });
        return changed;
      });
      return { data: presentLink(row, config.publicUrl) };
    },
  );
}

/**
 * The same bounds that hold for each invoice of the link, at the rate of now: a link that no invoice can come of is
 * refused at once.
 */
async function checkBounds(
  db: Db,
  { mode, currency, priceMinor }: { readonly mode: Mode; readonly currency: string; readonly priceMinor: bigint },
): Promise<void> {
  if (currency === 'EUR') return checkInvoiceBounds(priceMinor, currency, null);
  const rates = await currentRates(db, { mode, assets: ASSETS, currencies: [currency, 'EUR'] });
  for (const inCurrency of rates.filter((rate) => rate.currency === currency)) {
    const inEur = rates.find(({ asset, currency: other }) => asset === inCurrency.asset && other === 'EUR');
    if (inEur !== undefined) return checkInvoiceBounds(priceMinor, currency, { inCurrency, inEur });
  }
  throw new DomainError('rate_unavailable');
}

function presentLink(row: PaymentLinkRow, publicUrl: string): PaymentLink {
  const { amount_minor, created_at, ...same } = row;
  return {
    ...same,
    amount: formatAmount(BigInt(amount_minor), currencyDecimals(row.currency)),
    url: `${publicUrl}/pay/${row.id}`,
    created_at: created_at.toISOString(),
  };
}
