import type { StaffRole } from '../staff-permissions.ts';

export type RiskLevel = 'low' | 'medium' | 'high';

export interface Approval {
  readonly staffId: string;
  readonly role: StaffRole;
}

/**
 * Whether these approvals of one round open production: two people of two different compliance roles, for a high risk one of them the MLRO, who
 * answers for the business relationship.
 */
export function approvalsComplete(approvals: readonly Approval[], risk: RiskLevel): boolean {
  return missingApproval(approvals, risk) === null;
}

/** What is still missing, in words for staff; null when nothing is. */
export function missingApproval(approvals: readonly Approval[], risk: RiskLevel): string | null {
  const roles = new Set(approvals.map(({ role }) => role));
  const pairs = approvals.some((one) =>
    approvals.some((other) => other.staffId !== one.staffId && other.role !== one.role),
  );
  if (risk === 'high' && !roles.has('mlro')) {
    return approvals.length === 0
      ? 'Two people of two different roles must approve, one of them the MLRO: the risk is high.'
      : 'The MLRO must approve too: the risk is high.';
  }
  if (pairs) return null;
  return approvals.length === 0
    ? 'Two people of two different roles must approve.'
    : 'One more person of another role must approve.';
}
