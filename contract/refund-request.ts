import { type Static, Type } from 'typebox';
import { CryptoGateIdSchema, CurrencyCode, Exact, Instant, Nullable, Uuid } from './basics.ts';

/** The refund that a shop or its plugin prepared; the payer's request only adds where it goes. */
export const PreparedRefund = Exact(
  {
    amount: Type.String({ description: 'In `currency`; coins of the gate at the current rate.' }),
    currency: CurrencyCode,
    name: Nullable(Type.String({ description: 'The shop’s words for it.' })),
    fee_payer: Nullable(
      Type.Enum(['merchant', 'recipient'], { type: 'string', description: 'Null: the choice of the profile.' }),
    ),
  },
  { title: 'PreparedRefund' },
);

/** A payer's request, made with a link. */
export const RefundRequest = Exact(
  {
    id: Uuid,
    status: Type.Enum(['open', 'approved', 'rejected'], { type: 'string' }),
    gate_id: CryptoGateIdSchema,
    address: Type.String(),
    destination_tag: Nullable(Type.String()),
    note: Nullable(Type.String({ description: 'Why it was rejected.' })),
    prepared: Type.Union([PreparedRefund, Type.Null()], {
      description: 'What the link was made for; null where nobody named an amount.',
    }),
    created_at: Instant,
  },
  { title: 'RefundRequest' },
);

export type PreparedRefund = Static<typeof PreparedRefund>;
export type RefundRequest = Static<typeof RefundRequest>;
