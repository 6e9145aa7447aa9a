import { type Static, Type } from 'typebox';
import { CryptoGateIdSchema, Exact, Instant, Nullable, Uuid } from './basics.ts';

/** A payer's request, made with the mailed link. */
export const RefundRequest = Exact(
  {
    id: Uuid,
    status: Type.Enum(['open', 'approved', 'rejected'], { type: 'string' }),
    gate_id: CryptoGateIdSchema,
    address: Type.String(),
    destination_tag: Nullable(Type.String()),
    note: Nullable(Type.String({ description: 'Why it was rejected.' })),
    created_at: Instant,
  },
  { title: 'RefundRequest' },
);

export type RefundRequest = Static<typeof RefundRequest>;
