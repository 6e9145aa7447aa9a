import { describe, expect, it } from 'vitest';
import { missingToApprove, updateStatus } from './update.ts';

const NONE = { approvedAt: null, stoppedAt: null, finishedAt: null, discardedAt: null };
const AT = new Date('2026-11-20T12:00:00Z');

describe('a product update', () => {
  it.each([
    [{}, 'draft'],
    [{ discardedAt: AT }, 'discarded'],
    [{ approvedAt: AT }, 'sending'],
    [{ approvedAt: AT, stoppedAt: AT }, 'stopped'],
    [{ approvedAt: AT, finishedAt: AT }, 'sent'],
  ] as const)('with %j is %s', (moments, status) => {
    expect(updateStatus({ ...NONE, ...moments })).toBe(status);
  });

  it('is approved by another person than its writer, after a test of the present text, once', () => {
    const draft = { ...NONE, writtenBy: 'ada', testedAt: AT };
    expect(missingToApprove(draft, 'bob')).toBeNull();
    expect(missingToApprove(draft, 'ada')).toContain('Another person');
    expect(missingToApprove({ ...draft, testedAt: null }, 'bob')).toContain('test');
    expect(missingToApprove({ ...draft, approvedAt: AT }, 'bob')).toContain('not a draft');
  });
});
