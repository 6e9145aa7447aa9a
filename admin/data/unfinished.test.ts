import { expect, it } from 'vitest';
import { makeUser } from '../testing/fixtures.fixture.ts';
import { unfinishedStep } from './unfinished.ts';

it('sends a new merchant to the mail address, then to the company, then nowhere', () => {
  const { merchant } = makeUser();
  const at = (changes: Partial<typeof merchant>) => unfinishedStep(makeUser({ merchant: { ...merchant, ...changes } }));
  expect(at({ status: 'new', company_name: null })).toBe('/auth/verify-email');
  expect(at({ status: 'email_verified', company_name: null })).toBe('/auth/verify-company');
  expect(at({ status: 'active' })).toBeNull();
});
