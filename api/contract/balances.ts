import { type Static, Type } from 'typebox';
import { Exact, GateIdSchema } from './basics.ts';

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

export type Balance = Static<typeof Balance>;
