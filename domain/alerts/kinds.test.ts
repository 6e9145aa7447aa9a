import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ALERT_KINDS, type AlertKind } from './kinds.ts';

const folder = join(import.meta.dirname, '..', '..', 'docs', 'runbooks');
const kinds = Object.keys(ALERT_KINDS) as AlertKind[];

test('every runbook of an alert has its kind, and every kind its runbook, under the same title', () => {
  const written = readdirSync(folder).filter((name) => /^[a-z]/.test(name));
  expect(written.sort()).toEqual(kinds.map((kind) => `${kind}.md`).sort());
  for (const kind of kinds) {
    const [heading] = readFileSync(join(folder, `${kind}.md`), 'utf8').split('\n');
    expect(heading).toBe(`# ${ALERT_KINDS[kind].title}`);
  }
});

test('what endangers money or stops everybody is critical, and what can wait for the day is not', () => {
  const of = (severity: string) => kinds.filter((kind) => ALERT_KINDS[kind].severity === severity);
  expect(of('critical')).toEqual(
    expect.arrayContaining(['trial_balance', 'custody_missing', 'audit_log', 'follower_behind', 'service_away']),
  );
  expect(of('info')).toEqual(['account_deletion', 'case_waits', 'claim_waits', 'stray_payment']);
});

test('kinds whose messages name people or suspicions are confidential', () => {
  const confidential = kinds.filter((kind) => 'isConfidential' in ALERT_KINDS[kind]);
  expect(confidential).toEqual([
    'account_deletion',
    'case_waits',
    'suspicious_operation',
    'suspicious_operation_overdue',
  ]);
});
