import { describe, expect, it } from 'vitest';
import {
  ACCEPTED_DOCUMENTS,
  areInForce,
  LEGAL_DOCUMENTS,
  notAccepted,
  versionInForce,
  versionsToAccept,
} from './documents.ts';

describe('the legal documents', () => {
  it('have a day as version, which exists and is not in the future of the next release', () => {
    for (const { slug, version } of LEGAL_DOCUMENTS) {
      expect(version, slug).toMatch(/^\d{4}-\d{2}-\d{2}$/);
      expect(new Date(`${version}T00:00:00Z`).toISOString().slice(0, 10), slug).toBe(version);
    }
  });

  it('are in force from the later day: their own, or that on which the operator changed what they print', () => {
    const [{ version }] = LEGAL_DOCUMENTS;
    expect(versionInForce('terms', undefined)).toBe(version);
    expect(versionInForce('terms', '2020-01-01')).toBe(version);
    expect(versionInForce('terms', '2099-01-01')).toBe('2099-01-01');
  });
});

describe('what a person still has to accept', () => {
  const current = versionsToAccept(undefined);

  it('is everything at first, and nothing once the versions in force are accepted', () => {
    expect(notAccepted({}, current)).toEqual([...ACCEPTED_DOCUMENTS]);
    expect(notAccepted(current, current)).toEqual([]);
  });

  it('is a document that has a newer version, and not one of which a newer version than in force is recorded', () => {
    expect(notAccepted({ ...current, privacy: '2026-11-24' }, current)).toEqual(['privacy']);
    // A process of the release before does not ask for what one of the next release recorded.
    expect(notAccepted({ ...current, terms: '2099-01-01' }, current)).toEqual([]);
  });

  it('is not decided by a page that shows other versions', () => {
    expect(areInForce(current, current)).toBe(true);
    expect(areInForce({ ...current, aml: '2026-11-24' }, current)).toBe(false);
    expect(areInForce({ terms: current.terms }, current)).toBe(false);
  });
});
