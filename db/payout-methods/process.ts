import { ruleFor, statusAfter } from '../../domain/process/table.ts';
import { type MethodEvent, type MethodStatus, methodTable } from '../../domain/state/payment-method.ts';
import type { Tx } from '../core/sequelize.ts';
import { type Change, type Decided, type Decision, defineProcess } from '../process/define.ts';
import { lockRows } from '../process/lock.ts';
import { moment } from '../process/reactions.ts';
import { methodsTable, type StoredMethod } from './rows.ts';
import { methodSchedule } from './schedule.ts';

interface MethodKind {
  readonly row: StoredMethod;
  readonly facts: { readonly row: StoredMethod };
  readonly event: MethodEvent;
  readonly outcome: Decision & { readonly status: MethodStatus };
  readonly answer: { readonly status: MethodStatus };
}

export type MethodChange = Change<MethodKind>;

export const methodChanged = moment<MethodChange>('payment_method.changed');

/**
 * The life of a payment method: `confirm` sets the confirmations, `update` clears them. Each step brings the schedule
 * in line; the caller seals the method.
 */
export const methodProcess = defineProcess<MethodKind>({
  name: 'payment_method',
  table: methodsTable,
  changes: ['version', 'status', 'statusReason', 'isDefault', 'ownershipConfirmedAt', 'correctConfirmedAt'],
  lock: lockMethods,
  decide: ({ row: { status } }, { event: { type } }) => {
    const { to } = ruleFor(methodTable, { status, event: type, position: null });
    return { changed: true, effects: [], status: statusAfter(to, status) };
  },
  after,
  effects: {},
  signal: ({ after }) => methodSchedule(after),
  changed: methodChanged,
  answer: (_decided, { status }) => ({ status }),
});

const lock = lockRows(methodsTable);

/** A deleted method does not exist for anyone. */
async function lockMethods(tx: Tx, ids: readonly string[]): Promise<ReadonlyMap<string, MethodKind['facts']>> {
  return new Map([...(await lock(tx, ids))].filter(([, { row }]) => row.status !== 'deleted'));
}

function after({ before: { row }, step: { event, nowMs }, outcome: { status } }: Decided<MethodKind>): StoredMethod {
  return {
    ...row,
    version: row.version + 1,
    status,
    statusReason: event.type === 'refuse' ? event.reason : null,
    isDefault: status !== 'deleted' && row.isDefault,
    ...confirmations(event, nowMs),
  };
}

/** After a change, a person must confirm a method before it pays. */
function confirmations({ type }: MethodEvent, nowMs: number) {
  if (type === 'update') return { ownershipConfirmedAt: null, correctConfirmedAt: null };
  if (type !== 'confirm') return {};
  const now = new Date(nowMs);
  return { ownershipConfirmedAt: now, correctConfirmedAt: now };
}
