import type { CryptoGateId, Mode } from '../../domain/assets/assets.ts';
import type { CardOffer, PriceQuestion, PriceRefusal } from '../../domain/card-orders/offer.ts';
import type { CardMethod } from '../../domain/card-orders/payment-method.ts';
import { defineTable, filled, json, minor, orNull, type RowOf, text, time, uuid } from '../core/table.ts';

export const cardOffersTable = defineTable('card_offer', {
  mode: text<Mode>(),
  offer: orNull(json<CardOffer>()),
  answeredAt: orNull(time()),
  claimedUntil: time(),
});

const question = {
  id: uuid(),
  mode: text<Mode>(),
  gateId: text<CryptoGateId>(),
  currency: text(),
  method: text<CardMethod>(),
  country: text(),
  given: text<PriceQuestion['given']>(),
  minor: minor(),
  askedAt: filled(time()),
  takenAt: orNull(time()),
  answeredAt: orNull(time()),
  refusal: orNull(text<PriceRefusal>()),
  fiatMinor: orNull(minor()),
  cryptoMinor: orNull(minor()),
  partnerFeeMinor: orNull(minor()),
  networkFeeMinor: orNull(minor()),
};

export const cardQuestionsTable = defineTable('card_question', question);
export type CardQuestionRow = RowOf<typeof question>;
