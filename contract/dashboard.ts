import { type Static, Type } from 'typebox';
import { OPERATION_KINDS } from '../domain/dashboard/operations.ts';
import { CHART_RANGES, CHART_STEPS } from '../domain/dashboard/ranges.ts';
import { SpaBalance } from './balances.ts';
import { CurrencyCode, Exact, GateIdSchema, Nullable } from './basics.ts';

const Day = Type.String({
  format: 'date',
  description: "A day of the merchant's time zone.",
  examples: ['2026-03-29'],
});
const TimeZone = Type.String({ description: 'IANA name.', examples: ['Europe/Vilnius'] });
const Count = Type.Integer({ minimum: 0 });
const Value = Type.String({ description: "In the currency of the profile, at each day's rate; rounded towards zero." });
const IsPartial = Type.Boolean({ description: 'An asset without any rate is not contained.' });
const OperationKind = Type.Enum(OPERATION_KINDS, { type: 'string' });

const about = { currency: CurrencyCode, time_zone: TimeZone };

export const OperationsSummary = Exact(
  {
    ...about,
    date_from: Day,
    date_to: Day,
    operations: Type.Array(
      Exact({
        kind: OperationKind,
        count: Type.Integer({
          description: 'What a return or a reorganization undid on these days counts below zero.',
        }),
        volume: Type.String({ description: 'Before fees, in the currency of the profile.' }),
        fees: Value,
      }),
      { description: 'Every kind, in one order.' },
    ),
    payers: Exact(
      {
        opened: Count,
        chosen: Count,
        paid: Count,
        gates: Type.Array(Exact({ gate_id: GateIdSchema, chosen: Count, paid: Count }), {
          description: 'The most chosen first.',
        }),
      },
      {
        description:
          'Of the invoices that were created on these days: how many there are, for how many a coin was chosen, and how ' +
          'many were paid. An invoice for which two coins were chosen counts once, and for both gates.',
      },
    ),
    is_partial: IsPartial,
  },
  { title: 'OperationsSummary' },
);

const revenue = {
  received: Type.String({ description: 'Paid invoices and deposits, before fees.' }),
  fees: Type.String({ description: 'Service and network fees on them.' }),
  refunded: Type.String({ description: 'What refunds took from the balance, their fees included.' }),
  net: Type.String({ description: 'Received, less fees and refunded.' }),
};

export const Revenue = Exact(revenue, { title: 'Revenue' });

export const DashboardRevenue = Exact(
  {
    ...about,
    date_from: Day,
    date_to: Day,
    current: Revenue,
    previous: Exact(revenue, { description: 'Of the same number of days before.' }),
    is_partial: IsPartial,
  },
  { title: 'DashboardRevenue' },
);

export const ChartQuery = Exact({
  range: Type.Optional(Type.Enum(CHART_RANGES, { type: 'string', default: '1M', description: 'Default: 1M.' })),
});

const chart = {
  ...about,
  range: Type.Enum(CHART_RANGES, { type: 'string' }),
  step: Type.Enum(CHART_STEPS, { type: 'string', description: 'How far apart the points are.' }),
};

export const BalanceChart = Exact(
  {
    ...chart,
    points: Type.Array(Exact({ date: Day, value: Value }), {
      description: 'All money of the merchant at the end of the day; the last one is now, at the present rates.',
    }),
    is_partial: IsPartial,
  },
  { title: 'BalanceChart' },
);

export const RevenueChart = Exact(
  {
    ...chart,
    points: Type.Array(Exact({ date_from: Day, date: Day, ...revenue }), {
      description: 'From the first to the last day, both included.',
    }),
    total: Revenue,
    is_partial: IsPartial,
  },
  { title: 'RevenueChart' },
);

export const Wallet = Exact(
  {
    ...SpaBalance.properties,
    share: Nullable(
      Type.String({ description: 'Per cent of the value of all, with one decimal; null without a rate.' }),
    ),
  },
  { title: 'Wallet' },
);

export const HistoryInfo = Exact(
  {
    ...about,
    date_from: Nullable(Day),
    date_to: Nullable(Day),
    operations: Type.Array(Exact({ kind: OperationKind, count: Type.Integer() })),
  },
  { title: 'HistoryInfo', description: 'How much history there is.' },
);

export const TimeZoneBody = Exact(
  { time_zone: Type.String({ minLength: 1, maxLength: 64, description: 'IANA name.', examples: ['Europe/Vilnius'] }) },
  { title: 'TimeZoneBody' },
);

export type OperationsSummary = Static<typeof OperationsSummary>;
export type Revenue = Static<typeof Revenue>;
export type DashboardRevenue = Static<typeof DashboardRevenue>;
export type BalanceChart = Static<typeof BalanceChart>;
export type RevenueChart = Static<typeof RevenueChart>;
export type Wallet = Static<typeof Wallet>;
export type HistoryInfo = Static<typeof HistoryInfo>;
