import { type Static, Type } from 'typebox';
import { GreenfieldInvoice, GreenfieldInvoiceMethod, PluginBody } from '../../../contract/greenfield.ts';
import { presentGreenfieldInvoice, presentGreenfieldMethods } from '../../../contract/greenfield.view.ts';
import { EXPIRES_IN_SECONDS } from '../../../contract/new-invoice.ts';
import { retrying } from '../../../db/core/sequelize.ts';
import { createShopInvoice, listShopInvoices, readShopInvoice } from '../../../db/greenfield/invoices.ts';
import { type InvoiceSettings, invoiceSettings } from '../../../db/invoices/settings.ts';
import { currentRates } from '../../../db/rates/rates.ts';
import { readOrderSettings } from '../../../db/shops/profiles.ts';
import { gate, isCryptoGateId } from '../../../domain/assets/assets.ts';
import { filledRedirect, readRequestedInvoice } from '../../../domain/greenfield/shop-invoice.ts';
import { readGreenfieldStatus, statesOf } from '../../../domain/greenfield/status.ts';
import { newId, parseId } from '../../../domain/ids.ts';
import { currencyDecimals } from '../../../domain/money/currencies.ts';
import { parseAmount } from '../../../domain/money/money.ts';
import { requireOwnAddress } from '../../../domain/web/web-address.ts';
import type { App } from '../../app.ts';
import { shopKeyOf } from '../../auth/guard.ts';
import type { ServerDeps } from '../../deps.ts';
import { GreenfieldFaults } from './errors.ts';
import { GREENFIELD, shopKeyRoute } from './route.ts';
import { StoreParams } from './stores.ts';

/** Creating, listing and reading invoices as BTCPay does, by the functions behind `/api/v1`. */
export function greenfieldInvoiceRoutes(app: App, deps: ServerDeps): void {
  createRoute(app, deps);
  listRoute(app, deps);
  readRoutes(app, deps);
  methodsRoute(app, deps);
}

/** An invoice below its store, and since BTCPay 2.4 also without one. */
export const INVOICE_PATHS = [`${GREENFIELD}/stores/:storeId/invoices/:id`, `${GREENFIELD}/invoices/:id`] as const;
export const InvoiceParams = Type.Object({ id: Type.String(), storeId: Type.Optional(Type.String()) });

const EXAMPLE = {
  amount: '49.90',
  currency: 'EUR',
  metadata: { orderId: '13', buyerEmail: 'jane@payer.example' },
  checkout: { paymentMethods: ['BTC-CHAIN'], redirectURL: 'https://shop.example/thanks' },
};

function createRoute(app: App, { db, config, now }: ServerDeps): void {
  const settings = invoiceSettings(config);
  app.post(
    `${GREENFIELD}/stores/:storeId/invoices`,
    shopKeyRoute('btcpay.store.cancreateinvoice', {
      summary: 'Greenfield: create an invoice',
      description: 'Every call makes another invoice, also for an order that has one.',
      params: StoreParams,
      body: PluginBody('`amount` is text or a number; without `currency`, the shop’s is used.', EXAMPLE),
      response: { 200: GreenfieldInvoice },
    }),
    async (request) => {
      const input = await toNewInvoice(request.body, shopKeyOf(request), { db, settings, nowMs: now() });
      return presentGreenfieldInvoice(await retrying(() => createShopInvoice(db, settings, input)));
    },
  );
}

type ShopKey = ReturnType<typeof shopKeyOf>;
interface Reading extends Pick<ServerDeps, 'db'> {
  readonly settings: InvoiceSettings;
  readonly nowMs: number;
}

async function toNewInvoice(body: unknown, { profileId, mode }: ShopKey, { db, settings, nowMs }: Reading) {
  const { gates, domain, currency } = await readOrderSettings(db, profileId);
  const offered = gates.filter(isCryptoGateId).filter((id) => settings.isOpen(mode, id));
  const read = readRequestedInvoice(body, { currency, offered });
  if ('faults' in read) throw new GreenfieldFaults(read.faults);
  const { invoice } = read;
  const { orderId, metadata, checkout } = invoice;
  const id = newId(nowMs);
  const successUrl = invoice.redirectUrl && filledRedirect(invoice.redirectUrl, { invoiceId: id, orderId });
  if (successUrl !== undefined) requireOwnAddress(successUrl, { mode, domain, field: 'success_url' });
  const [only, ...others] = invoice.gates ?? [];
  return {
    id,
    profileId,
    nowMs,
    currency: invoice.currency,
    priceMinor: parseAmount(invoice.amount, currencyDecimals(invoice.currency)),
    customer: invoice.customer,
    greenfield: { orderId, metadata, checkout },
    description: invoice.description,
    gates: invoice.gates,
    // A plugin with a button for each coin: the payer has chosen already.
    ...(only !== undefined && others.length === 0 ? { gateId: only } : {}),
    successUrl,
    ...lifetimeOf(invoice.expirationSeconds),
  };
}

