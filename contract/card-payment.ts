import { type Static, Type } from 'typebox';
import { CARD_METHODS } from '../domain/card-orders/payment-method.ts';
import { LANGUAGES } from '../domain/languages.ts';
import { CARD_ORDER_STATUSES } from '../domain/state/card-order-status.ts';
import {
  Amount,
  CryptoGateIdSchema,
  CurrencyCode,
  Exact,
  Instant,
  ModeSchema,
  NetworkSchema,
  Nullable,
  Uuid,
  WebAddress,
} from './basics.ts';
import { DestinationTag, PayoutAddressText } from './payouts.ts';

const Coins = Type.String({ description: 'In units of the gate.', examples: ['0.0125'] });
const Fiat = Type.String({ description: 'In units of the currency.', examples: ['100.00'] });
const Method = Type.Enum(CARD_METHODS, { type: 'string', title: 'CardMethod' });
const Country = Type.String({
  pattern: '^[A-Z]{2}$',
  description: 'Where the customer lives, ISO 3166-1 alpha-2.',
  examples: ['DE'],
});
const LanguageSchema = Type.Enum(LANGUAGES, {
  type: 'string',
  description: 'What the customer reads, for emails too.',
});

const Status = Type.Enum(CARD_ORDER_STATUSES, { type: 'string', title: 'CustomerCardOrderStatus' });

// ── Before an order ──────────────────────────────────────────────────────────────────────────────────────────────────

/** The shop of a purchase determines the mode and the coins that are offered. */
const Shop = { shop: Type.String({ format: 'uuid', description: 'The ID of the profile.' }) };

export const CardShopQuery = Exact(Shop);

/** Why coins cannot be bought by card now. */
const Unavailable = Type.Enum(['shop_closed', 'partner_unavailable'], { type: 'string' });

export const CardShop = Exact(
  {
    id: Uuid,
    name: Type.String(),
    logo_url: Nullable(Type.String()),
    domain: Nullable(Type.String({ description: 'Only pages of this domain may show the purchase in a frame.' })),
  },
  { title: 'CardShop' },
);

export const CardMerchant = Exact(
  {
    shop: CardShop,
    mode: ModeSchema,
    simulated: Type.Boolean({ description: 'Nothing is charged and no real coins are sent.' }),
    available: Type.Boolean(),
    reason: Nullable(Unavailable),
  },
  { title: 'CardMerchant', description: 'Whether customers can buy coins by card through the shop.' },
);

const CardCountry = Exact(
  {
    code: Country,
    allowed: Type.Boolean({ description: 'Residents can buy coins.' }),
    methods: Type.Array(Method),
    excluded_gates: Type.Array(CryptoGateIdSchema, { description: 'Coins that cannot be bought there.' }),
  },
  { title: 'CardCountry' },
);

export const CardPartner = Exact(
  {
    name: Type.String({ description: 'The company that sells the coins and charges the card.', examples: ['Banxa'] }),
    terms_url: Type.String(),
    privacy_url: Type.String(),
    countries: Type.Array(CardCountry),
  },
  { title: 'CardPartner', description: 'The seller, and where it sells.' },
);

const CardGate = Exact(
  {
    gate_id: CryptoGateIdSchema,
    asset: Type.String({ description: 'Ticker, e.g. USDT.' }),
    title: Type.String({ description: 'e.g. Tether.' }),
    network: NetworkSchema,
    network_title: Type.String({ description: 'e.g. Ethereum.' }),
    decimals: Type.Integer({ minimum: 0, description: 'Places that amounts of it have at most.' }),
    has_tag: Type.Boolean({ description: 'Addresses of it may need a destination tag.' }),
    minimum: Nullable(Coins),
  },
  { title: 'CardGate' },
);

const CardFiat = Exact(
  {
    currency: CurrencyCode,
    decimals: Type.Integer({ minimum: 0 }),
    methods: Type.Array(
      Exact({ method: Method, minimum: Nullable(Fiat), maximum: Nullable(Fiat) }, { title: 'CardFiatMethod' }),
    ),
  },
  { title: 'CardFiat' },
);

export const CardCurrencies = Exact(
  { gates: Type.Array(CardGate), fiats: Type.Array(CardFiat) },
  { title: 'CardCurrencies', description: 'What can be bought through the shop, and what for.' },
);

const pair = { ...Shop, gate_id: CryptoGateIdSchema, fiat: CurrencyCode, method: Method };

