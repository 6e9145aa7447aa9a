import { type Static, Type } from 'typebox';
import { LINK_SORTS } from '../domain/payment-requests/link-sorts.ts';
import {
  CryptoGateIdSchema,
  CurrencyCode,
  Exact,
  Instant,
  Name,
  Nullable,
  PayableGates,
  Price,
  ReturnAddress,
  Text,
  Uuid,
} from './basics.ts';
import { filters, PageQuery } from './lists.ts';

/** A price that anyone who has the address can pay, as often as they like. */
export const PaymentLink = Exact(
  {
    id: Uuid,
    title: Type.String(),
    description: Nullable(Type.String()),
    amount: Type.String(),
    currency: CurrencyCode,
    gates: Type.Union([Type.Array(CryptoGateIdSchema), Type.Null()], { description: "Null: the profile's assets." }),
    success_url: Nullable(Type.String()),
    active: Type.Boolean(),
    invoice_count: Type.Integer({ minimum: 0 }),
    url: Type.String({ description: 'Each payer who opens it and continues gets a separate invoice.' }),
    created_at: Instant,
  },
  { title: 'PaymentLink' },
);

export const CreatePaymentLinkBody = Exact(
  {
    title: Name(100, 'What is paid for.'),
    description: Type.Optional(Text(1000)),
    amount: Price,
    currency: CurrencyCode,
    gates: Type.Optional(PayableGates),
    success_url: Type.Optional(ReturnAddress('Where the payer returns to after paying')),
  },
  { title: 'CreatePaymentLink' },
);

export const UpdatePaymentLinkBody = Exact(
  {
    active: Type.Optional(Type.Boolean({ examples: [true] })),
    title: Type.Optional(CreatePaymentLinkBody.properties.title),
    description: Type.Optional(Nullable(Text(1000))),
    amount: Type.Optional(CreatePaymentLinkBody.properties.amount),
    currency: Type.Optional(CurrencyCode),
    gates: Type.Optional(Type.Union([PayableGates, Type.Null()])),
    success_url: Type.Optional(Type.Union([ReturnAddress('Where the payer returns to after paying'), Type.Null()])),
  },
  { title: 'UpdatePaymentLink', description: 'What is left out stays as it is.' },
);

const search = Type.Optional(Text(200, 'In title, description and id.'));

export const SpaPaymentLinkListQuery = Exact({ ...PageQuery.properties, search });

/** By API: the one list contract. */
export const PaymentLinkListQuery = Exact({
  ...PageQuery.properties,
  date_from: filters.date_from,
  date_to: filters.date_to,
  active: Type.Optional(Type.Boolean()),
  search,
  sort: Type.Optional(Type.Enum(LINK_SORTS, { type: 'string' })),
  gate_id: Type.Optional({
    ...CryptoGateIdSchema,
    description: 'Payable in this asset: links that name it, and those that leave the assets to the profile.',
  }),
});

export type PaymentLink = Static<typeof PaymentLink>;
export type CreatePaymentLinkBody = Static<typeof CreatePaymentLinkBody>;
export type UpdatePaymentLinkBody = Static<typeof UpdatePaymentLinkBody>;
export type PaymentLinkListQuery = Static<typeof PaymentLinkListQuery>;
