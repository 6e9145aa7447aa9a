import { describe, expect, it } from 'vitest';
import { judgeForm } from './gate.ts';

describe('a form that was sent', () => {
  it.each([
    [{ ageMs: 2_000, isProven: true, isTrapped: false }, 'taken'],
    [{ ageMs: 1_999, isProven: true, isTrapped: false }, 'too_soon'],
    [{ ageMs: 4_999, isProven: false, isTrapped: false }, 'too_soon'],
    [{ ageMs: 5_000, isProven: false, isTrapped: false }, 'taken'],
    [{ ageMs: -1, isProven: true, isTrapped: false }, 'too_soon'],
    [{ ageMs: 86_400_000, isProven: true, isTrapped: false }, 'taken'],
    [{ ageMs: 86_400_001, isProven: true, isTrapped: false }, 'too_old'],
    [{ ageMs: 0, isProven: false, isTrapped: true }, 'trap'],
    [{ ageMs: 60_000, isProven: true, isTrapped: true }, 'trap'],
  ] as const)('%j is %s', (form, verdict) => {
    expect(judgeForm(form)).toBe(verdict);
  });
});
