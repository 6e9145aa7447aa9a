import { reportTimes, type SuspicionSnapshot } from '../../domain/suspicion/suspicion.ts';
import type { RowRun } from '../process/workflow-run.ts';
import type { SuspensionRow } from './rows.ts';

type Subject = Pick<
  SuspensionRow,
  'id' | 'merchantId' | 'companyName' | 'kind' | 'subjectId' | 'label' | 'version' | 'status' | 'dueAt' | 'suspendedAt'
>;

/** The parts of the row that the workflow needs. */
export function snapshotOf({ version, status }: Pick<SuspensionRow, 'version' | 'status'>): SuspicionSnapshot {
  return { version, status };
}

export function suspicionRun(row: Subject): RowRun {
  const { remindMs } = reportTimes(row.suspendedAt.getTime());
  return {
    workflowType: 'suspiciousOperationWorkflow',
    workflowId: `suspicious-operation:${row.id}`,
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
