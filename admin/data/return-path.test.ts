import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { examples } from '../../domain/examples.fixture.ts';
import { isOwnPage } from './return-path.ts';

describe('a remembered path', () => {
  it('is a page of the back office', () => {
    expect(isOwnPage('/history?page=2')).toBe(true);
    expect(isOwnPage('/download/transaction-activity/2026-11')).toBe(true);
  });

  it('is never another site', () => {
    for (const path of ['//evil.example', '/\\evil.example', 'https://evil.example', 'javascript:alert(1)', '']) {
      expect(isOwnPage(path), path).toBe(false);
    }
  });

  it('hazard 71: leads to this origin, whatever the requested path', () => {
    const nasty = [
      '/',
      '\\',
      '\t',
      '\n',
      '\r',
      '.',
      '@',
      ':',
      '%',
      '?',
      '#',
      'evil.example',
      'javascript',
      ' ',
      '\u0000',
    ];
    fc.assert(
      fc.property(fc.array(fc.oneof(fc.constantFrom(...nasty), fc.string()), { maxLength: 6 }), (parts) => {
        const path = parts.join('');
        if (isOwnPage(path)) expect(new URL(path, 'https://own.example').origin).toBe('https://own.example');
      }),
      { numRuns: examples(2_000) },
    );
  });

  it('is never a page one comes from by signing in', () => {
    for (const path of ['/', '/auth/sign-in', '/auth', '/system/500', '/user-invite?token=1']) {
      expect(isOwnPage(path), path).toBe(false);
    }
  });
});
