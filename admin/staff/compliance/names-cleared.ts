import type { CaseFileView } from '../../../contract/staff-cases.ts';

/**
 * Whether the names of a case were compared with a real sanctions list, and people wrote about every match. Its risk
 * may be low without that.
 */
export function areNamesCleared({ risk, checks }: Pick<CaseFileView, 'risk' | 'checks'>): boolean {
  const [last] = checks;
  return last !== undefined && last.lists.length > 0 && risk?.hits.every(({ missing }) => missing === null) === true;
}
