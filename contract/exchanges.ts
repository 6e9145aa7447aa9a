import { type Static, Type } from 'typebox';
import { EXCHANGE_IDS } from '../domain/exchanges/exchanges.ts';
import { CryptoGateIdSchema, Exact, Instant, Nullable } from './basics.ts';

const ExchangeFee = Exact(
  {
    amount: Type.String({ description: 'In the asset of the gate. An estimate: the exchange’s own screen counts.' }),
    minimum: Type.String({ description: 'The least that the exchange sends.' }),
    source: Type.String(),
    as_of: Type.String({ format: 'date', description: 'The day on which it was read at the source.' }),
    is_current: Type.Boolean({ description: 'False for an entry that is too old to compute an amount from.' }),
  },
  { title: 'ExchangeFee' },
);

export const PayingExchange = Exact(
  {
    id: Type.Enum(EXCHANGE_IDS, { type: 'string' }),
    name: Type.String(),
    network: Type.String({ description: 'What the exchange calls the network.' }),
    tag_name: Nullable(Type.String({ description: 'What it calls the destination tag; null where none is needed.' })),
    charge: Type.Enum(['deducted', 'added', 'varies'], {
      type: 'string',
      description: 'Whether its fee is deducted from the typed amount or added to it, or its own screen says which.',
    }),
    fee: Nullable(ExchangeFee),
    type_amount: Nullable(
      Type.String({
        description: 'What to type so that the full amount arrives; null while the fee is unknown or too old.',
      }),
    ),
    is_below_minimum: Nullable(
      Type.Boolean({ description: 'The exchange does not send so little; null while its minimum is not known.' }),
    ),
  },
  { title: 'PayingExchange' },
);

export const PayFromExchange = Exact(
  {
    gate_id: CryptoGateIdSchema,
    amount: Type.String({ description: 'What has to arrive.' }),
    network: Type.String({ description: 'The network’s usual name.' }),
    arrive_by: {
      ...Instant,
      description: 'Until when the payment has to be seen on the network for this amount.',
    },
    late: Type.Enum(['completes', 'shop_decides'], {
      type: 'string',
      description:
        'What happens to a payment that is seen later: it completes the invoice if its value then still covers the ' +
        'order, or the shop decides.',
    }),
    exchanges: Type.Array(PayingExchange),
  },
  { title: 'PayFromExchange' },
);

export type PayFromExchange = Static<typeof PayFromExchange>;
export type PayingExchange = Static<typeof PayingExchange>;
