import type { FastifyRequest } from 'fastify';
import { takeTry, withinHour } from '../../../../db/accounts/lockouts.ts';
import { readCardOffer } from '../../../../db/card-orders/offers.ts';
import { askPrice, type PriceAnswer, readPrice } from '../../../../db/card-orders/prices.ts';
import { findSellingShop, type SellingShop } from '../../../../db/card-orders/shops.ts';
import { gate } from '../../../../domain/assets/assets.ts';
import { networkOf } from '../../../../domain/assets/network.ts';
import {
  type CardOffer,
  type CardPrice,
  type PriceQuestion,
  type PriceRefusal,
  type Purchase,
  QUOTE_MS,
  type Unoffered,
  unoffered,
} from '../../../../domain/card-orders/offer.ts';
import { scaledPrice, sharedAmount } from '../../../../domain/card-orders/shared-price.ts';
import { DomainError, fieldError } from '../../../../domain/errors.ts';
import { isOpen } from '../../../../settings/config.ts';
import type { Accounts } from '../../../auth/accounts.ts';
import type { ServerDeps } from '../../../deps.ts';

/** A shop that sells by card now, with the current offer. */
export interface OpenDesk {
  readonly shop: SellingShop;
  readonly offer: CardOffer;
}

/** A price that was answered, and until when it can be ordered at. */
export interface OpenPrice extends CardPrice {
  readonly quotedAt: Date;
  readonly expiresAt: Date;
}

/** Shared by the calls of the card purchase: the selling shop, its offer and its prices. */
export interface CardDesk {
  /** @throws DomainError `not_found` */
  shop(profileId: string): Promise<SellingShop>;
  /** The seller's offer in the mode of a shop, limited to coins that the gateway can follow; null without one. */
  offer(shop: Pick<SellingShop, 'mode'>): Promise<CardOffer | null>;
  /** @throws DomainError `not_found`, `shop_closed`, `service_unavailable` */
  open(profileId: string): Promise<OpenDesk>;
  /**
   * The price of the moment, within two seconds.
   * @throws DomainError 422 on the field that has to change, `rate_unavailable` without an answer, `rate_limited`
   */
  price(request: FastifyRequest, offer: CardOffer, question: PriceQuestion): Promise<OpenPrice>;
  /**
   * About the price of these coins, by one that invoices of similar amounts share for some seconds: pages show it
   * before anybody decides to pay by card, so each page must not cost the seller a question.
   * @throws DomainError as `price`
   */
  sharedPrice(request: FastifyRequest, offer: CardOffer, question: PriceQuestion): Promise<OpenPrice>;
}

/** The longest time that a customer waits for a price. */
const WAIT_MS = 2_000;
/** A notification may get lost. */
const LOOK_MS = 150;
/** For how long a price is shared: it stays valid for the rest of a minute. */
const SHARED_SECONDS = 45;
/** Prices that one network asks for in an hour: a person who tries amounts needs some dozens. */
const PRICES_PER_HOUR = 600;

export function createCardDesk(deps: ServerDeps, { secrets }: Pick<Accounts, 'secrets'>): CardDesk {
  const { db, config, now } = deps;
  const shop = async (profileId: string) => {
    const found = await findSellingShop(db, profileId);
    if (found === undefined) throw new DomainError('not_found');
    return found;
  };
  const offer = async ({ mode }: Pick<SellingShop, 'mode'>) => {
    const found = await readCardOffer(db, mode, now());
    if (found === null) return null;
    // Coins of a network that we cannot look at could not be followed.
    const coins = found.coins.filter(({ gateId }) => isOpen(config, mode, gate(gateId).network));
    return { ...found, coins };
  };
  const admit = async (request: FastifyRequest, sold: CardOffer, question: PriceQuestion) => {
    requireOffered(sold, question);
    const scope = { scope: 'card:price', key: networkOf(request.ip), tries: PRICES_PER_HOUR };
    await takeTry(db, secrets, withinHour(scope, now()));
  };
  return {
    shop,
    offer,
    async open(profileId) {
      const found = await shop(profileId);
      if (!found.isOpen) throw new DomainError('shop_closed', { message: 'This shop does not sell coins at present.' });
      const sold = await offer(found);
      if (sold === null) throw new DomainError('service_unavailable');
      return { shop: found, offer: sold };
    },
    async price(request, sold, question) {
      await admit(request, sold, question);
      return answered(await answerTo(deps, await askPrice(db, question)), question);
    },
    async sharedPrice(request, sold, question) {
      await admit(request, sold, question);
      const shared = { ...question, minor: sharedAmount(question.minor) };
      const answer = await answerTo(deps, await askPrice(db, shared, SHARED_SECONDS));
      // The rounded amount may be above the maximum where the exact one is not.
      if (answer !== undefined && 'refusal' in answer && shared.minor !== question.minor)
        return answered(await answerTo(deps, await askPrice(db, question)), question);
      const price = answered(answer, question);
      return { ...price, ...scaledPrice(price, question.minor) };
    },
  };
}

/** @throws DomainError why there is no price */
function answered(answer: PriceAnswer | undefined, question: PriceQuestion): OpenPrice {
  if (answer === undefined) throw new DomainError('rate_unavailable');
  if ('refusal' in answer) throw refused(answer.refusal, question);
  const quotedAt = new Date(answer.answeredAtMs);
  return { ...answer.price, quotedAt, expiresAt: new Date(answer.answeredAtMs + QUOTE_MS) };
}

/** @throws DomainError 422 on the field that has to change */
export function requireOffered(offer: CardOffer, purchase: Purchase): void {
  const field = unoffered(offer, purchase);
  if (field !== null) throw fieldError(FIELDS[field], MESSAGES[field], CODES[field]);
}

const FIELDS = { country: 'country', method: 'method', currency: 'fiat', gate: 'gate_id' } as const;
const CODES = {
  country: 'validation_failed',
  method: 'validation_failed',
  currency: 'currency_unknown',
  gate: 'gate_not_offered',
} as const;
const MESSAGES: Readonly<Record<Unoffered, string>> = {
  country: 'Coins cannot be bought by card in this country.',
  method: 'This payment method is not available in this country.',
  currency: 'Cards are not charged in this currency with this method.',
  gate: 'This coin cannot be bought by card in this country.',
};

function refused(refusal: PriceRefusal, { given }: Pick<PriceQuestion, 'given'>): DomainError {
  const field = given === 'fiat' ? 'fiat_amount' : 'crypto_amount';
  switch (refusal) {
    case 'below_minimum':
      return fieldError(field, 'Amount is less than the minimum value', 'amount_too_small');
    case 'above_maximum':
      return fieldError(field, 'Amount is greater than the maximum value', 'amount_too_large');
    case 'unavailable_here':
      return fieldError('country', MESSAGES.gate);
    case 'away':
      return new DomainError('rate_unavailable');
    default:
      return refusal satisfies never;
  }
}

/** Waits until a worker has stored the answer; undefined if that takes too long. */
async function answerTo({ db, live }: ServerDeps, id: string): Promise<PriceAnswer | undefined> {
  const over = AbortSignal.timeout(WAIT_MS);
  let wake = () => {};
  const leave = live.subscribe(id, () => wake());
  try {
    for (;;) {
      const answer = await readPrice(db, id);
      if (answer !== undefined || over.aborted) return answer;
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, LOOK_MS);
        wake = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    }
  } finally {
    leave();
  }
}
