import type { CryptoGateId, Mode } from '../../domain/assets/assets.ts';
import { gateDecimals } from '../../domain/assets/assets.ts';
import type { CardOffer, CardPrice, PriceRefusal } from '../../domain/card-orders/offer.ts';
import { divFloor, mulDivCeil, mulDivFloor, pow10 } from '../../domain/money/money.ts';
import { listen } from '../core/live.ts';
import type { Db } from '../core/sequelize.ts';
import { claimCardOffer, storeCardOffer } from './offers.ts';
import { answerPrice, type OpenPriceQuestion, PRICE_CHANNEL, takePriceQuestions } from './prices.ts';

export const TEST_SELLER = {
  id: 'seller',
  name: 'Seller Ltd',
  termsUrl: 'https://seller.example/terms',
  privacyUrl: 'https://seller.example/privacy',
};

const GATES: readonly CryptoGateId[] = ['BTC', 'ETH', 'USDT_TRC20', 'XRP'];
const METHODS = ['card', 'apple_pay', 'google_pay'] as const;

export const TEST_OFFER: CardOffer = {
  seller: TEST_SELLER,
  fiats: [
    { currency: 'EUR', methods: METHODS.map((method) => ({ method, min: '2000', max: '1000000' })) },
    { currency: 'JPY', methods: [{ method: 'card', min: null, max: null }] },
  ],
  coins: GATES.map((gateId) => ({ gateId, min: null, excluded: gateId === 'XRP' ? ['US'] : [] })),
  countries: ['DE', 'US', 'FR', 'RU'],
};

/** Euro for one coin. */
const MARKET: Partial<Record<CryptoGateId, bigint>> = { BTC: 50_000n, ETH: 2_500n, USDT_TRC20: 1n, XRP: 2n };

export interface TestSeller {
  /** Every question that the seller has taken, oldest first. */
  readonly questions: OpenPriceQuestion[];
  /** In percent of the usual prices; 100 at first. */
  percent: bigint;
  /** Instead of prices; null at first. */
  refusal: PriceRefusal | null;
  /** It takes questions and answers none. */
  silent: boolean;
  close(): Promise<void>;
}

/** Answers as the price desk of a worker does, for a seller with fixed prices: 2 % and 0.50 are its fees. */
export async function openTestSeller(db: Db, mode: Mode = 'sandbox', offer = TEST_OFFER): Promise<TestSeller> {
  await claimCardOffer(db, mode);
  await storeCardOffer(db, mode, offer);
  const answer = async () => {
    for (const question of await takePriceQuestions(db, 10)) {
      seller.questions.push(question);
      if (seller.silent) continue;
      const { refusal } = seller;
      await answerPrice(db, question.id, refusal === null ? { price: priceOf(question, seller.percent) } : { refusal });
    }
  };
  const listener = await listen(
    db.url,
    PRICE_CHANNEL,
    () => void answer(),
    () => void answer(),
  );
  const seller: TestSeller = {
    questions: [],
    percent: 100n,
    refusal: null,
    silent: false,
    close: () => listener.close(),
  };
  return seller;
}

const NETWORK_FEE = 50n;

function priceOf({ gateId, given, minor }: OpenPriceQuestion, percent: bigint): CardPrice {
  const unit = pow10(gateDecimals(gateId));
  const cents = ((MARKET[gateId] ?? 1n) * 100n * percent) / 100n;
  if (given === 'fiat') {
    const partnerFeeMinor = divFloor(minor * 2n, 100n);
    const net = minor - partnerFeeMinor - NETWORK_FEE;
    return {
      fiatMinor: minor,
      cryptoMinor: mulDivFloor(net, unit, cents),
      partnerFeeMinor,
      networkFeeMinor: NETWORK_FEE,
    };
  }
  const net = mulDivCeil(minor, cents, unit);
  const partnerFeeMinor = mulDivCeil(net, 2n, 98n);
  return {
    fiatMinor: net + partnerFeeMinor + NETWORK_FEE,
    cryptoMinor: minor,
    partnerFeeMinor,
    networkFeeMinor: NETWORK_FEE,
  };
}
