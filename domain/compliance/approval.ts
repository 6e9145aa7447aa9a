import { missingVotes, type Vote } from './two-people.ts';

export type RiskLevel = 'low' | 'medium' | 'high';

/**
 * Whether these approvals of one round open production: two people of two different compliance roles, for a high risk
 * one of them the MLRO, who answers for the business relationship.
 */
export function approvalsComplete(approvals: readonly Vote[], risk: RiskLevel): boolean {
  return missingApproval(approvals, risk) === null;
}

/** Missing approvals, in words for staff; null if there are none. */
export function missingApproval(approvals: readonly Vote[], risk: RiskLevel): string | null {
  return missingVotes(approvals, { verb: 'approve', mlroBecause: risk === 'high' ? 'the risk is high' : null });
}

/** Missing votes for a refusal; null if there are none. It ends the business relationship, so one person may not. */
export function missingRefusal(refusals: readonly Vote[]): string | null {
  return missingVotes(refusals, { verb: 'refuse', mlroBecause: null });
}
