import { expect, it, test } from 'vitest';
import { EVENT_KINDS } from '../../domain/webhooks/event-kinds.ts';
import { eventPath } from './event-path.ts';
import { KINDS } from './kind-filter.ts';

test('the filter of events offers every kind of event', () => {
  expect([...KINDS].sort()).toEqual([...EVENT_KINDS].sort());
});

it.each(EVENT_KINDS)('an event of a %s leads to its page', (kind) => {
  expect(eventPath({ type: `${kind}.done`, entity_id: '7', invoice_id: null, deposit_id: null })).toContain('7');
});
