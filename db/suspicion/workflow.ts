import { newId } from '../../domain/ids.ts';
import { reportTimes, type SuspicionSnapshot } from '../../domain/suspicion/suspicion.ts';
import type { OutboxRow } from '../core/outbox.ts';
import type { SuspensionRow } from './rows.ts';

type Subject = Pick<
  SuspensionRow,
  'id' | 'merchantId' | 'companyName' | 'kind' | 'subjectId' | 'label' | 'version' | 'status' | 'dueAt' | 'suspendedAt'
>;

/** The outbox row that starts the clock of a suspended operation. */
export function suspicionStart(row: Subject, remindMs: readonly number[]): OutboxRow {
  return { topic: 'workflow.start', payload: workflow(row, remindMs) };
}

/** The outbox row that signals the workflow a change, and starts it where none runs. */
export function suspicionSignal(row: Subject): OutboxRow {
  const eventId = newId();
  const { remindMs } = reportTimes(row.suspendedAt.getTime());
  const signalArgs = [{ eventId, watch: snapshotOf(row) }];
  return {
    topic: 'workflow.signal',
    eventId,
    payload: { ...workflow(row, remindMs), signalName: 'suspicionChanged', signalArgs },
  };
}

/** The parts of the row that the workflow needs. */
export function snapshotOf({ version, status }: Pick<SuspensionRow, 'version' | 'status'>): SuspicionSnapshot {
  return { version, status };
}

function workflow(row: Subject, remindMs: readonly number[]) {
  return {
    workflowType: 'suspiciousOperationWorkflow',
    workflowId: `suspicious-operation:${row.id}`,
    taskQueue: 'core',
    input: {
      version: 2,
      suspensionId: row.id,
      merchantId: row.merchantId,
      label: row.label,
      suspendedAt: row.suspendedAt.toISOString(),
      dueAt: row.dueAt.toISOString(),
      remindAt: remindMs.map((ms) => new Date(ms).toISOString()),
      watch: snapshotOf(row),
    },
    searchAttributes: {
      MerchantId: row.merchantId,
      ParentId: `${row.kind}:${row.subjectId}`,
    },
    summary: `Suspicious operation of ${row.companyName ?? 'a merchant'}: ${row.kind} ${row.label}`,
  };
}
