import { describe, expect, it } from 'vitest';
import { newId } from '../ids.ts';
import { CONSENT_VERSION, consentValue, NOTHING_OPTIONAL, readConsent, underGpc } from './consent.ts';

const all = { performance: true, functional: true, targeting: true };

describe('a choice about cookies', () => {
  it('is read as it was stored', () => {
    for (const choices of [NOTHING_OPTIONAL, all, { ...NOTHING_OPTIONAL, functional: true }]) {
      expect(readConsent(consentValue(newId(), choices))).toEqual(choices);
    }
  });

  it('is requested again when it is of an older version, or was made by no server', () => {
    const value = consentValue(newId(), all);
    for (const other of [
      undefined,
      '',
      'true',
      '111',
      value.replace(CONSENT_VERSION, '2026-01-01'),
      value.replace('.111.', '.11.'),
      value.replace('.111.', '.112.'),
      value.slice(0, -1),
      `${value}.`,
      `${CONSENT_VERSION}.111.`,
      `${CONSENT_VERSION}.111.00000000-0000-4000-8000-000000000000`,
    ]) {
      expect(readConsent(other), String(other)).toBeUndefined();
    }
  });

  it('never allows targeting to a browser that sends Global Privacy Control', () => {
    expect(underGpc(all, true)).toEqual({ ...all, targeting: false });
    expect(underGpc(all, false)).toEqual(all);
  });
});
