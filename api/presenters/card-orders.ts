import { fiatText } from '../../contract/card-orders.view.ts';
import type {
  CardCurrencies,
  CardInvoiceOffer,
  CardMerchant,
  CardPartner,
  CardQuote,
  CardRate,
  CardShop,
} from '../../contract/card-payment.ts';
import { coinText } from '../../contract/invoice.view.ts';
import type { SellingShop } from '../../db/card-orders/shops.ts';
import { type CryptoGateId, gate, gateDecimals, gates } from '../../domain/assets/assets.ts';
import { CARD_COUNTRIES, methodsIn } from '../../domain/card-orders/countries.ts';
import { type CardOffer, type CardPrice, limitsOf, type Purchase } from '../../domain/card-orders/offer.ts';
import { rateText } from '../../domain/card-orders/price.ts';
import { currencyDecimals, isCurrency } from '../../domain/money/currencies.ts';
import { type Config, isSimulated } from '../../settings/config.ts';

export function presentShop({ profileId, name, logoUrl, domain }: SellingShop): CardShop {
  return { id: profileId, name, logo_url: logoUrl, domain };
}

export function presentMerchant(shop: SellingShop, offer: CardOffer | null, config: Config): CardMerchant {
  const reason = shop.isOpen ? (offer === null ? 'partner_unavailable' : null) : 'shop_closed';
  return {
    shop: presentShop(shop),
    mode: shop.mode,
    simulated: (offer?.coins ?? []).some(({ gateId }) => isSimulated(config, shop.mode, gate(gateId).network)),
    available: reason === null,
    reason,
  };
}

export function presentPartner({ seller, countries, coins }: CardOffer): CardPartner {
  const served = new Set(countries);
  return {
    name: seller.name,
    terms_url: seller.termsUrl,
    privacy_url: seller.privacyUrl,
    countries: CARD_COUNTRIES.countries.map((code) => {
      const methods = served.has(code) ? methodsIn(code) : [];
      return {
        code,
        allowed: methods.length > 0,
        methods: [...methods],
        excluded_gates: coins.filter(({ excluded }) => excluded.includes(code)).map(({ gateId }) => gateId),
      };
    }),
  };
}

export function presentCurrencies({ coins, fiats }: CardOffer): CardCurrencies {
  return {
    gates: coins.map(({ gateId, min }) => {
      const { ticker, title, network, networkTitle, decimals, tag } = gates[gateId];
      return {
        gate_id: gateId,
        asset: ticker,
        title,
        network,
        network_title: networkTitle,
        decimals,
        has_tag: tag !== 'none',
        minimum: min === null ? null : coinText(BigInt(min), gateId),
      };
    }),
    fiats: fiats
      .filter(({ currency, methods }) => isCurrency(currency) && methods.length > 0)
      .map(({ currency, methods }) => ({
        currency,
        decimals: currencyDecimals(currency),
        methods: methods.map(({ method, min, max }) => ({
          method,
          minimum: limitText(min, currency),
          maximum: limitText(max, currency),
        })),
      })),
  };
}

function limitText(minor: string | null, currency: string): string | null {
  return minor === null ? null : fiatText(BigInt(minor), currency);
}

/** The least that a card is charged; null where the seller names nothing. */
export function presentMinimum(
  offer: CardOffer,
  of: Pick<Purchase, 'currency' | 'method'>,
): CardInvoiceOffer['minimum'] {
  const min = limitsOf(offer, of)?.min ?? null;
  return min === null ? null : { amount: fiatText(min, of.currency), fiat: of.currency };
}

/** The amounts of a price, which an order shows too. */
export function presentPriced(price: CardPrice, { gateId, currency }: { gateId: CryptoGateId; currency: string }) {
  return {
    fiat_amount: fiatText(price.fiatMinor, currency),
    crypto_amount: coinText(price.cryptoMinor, gateId),
    rate: rateText(price, { fiat: currencyDecimals(currency), coin: gateDecimals(gateId) }),
    fees: { partner: fiatText(price.partnerFeeMinor, currency), network: fiatText(price.networkFeeMinor, currency) },
  };
}

type Priced = CardPrice & { readonly expiresAt: Date };

export function presentQuote(price: Priced, { gateId, currency, method, country }: Purchase): CardQuote {
  return {
    gate_id: gateId,
    fiat: currency,
    method,
    country,
    ...presentPriced(price, { gateId, currency }),
    expires_at: price.expiresAt.toISOString(),
  };
}

export function presentCardRate(price: Priced, offer: CardOffer, of: Omit<Purchase, 'country'>): CardRate {
  const { gateId, currency, method } = of;
  const limits = limitsOf(offer, { currency, method });
  return {
    gate_id: gateId,
    fiat: currency,
    method,
    rate: presentPriced(price, { gateId, currency }).rate,
    minimum: limits?.min == null ? null : fiatText(limits.min, currency),
    maximum: limits?.max == null ? null : fiatText(limits.max, currency),
    expires_at: price.expiresAt.toISOString(),
  };
}
