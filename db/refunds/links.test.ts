import { expect, test } from 'vitest';
import { refusalOf } from '../../domain/refusal.fixture.ts';
import { createRefundLinks } from './links.ts';

const links = createRefundLinks(new Uint8Array(32).fill(7));
const nowMs = Date.parse('2026-10-05T10:00:00.000Z');
const DAY_MS = 86_400_000;
const made = links.make('https://pay.example/i/1', { invoiceId: 'i1', occasion: 'overpaid', nowMs });
const token = made.split('#refund=')[1] ?? '';
const codeOf = (text: string, at: { readonly invoiceId?: string; readonly nowMs?: number } = {}) =>
  refusalOf(() => links.read(text, { invoiceId: 'i1', nowMs, ...at }))?.code ?? 'none';

test('a link of a refund carries occasion, end and signature behind the address of the page', () => {
  // Mailed links are good for thirty days, so the text of one never changes.
  expect(made).toBe('https://pay.example/i/1#refund=overpaid.tnz2g0.fNLW3jGzGTJTucWkS0RyNMLf0sxPErzOkCkf3SKdh84');
  expect(links.read(token, { invoiceId: 'i1', nowMs })).toBe('overpaid');
});

test('it is good for thirty days', () => {
  expect(codeOf(token, { nowMs: nowMs + 30 * DAY_MS - 1 })).toBe('none');
  expect(codeOf(token, { nowMs: nowMs + 30 * DAY_MS })).toBe('link_expired');
});

test('what was not made for this invoice with our key is not found', () => {
  const [occasion = '', until = '', mac = ''] = token.split('.');
  const later = (Number.parseInt(until, 36) + 1).toString(36);
  const other = createRefundLinks(new Uint8Array(32).fill(8)).make('', { invoiceId: 'i1', occasion, nowMs });
  const forged = [
    '',
    occasion,
    `${occasion}.${until}`,
    `${occasion}.${until}.`,
    `${occasion}.${until}.${mac.slice(0, -4)}`,
    `x.${until}.${mac}`,
    `${occasion}.${later}.${mac}`,
    other.slice('#refund='.length),
  ];
  expect(forged.map((each) => codeOf(each))).toEqual(forged.map(() => 'not_found'));
  expect(codeOf(token, { invoiceId: 'i2' })).toBe('not_found');
});
