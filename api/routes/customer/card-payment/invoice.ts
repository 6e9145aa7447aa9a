import type { FastifyRequest } from 'fastify';
import { Data, IdParams } from '../../../../contract/basics.ts';
import {
  CardInvoiceBody,
  CardInvoiceOffer,
  CardInvoiceQuery,
  NewCardOrder,
} from '../../../../contract/card-payment.ts';
import { errorResponses } from '../../../../contract/errors.ts';
import { takeTry, withinHour } from '../../../../db/accounts/lockouts.ts';
import { createCardOrder } from '../../../../db/card-orders/create.ts';
import { inTransaction, retrying } from '../../../../db/core/sequelize.ts';
import { chooseGate } from '../../../../db/invoices/choose.ts';
import { readInvoice } from '../../../../db/invoices/read.ts';
import { invoiceSettings } from '../../../../db/invoices/settings.ts';
import { parseAddress } from '../../../../domain/assets/addresses.ts';
import { type CryptoGateId, gate } from '../../../../domain/assets/assets.ts';
import { networkOf } from '../../../../domain/assets/network.ts';
import { coinFor } from '../../../../domain/card-orders/invoice-hold.ts';
import { chargedIn } from '../../../../domain/card-orders/invoice-offer.ts';
import {
  countryWhereSold,
  type PriceQuestion,
  type Purchase,
  unoffered,
} from '../../../../domain/card-orders/offer.ts';
import { DomainError, fieldError, isDomainError } from '../../../../domain/errors.ts';
import { parseId } from '../../../../domain/ids.ts';
import type { InvoiceRecord } from '../../../../domain/invoices/record.ts';
import { parseAmount } from '../../../../domain/money/money.ts';
import { anyone } from '../../../access.ts';
import type { App } from '../../../app.ts';
import type { Accounts } from '../../../auth/accounts.ts';
import { languageOfRequest } from '../../../auth/client.ts';
import type { ServerDeps } from '../../../deps.ts';
import { presentMinimum, presentQuote } from '../../../presenters/card-orders.ts';
import { presentToPayer } from '../../../presenters/customer-invoice.ts';
import { ORDERS_PER_HOUR, ownerOf, termsOf } from './amount.ts';
import type { CardDesk, OpenDesk } from './desk.ts';
import { presentCardOrder } from './order-view.ts';

const tags = ['Card purchase'];
const config = anyone('The id of the invoice is the capability; answers hold nothing the payer must not see.');

/** Paying an invoice by card: the coins are bought straight to its address, exactly as many as are due. */
export function cardInvoiceRoutes(app: App, deps: ServerDeps, accounts: Accounts, desk: CardDesk): void {
  offerRoute(app, deps, desk);
  draftRoute(app, deps, accounts, desk);
}

function offerRoute(app: App, deps: ServerDeps, desk: CardDesk): void {
  app.get(
    '/customer/invoices/:id/card',
    {
      config,
      schema: {
        tags,
        summary: 'Price an invoice paid by card',
        description:
          'Nothing is chosen or locked by it. Until a coin is chosen, it is the present amount in that coin. The price is ' +
          'shared by invoices of similar amounts for some seconds; that of the order follows with the draft.',
        params: IdParams,
        querystring: CardInvoiceQuery,
        response: { 200: Data(CardInvoiceOffer) },
      },
    },
    async (request) => {
      const invoice = await readInvoice(deps.db, parseId(request.params.id));
      const { country, method = 'card' } = request.query;
      return { data: await offerOf(desk, deps, { request, invoice, country, method }) };
    },
  );
}

interface OfferQuestion {
  /** Undefined: nobody has said where the payer lives; the price is that of a country where the coin is sold. */
  readonly country: string | undefined;
  readonly method: Purchase['method'];
  readonly request: FastifyRequest;
  readonly invoice: InvoiceRecord;
}

async function offerOf(desk: CardDesk, deps: ServerDeps, about: OfferQuestion): Promise<CardInvoiceOffer> {
  const { request, invoice, country, method } = about;
  try {
    const open = await openFor(desk, deps, invoice);
    const pair = { method, currency: chargedIn(open.offer, { currency: invoice.currency, method }) };
    const countryFor = (coin: CryptoGateId) => country ?? countryWhereSold(open.offer, { ...pair, gateId: coin });
    const gateId = chosenCoin(open, invoice, (coin) => ({ ...pair, gateId: coin, country: countryFor(coin) ?? '' }));
    const minor = await presentDue(deps, invoice, gateId);
    if (minor === null) return NOT_NOW;
    const question = {
      ...pair,
      gateId,
      country: countryFor(gateId) ?? '',
      mode: invoice.mode,
      given: 'crypto',
      minor,
    } as const;
    const price = await desk.sharedPrice(request, open.offer, question).catch((error: unknown) => {
      if (isDomainError(error, 'amount_too_small')) return null;
      throw error;
    });
    if (price === null) return { ...NOT_NOW, minimum: presentMinimum(open.offer, pair) };
    return { available: true, quote: presentQuote(price, question), minimum: null };
  } catch (error) {
    if (!isDomainError(error) || isDomainError(error, 'rate_limited')) throw error;
    return NOT_NOW;
  }
}

