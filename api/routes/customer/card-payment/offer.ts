import type { FastifyRequest } from 'fastify';
import { Data } from '../../../../contract/basics.ts';
import {
  CardAmountQuery,
  CardCurrencies,
  CardMerchant,
  CardPartner,
  CardQuote,
  CardRate,
  CardRateQuery,
  CardShopQuery,
} from '../../../../contract/card-payment.ts';
import { errorResponses } from '../../../../contract/errors.ts';
import { gateDecimals } from '../../../../domain/assets/assets.ts';
import {
  type CardOffer,
  countryWhereSold,
  type PriceQuestion,
  type Purchase,
} from '../../../../domain/card-orders/offer.ts';
import { usualAmount } from '../../../../domain/card-orders/price.ts';
import { fieldError } from '../../../../domain/errors.ts';
import { parseId } from '../../../../domain/ids.ts';
import { currencyDecimals } from '../../../../domain/money/currencies.ts';
import { parseAmount } from '../../../../domain/money/money.ts';
import { anyone } from '../../../access.ts';
import type { App } from '../../../app.ts';
import type { ServerDeps } from '../../../deps.ts';
import {
  presentCardRate,
  presentCurrencies,
  presentMerchant,
  presentPartner,
  presentQuote,
} from '../../../presenters/card-orders.ts';
import { type CardDesk, requireOffered } from './desk.ts';

const tags = ['Card purchase'];
const config = anyone('What a shop sells to everybody, and at which price.');
const base = '/customer/card-payment';

/** The offer of a shop and its prices, before there is an order. */
export function cardOfferRoutes(app: App, deps: ServerDeps, desk: CardDesk): void {
  app.get(
    `${base}/merchant`,
    {
      config,
      schema: {
        tags,
        summary: 'Check a shop',
        querystring: CardShopQuery,
        response: { 200: Data(CardMerchant), ...errorResponses(404) },
      },
    },
    async ({ query }) => {
      const shop = await desk.shop(parseId(query.shop));
      return { data: presentMerchant(shop, await desk.offer(shop), deps.config) };
    },
  );

  app.get(
    `${base}/partner`,
    {
      config,
      schema: {
        tags,
        summary: 'Get the seller and its countries',
        querystring: CardShopQuery,
        response: { 200: Data(CardPartner), ...errorResponses(404, 409, 503) },
      },
    },
    async ({ query }) => ({ data: presentPartner((await desk.open(parseId(query.shop))).offer) }),
  );

  app.get(
    `${base}/currencies`,
    {
      config,
      schema: {
        tags,
        summary: 'List coins and currencies',
        querystring: CardShopQuery,
        response: { 200: Data(CardCurrencies), ...errorResponses(404, 409, 503) },
      },
    },
    async ({ query }) => ({ data: presentCurrencies((await desk.open(parseId(query.shop))).offer) }),
  );

  rateRoute(app, desk);
  amountRoute(app, desk, 'fiat');
  amountRoute(app, desk, 'crypto');
}

function rateRoute(app: App, desk: CardDesk): void {
  app.get(
    `${base}/rate`,
    {
      config,
      schema: {
        tags,
        summary: 'Get the rate of a coin',
        querystring: CardRateQuery,
        response: { 200: Data(CardRate), ...errorResponses(404, 409, 422, 503) },
      },
    },
    async (request) => {
      const { shop: id, gate_id: gateId, fiat: currency, method } = request.query;
      const { shop, offer } = await desk.open(parseId(id));
      const pair = { gateId, currency, method };
      const country = somewhere(offer, pair);
      const minor = usualAmount(offer, pair);
      const price = await desk.price(request, offer, { mode: shop.mode, ...pair, country, given: 'fiat', minor });
      return { data: presentCardRate(price, offer, pair) };
    },
  );
}

/** A country where it is sold: the rate is the same in most. @throws DomainError 422 where it is sold nowhere */
function somewhere(offer: CardOffer, pair: Omit<Purchase, 'country'>): string {
  const country = countryWhereSold(offer, pair) ?? offer.countries[0] ?? '';
  requireOffered(offer, { ...pair, country });
  return country;
}

/** `amount-from`: what arrives for an amount of fiat; `amount-to`: what an amount of coins costs. */
function amountRoute(app: App, desk: CardDesk, given: PriceQuestion['given']): void {
  app.get(
    `${base}/${given === 'fiat' ? 'amount-from' : 'amount-to'}`,
    {
      config,
      schema: {
        tags,
        summary: given === 'fiat' ? 'Price an amount of money' : 'Price an amount of coins',
        querystring: CardAmountQuery,
        response: { 200: Data(CardQuote), ...errorResponses(404, 409, 422, 503) },
      },
    },
    async (request) => {
      const { shop: id, gate_id: gateId, fiat: currency, method, country, amount } = request.query;
      const { shop, offer } = await desk.open(parseId(id));
      const purchase = { gateId, currency, method, country };
      const minor = givenMinor(amount, purchase, given, 'amount');
      return { data: presentQuote(await priced(request, { shop, offer }, { ...purchase, given, minor }), purchase) };
    },
  );

  function priced(
    request: FastifyRequest,
    { shop, offer }: Awaited<ReturnType<CardDesk['open']>>,
    question: Omit<PriceQuestion, 'mode'>,
  ) {
    return desk.price(request, offer, { ...question, mode: shop.mode });
  }
}

/** The given side in minor units. @throws DomainError 422 on the field */
export function givenMinor(
  text: string,
  { gateId, currency }: Pick<Purchase, 'gateId' | 'currency'>,
  given: PriceQuestion['given'],
  field: string,
): bigint {
  const minor = parseAmount(text, given === 'fiat' ? currencyDecimals(currency) : gateDecimals(gateId));
  if (minor === 0n) throw fieldError(field, 'Amount must be greater than 0', 'amount_invalid');
  return minor;
}
