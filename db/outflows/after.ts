import type { PayoutActor } from '../../domain/state/payout-event.ts';

interface OutflowRow {
  readonly hold: 'open' | 'posted' | 'voided';
  readonly approvedByKind: PayoutActor['kind'] | null;
  readonly approvedBy: string | null;
  readonly approvalMac: string | null;
  readonly approvedAt: Date | null;
  readonly completedAt: Date | null;
  readonly canceledAt: Date | null;
}

interface OutflowDecision {
  readonly status: string;
  readonly approval: { readonly by: PayoutActor; readonly mac: string } | undefined;
  readonly ended: { readonly outcome: keyof typeof HOLDS } | undefined;
  readonly nowMs: number;
}

/** The columns that a decision changes in the same way on every rail: approval, hold and end. */
export function outflowAfter(row: OutflowRow, { status, approval, ended, nowMs }: OutflowDecision): OutflowRow {
  const now = new Date(nowMs);
  return {
    hold: ended === undefined ? row.hold : HOLDS[ended.outcome],
    approvedByKind: approval?.by.kind ?? row.approvedByKind,
    approvedBy: approval?.by.id ?? row.approvedBy,
    approvalMac: approval?.mac ?? row.approvalMac,
    approvedAt: approval === undefined ? row.approvedAt : now,
    completedAt: status === 'done' ? (row.completedAt ?? now) : null,
    canceledAt: status === 'canceled' ? (row.canceledAt ?? now) : null,
  };
}

/** `charge` takes again what was returned too early. */
const HOLDS = { post: 'posted', charge: 'posted', void: 'voided', return: 'voided' } as const;
