import { execFileSync } from 'node:child_process';
import { globSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ALERT_KINDS } from '../domain/alerts/kinds.ts';
import { findProgram } from '../scripts/toolchain/found.ts';

const root = join(import.meta.dirname, '..');
const folder = join(root, 'deploy', 'monitoring');
const rules = readFileSync(join(folder, 'rules.yml'), 'utf8');
const ruleNames = [...rules.matchAll(/- alert: (\w+)/g)].map(([, name = '']) => name);
const runbooks = readdirSync(join(root, 'docs', 'runbooks')).map((name) => name.replace(/\.md$/, ''));

test('every rule and every kind of alert has a runbook, and every runbook has its rule or kind', () => {
  const kinds = Object.keys(ALERT_KINDS);
  // The rule about open alerts leads to the runbook of the kind.
  const requested = new Set([...ruleNames.filter((name) => name !== 'TidegateAlertOpen'), ...kinds]);
  expect([...requested].filter((name) => !runbooks.includes(name))).toEqual([]);
  expect(runbooks.filter((name) => !requested.has(name))).toEqual([]);
  for (const name of ruleNames.filter((each) => each !== 'TidegateAlertOpen')) {
    expect(rules).toContain(`runbook: docs/runbooks/${name}.md`);
  }
});

test.each(runbooks)('the runbook %s says what it means, where to look, what to do and when it is over', (name) => {
  const text = readFileSync(join(root, 'docs', 'runbooks', `${name}.md`), 'utf8');
  const headings = [...text.matchAll(/^## (.+)$/gm)].map(([, heading]) => heading);
  expect(headings).toEqual([
    'What it means for merchants and payers',
    'What to check',
    'What to do',
    'How to know that it is over',
  ]);
});

test('every rule has a test that makes it fire', () => {
  const tests = readFileSync(join(folder, 'rules.test.yml'), 'utf8');
  expect(ruleNames.filter((name) => !tests.includes(`- name: ${name} `))).toEqual([]);
});

test('every kind of alert has a test that makes its cause', () => {
  const tests = globSync('{activities,api,db,scripts,temporal,workflows}/**/*.test.ts', { cwd: root }).map((file) =>
    readFileSync(join(root, file), 'utf8'),
  );
  const isTested = (kind: string) => tests.some((text) => text.includes(`'${kind}'`));
  expect(Object.keys(ALERT_KINDS).filter((kind) => !isTested(kind))).toEqual([]);
});

const promtool = findProgram(['promtool'], 'PROMTOOL');

test.skipIf(promtool === undefined)("promtool's tests of the rules pass", () => {
  const run = (...args: string[]) => execFileSync(promtool?.path ?? '', args, { cwd: folder, encoding: 'utf8' });
  expect(run('check', 'rules', 'rules.yml')).toContain('SUCCESS');
  expect(run('test', 'rules', 'rules.test.yml')).toContain('SUCCESS');
});
