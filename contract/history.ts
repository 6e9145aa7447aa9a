import { type Static, Type } from 'typebox';
import { REPORT_KINDS } from '../domain/reports/reports.ts';
import { CurrencyCode, Exact, GateIdSchema, Instant, ModeSchema, Nullable, Text, Uuid } from './basics.ts';
import { filters, idsOf, Kinds, PageQuery } from './lists.ts';

const { page, per_page } = PageQuery.properties;
const { date_from, date_to } = filters;

/** Movements are listed newest first. */
export const MovementListQuery = Exact({
  page,
  per_page,
  date_from,
  date_to,
  gate_id: Type.Optional(GateIdSchema),
  kinds: Kinds,
  search: Type.Optional(Text(200, 'A reference or an id.')),
});

export const MovementRow = Exact(
  {
    id: Type.String({ description: 'Of the movement; grows with time.' }),
    at: Instant,
    gate_id: GateIdSchema,
    kind: Type.String({ examples: ['settle', 'payout', 'refund'] }),
    amount: Type.String({ description: 'Below zero: it went out.' }),
    balance: Type.String({ description: 'Available after it.' }),
    value: Nullable(
      Type.String({ description: 'What it was worth at the rate of its hour; null where none of that hour is known.' }),
    ),
    currency: CurrencyCode,
    invoice_id: Nullable(Uuid),
    payout_id: Nullable(Uuid),
    refund_id: Nullable(Uuid),
    mass_payout_id: Nullable(Uuid),
    withdrawal_id: Nullable(Uuid),
    conversion_id: Nullable(Uuid),
    deposit_id: Nullable(Uuid),
    reference: Nullable(Type.String()),
  },
  { title: 'Movement' },
);

export const EventListQuery = Exact({
  page,
  per_page,
  date_from,
  date_to,
  kinds: Kinds,
  search: Type.Optional(Text(200, 'A reference or an id.')),
});

export const EventRow = Exact(
  {
    id: Uuid,
    at: Instant,
    type: Type.String({ examples: ['invoice.done'] }),
    entity_id: Uuid,
    invoice_id: Nullable(Uuid),
    deposit_id: Nullable(Uuid),
    reference: Nullable(Type.String()),
    amount: Nullable(Type.String()),
    currency: Nullable(Type.String({ description: 'A fiat currency or a gate.' })),
  },
  { title: 'HistoryEvent' },
);

const DAY = '^\\d{4}-\\d{2}-\\d{2}$';

export const CreateReportBody = Exact(
  {
    kind: Type.Enum(REPORT_KINDS, { type: 'string' }),
    filter: Type.Optional(
      Exact({
        date_from: Type.Optional(Type.String({ pattern: DAY, description: 'A day of the time zone.' })),
        date_to: Type.Optional(
          Type.String({ pattern: DAY, description: 'A day of the time zone; it counts to its end.' }),
        ),
        gate_id: Type.Optional(GateIdSchema),
        status: Type.Optional(Type.String({ pattern: '^[a-z_]+(,[a-z_]+)*$', maxLength: 300 })),
        kinds: Kinds,
        search: Type.Optional(Text(200)),
        ids: idsOf('rows, of a report of invoices, payouts, refunds, withdrawals, deposits or purchases'),
      }),
    ),
    time_zone: Type.String({
      maxLength: 64,
      description: 'IANA name: days and times are local to it.',
      examples: ['Europe/Vilnius'],
    }),
  },
  { title: 'CreateReport' },
);

export const ReportSummary = Exact(
  {
    id: Uuid,
    kind: Type.Enum(REPORT_KINDS, { type: 'string' }),
    mode: ModeSchema,
    filter: Type.Record(Type.String(), Type.String()),
    time_zone: Type.String(),
    created_at: Instant,
    file_name: Type.String({ examples: ['transactions-2026-11-20.csv'] }),
    path: Type.String({ description: 'Its page in the back office.' }),
  },
  { title: 'Report' },
);

export type MovementRow = Static<typeof MovementRow>;
export type EventRow = Static<typeof EventRow>;
export type ReportSummary = Static<typeof ReportSummary>;
