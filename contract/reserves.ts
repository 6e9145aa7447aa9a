import { type Static, Type } from 'typebox';
import { Exact, GateIdSchema, Instant, ModeSchema, Nullable, Uuid } from './basics.ts';
import { ProfileParams } from './spa-invoices.ts';

const ReserveDay = Type.String({
  format: 'date',
  description: 'A day in UTC.',
  examples: ['2026-11-29'],
});

/** Checked by its form; the route knows whether the calendar has it. */
const DayText = Type.String({ pattern: '^[0-9]{4}-[0-9]{2}-[0-9]{2}$', examples: ['2026-11-29'] });

export const ReservesQuery = Exact({
  before: Type.Optional({ ...DayText, description: 'Only days before this one: for the next page.' }),
});

export const ReserveDayParams = Exact({ ...ProfileParams.properties, day: DayText });

/** A merchant's part of one public day. */
export const MerchantReserves = Exact(
  {
    day: ReserveDay,
    moment: { ...Instant, description: 'The moment of all balances.' },
    balances: Type.Array(
      Exact({
        gate_id: GateIdSchema,
        amount: Type.String({ description: 'Owed to this merchant, whether available, unsettled or held.' }),
        owed: Type.String({ description: 'Owed to all merchants together.' }),
        proven: Nullable(
          Type.String({ description: 'On addresses that were signed for; null for euro, which no address holds.' }),
        ),
      }),
    ),
  },
  { title: 'MerchantReserves' },
);

const Hex32 = Type.String({ pattern: '^[0-9a-f]{64}$' });
const Minor = Type.String({ pattern: '^(0|[1-9][0-9]{0,77})$', description: 'In minor units.' });

/** The file that `tidegate verify-reserves` and the offline page read. */
export const ReserveProof = Exact(
  {
    format: Type.Literal('tidegate-reserves-proof'),
    version: Type.Literal(1),
    mode: ModeSchema,
    day: ReserveDay,
    merchant_id: Uuid,
    statement: Type.String({ description: 'Signed by the gateway: the totals and roots of the day.' }),
    public_key: Type.String({ description: 'Ed25519, in base64url.' }),
    balances: Type.Array(
      Exact({
        gate_id: GateIdSchema,
        amount: Minor,
        place: Type.Integer({ minimum: 0 }),
        salt: Hex32,
        path: Type.Array(Exact({ hash: Hex32, sum: Minor }), { maxItems: 32 }),
      }),
    ),
  },
  { title: 'ReserveProof' },
);

export type MerchantReserves = Static<typeof MerchantReserves>;
