import { type Static, Type } from 'typebox';
import { CRYPTO_GATES } from '../domain/assets/assets.ts';
import { Amount, Exact, Instant, ModeSchema, Nullable, Text, Uuid } from './basics.ts';

const GateSchema = Type.Enum(CRYPTO_GATES, { type: 'string' });

export const StaffDebt = Exact(
  {
    merchant_id: Uuid,
    merchant: Nullable(Type.String()),
    mode: ModeSchema,
    gate_id: GateSchema,
    amount: Type.String(),
    since: Nullable(Instant),
    invoice_ids: Type.Array(Uuid, { description: 'Whose reorganized payments it comes from.' }),
    write_off: Nullable(
      Exact(
        {
          id: Uuid,
          reason: Type.String(),
          requested_by: Type.String(),
          requested_at: Instant,
          confirmable: Type.Boolean({
            description: 'By you: your role allows it and differs from the one who requested it.',
          }),
        },
        { description: 'Requested by one person: another one of another role has to confirm it.' },
      ),
    ),
  },
  { title: 'StaffDebt' },
);

export const WriteOffBody = Exact(
  {
    merchant_id: Uuid,
    mode: ModeSchema,
    gate_id: GateSchema,
    amount: Amount,
    reason: Text(1000),
    request_id: Type.Optional(
      Type.String({ format: 'uuid', description: 'The request that is confirmed; without it, one is made.' }),
    ),
  },
  { title: 'WriteOffDebt' },
);

export type StaffDebt = Static<typeof StaffDebt>;
export type WriteOffBody = Static<typeof WriteOffBody>;
