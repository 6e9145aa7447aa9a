import { describe, expect, test } from 'vitest';
import type { CaseFileView } from '../../../contract/staff-cases.ts';
import { areNamesCleared } from './names-cleared.ts';

const at = '2026-11-20T12:00:00.000Z';
const list = { name: 'EU', published_on: '2026-11-19', imported_at: at };
const check = (lists: CaseFileView['checks'][number]['lists']) => ({
  cause: 'assessment' as const,
  lists,
  names: 2,
  hits: 0,
  at,
});
const hit = (missing: string | null) => ({
  hit: 'h',
  name: 'Ida',
  listed_name: 'Ida',
  list: 'EU',
  score: 90,
  missing,
  dispositions: [],
});
const risk = (...hits: ReturnType<typeof hit>[]) => ({
  level: 'low' as const,
  score: 5,
  reasons: [],
  hits,
  assessed_at: at,
});

describe('the names of a case', () => {
  test.each([
    ['never checked', { risk: risk(), checks: [] }, false],
    ['not assessed', { risk: null, checks: [check([list])] }, false],
    ['checked without a real list', { risk: risk(), checks: [check([])] }, false],
    ['checked last without a real list', { risk: risk(), checks: [check([]), check([list])] }, false],
    ['with a match that nobody wrote about', { risk: risk(hit('Two people')), checks: [check([list])] }, false],
    ['with a match that two people wrote about', { risk: risk(hit(null)), checks: [check([list])] }, true],
    ['without a match', { risk: risk(), checks: [check([list])] }, true],
  ])('%s', (_name, file, cleared) => {
    expect(areNamesCleared(file)).toBe(cleared);
  });
});
