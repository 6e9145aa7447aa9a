import { type Static, Type } from 'typebox';
import { Exact, GateIdSchema, Instant } from './basics.ts';
import { MovementRow } from './history.ts';

export const LedgerEntryQuery = Exact({
  gate_id: GateIdSchema,
  after: Type.Optional(
    Type.String({
      pattern: '^[0-9]{1,18}\\.-?[0-9]{1,78}$',
      description: '`next` of the page before; none: from the first line.',
    }),
  ),
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100, default: 100 })),
  date_to: Type.Optional({ ...Instant, description: 'Only lines up to this moment.' }),
});

export const LedgerEntryList = Exact(
  {
    data: Type.Array(MovementRow),
    has_more: Type.Boolean({ description: 'Read on: the next page may be empty.' }),
    next: Type.String({ description: 'Value for `after` of the next call, also when the list is empty.' }),
  },
  { title: 'LedgerEntryList' },
);

export type LedgerEntryQuery = Static<typeof LedgerEntryQuery>;