export const CardRateQuery = Exact(pair);
export const CardAmountQuery = Exact({ ...pair, amount: Amount, country: Country });

export const CardFees = Exact(
  { partner: Fiat, network: Fiat },
  { title: 'CardFees', description: 'In the currency; part of what the card is charged.' },
);

const priced = {
  fiat_amount: Type.String({ description: 'All that the card is charged, fees included.', examples: ['100.00'] }),
  crypto_amount: Type.String({ description: 'What arrives, in units of the gate.', examples: ['0.0125'] }),
  rate: Type.String({ description: 'Fiat for one coin, before the fees.' }),
  fees: CardFees,
};

/** The price of the moment: for a usual amount, so without the effect of fixed fees on small ones. */
export const CardRate = Exact(
  {
    gate_id: CryptoGateIdSchema,
    fiat: CurrencyCode,
    method: Method,
    rate: priced.rate,
    minimum: Nullable(Fiat),
    maximum: Nullable(Fiat),
    expires_at: Instant,
  },
  { title: 'CardRate' },
);

/** A price, which ends soon: answers are live, with some seconds of cache. */
export const CardQuote = Exact(
  {
    gate_id: CryptoGateIdSchema,
    fiat: CurrencyCode,
    method: Method,
    country: Country,
    ...priced,
    expires_at: Instant,
  },
  { title: 'CardQuote' },
);

// ── An order ─────────────────────────────────────────────────────────────────────────────────────────────────────────

export const SetAmountBody = Exact(
  {
    shop_id: Type.Optional(Uuid),
    order_id: Type.Optional({
      ...Uuid,
      description: 'Of a draft whose amount changes; its secret is needed. Without it, an order is made.',
    }),
    gate_id: CryptoGateIdSchema,
    fiat: CurrencyCode,
    fiat_amount: Type.Optional({ ...Amount, description: 'What the customer pays. Either this or `crypto_amount`.' }),
    crypto_amount: Type.Optional({ ...Amount, description: 'What the customer wants to get.' }),
    country: Country,
    method: Method,
    language: Type.Optional(LanguageSchema),
    return_url: Type.Optional(WebAddress('Where the customer goes back to. On the domain of the profile.')),
  },
  { title: 'SetCardAmount' },
);

/** `POST /customer/invoices/{id}/card`: the amount is what is due of the invoice. */
export const CardInvoiceBody = Exact(
  {
    gate_id: Type.Optional({
      ...CryptoGateIdSchema,
      description: 'The coin that is bought; left out, the gateway chooses: a stablecoin where the invoice offers one.',
    }),
    fiat: Type.Optional({ ...CurrencyCode, description: 'Left out: the currency of the invoice, if it is sold for.' }),
    country: Country,
    method: Method,
    language: Type.Optional(LanguageSchema),
  },
  { title: 'PayInvoiceByCard' },
);

/** The price of paying an invoice by card, before an order exists. */
export const CardInvoiceQuery = Exact({ country: Type.Optional(Country), method: Type.Optional(Method) });

export const CardInvoiceOffer = Exact(
  {
    available: Type.Boolean({ description: 'The invoice can be paid by card now.' }),
    quote: Type.Union([CardQuote, Type.Null()], { description: 'The total before the click; null while unknown.' }),
    minimum: Nullable(
      Exact(
        { amount: Type.String(), fiat: CurrencyCode },
        { description: 'The least that a card is charged; only where the invoice is below it.' },
      ),
    ),
  },
  { title: 'CardInvoiceOffer' },
);

export const CardCustomer = Exact(
  {
    email_masked: Type.String(),
    verified: Type.Boolean({ description: 'The code that was mailed was entered.' }),
  },
  { title: 'CardCustomer' },
);

