import { type Static, Type } from 'typebox';
import { CurrencyCode, Exact, GateIdSchema, Nullable } from './basics.ts';

export const Balance = Exact(
  {
    gate_id: GateIdSchema,
    asset: Type.String(),
    available: Type.String({ description: 'Can be paid out.' }),
    pending: Type.String({ description: 'Received, and its invoice not done.' }),
    held: Type.String({ description: 'For what is going out.' }),
    frozen: Type.Boolean(),
  },
  { title: 'Balance' },
);

/** With what all of it, held and not settled yet, is worth. */
export const SpaBalance = Exact(
  {
    ...Balance.properties,
    value: Nullable(Type.String({ description: 'Rounded down; null while no rate is known.' })),
    currency: CurrencyCode,
  },
  { title: 'SpaBalance' },
);

export type SpaBalance = Static<typeof SpaBalance>;
export type Balance = Static<typeof Balance>;
