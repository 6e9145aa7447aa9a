import { describe, expect, it } from 'vitest';
import { NETWORKS } from '../assets/assets.ts';
import { batchesLines } from '../mass-payouts/batch.ts';
import { coolOffSecondsOf, isLessStrict, isTokenInCoolOff } from './policy.ts';

describe('how long a new address waits', () => {
  it('is a day where money is real and nothing in sandbox, unless the merchant decides', () => {
    expect(coolOffSecondsOf('production', null)).toBe(86_400);
    expect(coolOffSecondsOf('sandbox', null)).toBe(0);
    expect(coolOffSecondsOf('production', 0)).toBe(0);
    expect(coolOffSecondsOf('sandbox', 60)).toBe(60);
  });
});

describe('a policy', () => {
  const policy = (approvalRequired: boolean, coolOffSeconds: number) => ({ approvalRequired, coolOffSeconds });

  it('is looser with less approval or a shorter wait, whatever else becomes stricter', () => {
    expect(isLessStrict(policy(false, 60), policy(true, 60))).toBe(true);
    expect(isLessStrict(policy(true, 59), policy(true, 60))).toBe(true);
    expect(isLessStrict(policy(true, 59), policy(false, 60))).toBe(true);
    expect(isLessStrict(policy(false, 90), policy(true, 60))).toBe(true);
  });

  it('is not looser when it stays or becomes stricter', () => {
    expect(isLessStrict(policy(true, 60), policy(true, 60))).toBe(false);
    expect(isLessStrict(policy(false, 60), policy(false, 60))).toBe(false);
    expect(isLessStrict(policy(true, 61), policy(false, 60))).toBe(false);
  });
});

it('a token is young while the cool-off since it was given its power lasts', () => {
  const armedAt = new Date('2026-10-05T10:00:00.000Z');
  const isYoung = (seconds: number, at: Date | null = armedAt) =>
    isTokenInCoolOff({ armedAt: at, coolOffSeconds: 60, nowMs: armedAt.getTime() + seconds * 1_000 });
  expect([isYoung(0), isYoung(59), isYoung(60), isYoung(61)]).toEqual([true, true, false, false]);
  expect(isYoung(0, null)).toBe(false);
});

it('one transaction pays many on the networks of coins alone', () => {
  expect(NETWORKS.filter(batchesLines)).toEqual(['BTC', 'LTC', 'BCH']);
});
