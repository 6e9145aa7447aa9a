import { type Static, Type } from 'typebox';
import { NETWORKS } from '../domain/assets/assets.ts';
import { Amount, CurrencyCode, Exact, GateIdSchema, Instant, Nullable } from './basics.ts';

export const Gate = Exact(
  {
    id: GateIdSchema,
    asset: Type.String(),
    title: Type.String(),
    network: Type.Enum([...NETWORKS, 'SEPA'], { type: 'string', description: 'EUR is moved by SEPA.' }),
    network_title: Type.String(),
    decimals: Type.Integer({ minimum: 0 }),
    confirmations: Type.Integer({ minimum: 0, description: 'Needed before a payment counts.' }),
    destination_tag: Type.Enum(['none', 'required'], { type: 'string' }),
    minutes: Type.Integer({ minimum: 0, description: 'Usual time until confirmed.' }),
    enabled: Type.Boolean({ description: 'In the profile of this token.' }),
    minimum_amount: Type.String({
      description: 'The minimum amount of an invoice: twice the network fee.',
    }),
    network_fee: Type.String({
      description: 'Charged for one payout now, in the asset: quoted from the present conditions of the network.',
    }),
    network_fee_at: Nullable(
      Type.String({ description: 'When the node reported these conditions; null: the typical fee is charged.' }),
    ),
    invoice_limits: Exact({ minimum: Type.String(), maximum: Type.String(), currency: CurrencyCode }),
    fees: Type.Record(Type.String(), Type.String(), { description: 'Operation to per cent.' }),
  },
  { title: 'Gate' },
);

export const RateView = Exact(
  {
    gate_id: GateIdSchema,
    asset: Type.String(),
    currency: CurrencyCode,
    value: Type.String({ description: 'Fiat for one coin.' }),
    source: Type.String(),
    sampled_at: Instant,
    expires_at: Instant,
  },
  { title: 'Rate' },
);

export const WorthQuery = Exact({ gate_id: GateIdSchema, amount: Amount });

export const WorthView = Exact(
  {
    gate_id: GateIdSchema,
    amount: Type.String(),
    currency: CurrencyCode,
    rate: Nullable(Type.String({ description: 'Fiat for one unit; null while none is known.' })),
    value: Nullable(Type.String({ description: 'Rounded down; null while no rate is known.' })),
  },
  { title: 'Worth' },
);

export const CurrencyView = Exact(
  { code: CurrencyCode, decimals: Type.Integer({ minimum: 0 }) },
  { title: 'Currency' },
);

export type Gate = Static<typeof Gate>;
export type RateView = Static<typeof RateView>;
export type WorthView = Static<typeof WorthView>;
