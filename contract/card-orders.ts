import { type Static, Type } from 'typebox';
import { CARD_METHODS } from '../domain/card-orders/payment-method.ts';
import { CARD_ORDER_STATUSES, type CardOrderReason, type CardOrderStatus } from '../domain/state/card-order-status.ts';
import { CryptoGateIdSchema, CurrencyCode, Exact, Instant, ModeSchema, Nullable, Text, Uuid } from './basics.ts';
import { filters, idsOf, PageQuery, statusesOf } from './lists.ts';

/** The statuses that an order can have once it was placed. */
const PLACED_STATUSES: readonly CardOrderStatus[] = CARD_ORDER_STATUSES.filter((status) => status !== 'draft');

const CardOrderStatusSchema = Type.Enum(PLACED_STATUSES, { type: 'string', title: 'CardOrderStatus' });

const Fiat = Type.String({ description: 'In the currency.', examples: ['100.00'] });
const Euro = Type.String({ description: 'In euro.', examples: ['1.00'] });
const Coins = Type.String({ description: 'In units of the gate.', examples: ['0.0125'] });

const search = Type.Optional(Text(200, 'Searches ID, address, transaction and invoice.'));

export const CardOrderListQuery = Exact({
  ...PageQuery.properties,
  date_from: filters.date_from,
  date_to: filters.date_to,
  gate_id: Type.Optional(CryptoGateIdSchema),
  sort: Type.Optional(Type.Enum(['created_at', 'delivered_at', 'status'], { type: 'string' })),
  search,
  status: statusesOf(PLACED_STATUSES),
});

export const SpaCardOrderListQuery = Exact({ ...CardOrderListQuery.properties, ids: idsOf('purchases') });

const Reason = Type.Unsafe<CardOrderReason | null>({
  type: ['string', 'null'],
  description: 'Why it is in its status, or what keeps it there. New reasons may come.',
  examples: ['overdue'],
});

/** A purchase as the API and webhooks show it: of the customer, the country and a masked address. */
export const CardOrder = Exact(
  {
    id: Uuid,
    version: Type.Integer({ minimum: 1, description: 'Only grows; a webhook of a lower version is older.' }),
    status: CardOrderStatusSchema,
    status_reason: Reason,
    mode: ModeSchema,
    invoice_id: Nullable(Uuid),
    gate_id: CryptoGateIdSchema,
    fiat: CurrencyCode,
    fiat_amount: Type.String({ description: 'All that the card is charged, fees included.', examples: ['100.00'] }),
    crypto_amount: Coins,
    country: Type.String({ description: 'Where the customer lives, ISO 3166-1 alpha-2.' }),
    method: Type.Enum(CARD_METHODS, { type: 'string' }),
    customer_email: Nullable(Type.String({ description: 'Masked.', examples: ['a•••@example.com'] })),
    address: Nullable(Type.String({ description: 'Where the coins go.' })),
    destination_tag: Nullable(Type.String()),
    txid: Nullable(Type.String()),
    earnings: Nullable(Type.String({ description: 'Your share of the commission, in euro; once delivered.' })),
    earnings_status: Nullable(
      Type.Enum(['pending', 'available', 'reversed'], {
        type: 'string',
        description: '`pending`: not in your balance yet. `reversed`: taken back after a chargeback.',
      }),
    ),
    earnings_available_at: Nullable(Instant),
    created_at: Instant,
    delivered_at: Nullable(Instant),
    closed_at: Nullable(Instant),
  },
  { title: 'CardOrder' },
);

export const SpaCardOrder = Exact(
  {
    ...CardOrder.properties,
    needs_operator: Type.Boolean({ description: 'The gateway has to find out how it ended.' }),
  },
  { title: 'SpaCardOrder' },
);

/** The moments of an order that its shop and staff see. */
const MOMENTS = ['placed', 'paid', 'sent', 'delivered', 'earnings_available', 'charged_back', 'ended'] as const;

const CardOrderMoment = Exact(
  { at: Instant, kind: Type.Enum(MOMENTS, { type: 'string' }), status: Type.Optional(CardOrderStatusSchema) },
  { title: 'CardOrderMoment' },
);

const story = {
  delivered_amount: Nullable(Type.String({ description: 'As seen on the chain, in units of the gate.' })),
  explorer_url: Nullable(Type.String({ description: 'Where anyone can look its transaction up; main chains only.' })),
  timeline: Type.Array(CardOrderMoment, { description: 'Oldest first.' }),
};

export const SpaCardOrderStory = Exact(
  { ...SpaCardOrder.properties, ...story },
  { title: 'SpaCardOrderStory', description: 'A purchase by card with its timeline.' },
);

export const StaffCardOrderQuery = Exact({
  page: PageQuery.properties.page,
  per_page: PageQuery.properties.per_page,
  mode: Type.Optional(ModeSchema),
  status: statusesOf(PLACED_STATUSES),
  needs_operator: Type.Optional(
    Type.Enum(['yes'], { type: 'string', description: 'Only purchases that wait for a decision.' }),
  ),
  search: Type.Optional(Text(200, 'Searches ID, address, transaction, invoice and the number at the partner.')),
});

/** A purchase as the staff sees it: with the partner's side and the terms. */
export const StaffCardOrder = Exact(
  {
    ...SpaCardOrder.properties,
    ...story,
    merchant: Exact({ id: Uuid, name: Nullable(Type.String()) }),
    partner: Type.String(),
    partner_order_id: Nullable(Type.String()),
    partner_status: Nullable(Type.String({ description: 'As the partner wrote it.' })),
    partner_fiat_amount: Nullable(Fiat),
    partner_crypto_amount: Nullable(Coins),
    value: Nullable(Type.String({ description: 'The fiat total in euro, at the rate of the delivery.' })),
    commission: Nullable(Euro),
    commission_percent: Type.String({ examples: ['2.00'] }),
    share_percent: Type.String({ description: 'The share of the shop in the commission.', examples: ['50.00'] }),
  },
  { title: 'StaffCardOrder' },
);

export type CardOrderListQuery = Static<typeof CardOrderListQuery>;
export type SpaCardOrderListQuery = Static<typeof SpaCardOrderListQuery>;
export type CardOrder = Static<typeof CardOrder>;
export type SpaCardOrder = Static<typeof SpaCardOrder>;
export type SpaCardOrderStory = Static<typeof SpaCardOrderStory>;
export type CardOrderMoment = Static<typeof CardOrderMoment>;
export type StaffCardOrderQuery = Static<typeof StaffCardOrderQuery>;
export type StaffCardOrder = Static<typeof StaffCardOrder>;
