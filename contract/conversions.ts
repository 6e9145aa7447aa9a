import { type Static, Type } from 'typebox';
import { FirstTwoFactor } from './account.ts';
import { Amount, Exact, GateIdSchema, Instant, ModeSchema, Nullable, Text, Uuid } from './basics.ts';
import { filters, PageQuery } from './lists.ts';

const priced = {
  id: Uuid,
  from: GateIdSchema,
  to: GateIdSchema,
  amount_from: Type.String({ description: 'What leaves the balance of `from`.' }),
  amount_to: Type.String({
    description: 'What arrives on the balance of `to`, exactly: spread and fee are taken off.',
  }),
  rate: Type.String({ description: 'Units of `to` for one unit of `from`, after the spread and before the fee.' }),
  spread_bps: Type.Integer({ minimum: 0, description: 'Basis points off the market price, included in `rate`.' }),
  fee: Type.String({ description: 'In `to`.' }),
};

export const ConversionQuote = Exact(
  { ...priced, expires_at: Instant },
  { title: 'ConversionQuote', description: 'A firm price: it can be used once, until it expires.' },
);

export const Conversion = Exact(
  {
    ...priced,
    version: Type.Integer({ minimum: 1 }),
    status: Type.Enum(['done'], { type: 'string', description: 'A conversion is done at once, or not at all.' }),
    mode: ModeSchema,
    invoice_id: Nullable(Uuid),
    deposit_id: Nullable(Uuid),
    at: Type.Enum(['locked', 'present'], {
      type: 'string',
      description: 'Priced at the rate locked for the invoice, or at the rate of the moment.',
    }),
    created_at: Instant,
  },
  { title: 'Conversion' },
);

export const ConversionRate = Exact(
  {
    rate: Nullable(Type.String({ description: 'After the spread and before the fee.' })),
    spread_bps: Nullable(Type.Integer({ minimum: 0 })),
    fee_rate: Nullable(Type.String({ description: 'Per cent of what comes out.', examples: ['0.50'] })),
    minimum: Nullable(Type.String({ description: 'Of `from`, for one conversion.' })),
    maximum: Nullable(Type.String({ description: 'Of `from`, for one conversion.' })),
    possible: Type.Boolean(),
    reason: Nullable(Type.String({ description: 'Why not, in words.', examples: ['BCH cannot convert to ETH.'] })),
  },
  { title: 'ConversionRate' },
);

export const ConversionPairQuery = Exact({ from: GateIdSchema, to: GateIdSchema });
export const ConversionAmountQuery = Exact({ from: GateIdSchema, to: GateIdSchema, amount: Amount });
export const ConvertBody = Exact({ quote_id: Uuid, ...FirstTwoFactor }, { title: 'Convert' });

const { page, per_page, order } = PageQuery.properties;
const { date_from, date_to, gate_id } = filters;

/** Query of the list of conversions; `gate_id` is either side. */
export const ConversionListQuery = Exact({
  page,
  per_page,
  order,
  date_from,
  date_to,
  gate_id,
  sort: Type.Optional(Type.Enum(['created_at', 'amount_from', 'amount_to'], { type: 'string' })),
  search: Type.Optional(Text(200, 'Searches the id.')),
  status: Type.Optional(Type.Enum(['done'], { type: 'string' })),
  ids: Type.Optional(
    Type.String({ pattern: '^[0-9a-f-]{36}(,[0-9a-f-]{36}){0,99}$', description: 'Only these, by comma.' }),
  ),
});

export type ConversionQuote = Static<typeof ConversionQuote>;
export type Conversion = Static<typeof Conversion>;
export type ConversionRate = Static<typeof ConversionRate>;
export type ConvertBody = Static<typeof ConvertBody>;
