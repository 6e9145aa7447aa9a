import { type Static, Type } from 'typebox';
import { Exact, GateIdSchema, Instant, ModeSchema, Nullable } from './basics.ts';

export const StaffReserveQuery = Exact({
  mode: ModeSchema,
  before: Type.Optional(
    Type.String({
      pattern: '^[0-9]{4}-[0-9]{2}-[0-9]{2}$',
      description: 'Only days before this one: for the next page.',
      examples: ['2026-11-29'],
    }),
  ),
});

const AmountText = Type.String({ examples: ['1.25000000'] });

export const StaffReserves = Exact(
  {
    days: Type.Array(
      Exact({
        day: Type.String({ format: 'date', description: 'A day in UTC.', examples: ['2026-11-29'] }),
        moment: { ...Instant, description: 'The moment of all balances.' },
        published_at: Nullable({ ...Instant, description: 'Null while its addresses are read and signed for.' }),
        assets: Type.Array(
          Exact({
            gate_id: GateIdSchema,
            simulated: Type.Boolean({ description: 'Then nothing about it is proven.' }),
            owed: AmountText,
            proven: Nullable({ ...AmountText, description: 'Null for euro, and until the day is published.' }),
            unproven: Nullable({ ...AmountText, description: 'Owed and on no signed address.' }),
            coverage: Nullable(Type.String({ description: 'Rounded down.', examples: ['104.31%'] })),
          }),
          { description: 'Those in which anything is owed.' },
        ),
        addresses: Type.Array(
          Exact({
            network: Type.String(),
            signed: Type.Integer({ minimum: 0 }),
            unsigned: Type.Integer({ minimum: 0 }),
          }),
          { description: 'Addresses of the gateway that were read for the day, by network.' },
        ),
      }),
      { description: 'The newest first, 30 at a time.' },
    ),
    first_day_at: Nullable({ ...Instant, description: 'When the first day is made, while the mode has none.' }),
  },
  { title: 'StaffReserves' },
);

export type StaffReserves = Static<typeof StaffReserves>;
