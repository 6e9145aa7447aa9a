import { type Static, Type } from 'typebox';
import { CRYPTO_GATES, NETWORKS } from '../domain/assets/assets.ts';
import { Exact, Instant, ModeSchema, Nullable, Text } from './basics.ts';

const GateSchema = Type.Enum(CRYPTO_GATES, { type: 'string' });
const NetworkSchema = Type.Enum(NETWORKS, { type: 'string' });
const StopSchema = Type.Enum([...NETWORKS, 'SEPA', '*'], {
  type: 'string',
  description: '`SEPA` is euro by bank transfer, `*` everything that can leave.',
});
const AmountText = Type.String({ examples: ['1.25000000'] });

export const CustodyView = Exact(
  {
    checks: Type.Array(
      Exact({
        mode: ModeSchema,
        network: NetworkSchema,
        gate_id: GateSchema,
        height: Type.Integer(),
        chain: AmountText,
        books: AmountText,
        incoming: AmountText,
        outgoing: AmountText,
        difference: Type.String({
          description: 'Below zero: coins are missing. Fees that are not final count as no difference.',
        }),
        differs_since: Nullable(Instant),
        checked_at: Instant,
        asked_since: Type.String({
          format: 'date-time',
          description: 'When the oldest of the answers was given that `chain` adds up from.',
        }),
      }),
      { description: 'The last comparison of each asset that was compared.' },
    ),
    stops: Type.Array(
      Exact({
        mode: ModeSchema,
        network: StopSchema,
        stopped: Type.Boolean(),
        reason: Nullable(Type.String()),
        changed_by: Nullable(Type.String()),
        changed_at: Instant,
      }),
    ),
    in_flight: Type.Array(
      Exact({
        direction: Type.Enum(['in', 'out'], { type: 'string' }),
        mode: ModeSchema,
        network: NetworkSchema,
        gate_id: GateSchema,
        amount: AmountText,
        txid: Type.String(),
        status: Type.String(),
        payouts: Nullable(Type.Integer()),
        since: Instant,
      }),
      { description: 'The hundred oldest.' },
    ),
    suspense: Type.Array(
      Exact({
        id: Type.String(),
        mode: ModeSchema,
        network: NetworkSchema,
        gate_id: Nullable(GateSchema),
        asset: Type.String({ description: 'The gate, or `network:contract` of what is none.' }),
        amount: Type.String({ description: 'Of what is no gate, as the chain counts.', examples: ['25.000000'] }),
        txid: Type.String(),
        address: Type.String({ description: 'The address in its canonical form.' }),
        destination_tag: Nullable(Type.String({ description: 'The tag that it came with.' })),
        invoice_id: Nullable(Type.String({ description: 'The invoice whose address was paid; null: nobody’s.' })),
        since: Instant,
      }),
      { description: 'Unassigned payments, or payments in another asset than requested: the newest hundred.' },
    ),
  },
  { title: 'Custody' },
);

export type CustodyView = Static<typeof CustodyView>;

export const ChangeStopBody = Exact(
  {
    mode: ModeSchema,
    network: StopSchema,
    stopped: Type.Boolean(),
    reason: Text(2000),
  },
  { title: 'ChangeStop' },
);
export type ChangeStopBody = Static<typeof ChangeStopBody>;
