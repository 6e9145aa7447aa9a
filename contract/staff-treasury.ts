import { type Static, Type } from 'typebox';
import { EXCHANGE_NAMES, HEDGED_ASSETS } from '../domain/treasury/exchanges.ts';
import { Amount, Exact, Instant, ModeSchema, Nullable, Text, Uuid } from './basics.ts';
import { staffTransfers } from './staff-transfers.ts';

const AssetSchema = Type.Enum(HEDGED_ASSETS, { type: 'string' });
const ScopeSchema = Type.Enum([...HEDGED_ASSETS, '*'], { type: 'string', description: '`*` is every asset.' });
const ExchangeSchema = Type.Enum(EXCHANGE_NAMES, { type: 'string' });
const Side = Type.Enum(['buy', 'sell'], { type: 'string' });
const Euros = Type.String({ description: 'In euro.', examples: ['-1250.40'] });
const Coins = Type.String({ description: 'In coins.', examples: ['0.125'] });

const limits = {
  threshold: Amount,
  max_age_seconds: Type.Integer({ minimum: 1, maximum: 86_400 }),
  max_order: Amount,
  position: Amount,
  bound_bps: Type.Integer({ minimum: 1, maximum: 1_000, description: 'The worst price, in hundredths of a percent.' }),
};

export const StaffTreasury = Exact(
  {
    mode: ModeSchema,
    daily_loss: Euros,
    positions: Type.Array(
      Exact({
        asset: AssetSchema,
        amount: Type.String({ description: 'In coins; below zero: the gateway is short.' }),
        value: Nullable(Euros),
        since: Nullable(Instant),
        ...limits,
      }),
    ),
    stops: Type.Array(Exact({ asset: ScopeSchema, reason: Type.String(), stopped_by: Type.String(), since: Instant })),
    exchanges: Type.Array(
      Exact({
        exchange: ExchangeSchema,
        currency: Type.String(),
        held: Type.String({ description: 'What the exchange says.' }),
        books: Type.String(),
        difference: Type.String({ description: 'Below zero: the exchange has less than the books.' }),
        differs_since: Nullable(Instant),
        checked_at: Instant,
      }),
      { description: 'The last comparison of each balance.' },
    ),
    orders: Type.Array(
      Exact({
        id: Uuid,
        status: Type.String(),
        reason: Nullable(Type.String()),
        exchange: ExchangeSchema,
        kind: Type.Enum(['order_book', 'quote'], { type: 'string' }),
        asset: AssetSchema,
        side: Side,
        amount: Coins,
        bound: Type.String({ description: 'The worst price, in euro.' }),
        filled: Coins,
        cost: Euros,
        created_at: Instant,
        closed_at: Nullable(Instant),
      }),
      { description: 'The newest fifty.' },
    ),
    fills: Type.Array(
      Exact({
        id: Uuid,
        order_id: Uuid,
        exchange: ExchangeSchema,
        trade_id: Type.String(),
        amount: Coins,
        cost: Euros,
        fee: Type.String(),
        fee_currency: Nullable(Type.String()),
        traded_at: Instant,
      }),
      { description: 'The newest fifty.' },
    ),
    results: Type.Array(
      Exact({
        day: Type.String({ format: 'date', description: 'In UTC.' }),
        pnl: Euros,
        fees: Type.String({ description: 'Trading fees in euro, which are not part of `pnl`.' }),
      }),
      { description: 'Of the last thirty days that have any.' },
    ),
    limit_changes: Type.Array(
      Exact({
        id: Uuid,
        asset: ScopeSchema,
        limits: Type.Record(Type.String(), Type.String()),
        reason: Type.String(),
        requested_by: Type.String(),
        requested_at: Instant,
        confirmable: Type.Boolean({
          description: 'By you: your role allows it and differs from the one who requested it.',
        }),
      }),
      { description: 'Requested by one person: another one of another role has to confirm them.' },
    ),
    ...staffTransfers,
  },
  { title: 'StaffTreasury' },
);

export type StaffTreasury = Static<typeof StaffTreasury>;

export const ChangeHedgingBody = Exact(
  { mode: ModeSchema, asset: ScopeSchema, stopped: Type.Boolean(), reason: Text(2000) },
  { title: 'ChangeHedging' },
);

const request_id = Type.Optional(
  Type.String({ format: 'uuid', description: 'The request that is confirmed; without it, one is made.' }),
);

export const ChangeLimitsBody = Exact(
  { mode: ModeSchema, asset: AssetSchema, ...limits, reason: Text(1000), request_id },
  { title: 'ChangeHedgeLimits' },
);

export const ChangeLossLimitBody = Exact(
  { mode: ModeSchema, daily_loss: Amount, reason: Text(1000), request_id },
  { title: 'ChangeLossLimit' },
);

export type ChangeHedgingBody = Static<typeof ChangeHedgingBody>;
export type ChangeLimitsBody = Static<typeof ChangeLimitsBody>;
export type ChangeLossLimitBody = Static<typeof ChangeLossLimitBody>;
