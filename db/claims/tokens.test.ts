import { expect, test } from 'vitest';
import { newId } from '../../domain/ids.ts';
import { createClaimTokens } from './tokens.ts';

const tokens = createClaimTokens(new Uint8Array(32).fill(1));
const of = { invoiceId: newId(), paymentId: newId(), nowMs: 1_000_000 };
const codeOf = (token: string, at: Partial<typeof of> = {}) => {
  try {
    return tokens.read(token, { ...of, ...at });
  } catch (error) {
    return (error as { code: string }).code;
  }
};

test('a token opens its own payment for its own invoice, for two hours', () => {
  const token = tokens.make(of);
  expect(codeOf(token)).toBe(of.paymentId);
  expect(codeOf(token, { invoiceId: newId() })).toBe('not_found');
  expect(codeOf(token, { nowMs: of.nowMs + 2 * 3_600_000 - 1_000 })).toBe(of.paymentId);
  expect(codeOf(token, { nowMs: of.nowMs + 2 * 3_600_000 + 1_000 })).toBe('link_expired');
});

test('a token with another payment, another end or another key opens nothing', () => {
  const [payment = '', until = '', mac = ''] = tokens.make(of).split('.');
  const other = createClaimTokens(new Uint8Array(32).fill(2)).make(of);
  for (const token of [
    `${newId()}.${until}.${mac}`,
    `${payment}.zzzzzz.${mac}`,
    `${payment}.${until}.`,
    `${payment}.${until}`,
    '',
    '..',
    other,
    `${payment}.${until}.${mac.slice(1)}`,
  ]) {
    expect(codeOf(token)).toBe('not_found');
  }
});