export const CardOrder = Exact(
  {
    id: Uuid,
    version: Type.Integer({ minimum: 1, description: 'Only grows.' }),
    status: Status,
    status_reason: Nullable(Type.String({ description: 'Why it is in its status. New reasons may come.' })),
    mode: ModeSchema,
    simulated: Type.Boolean({ description: 'Nothing is charged and no real coins are sent.' }),
    shop: CardShop,
    invoice_id: Nullable(Uuid),
    gate_id: CryptoGateIdSchema,
    network: NetworkSchema,
    fiat: CurrencyCode,
    ...priced,
    quote_expires_at: Instant,
    new_quote: Type.Union([CardQuote, Type.Null()], {
      description:
        'What must be accepted before it goes on: the present price of a draft whose own is over, or the price at ' +
        'which the order was made, if that is worse.',
    }),
    address: Nullable(Type.String()),
    destination_tag: Nullable(Type.String()),
    country: Country,
    method: Method,
    customer: Type.Union([CardCustomer, Type.Null()]),
    txid: Nullable(Type.String()),
    explorer_url: Nullable(Type.String()),
    confirmations: Nullable(Type.Integer({ minimum: 0, description: 'Null until the gateway has seen the coins.' })),
    required_confirmations: Type.Integer({ minimum: 1 }),
    delivered_amount: Nullable(Coins),
    checkout_available: Type.Boolean({ description: 'The customer can pay now: get a payment token.' }),
    return_url: Nullable(Type.String()),
    created_at: Instant,
    closed_at: Nullable(Instant),
    server_time: Instant,
  },
  { title: 'CustomerCardOrder', description: 'A purchase of coins by card, as its customer sees it.' },
);

export const NewCardOrder = Exact(
  {
    order: CardOrder,
    secret: Nullable(
      Type.String({
        description:
          'Shown once: `Authorization: Bearer <secret>` of every call about the order. Null where an order changed.',
      }),
    ),
  },
  { title: 'NewCardOrder' },
);

const order = { order_id: Uuid };

export const CardOrderQuery = Exact(order);
export const CardOrderBody = Exact(order, { title: 'CardOrderRef' });

export const SetAddressBody = Exact(
  { ...order, address: PayoutAddressText, destination_tag: Type.Optional(DestinationTag) },
  { title: 'SetCardAddress' },
);

const Email = Type.String({ format: 'email', maxLength: 254 });

export const CardSendCodeBody = Exact(
  { ...order, email: Email, language: Type.Optional(LanguageSchema) },
  { title: 'SendCardCode' },
);

export const CardCodeSent = Exact(
  {
    email_masked: Type.String(),
    expires_in: Type.Integer({ description: 'Seconds for which the code is valid.' }),
    resend_in: Type.Integer({ description: 'Seconds until another code can be sent.' }),
  },
  { title: 'CardCodeSent' },
);

export const CardCustomerBody = Exact(
  {
    ...order,
    email: Email,
    code: Type.String({ pattern: '^[0-9]{6}$', description: 'The six digits of the email.' }),
    accepts_terms: Type.Literal(true, { description: 'Terms and privacy notice of the seller are accepted.' }),
  },
  { title: 'SetCardCustomer' },
);

export const CardVerification = Exact(
  {
    status: Type.Enum(['not_started', 'pending', 'done', 'refused'], { type: 'string' }),
    url: Nullable(Type.String({ description: 'Where the seller verifies the identity; null while it need not.' })),
    expires_at: Nullable(Instant),
  },
  { title: 'CardVerification' },
);

export const CardPayment = Exact(
  {
    checkout_url: Type.String({
      description: 'The page of the seller on which the card is charged. For one use, now.',
    }),
    expires_at: Instant,
  },
  { title: 'CardPayment' },
);

export const UpdateCardOrderBody = Exact(
  {
    action: Type.Enum(['cancel', 'accept_quote'], { type: 'string' }),
    fiat_amount: Type.Optional({ ...Amount, description: 'Of `accept_quote`: the amounts that the customer saw.' }),
    crypto_amount: Type.Optional(Amount),
  },
  { title: 'UpdateCardOrder' },
);

export type CardShop = Static<typeof CardShop>;
export type CardMerchant = Static<typeof CardMerchant>;
export type CardPartner = Static<typeof CardPartner>;
export type CardCountry = Static<typeof CardCountry>;
export type CardCurrencies = Static<typeof CardCurrencies>;
export type CardGate = Static<typeof CardGate>;
export type CardFiat = Static<typeof CardFiat>;
export type CardRate = Static<typeof CardRate>;
export type CardQuote = Static<typeof CardQuote>;
export type CardOrder = Static<typeof CardOrder>;
export type NewCardOrder = Static<typeof NewCardOrder>;
export type CardInvoiceOffer = Static<typeof CardInvoiceOffer>;
export type SetAmountBody = Static<typeof SetAmountBody>;
export type UpdateCardOrder = Static<typeof UpdateCardOrderBody>;
export type CardCustomer = Static<typeof CardCustomer>;
export type CardVerification = Static<typeof CardVerification>;
export type CardPayment = Static<typeof CardPayment>;
