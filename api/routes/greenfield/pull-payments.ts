import { Type } from 'typebox';
import { GreenfieldPullPayment, PluginBody } from '../../../contract/greenfield.ts';
import { inTransaction, retrying, type Tx } from '../../../db/core/sequelize.ts';
import {
  archivePullPayment,
  createPullPayment,
  invoicesOfOrders,
  listPullPayments,
  type PullPayment,
  preparedMinor,
  readPullPayment as readStored,
} from '../../../db/greenfield/pull-payments.ts';
import { lockInvoice, readInvoice } from '../../../db/invoices/read.ts';
import { createRefundLinks } from '../../../db/refunds/links.ts';
import { DomainError } from '../../../domain/errors.ts';
import { fieldsOf, textOf } from '../../../domain/greenfield/fields.ts';
import {
  orderNumbersIn,
  pullPaymentMinor,
  type Refundable,
  readPullPayment,
  refundVariantMinor,
} from '../../../domain/greenfield/pull-payment.ts';
import { type ProfileId, parseId } from '../../../domain/ids.ts';
import type { InvoiceRecord } from '../../../domain/invoices/record.ts';
import { currencyDecimals } from '../../../domain/money/currencies.ts';
import { formatAmount, maxOf, mulDivFloor } from '../../../domain/money/money.ts';
import { anyone } from '../../access.ts';
import type { App } from '../../app.ts';
import { shopKeyOf } from '../../auth/guard.ts';
import type { ServerDeps } from '../../deps.ts';
import { refundGates } from '../../presenters/invoice-actions.ts';
import { GreenfieldFaults } from './errors.ts';
import { INVOICE_PATHS, InvoiceParams } from './invoices.ts';
import { GREENFIELD, shopKeyRoute } from './route.ts';
import { StoreParams } from './stores.ts';

const PERMISSION = 'btcpay.store.cancreatenonapprovedpullpayments';
const LIST = `${GREENFIELD}/stores/:storeId/pull-payments`;
const Params = Type.Object({ id: Type.String(), storeId: Type.String() });

/** Refunds that a plugin prepares: the payer names an address on a page, the merchant approves. */
export function pullPaymentRoutes(app: App, deps: ServerDeps): void {
  createRoute(app, deps);
  refundRoutes(app, deps);
  storedRoutes(app, deps);
}

function createRoute(app: App, { db, config, now }: ServerDeps): void {
  app.post(
    LIST,
    shopKeyRoute(PERMISSION, {
      summary: 'Greenfield: prepare a refund',
      description:
        'The invoice is the newest one with money of the order whose number is in the name. Without one it is a 422: a ' +
        'payout that belongs to no invoice is not made by a plugin.',
      params: StoreParams,
      body: PluginBody('Of the amount in the currency of the invoice.', {
        name: 'Refund of order 13; broken',
        amount: '10.00',
        currency: 'EUR',
      }),
      response: { 200: GreenfieldPullPayment },
    }),
    async (request) => {
      const { profileId } = shopKeyOf(request);
      const { name, description, ...wanted } = readPullPayment(request.body);
      const invoice = await refundedInvoice(db, { profileId, name });
      const minorOf = (of: Refundable) => pullPaymentMinor(wanted, of);
      const made = await prepareRefund(db, {
        invoiceId: invoice.id,
        profileId,
        name,
        description,
        minorOf,
        nowMs: now(),
      });
      return present(made, config.publicUrl);
    },
  );
}

function refundRoutes(app: App, { db, config, now }: ServerDeps): void {
  for (const path of INVOICE_PATHS) {
    app.post(
      `${path}/refund`,
      shopKeyRoute(PERMISSION, {
        summary: 'Greenfield: refund an invoice',
        description: 'Answers with the link on which the payer names an address; the merchant approves.',
        params: InvoiceParams,
        body: PluginBody('`refundVariant` is required.', {
          refundVariant: 'Custom',
          customAmount: '10.00',
          customCurrency: 'EUR',
          payoutMethodId: 'BTC-CHAIN',
        }),
        response: { 200: GreenfieldPullPayment },
      }),
      async (request) => {
        const { profileId } = shopKeyOf(request);
        const invoice = await readInvoice(db, parseId(request.params.id), { profileId });
        if (refundGates(invoice).length === 0) throw nothingToRefund();
        const { name, description } = fieldsOf(request.body);
        const made = await prepareRefund(db, {
          invoiceId: invoice.id,
          profileId,
          nowMs: now(),
          name: textOf(name, 200) ?? `Refund ${invoice.reference ?? invoice.id}`,
          description: textOf(description, 1000) ?? '',
          minorOf: (of) => refundVariantMinor(request.body, of),
        });
        return present(made, config.publicUrl);
      },
    );
  }
}

