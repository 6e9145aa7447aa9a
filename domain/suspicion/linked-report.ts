import { always, type Condition, type StateTable } from '../process/table.ts';

/** A report of operations that belong together: written by staff, then filed or dismissed for good. */
export const REPORT_STATUSES = ['draft', 'filed', 'dismissed'] as const;
export type ReportStatus = (typeof REPORT_STATUSES)[number];

/** The kind of operations in a report. */
export const REPORT_OPERATION_KINDS = ['invoice', 'deposit', 'payout', 'refund', 'withdrawal'] as const;
export type ReportOperationKind = (typeof REPORT_OPERATION_KINDS)[number];

export type ReportEvent = 'file' | 'dismiss';

export interface ReportPosition {
  readonly votesComplete: boolean;
}

const complete: Condition<ReportPosition> = {
  description: 'two people of two roles agree, one of them the MLRO',
  isMet: ({ votesComplete }) => votesComplete,
};

export const reportTable: StateTable<ReportStatus, ReportEvent, ReportPosition, never, never> = {
  draft: {
    file: [
      { when: complete, to: 'filed' },
      { when: always, to: 'same' },
    ],
    dismiss: [
      { when: complete, to: 'dismissed' },
      { when: always, to: 'same' },
    ],
  },
  filed: {},
  dismissed: {},
};
