import { type Static, Type } from 'typebox';
import { Exact, Instant, Nullable, Text, Uuid } from './basics.ts';

export const StaffDeletion = Exact(
  {
    merchant_id: Uuid,
    merchant: Nullable(Type.String()),
    asked_at: Instant,
    missing: Type.Array(Type.String(), { description: 'What keeps it from being deleted. For staff alone.' }),
    request: Nullable(
      Exact(
        {
          id: Uuid,
          reason: Type.String(),
          requested_by: Type.String(),
          requested_at: Instant,
          confirmable: Type.Boolean({ description: 'By you: your role differs from the one who requested it.' }),
        },
        { description: 'Requested by one person: another one of another role has to confirm it.' },
      ),
    ),
  },
  { title: 'StaffDeletion' },
);

const decision = { merchant_id: Uuid, reason: Text(1000) };

export const FinishDeletionBody = Exact(
  {
    ...decision,
    request_id: Type.Optional(
      Type.String({ format: 'uuid', description: 'The request that is confirmed; without it, one is made.' }),
    ),
  },
  { title: 'FinishDeletion' },
);
export const WithdrawDeletionBody = Exact(decision, { title: 'WithdrawDeletion' });

export type StaffDeletion = Static<typeof StaffDeletion>;
export type FinishDeletionBody = Static<typeof FinishDeletionBody>;
export type WithdrawDeletionBody = Static<typeof WithdrawDeletionBody>;
