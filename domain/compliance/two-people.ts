import type { StaffRole } from '../staff-permissions.ts';

/** One person's voice in a decision that one person may not make. */
export interface Vote {
  readonly staffId: string;
  readonly role: StaffRole;
}

export interface TwoPeopleRule {
  /** What people do: "approve" or "agree". */
  readonly verb: string;
  /** Why one of them must be the MLRO, as the end of a sentence; null where any two roles will do. */
  readonly mlroBecause: string | null;
}

/**
 * The one rule for every decision that needs two people: two people of two roles, one of them the MLRO where the rule
 * says so.
 * @returns what is still missing, in words for staff; null when nothing is
 */
export function missingVotes(votes: readonly Vote[], { verb, mlroBecause }: TwoPeopleRule): string | null {
  const hasMlro = votes.some(({ role }) => role === 'mlro');
  if (mlroBecause !== null && !hasMlro) {
    return votes.length === 0
      ? `Two people of two roles must ${verb}, one of them the MLRO: ${mlroBecause}.`
      : `The MLRO must ${verb} too: ${mlroBecause}.`;
  }
  const pairs = votes.some((one) => votes.some((other) => other.staffId !== one.staffId && other.role !== one.role));
  if (pairs) return null;
  return votes.length === 0 ? `Two people of two roles must ${verb}.` : `One more person of another role must ${verb}.`;
}
