import { expect, test } from 'vitest';
import { AUDIT_ACTIONS, AUDIT_AREAS, auditSentence } from './audit.ts';

test('an entry reads as a sentence after the name of who did it', () => {
  const target = { label: 'ana@quay.example' };
  expect(auditSentence({ action: 'team.invited', target, data: { role: 'viewer' } })).toBe(
    'invited ana@quay.example as Viewer',
  );
  expect(auditSentence({ action: 'account.signed_in', target: null, data: {} })).toBe('signed in');
});

test('what an entry does not name is left out, and an unknown action is shown as it is', () => {
  expect(auditSentence({ action: 'team.blocked', target: null, data: {} })).toBe('blocked');
  expect(auditSentence({ action: 'moon.landed', target: null, data: {} })).toBe('moon.landed');
});

test('every action belongs to an area', () => {
  for (const action of Object.keys(AUDIT_ACTIONS)) expect(action).toMatch(/^[a-z]+(_[a-z]+)*\.[a-z_]+$/);
  expect(AUDIT_AREAS).toContain('team');
});
