import type { Verdict } from '../db/documents/verify.ts';

/** The verdict on a verified file, in the words of the page `/verify`. A test document is genuine, and paid nobody. */
export function verdictWords({ verdict, facts }: Verdict): string {
  switch (verdict) {
    case 'genuine': {
      const isTest = facts.mode === 'sandbox';
      const genuine = isTest ? 'GENUINE, TEST: no money moved. We issued' : 'GENUINE: we issued';
      return `${genuine} this file, and nothing in it was changed.`;
    }
    case 'changed':
      return 'CHANGED: we issued the facts below, but the file is not as we issued it.';
    case 'unknown':
      return 'NOT GENUINE: we did not issue this file, or its signed part was changed.';
    default:
      return verdict satisfies never;
  }
}
