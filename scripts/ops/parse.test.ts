import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import * as messages from '../../workflows/messages.ts';
import { commandLines } from './command-lines.fixture.ts';
import { parseOps } from './parse.ts';

/** The name of a process, by which it is queried: a word, or a constant of workflows/messages.ts. */
const NAME = /\bname: ('\w+'|\w+),\s+signal: /;
const ID = '0190f1c2-0000-7000-8000-000000000001';
const WHO = ['--by', 'ann@gateway.test', '--note', 'The node is back.'];

const KINDS = ['invoice', 'payout', 'card-order', 'claim', 'mass-payout', 'onboarding', 'suspicious-operation'];
const IDS = [...KINDS.map((kind) => `${kind}:${ID}`), `mass-payout:${ID}:1`, `deposit:SEPA:${ID}`];

describe('a command of an operator', () => {
  test('becomes what the workflow takes, and nothing more', () => {
    expect(parseOps([`payout:${ID}`, 'retry', ...WHO, '--max-fee', '0.0005'])).toMatchObject({
      workflowId: `payout:${ID}`,
      name: 'retry',
      requestId: undefined,
      command: { by: 'ann@gateway.test', note: 'The node is back.', maxFee: '0.0005' },
    });
    expect(parseOps([`invoice:${ID}`, 'resolve', '--outcome', 'earlier', ...WHO])).toMatchObject({
      command: { by: 'ann@gateway.test', note: 'The node is back.', outcome: 'earlier' },
    });
    expect(parseOps([`mass-payout:${ID}:3`, 'show'])).toMatchObject({ name: 'show', process: { query: 'mass_slice' } });
  });

  test.each([
    [[], 'Name a workflow: invoice:<uuid>, payout:<uuid>'],
    [['webhook:1', 'retry', ...WHO], '"webhook:1" is not the ID of a workflow that takes commands'],
    [[ID, 'retry', ...WHO], 'is not the ID of a workflow'],
    [['payout:1', 'retry', ...WHO], 'is not the ID of a workflow'],
    [[`refund:${ID}:1`, 'retry', ...WHO], 'is not the ID of a workflow'],
    [[`payout:${ID}`], 'knows show, approve, retry and resolve; name one.'],
    [[`payout:${ID}`, 'pay', ...WHO], 'not "pay"'],
    [[`mass-payout:${ID}`, 'approve', ...WHO], 'knows show and retry; not "approve".'],
    [[`payout:${ID}`, 'retry', '--note', 'x'], '--by is missing'],
    [[`payout:${ID}`, 'retry', '--by', 'ann', '--note', ' '], '--note is missing'],
    [[`payout:${ID}`, 'retry', ...WHO, 'now'], '"now" is one word too many: put the note in quotes.'],
    [[`payout:${ID}`, 'retry', '--by', 'ann', '--note', 'x'.repeat(1001)], '--note has more than 1000 characters.'],
    [[`payout:${ID}`, 'resolve', ...WHO], '--outcome must be paid or unpaid.'],
    [[`invoice:${ID}`, 'resolve', ...WHO, '--outcome', 'paid'], '--outcome must be earlier, invalid or done.'],
    [[`payout:${ID}`, 'retry', ...WHO, '--outcome', 'paid'], '--outcome belongs to resolve.'],
    [[`payout:${ID}`, 'retry', ...WHO, '--max-fee', '0,5'], '--max-fee must be an amount'],
    [[`invoice:${ID}`, 'retry', ...WHO, '--max-fee', '0.5'], '--max-fee belongs to retry of a payout'],
    [[`payout:${ID}`, 'retry', ...WHO, '--request', '7'], '--request must be the ID'],
    [[`payout:${ID}`, 'show', '--note', 'x'], 'show takes no --note.'],
    [[`payout:${ID}`, 'retry', ...WHO, '--force'], "Unknown option '--force'"],
  ])('is refused before anything is sent, in words: %j', (args, message) => {
    expect(() => parseOps(args)).toThrow(message);
  });

  test('reaches every workflow with the loop of processes', () => {
    const constants = new Map<string, unknown>(Object.entries(messages));
    const workflows = join(import.meta.dirname, '..', '..', 'workflows');
    const names = globSync(join(workflows, '*.ts'))
      .filter((path) => !/\.(test|fixture)\.ts$/.test(path))
      .flatMap((path) => NAME.exec(readFileSync(path, 'utf8'))?.[1] ?? [])
      .map((name) => (name.startsWith("'") ? name.slice(1, -1) : constants.get(name)));
    const known = IDS.map((id) => parseOps([id, 'show']).process.query);
    expect([...new Set(names)].sort()).toEqual([...new Set(known)].sort());
  });

  const root = join(import.meta.dirname, '..', '..', 'docs');
  const pages = globSync('**/*.md', { cwd: root }).sort();
  const documented = pages.flatMap((page) => commandLines(readFileSync(join(root, page), 'utf8')));

  test.each(documented.map((args) => [args.join(' '), args] as const))(
    'is accepted as the pages have it: %s',
    (_, args) => expect(() => parseOps(args)).not.toThrow(),
  );

  test('is on the pages in each form', () => {
    const names = new Set(documented.map(([, name]) => name));
    expect([...names].toSorted()).toEqual(['approve', 'resolve', 'retry', 'show']);
  });
});
