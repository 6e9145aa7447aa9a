import { expect, test } from 'vitest';
import { hashPassword, passwordMatches } from './passwords.ts';

test('a hash is argon2id with a salt of its own, and opens with its password only', async () => {
  const [one, other] = await Promise.all([hashPassword('Harbour-lights-7'), hashPassword('Harbour-lights-7')]);
  expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  expect(one).not.toBe(other);
  expect(await passwordMatches('Harbour-lights-7', one)).toBe(true);
  expect(await passwordMatches('harbour-lights-7', one)).toBe(false);
  expect(await passwordMatches('Harbour-lights-7 ', one)).toBe(false);
  expect(await passwordMatches('the password of nobody', undefined)).toBe(false);
});

test('a crowd is served in turn, and callers beyond the limit of the queue are asked to come again', async () => {
  const stored = await hashPassword('Harbour-lights-7');
  const crowd = await Promise.allSettled(Array.from({ length: 260 }, () => passwordMatches('no', stored)));
  const refused = crowd.filter((each) => each.status === 'rejected');
  expect(refused.length).toBeGreaterThan(0);
  expect(refused.length).toBeLessThan(60);
  for (const { reason } of refused) expect(reason).toMatchObject({ code: 'service_unavailable' });
  expect(await passwordMatches('Harbour-lights-7', stored)).toBe(true);
});

test('work that fails gives its turn back', async () => {
  for (let tries = 0; tries < 20; tries += 1) await expect(passwordMatches('x', 'no hash')).rejects.toThrow();
  expect(await passwordMatches('x', await hashPassword('x'))).toBe(true);
});
