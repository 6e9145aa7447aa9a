import { always, type Condition, ruleFor, type StateTable } from '../../../domain/process/table.ts';
import type { Tx } from '../../core/sequelize.ts';
import { execute } from '../../core/sql.ts';
import { defineTable, integer, minor, orNull, type RowOf, text, time, uuid } from '../../core/table.ts';
import { type Change, type Decided, type Decision, defineProcess } from '../define.ts';
import { lockRows } from '../lock.ts';
import { guard, moment } from '../reactions.ts';

// A process that exists for its tests alone: how little a new one needs.

type ParcelStatus = 'packed' | 'sent' | 'lost' | 'received';
export type ParcelEvent =
  | { readonly type: 'send' | 'lose' | 'find' }
  | { readonly type: 'receive'; readonly by: string };
type ParcelMark = 'pay_insurance';

const insured: Condition<{ readonly valueMinor: bigint }> = {
  description: 'it has a value',
  isMet: ({ valueMinor }) => valueMinor > 0n,
};

const parcelTable: StateTable<ParcelStatus, ParcelEvent['type'], { readonly valueMinor: bigint }, never, ParcelMark> = {
  packed: { send: [{ when: always, to: 'sent' }] },
  sent: {
    receive: [{ when: always, to: 'received' }],
    lose: [
      { when: insured, to: 'lost', marks: ['pay_insurance'] },
      { when: always, to: 'lost' },
    ],
  },
  lost: { find: [{ when: always, to: 'sent' }] },
  received: {},
};

const columns = {
  id: uuid(),
  version: integer(),
  status: text<ParcelStatus>(),
  valueMinor: minor(),
  paidMinor: minor(),
  receivedBy: orNull(text()),
  receivedAt: orNull(time()),
};

export const parcelsTable = defineTable('parcel', columns);

export interface ParcelKind {
  readonly row: RowOf<typeof columns>;
  readonly facts: { readonly row: RowOf<typeof columns> };
  readonly event: ParcelEvent;
  readonly outcome: Decision & {
    readonly status: ParcelStatus;
    readonly effects: readonly { readonly type: ParcelMark | 'notify' }[];
  };
  readonly answer: { readonly status: ParcelStatus; readonly version: number };
}

export const parcelLost = moment<Change<ParcelKind>>('parcel.lost');
export const customs = guard('parcel.customs');

export const parcelProcess = defineProcess<ParcelKind>({
  name: 'parcel',
  table: parcelsTable,
  changes: ['version', 'status', 'paidMinor', 'receivedBy', 'receivedAt'],
  lock: lockRows(parcelsTable),
  guard: { at: customs, events: new Set(['send']), code: 'operation_suspended' },
  decide: ({ row: { status, valueMinor } }, { event: { type } }) => {
    const { to, marks = [] } = ruleFor(parcelTable, { status, event: type, position: { valueMinor } });
    if (to === 'before') throw new Error('A parcel returns to no earlier status.');
    const effects = [...marks.map((mark) => ({ type: mark })), { type: 'notify' as const }];
    return { changed: true, effects, status: to === 'same' ? status : to };
  },
  after: ({ before: { row }, outcome, step: { event, nowMs } }) => ({
    ...row,
    version: row.version + 1,
    status: outcome.status,
    ...(event.type === 'receive' ? { receivedBy: event.by, receivedAt: new Date(nowMs) } : {}),
  }),
  effects: { pay_insurance: payInsurance, notify: 'row' },
  signal: ({ after: { id, status } }) => ({ topic: `parcel.${status}`, payload: { id } }),
  moments: { pay_insurance: parcelLost },
  workflow: {
    neededWhen: `t.status <> 'received'`,
    workflowId: `'parcel:' || t.id`,
    signal: 'parcelChanged',
    run: ({ row: { id, version, status } }) => ({
      workflowType: 'parcelWorkflow',
      workflowId: `parcel:${id}`,
      summary: `parcel ${id}`,
      input: { watch: { version, status } },
      searchAttributes: {},
    }),
  },
  answer: (_decided, { status, version }) => ({ status, version }),
});

/** Pays what a parcel is worth; the row says what was paid. */
async function payInsurance(tx: Tx, decided: readonly Decided<ParcelKind>[]) {
  for (const { before, stepKey } of decided) {
    await execute(tx, 'INSERT INTO insurance (key, minor) VALUES ($1, $2)', [stepKey, before.row.valueMinor]);
  }
  return { columns: new Map(decided.map(({ before: { row } }) => [row.id, { paidMinor: row.valueMinor }])) };
}

export const PARCEL_SCHEMA = `
  CREATE TABLE parcel (id UUID PRIMARY KEY, version INTEGER NOT NULL DEFAULT 1, status TEXT NOT NULL DEFAULT 'packed',
    value_minor NUMERIC NOT NULL DEFAULT 0, paid_minor NUMERIC NOT NULL DEFAULT 0, received_by TEXT,
    received_at TIMESTAMPTZ, updated_at TIMESTAMPTZ NOT NULL DEFAULT now());
  CREATE TABLE insurance (key TEXT PRIMARY KEY, minor NUMERIC NOT NULL)`;