const NOT_NOW: CardInvoiceOffer = { available: false, quote: null, minimum: null };

/** The amount due in the coin: the fixed one if the payer chose this coin, else at the current rate. */
async function presentDue({ db, config, now }: ServerDeps, invoice: InvoiceRecord, gateId: CryptoGateId) {
  if (invoice.quote?.gateId === gateId) return invoice.quote.amountDueMinor;
  const view = await presentToPayer(db, config, invoice, now());
  const amount = view.invoice.gates.find((each) => each.gate_id === gateId)?.amount;
  return amount == null ? null : parseAmount(amount, gate(gateId).decimals);
}

function draftRoute(app: App, deps: ServerDeps, { secrets }: Accounts, desk: CardDesk): void {
  const { db, now } = deps;
  const settings = invoiceSettings(deps.config);
  app.post(
    '/customer/invoices/:id/card',
    {
      config,
      schema: {
        tags,
        summary: 'Pay an invoice by card',
        description:
          'Chooses the coin, as the payer would, and makes a draft that buys the amount due to the address of the ' +
          'invoice. The answer is that of `set-amount`.',
        params: IdParams,
        body: CardInvoiceBody,
        response: { 200: Data(NewCardOrder), ...errorResponses(404, 409, 422, 429, 503) },
      },
    },
    async (request) => {
      const invoiceId = parseId(request.params.id);
      const { country, method, fiat, language = languageOfRequest(request) } = request.body;
      const before = await readInvoice(db, invoiceId);
      const open = await openFor(desk, deps, before);
      const purchase = {
        country,
        method,
        currency: fiat ?? chargedIn(open.offer, { currency: before.currency, method }),
      };
      const gateId = request.body.gate_id ?? chosenCoin(open, before, (coin) => ({ ...purchase, gateId: coin }));
      const scope = { scope: 'card:order', key: networkOf(request.ip), tries: ORDERS_PER_HOUR };
      await takeTry(db, secrets, withinHour(scope, now()));
      const choice = { invoiceId, gateId, nowMs: now() };
      const invoice = await retrying(() => inTransaction(db, (tx) => chooseGate(tx, settings, choice)));
      const question = dueOf(invoice, { ...purchase, gateId });
      const price = await desk.price(request, open.offer, question);
      const draft = {
        ...ownerOf(open, deps),
        ...termsOf(question, price),
        ...targetOf(invoice),
        invoiceId,
        language,
        returnUrl: `${deps.config.publicUrl}/invoice/${invoiceId}`,
      };
      const { row, secret } = await inTransaction(db, (tx) => createCardOrder(tx, draft, now()));
      return { data: { order: await presentCardOrder(deps, row), secret } };
    },
  );
}

/** @throws DomainError `shop_closed`, `service_unavailable`, or why the invoice takes no payment now */
async function openFor(desk: CardDesk, { now }: ServerDeps, invoice: InvoiceRecord): Promise<OpenDesk> {
  const { status, expiresAt, profileId } = invoice;
  if (status !== 'new' && status !== 'pending') throw new DomainError('illegal_transition');
  if (now() > expiresAt.getTime()) throw new DomainError('invoice_expired');
  return desk.open(profileId);
}

/** The coin of the invoice, if it was chosen and is sold; else the best one. @throws DomainError 422 without one */
function chosenCoin(
  { offer }: OpenDesk,
  invoice: InvoiceRecord,
  purchaseOf: (gateId: CryptoGateId) => Purchase,
): CryptoGateId {
  const isSold = (gateId: CryptoGateId) => unoffered(offer, purchaseOf(gateId)) === null;
  const found = coinFor(invoice.gates, isSold);
  if (found === undefined) throw fieldError('gate_id', 'No coin of this invoice is sold by card.', 'gate_not_offered');
  return found;
}

/** The question for exactly what is due. */
function dueOf(invoice: InvoiceRecord, purchase: Purchase): PriceQuestion {
  const { quote, mode } = invoice;
  if (quote === null || quote.gateId !== purchase.gateId) throw new DomainError('conflict');
  return { ...purchase, mode, given: 'crypto', minor: quote.amountDueMinor };
}

function targetOf({ quote }: InvoiceRecord) {
  if (quote === null) throw new DomainError('conflict');
  const { address, destinationTag, chain, gateId } = quote;
  return { address, addressKey: parseAddress(gate(gateId).network, address, chain).addressKey, destinationTag };
}
