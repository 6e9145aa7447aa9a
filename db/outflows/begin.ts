import type { PayoutActor } from '../../domain/state/payout-event.ts';

/** The author and time of a request for outgoing money. */
export interface Request {
  readonly by: PayoutActor;
  /** Users who also count as creators besides `by`. */
  readonly creators: readonly string[];
  readonly nowMs: number;
}

interface Requested {
  readonly approvalRequired: boolean;
  readonly notBefore: Date | null;
}

/** The columns of a new row that are no part of the request: nobody has approved it, and its money is held. */
export function newOutflow({ approvalRequired }: Requested, { by, creators, nowMs }: Request) {
  return {
    version: 1,
    status: 'new',
    statusReason: approvalRequired ? 'awaiting_approval' : null,
    statusWords: null,
    needsOperator: false,
    hold: 'open',
    createdByKind: by.kind,
    createdBy: by.id,
    creators,
    approvedByKind: null,
    approvedBy: null,
    approvalMac: null,
    approvedAt: null,
    createdAt: new Date(nowMs),
    completedAt: null,
    canceledAt: null,
  } as const;
}

/**
 * The events that follow at once: its creator approves it if no other person has to, and without a cool-off it is
 * queued.
 */
export function firstEvents<Row extends Requested>(
  row: Row,
  { by, nowMs }: Request,
  { approve }: { readonly approve: (row: Row, by: PayoutActor) => string },
) {
  if (row.approvalRequired) return [];
  const approved = { type: 'approve', by, mac: approve(row, by) } as const;
  const coolsOff = row.notBefore !== null && nowMs < row.notBefore.getTime();
  return coolsOff ? [approved] : [approved, { type: 'enqueue' } as const];
}