/** The nearest that `expires_in_seconds` allows: what a plugin's settings say must not cost a sale. */
function lifetimeOf(seconds: number | undefined): { readonly lifetimeSeconds?: number } {
  if (seconds === undefined) return {};
  return { lifetimeSeconds: Math.min(Math.max(seconds, EXPIRES_IN_SECONDS.minimum), EXPIRES_IN_SECONDS.maximum) };
}

const ListQuery = Type.Object({
  orderId: Type.Optional(Type.Unknown({ description: 'May be repeated.' })),
  status: Type.Optional(Type.Unknown({ description: 'May be repeated.' })),
  textSearch: Type.Optional(Type.Unknown()),
  startDate: Type.Optional(Type.Unknown({ description: 'UNIX seconds.' })),
  endDate: Type.Optional(Type.Unknown({ description: 'UNIX seconds.' })),
  take: Type.Optional(Type.Unknown({ description: 'At most 100; 50 by default.' })),
  skip: Type.Optional(Type.Unknown()),
  includeArchived: Type.Optional(Type.Unknown()),
});

function listRoute(app: App, { db }: ServerDeps): void {
  app.get(
    `${GREENFIELD}/stores/:storeId/invoices`,
    shopKeyRoute('btcpay.store.canviewinvoices', {
      summary: 'Greenfield: list invoices',
      description: 'Newest first, also those that were made by the API or in the back office.',
      params: StoreParams,
      querystring: ListQuery,
      response: { 200: Type.Array(GreenfieldInvoice) },
    }),
    async (request) => {
      const query = toQuery(request.query, shopKeyOf(request).profileId);
      return (await listShopInvoices(db, query)).map(presentGreenfieldInvoice);
    },
  );
}

const MAX_SKIP = 1_000_000;
const MAX_NAMED = 100;

function toQuery(query: Static<typeof ListQuery>, profileId: string): Parameters<typeof listShopInvoices>[1] {
  const orderIds = repeated(query.orderId);
  const words = repeated(query.status);
  const statuses = words.map(readGreenfieldStatus);
  const wrong = statuses.indexOf(undefined);
  if (wrong >= 0) throw new GreenfieldFaults([{ path: 'status', message: `${words[wrong]} is no status.` }]);
  const [search] = repeated(query.textSearch);
  return {
    profileId,
    take: wholeOf(query.take, 50, 100),
    skip: wholeOf(query.skip, 0, MAX_SKIP),
    withArchived: repeated(query.includeArchived)[0]?.toLowerCase() === 'true',
    ...(orderIds.length === 0 ? {} : { orderIds }),
    ...(statuses.length === 0 ? {} : { states: statesOf(statuses.filter((each) => each !== undefined)) }),
    search,
    ...dateOf('from', query.startDate),
    ...dateOf('to', query.endDate),
  };
}

/** A field of the query that may be there several times; empty ones say nothing. PHP writes `status[0]=`, too. */
function repeated(value: unknown): string[] {
  const list: unknown[] = Array.isArray(value) ? value : [value];
  const texts = list.filter((each): each is string => typeof each === 'string' && each !== '' && each.length <= 500);
  return texts.slice(0, MAX_NAMED);
}

function wholeOf(value: unknown, usual: number, most: number): number {
  const [text] = repeated(value);
  return text !== undefined && /^\d{1,12}$/.test(text) ? Math.min(Number(text), most) : usual;
}

function dateOf<Name extends 'from' | 'to'>(name: Name, value: unknown): { readonly [K in Name]?: Date } {
  const seconds = wholeOf(value, -1, 4_000_000_000);
  return seconds < 0 ? {} : ({ [name]: new Date(seconds * 1000) } as { readonly [K in Name]?: Date });
}

function readRoutes(app: App, { db }: ServerDeps): void {
  for (const path of INVOICE_PATHS) {
    app.get(
      path,
      shopKeyRoute('btcpay.store.canviewinvoices', {
        summary: 'Greenfield: get an invoice',
        params: InvoiceParams,
        response: { 200: GreenfieldInvoice },
      }),
      async (request) => {
        const { profileId } = shopKeyOf(request);
        return presentGreenfieldInvoice(await readShopInvoice(db, { id: parseId(request.params.id), profileId }));
      },
    );
  }
}

function methodsRoute(app: App, { db }: ServerDeps): void {
  for (const path of INVOICE_PATHS) {
    app.get(
      `${path}/payment-methods`,
      shopKeyRoute('btcpay.store.canviewinvoices', {
        summary: 'Greenfield: how an invoice is paid',
        description: 'One entry for each asset; an address only for the one that the payer has chosen.',
        params: InvoiceParams,
        response: { 200: Type.Array(GreenfieldInvoiceMethod) },
      }),
      async (request) => {
        const { profileId, mode } = shopKeyOf(request);
        const { record } = await readShopInvoice(db, { id: parseId(request.params.id), profileId });
        const assets = [...new Set(record.gates.map((id) => gate(id).asset))];
        const rates = await currentRates(db, { mode, assets, currencies: [record.currency] });
        return presentGreenfieldMethods(record, rates);
      },
    );
  }
}
