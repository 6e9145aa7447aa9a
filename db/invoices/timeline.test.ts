import { expect, test } from 'vitest';
import type { TimelineEntry } from '../../contract/spa-invoices.ts';
import { inOrder } from './timeline.ts';

const moment = (at: number, kind: TimelineEntry['kind'], text_key: string): TimelineEntry => ({
  at: new Date(at).toISOString(),
  kind,
  text_key,
  data: {},
});

test('of one millisecond, the creation comes first and a status after the money that caused it', () => {
  const told = inOrder([
    moment(5, 'status', 'created'),
    moment(6, 'status', 'confirming'),
    moment(6, 'status', 'completed'),
    moment(5, 'quote', 'gate_chosen'),
    moment(6, 'payment', 'payment_seen'),
    moment(6, 'ledger', 'payment_confirmed'),
  ]);
  const order = ['created', 'gate_chosen', 'payment_seen', 'payment_confirmed', 'confirming', 'completed'];
  expect(told.map(({ text_key }) => text_key)).toEqual(order);
});

test('the oldest moment comes first, whatever its kind', () => {
  const told = inOrder([moment(2, 'payment', 'payment_seen'), moment(1, 'status', 'status')]);
  expect(told.map(({ text_key }) => text_key)).toEqual(['status', 'payment_seen']);
});
