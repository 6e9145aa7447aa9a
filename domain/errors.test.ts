import { describe, expect, test } from 'vitest';
import { DomainError, fieldError, isDomainError } from './errors.ts';

describe('refusals', () => {
  test('carry the status and words of the specification (§8)', () => {
    expect(new DomainError('insufficient_balance')).toMatchObject({
      status: 422,
      message: 'Insufficient balance. Please adjust the amount and try again.',
    });
    expect(new DomainError('rate_unavailable')).toMatchObject({ status: 503, retryAfterSeconds: 5 });
    expect(fieldError('items.0.price', 'x')).toMatchObject({
      status: 422,
      message: 'The given data was invalid',
      fields: { 'items.0.price': ['x'] },
    });
  });

  test('can be told apart', () => {
    expect(isDomainError(new DomainError('not_found'), 'not_found')).toBe(true);
    expect(isDomainError(new DomainError('not_found'), 'conflict')).toBe(false);
    expect(isDomainError(new Error('not_found'))).toBe(false);
  });
});
