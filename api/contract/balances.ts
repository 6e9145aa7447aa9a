import { type Static, Type } from 'typebox';
import { Exact, GateIdSchema } from './basics.ts';

export const Balance = Exact(
  {
    gate_id: GateIdSchema,
    asset: Type.String(),
    available: Type.String({ description: 'Can be paid out.' }),
    unsettled: Type.String({ description: 'Received, its invoice not done.' }),
    pending: Type.String({ description: 'Held for what is going out.' }),
    frozen: Type.Boolean(),
  },
  { title: 'Balance' },
);

export type Balance = Static<typeof Balance>;