function storedRoutes(app: App, { db, config }: ServerDeps): void {
  app.get(
    LIST,
    shopKeyRoute(PERMISSION, {
      summary: 'Greenfield: prepared refunds',
      description: 'The newest 100.',
      params: StoreParams,
      querystring: Type.Object({ includeArchived: Type.Optional(Type.Unknown()) }),
      response: { 200: Type.Array(GreenfieldPullPayment) },
    }),
    async (request) => {
      const withArchived = String(request.query.includeArchived).toLowerCase() === 'true';
      const all = await listPullPayments(db, { profileId: shopKeyOf(request).profileId, withArchived });
      return all.map((each) => present(each, config.publicUrl));
    },
  );

  app.get(
    `${LIST}/:id`,
    shopKeyRoute(PERMISSION, {
      summary: 'Greenfield: a prepared refund',
      params: Params,
      response: { 200: GreenfieldPullPayment },
    }),
    async (request) => present(await readStored(db, storedOf(request)), config.publicUrl),
  );

  app.delete(
    `${LIST}/:id`,
    shopKeyRoute(PERMISSION, {
      summary: 'Greenfield: take a prepared refund back',
      description: 'Its link ends. What the payer has requested by it stays.',
      params: Params,
      body: PluginBody('Nothing is read.', {}),
      response: { 200: Type.Object({}) },
    }),
    async (request) => {
      await inTransaction(db, (tx) => archivePullPayment(tx, storedOf(request)));
      return {};
    },
  );
}

function storedOf(request: Parameters<typeof shopKeyOf>[0] & { readonly params: { readonly id: string } }) {
  return { id: parseId(request.params.id), profileId: shopKeyOf(request).profileId };
}

/** `/btcpay/pull-payments/{id}`: leads to the invoice's own refund form, with the token that it takes once. */
export function pullPaymentPage(app: App, { db, config }: ServerDeps): void {
  const links = createRefundLinks(config.encryptionKey);
  app.get<{ Params: { id: string } }>(
    '/btcpay/pull-payments/:id',
    { config: anyone('The id is the capability, as that of an invoice.'), schema: { hide: true } },
    async (request, reply) => {
      const payment = await readStored(db, { id: parseId(request.params.id) });
      if (payment.archivedAt !== null) throw new DomainError('not_found');
      const { checkoutUrl } = await readInvoice(db, payment.invoiceId);
      // From when it was made: opened again, the link lives no longer.
      const nowMs = payment.createdAt.getTime();
      const url = links.make(checkoutUrl, { invoiceId: payment.invoiceId, occasion: payment.id, nowMs });
      return reply.header('cache-control', 'no-store').redirect(url, 302);
    },
  );
}

/** @throws GreenfieldFaults on `name` where no order of that number has money */
async function refundedInvoice(
  db: ServerDeps['db'],
  { profileId, name }: { readonly profileId: ProfileId; readonly name: string },
): Promise<InvoiceRecord> {
  const numbers = orderNumbersIn(name);
  const found = await invoicesOfOrders(db, { profileId, numbers });
  for (const number of numbers) {
    for (const { id } of found.filter((each) => each.number === number)) {
      const invoice = await readInvoice(db, id, { profileId });
      if (refundGates(invoice).length > 0) return invoice;
    }
  }
  throw nothingToRefund();
}

function nothingToRefund(): GreenfieldFaults {
  const message = 'No invoice of this order has money that can be refunded. Refund it in the back office.';
  return new GreenfieldFaults([{ path: 'name', message }]);
}

interface Preparing extends Pick<PullPayment, 'invoiceId' | 'profileId' | 'name' | 'description'> {
  readonly minorOf: (of: Refundable) => ReturnType<typeof pullPaymentMinor>;
  readonly nowMs: number;
}

/** Under the invoice's lock, so that several together never promise more than was paid. */
function prepareRefund(db: ServerDeps['db'], { minorOf, ...payment }: Preparing): Promise<PullPayment> {
  return retrying(() =>
    inTransaction(db, async (tx) => {
      await lockInvoice(tx, payment.invoiceId);
      const invoice = await readInvoice(tx, payment.invoiceId);
      const amount = minorOf(await refundableOf(tx, invoice));
      if ('faults' in amount) throw new GreenfieldFaults(amount.faults);
      return createPullPayment(tx, { ...payment, currency: invoice.currency, amountMinor: amount.minor });
    }),
  );
}

async function refundableOf(
  tx: Tx,
  { id, quote, totalMinor, amountConfirmedMinor, currency }: InvoiceRecord,
): Promise<Refundable> {
  const due = quote?.amountDueMinor ?? 0n;
  const paidMinor = due === 0n ? 0n : mulDivFloor(totalMinor, amountConfirmedMinor, due);
  const excessMinor = maxOf(0n, paidMinor - totalMinor);
  return { currency, paidMinor, excessMinor, preparedMinor: await preparedMinor(tx, id) };
}

function present(payment: PullPayment, publicUrl: string): GreenfieldPullPayment {
  const { id, name, description, currency, amountMinor, archivedAt } = payment;
  return {
    id,
    name,
    description,
    currency,
    amount: formatAmount(amountMinor, currencyDecimals(currency)),
    period: null,
    BOLT11Expiration: 30,
    autoApproveClaims: false,
    archived: archivedAt !== null,
    viewLink: `${publicUrl}/btcpay/pull-payments/${id}`,
  };
}
