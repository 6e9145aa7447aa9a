import { newId } from '../../domain/ids.ts';
import type { SuspicionWatch } from '../../domain/suspicion/suspicion.ts';
import type { OutboxRow } from '../outbox.ts';
import type { SuspensionRow } from './suspensions.ts';

type Subject = Pick<
  SuspensionRow,
  | 'id'
  | 'merchant_id'
  | 'company_name'
  | 'kind'
  | 'subject_id'
  | 'label'
  | 'version'
  | 'status'
  | 'due_at'
  | 'suspended_at'
>;

/** The outbox row that starts the clock of a suspended operation. */
export function suspicionStart(row: Subject, remindMs: readonly number[]): OutboxRow {
  return { topic: 'workflow.start', payload: workflow(row, remindMs) };
}

/** The outbox row that tells the workflow of a change. */
export function suspicionSignal(row: Subject): OutboxRow {
  const eventId = newId();
  const signalArgs = [{ eventId, watch: watchOf(row) }];
  return {
    topic: 'workflow.signal',
    eventId,
    payload: { ...workflow(row, []), signalName: 'suspicionChanged', signalArgs },
  };
}

/** What the workflow has to know of the row. */
export function watchOf({ version, status }: Pick<SuspensionRow, 'version' | 'status'>): SuspicionWatch {
  return { version, status };
}

function workflow(row: Subject, remindMs: readonly number[]) {
  return {
    workflowType: 'suspiciousOperationWorkflow',
    workflowId: `suspicious-operation:${row.id}`,
    taskQueue: 'core',
    input: {
      version: 1,
      suspensionId: row.id,
      merchantId: row.merchant_id,
      label: row.label,
      suspendedAt: row.suspended_at.toISOString(),
      dueAt: row.due_at.toISOString(),
      remindAt: remindMs.map((ms) => new Date(ms).toISOString()),
      watch: watchOf(row),
    },
    searchAttributes: {
      MerchantId: row.merchant_id,
      Status: row.status,
      ParentId: `${row.kind}:${row.subject_id}`,
      NeedsOperator: true,
      ExpiresAt: row.due_at.toISOString(),
    },
    summary: `Suspicious operation of ${row.company_name ?? 'a merchant'}: ${row.kind} ${row.label}`,
  };
}
