import type { StaffRole } from '../accounts/staff-permissions.ts';

/** One person's voice in a decision that one person may not make. */
export interface Vote {
  readonly staffId: string;
  readonly role: StaffRole;
  /** The person was blocked since: the vote does not count. Absent where such votes are left out. */
  readonly isBlocked?: boolean;
}

export interface TwoPeopleRule {
  /** The verb in the message: "approve" or "agree". */
  readonly verb: string;
  /** Why one of them must be the MLRO, as the end of a sentence; null where any two roles will do. */
  readonly mlroBecause: string | null;
}

/**
 * The one rule for every decision that needs two people: two people of two roles who are not blocked, one of them the
 * MLRO where the rule says so.
 * @returns what is still missing, in words for staff; null when nothing is
 */
export function missingVotes(given: readonly Vote[], { verb, mlroBecause }: TwoPeopleRule): string | null {
  const votes = given.filter(({ isBlocked = false }) => !isBlocked);
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
