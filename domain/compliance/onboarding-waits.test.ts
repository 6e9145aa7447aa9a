import { describe, expect, it } from 'vitest';
import { CASE_STATUSES, type CaseSnapshot, type CaseStatus } from './case.ts';
import { DEFAULT_ONBOARDING_WAITS, nextOnboardingStep, onboardingDetails } from './onboarding-waits.ts';

const now = Date.parse('2026-11-21T12:00:00.000Z');
const day = 86_400_000;
const iso = (ms: number) => new Date(ms).toISOString();

function at(status: CaseStatus, changes: Partial<CaseSnapshot> = {}, looks = 0) {
  const snapshot: CaseSnapshot = {
    version: 3,
    status,
    reason: null,
    since: iso(now - 1_000),
    actUntil: iso(now + 30 * day),
    reminders: 0,
    untold: false,
    checksAsked: true,
    approvals: [],
    nextScreeningAt: iso(now + 20 * day),
    documentsExpireAt: null,
    monitoredUntil: iso(now + 300 * day),
    ...changes,
  };
  return nextOnboardingStep({ snapshot, lookedAtMs: 0, looks, waits: DEFAULT_ONBOARDING_WAITS }, now);
}

describe('the next step of an onboarding', () => {
  it('is a wait with an end, an act, or the end, in every status, with words', () => {
    for (const status of CASE_STATUSES) {
      const next = at(status);
      expect(next.message.length, status).toBeGreaterThan(10);
      if (next.kind === 'wait') expect(next.untilMs, status).toBeGreaterThan(now);
      expect(next.kind === 'end', status).toBe(status === 'declined' || status === 'expired');
    }
  });

  it('is the end in every status once the account is deleted', () => {
    for (const status of CASE_STATUSES) expect(at(status, { ended: true }), status).toMatchObject({ kind: 'end' });
    expect(at('production', { ended: true, monitoredUntil: iso(now) }).message).toContain('account was deleted');
  });

  it('tells the merchant first of what is new, and of an approval together with opening production', () => {
    expect(at('more_requested', { untold: true })).toMatchObject({ act: 'tell' });
    expect(at('expired', { untold: true })).toMatchObject({ act: 'tell' });
    expect(at('approved', { untold: true })).toMatchObject({ act: 'open' });
  });

  it('reminds once a week and ends what is not finished in time', () => {
    expect(at('business')).toMatchObject({ kind: 'wait', untilMs: now - 1_000 + 7 * day });
    expect(at('business', { since: iso(now - 8 * day) })).toMatchObject({ act: 'remind' });
    expect(at('business', { since: iso(now - 8 * day), reminders: 1 })).toMatchObject({ kind: 'wait' });
    expect(at('business', { actUntil: iso(now) })).toMatchObject({ act: 'deadline' });
  });

  it('asks the provider, looks after pauses that grow to an hour, and goes on without it in the end', () => {
    expect(at('checking', { checksAsked: false })).toMatchObject({ act: 'ask_provider' });
    expect(at('checking')).toMatchObject({ untilMs: now - 1_000 + 60_000 });
    expect(at('checking', {}, 20)).toMatchObject({ untilMs: now - 1_000 + 3_600_000 });
    expect(at('checking', { actUntil: iso(now) })).toMatchObject({ act: 'provider_overdue' });
    expect(at('rechecking', { checksDue: true }), 'the team has an answer').toMatchObject({ act: 'ask_provider' });
    expect(at('rechecking', { checksAsked: false })).toMatchObject({ kind: 'wait' });
  });

  it('in production is whatever comes first of screening, documents that end and the year that is over', () => {
    expect(at('production')).toMatchObject({ kind: 'wait', untilMs: now + 20 * day });
    expect(at('production', { nextScreeningAt: iso(now) })).toMatchObject({ act: 'rescreen' });
    expect(at('production', { documentsExpireAt: iso(now + 29 * day) })).toMatchObject({ act: 'documents_expire' });
    expect(at('production', { monitoredUntil: iso(now) })).toMatchObject({ act: 'period_over' });
  });

  it('is described with who must act and until when', () => {
    const snapshot = {
      version: 1,
      status: 'review' as const,
      reason: null,
      since: iso(now),
      actUntil: null,
      approvals: [],
    };
    const rest = { reminders: 2, untold: false, checksAsked: true, nextScreeningAt: null, documentsExpireAt: null };
    const message = onboardingDetails({ ...snapshot, ...rest, monitoredUntil: null }, 'It waits.');
    expect(message).toContain('Waiting for: **the compliance team**');
    expect(message).toContain('Reminders sent: 2');
  });
});
