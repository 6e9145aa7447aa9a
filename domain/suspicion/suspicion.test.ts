import { describe, expect, it } from 'vitest';
import { missingRelease, type ReleaseFacts } from './suspicion.ts';
import { DEFAULT_SUSPICION_WAITS, nextSuspicionStep, type SuspicionMoment } from './suspicion-waits.ts';

const officer = { staffId: 'o', role: 'compliance_officer' } as const;
const manager = { staffId: 'm', role: 'manager' } as const;
const otherManager = { staffId: 'n', role: 'manager' } as const;
const mlro = { staffId: 'x', role: 'mlro' } as const;
const base: ReleaseFacts = { suspendedBy: 'o', reported: false, valueEurMinor: 500_000n, votes: [] };

describe('a release', () => {
  it('of a small operation needs one person, never the one who suspended it', () => {
    const small = { ...base, valueEurMinor: 99_999n };
    expect(missingRelease({ ...small, votes: [officer] })).toContain('other than');
    expect(missingRelease({ ...small, votes: [manager] })).toBeNull();
  });
  it('of any other needs two people of two roles', () => {
    expect(missingRelease(base)).toContain('Two people');
    expect(missingRelease({ ...base, votes: [manager] })).toContain('One more');
    expect(missingRelease({ ...base, votes: [manager, otherManager] })).toContain('One more');
    expect(missingRelease({ ...base, votes: [manager, mlro] })).toBeNull();
    expect(missingRelease({ ...base, valueEurMinor: null, votes: [manager] })).toContain('One more');
  });
  it('twice by one person with two roles is one person', () => {
    const twice = [manager, { staffId: 'm', role: 'mlro' } as const];
    expect(missingRelease({ ...base, votes: twice })).not.toBeNull();
  });
  it('of a reported one needs the MLRO too, however small it is', () => {
    const reported = { ...base, reported: true, valueEurMinor: 1n };
    expect(missingRelease({ ...reported, votes: [manager, { staffId: 'r', role: 'representative' }] })).toContain(
      'MLRO',
    );
    expect(missingRelease({ ...reported, votes: [mlro] })).toContain('One more');
    expect(missingRelease({ ...reported, votes: [mlro, manager] })).toBeNull();
  });
});

describe('the clock of a suspended operation', () => {
  const at = (changes: Partial<SuspicionMoment> = {}): SuspicionMoment => ({
    snapshot: { version: 1, status: 'suspended' },
    remindMs: [100, 200],
    dueMs: 300,
    sinceMs: 0,
    tries: 0,
    triedAtMs: 0,
    trouble: null,
    waits: DEFAULT_SUSPICION_WAITS,
    ...changes,
  });
  it('reminds, says when it is too late, and says so again', () => {
    expect(nextSuspicionStep(at(), 0)).toMatchObject({ kind: 'wait', untilMs: 100 });
    expect(nextSuspicionStep(at(), 100)).toMatchObject({ kind: 'act', act: 'remind' });
    expect(nextSuspicionStep(at({ tries: 1, triedAtMs: 100 }), 100)).toMatchObject({ kind: 'wait', untilMs: 200 });
    expect(nextSuspicionStep(at({ tries: 2, triedAtMs: 200 }), 200)).toMatchObject({ kind: 'wait', untilMs: 300 });
    expect(nextSuspicionStep(at({ tries: 2, triedAtMs: 200 }), 300)).toMatchObject({ kind: 'act', act: 'overdue' });
    const late = nextSuspicionStep(at({ tries: 3, triedAtMs: 300 }), 300);
    expect(late).toMatchObject({ kind: 'wait', untilMs: 300 + DEFAULT_SUSPICION_WAITS.overdueEveryMs });
    expect(late.message).toContain('Overdue');
  });
  it('skips reminders whose time went by while nobody watched', () => {
    expect(nextSuspicionStep(at(), 500)).toMatchObject({ kind: 'act', act: 'overdue' });
  });
  it('stops with the report, and ends with the release', () => {
    const reported = at({ snapshot: { version: 2, status: 'reported' }, sinceMs: 250 });
    expect(nextSuspicionStep(reported, 400)).toMatchObject({ kind: 'wait' });
    expect(nextSuspicionStep(at({ snapshot: { version: 3, status: 'released' } }), 400).kind).toBe('end');
  });
});
