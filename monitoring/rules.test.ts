import { execFileSync } from 'node:child_process';
import { globSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { findProgram } from '../scripts/toolchain/found.ts';

const root = join(import.meta.dirname, '..');
const folder = join(root, 'deploy', 'monitoring');
const rules = readFileSync(join(folder, 'rules.yml'), 'utf8');
const ruleNames = [...rules.matchAll(/- alert: (\w+)/g)].map(([, name = '']) => name);
const runbooks = readdirSync(join(root, 'docs', 'runbooks')).map((name) => name.replace(/\.md$/, ''));

/** Mails and transfers that the same files name. */
const NO_ALERTS = ['deletion_withdrawn', 'deletion_requested', 'chain_ended', 'screening_hit'];
const TRANSFERS = ['payment_reverse', 'payment_credit'];

/** The kinds that the code opens alerts of, from its sources. */
function alertKinds(): Set<string> {
  const kinds = new Set<string>();
  for (const file of globSync('{activities,db,domain,temporal}/**/*.ts', { cwd: root })) {
    if (/\.(test|fixture)\.ts$/.test(file)) continue;
    const text = readFileSync(join(root, file), 'utf8');
    const union = /type InvoiceAlert = ([^;]+);/.exec(text)?.[1] ?? '';
    for (const [, kind = ''] of union.matchAll(/'(\w+)'/g)) kinds.add(kind);
    if (!/raiseAlert|resolveAlert|\bAlert\b/.test(text)) continue;
    for (const [, kind = ''] of text.matchAll(/(?:kind:|kind =|ALERT =) '([a-z]+(?:_[a-z]+)+)'/g)) kinds.add(kind);
  }
  for (const other of [...NO_ALERTS, ...TRANSFERS]) kinds.delete(other);
  return kinds;
}

test('every rule and every kind of alert has a runbook, and every runbook has its rule or kind', () => {
  const kinds = alertKinds();
  expect(kinds.size).toBeGreaterThan(25);
  // The rule about open alerts leads to the runbook of the kind.
  const wanted = new Set([...ruleNames.filter((name) => name !== 'TidegateAlertOpen'), ...kinds]);
  expect([...wanted].filter((name) => !runbooks.includes(name))).toEqual([]);
  expect(runbooks.filter((name) => !wanted.has(name))).toEqual([]);
  for (const name of ruleNames.filter((each) => each !== 'TidegateAlertOpen')) {
    expect(rules).toContain(`runbook: docs/runbooks/${name}.md`);
  }
});

test.each(runbooks)('the runbook %s says what it means, where to look, what to do and when it is over', (name) => {
  const text = readFileSync(join(root, 'docs', 'runbooks', `${name}.md`), 'utf8');
  const headings = [...text.matchAll(/^## (.+)$/gm)].map(([, heading]) => heading);
  expect(headings).toEqual([
    ...['What it means for merchants and payers', 'What to look at', 'What to do', 'How to know that it is over'],
  ]);
});

test('every rule has a test that makes it fire', () => {
  const tests = readFileSync(join(folder, 'rules.test.yml'), 'utf8');
  expect(ruleNames.filter((name) => !tests.includes(`- name: ${name} `))).toEqual([]);
});

const promtool = findProgram(['promtool'], 'PROMTOOL');

test.skipIf(promtool === undefined)("promtool's tests of the rules pass", () => {
  const run = (...args: string[]) => execFileSync(promtool?.path ?? '', args, { cwd: folder, encoding: 'utf8' });
  expect(run('check', 'rules', 'rules.yml')).toContain('SUCCESS');
  expect(run('test', 'rules', 'rules.test.yml')).toContain('SUCCESS');
});
