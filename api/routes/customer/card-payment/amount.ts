import type { FastifyRequest } from 'fastify';
import { Data } from '../../../../contract/basics.ts';
import { NewCardOrder, type SetAmountBody as SetAmount, SetAmountBody } from '../../../../contract/card-payment.ts';
import { errorResponses } from '../../../../contract/errors.ts';
import { takeTry, withinHour } from '../../../../db/accounts/lockouts.ts';
import { changeDraft, createCardOrder } from '../../../../db/card-orders/create.ts';
import type { CardOrderRow } from '../../../../db/card-orders/rows.ts';
import { inTransaction } from '../../../../db/core/sequelize.ts';
import { networkOf } from '../../../../domain/assets/network.ts';
import type { PriceQuestion } from '../../../../domain/card-orders/offer.ts';
import { DomainError, fieldError } from '../../../../domain/errors.ts';
import { parseId } from '../../../../domain/ids.ts';
import { requireOwnAddress } from '../../../../domain/web/web-address.ts';
import { anyone } from '../../../access.ts';
import type { App } from '../../../app.ts';
import type { Accounts } from '../../../auth/accounts.ts';
import { languageOfRequest } from '../../../auth/client.ts';
import type { ServerDeps } from '../../../deps.ts';
import type { CardDesk, OpenDesk, OpenPrice } from './desk.ts';
import { givenMinor } from './offer.ts';
import { presentCardOrder } from './order-view.ts';
import { ownOrder } from './secret.ts';

/** Drafts that one network makes in an hour: many people may share it. */
export const ORDERS_PER_HOUR = 60;

/** `POST …/set-amount`: makes a draft, or changes what it buys. Nothing happens at the seller yet. */
export function setAmountRoute(app: App, deps: ServerDeps, { secrets }: Accounts, desk: CardDesk): void {
  const { db, now } = deps;
  app.post(
    '/customer/card-payment/set-amount',
    {
      config: anyone('Makes a draft, whose secret is all that opens it.'),
      schema: {
        tags: ['Card purchase'],
        summary: 'Set the amount',
        description:
          'Makes a draft and answers with its secret, once. With `order_id` and its secret, the draft is changed.',
        body: SetAmountBody,
        response: { 200: Data(NewCardOrder), ...errorResponses(401, 404, 409, 422, 429, 503) },
      },
    },
    async (request) => {
      const { body } = request;
      const before = body.order_id === undefined ? null : await changeable(deps, request, body.order_id);
      const { shop, offer } = await desk.open(before?.profileId ?? shopIdOf(body));
      if (body.return_url !== undefined) requireOwnAddress(body.return_url, { ...shop, field: 'return_url' });
      const question = { ...questionOf(body), mode: shop.mode };
      const price = await desk.price(request, offer, question);
      const terms = { ...termsOf(question, price), returnUrl: body.return_url ?? null, language: languageFor(request) };
      if (before !== null) {
        const row = await inTransaction(db, (tx) => changeDraft(tx, before.id, changesTo(before, terms), now()));
        return { data: { order: await presentCardOrder(deps, row), secret: null } };
      }
      const scope = { scope: 'card:order', key: networkOf(request.ip), tries: ORDERS_PER_HOUR };
      await takeTry(db, secrets, withinHour(scope, now()));
      const draft = { ...ownerOf({ shop, offer }, deps), invoiceId: null, ...terms };
      const { row, secret } = await inTransaction(db, (tx) => createCardOrder(tx, draft, now()));
      return { data: { order: await presentCardOrder(deps, row), secret } };
    },
  );
}

async function changeable({ db }: ServerDeps, request: FastifyRequest, id: string): Promise<CardOrderRow> {
  const row = await ownOrder(db, request, id);
  if (row.invoiceId !== null) {
    throw new DomainError('conflict', { message: 'The amount is that of the invoice. Choose another way to pay it.' });
  }
  return row;
}

function shopIdOf({ shop_id }: SetAmount): string {
  if (shop_id === undefined) throw fieldError('shop_id', 'The shop is required.');
  return parseId(shop_id);
}

/** @throws DomainError 422 unless exactly one of both amounts is given */
function questionOf(body: SetAmount): Omit<PriceQuestion, 'mode'> {
  const { gate_id: gateId, fiat: currency, method, country, fiat_amount, crypto_amount } = body;
  const purchase = { gateId, currency, method, country };
  if (fiat_amount !== undefined && crypto_amount !== undefined) {
    throw fieldError('crypto_amount', 'Only one of the two amounts can be set.');
  }
  if (crypto_amount !== undefined) {
    return { ...purchase, given: 'crypto', minor: givenMinor(crypto_amount, purchase, 'crypto', 'crypto_amount') };
  }
  if (fiat_amount === undefined) throw fieldError('fiat_amount', 'An amount is required.');
  return { ...purchase, given: 'fiat', minor: givenMinor(fiat_amount, purchase, 'fiat', 'fiat_amount') };
}

function languageFor(request: FastifyRequest<{ Body: SetAmount }>) {
  return request.body.language ?? languageOfRequest(request);
}

/** The columns of an order that come from a price and its question. */
export function termsOf({ gateId, currency, method, country, given }: PriceQuestion, price: OpenPrice) {
  return {
    gateId,
    fiat: currency,
    method,
    country,
    fixedSide: given,
    fiatMinor: price.fiatMinor,
    cryptoMinor: price.cryptoMinor,
    processingFeeMinor: price.partnerFeeMinor,
    networkFeeMinor: price.networkFeeMinor,
    quotedAt: price.quotedAt,
    quoteExpiresAt: price.expiresAt,
  };
}

/** An address of one coin is none of another. */
function changesTo<Terms extends Pick<CardOrderRow, 'gateId'>>(before: CardOrderRow, terms: Terms) {
  const isSame = before.gateId === terms.gateId;
  return isSame ? terms : { ...terms, address: null, addressKey: null, destinationTag: null };
}

/** The shop and the seller of an order, and the terms of the shop's commission. */
export function ownerOf({ shop, offer }: OpenDesk, { config }: Pick<ServerDeps, 'config'>) {
  const { mode, merchantId, profileId } = shop;
  const { commissionBps, shopShareBps: shareBps } = config.cardEarnings;
  return { mode, merchantId, profileId, partner: offer.seller.id, commissionBps, shareBps };
}
