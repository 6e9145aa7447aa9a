import { type Static, Type } from 'typebox';
import { TREASURY_TRANSFER_STATUSES } from '../domain/state/treasury-transfer-table.ts';
import { PLACES } from '../domain/transfers/places.ts';
import { Amount, Exact, GateIdSchema, Instant, ModeSchema, Nullable, Text, Uuid } from './basics.ts';

const PlaceSchema = Type.Enum([...PLACES], {
  type: 'string',
  description: 'An exchange, the hot wallet of a network, or the account at the bank.',
});
const Minor = Type.String({ description: "In the gate's asset.", examples: ['0.125'] });
const way = { from: PlaceSchema, to: PlaceSchema, gate_id: GateIdSchema };

const Payee = Exact({
  name: Text(140),
  iban: Type.String({ minLength: 15, maxLength: 60, description: 'Spaces are taken out.' }),
  bic: Type.String({ minLength: 8, maxLength: 30 }),
  town: Text(35),
  country: Type.String({ minLength: 2, maxLength: 2 }),
  reference: Text(140),
});

export const StaffTransfer = Exact(
  {
    id: Uuid,
    status: Type.Enum(TREASURY_TRANSFER_STATUSES, { type: 'string', title: 'TreasuryTransferStatus' }),
    reason: Nullable(Type.String({ description: 'Why it was refused or failed.' })),
    ...way,
    amount: Type.String({ description: 'What leaves the origin, fees of an exchange included.' }),
    sent: Nullable(Type.String({ description: 'What is on its way, without those fees.' })),
    arrived: Nullable(Minor),
    value: Nullable(Type.String({ description: 'In euro, when it was proposed.' })),
    why: Type.String(),
    proposed_by: Type.String(),
    approved_by: Type.Array(Type.String()),
    approvable: Type.Boolean({ description: 'By you, now.' }),
    payout_id: Nullable(Uuid),
    venue_id: Nullable(Type.String({ description: "The exchange's own ID." })),
    txid: Nullable(Type.String()),
    deadline_at: Instant,
    late: Type.Boolean({ description: 'It has been in its status for too long.' }),
    created_at: Instant,
    closed_at: Nullable(Instant),
  },
  { title: 'StaffTransfer' },
);
export type StaffTransfer = Static<typeof StaffTransfer>;

/** The staff's view of money between the gateway's own places, beside the rest of the treasury. */
export const staffTransfers = {
  transfers: Type.Array(StaffTransfer, { description: 'All open ones and the newest fifty, the newest first.' }),
  in_transit: Type.Array(Exact({ from: Type.String(), to: Type.String(), gate_id: GateIdSchema, amount: Minor }), {
    description: 'What the ledger says is on its way.',
  }),
  routes: Type.Array(
    Exact({
      id: Uuid,
      ...way,
      status: Type.Enum(['requested', 'confirmed'], { type: 'string' }),
      address: Nullable(Type.String({ description: 'Null until the exchange has named it.' })),
      destination_tag: Nullable(Type.String()),
      venue_key: Nullable(Type.String()),
      payee: Nullable(Payee),
      reason: Type.String(),
      confirmable: Type.Boolean({ description: 'By you, now.' }),
    }),
    { description: 'The ways that money may go, confirmed by two people, and those that wait for it.' },
  ),
  levels: Type.Array(Exact({ place: PlaceSchema, gate_id: GateIdSchema, floor: Minor, target: Minor }), {
    description: 'Below the floor, a transfer up to the target is proposed.',
  }),
};

export const ProposeTransferBody = Exact(
  { route_id: Uuid, amount: Amount, reason: Text(1000) },
  { title: 'ProposeTransfer' },
);
export const DecideTransferBody = Exact({ id: Uuid, reason: Text(1000) }, { title: 'DecideTransfer' });
export const ArriveTransferBody = Exact({ id: Uuid, entry_id: Uuid, reason: Text(1000) }, { title: 'ArriveTransfer' });
export const RequestRouteBody = Exact(
  {
    mode: ModeSchema,
    ...way,
    venue_key: Nullable(Text(100)),
    payee: Nullable(Payee),
    reason: Text(1000),
  },
  { title: 'RequestRoute' },
);
export const SetLevelBody = Exact(
  { mode: ModeSchema, place: PlaceSchema, gate_id: GateIdSchema, floor: Amount, target: Amount, reason: Text(1000) },
  { title: 'SetTransferLevel' },
);
