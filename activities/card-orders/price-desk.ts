import { claimCardOffer, removeCardOffer, storeCardOffer } from '../../db/card-orders/offers.ts';
import {
  answerPrice,
  deleteOldPrices,
  type OpenPriceQuestion,
  PRICE_CHANNEL,
  takePriceQuestions,
} from '../../db/card-orders/prices.ts';
import { listen } from '../../db/core/live.ts';
import type { Db } from '../../db/core/sequelize.ts';
import { MODES, type Mode } from '../../domain/assets/assets.ts';
import type { CardOffer, CardSeller, PriceRefusal } from '../../domain/card-orders/offer.ts';
import { isSensible } from '../../domain/card-orders/price.ts';
import {
  type CardPartner,
  CardPartnerAwayError,
  CardPartnerRefusedError,
  type PartnerCoin,
} from '../card-partner/port.ts';
import { pause } from '../pause.ts';

/** The seller of a mode, and how it is named to customers. */
export interface OpenSeller {
  readonly partner: CardPartner;
  readonly seller: CardSeller;
}

export interface PriceDeskOptions {
  /** Null: nothing is sold in the mode. */
  readonly sellerOf: (mode: Mode) => OpenSeller | null;
  /** Receives every error, for the log; the loop continues. */
  readonly onTrouble: (error: unknown) => void;
  /** How often it looks by itself, because a notification may get lost: sooner than people stop waiting. */
  readonly pollMs?: number;
}

export interface PriceDesk {
  /** Finishes what it has taken. */
  stop(): Promise<void>;
}

/**
 * Requests the card seller's offer, and the prices that customers wait for. Every worker may run this; each question is
 * taken by one worker. The API is notified as soon as an answer is stored.
 */
export async function startPriceDesk(
  db: Db,
  { sellerOf, onTrouble, pollMs = 2_000 }: PriceDeskOptions,
): Promise<PriceDesk> {
  const stopping = new AbortController();
  let wake = new AbortController();
  const called = () => wake.abort();
  const listener = await listen(db.url, PRICE_CHANNEL, called, called);
  const atWork = new Set<Promise<void>>();
  const take = async () => {
    const free = AT_ONCE - atWork.size;
    const questions = free === 0 ? [] : await takePriceQuestions(db, free);
    for (const question of questions) {
      const answering = answer(db, sellerOf(question.mode), question).catch(onTrouble);
      const done: Promise<void> = answering.finally(() => {
        atWork.delete(done);
        called();
      });
      atWork.add(done);
    }
  };
  const refresh = async () => {
    for (const mode of MODES) await refreshOffer(db, mode, sellerOf(mode)).catch(onTrouble);
    await deleteOldPrices(db).catch(onTrouble);
  };
  const answering = loop(stopping.signal, async () => {
    wake = new AbortController();
    await take().catch(onTrouble);
    await pause(AbortSignal.any([stopping.signal, wake.signal]), pollMs);
  });
  const refreshing = loop(stopping.signal, async () => {
    await refresh();
    await pause(stopping.signal, REFRESH_MS);
  });
  return {
    stop: async () => {
      stopping.abort();
      await listener.close();
      await Promise.all([answering, refreshing, ...atWork]);
    },
  };
}

const AT_ONCE = 8;
const REFRESH_MS = 5_000;

async function loop(signal: AbortSignal, round: () => Promise<void>): Promise<void> {
  while (!signal.aborted) await round();
}

async function answer(db: Db, open: OpenSeller | null, question: OpenPriceQuestion): Promise<void> {
  const { id, gateId, currency, method, country, given, minor } = question;
  try {
    if (open === null) throw new CardPartnerAwayError('Nothing is sold in this mode.');
    const quote = await open.partner.quote({ gateId, currency, method, country, amount: { kind: given, minor } });
    const { fiatMinor, cryptoMinor, processingFeeMinor: partnerFeeMinor, networkFeeMinor } = quote;
    const price = { fiatMinor, cryptoMinor, partnerFeeMinor, networkFeeMinor };
    const isAnswer = quote.gateId === gateId && quote.currency === currency && isSensible(price);
    await answerPrice(db, id, isAnswer ? { price } : { refusal: 'away' });
  } catch (error) {
    await answerPrice(db, id, { refusal: refusalOf(error) });
    if (!(error instanceof CardPartnerAwayError || error instanceof CardPartnerRefusedError)) throw error;
  }
}

function refusalOf(error: unknown): PriceRefusal {
  if (!(error instanceof CardPartnerRefusedError)) return 'away';
  const { reason } = error;
  return reason === 'below_minimum' || reason === 'above_maximum' || reason === 'unavailable_here' ? reason : 'away';
}

async function refreshOffer(db: Db, mode: Mode, open: OpenSeller | null): Promise<void> {
  if (open === null) return removeCardOffer(db, mode);
  if (!(await claimCardOffer(db, mode))) return;
  const [{ fiats, coins }, countries] = await Promise.all([open.partner.currencies(), open.partner.countries()]);
  const offer: CardOffer = {
    seller: open.seller,
    fiats: fiats.map(({ currency, methods }) => ({
      currency,
      methods: methods.map(({ method, minMinor, maxMinor }) => ({
        method,
        min: textOf(minMinor),
        max: textOf(maxMinor),
      })),
    })),
    coins: coins.map(({ gateId, minMinor, excluded }) => ({
      gateId,
      min: textOf(minMinor),
      excluded: wholeCountries(excluded),
    })),
    countries: countries.map(({ code }) => code),
  };
  await storeCardOffer(db, mode, offer);
}

function textOf(minor: bigint | null): string | null {
  return minor === null ? null : minor.toString();
}

/** The seller's checkout distinguishes states: it knows where the customer lives. */
function wholeCountries(excluded: PartnerCoin['excluded']): string[] {
  return [...excluded].flatMap(([code, states]) => (states.length === 0 ? [code] : []));
}
