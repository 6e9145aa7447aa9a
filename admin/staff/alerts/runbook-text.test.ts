import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ALERT_KINDS } from '../../../domain/alerts/kinds.ts';
import { findRunbook, parseRunbook, withSubject } from './runbook-text.ts';

const folder = join(import.meta.dirname, '../../../docs/runbooks');
const runbookNames = readdirSync(folder).map((name) => name.slice(0, -'.md'.length));

test('reads headings, paragraphs, commands, code and links', () => {
  const markdown = [
    '# Coins are missing\n\n## What to look at\n\nAs in [trial_balance](trial_balance.md): run\n`npm run custody`',
    'now:\n\n```\nnpm run ops -- x show\nnpm run ops -- x retry\n```\n\n## What to do\n\nWait.\n',
  ].join(' ');
  expect(parseRunbook(markdown)).toEqual({
    title: 'Coins are missing',
    blocks: [
      { kind: 'heading', text: 'What to look at' },
      {
        kind: 'paragraph',
        parts: [
          { kind: 'text', text: 'As in ' },
          { kind: 'link', text: 'trial_balance', name: 'trial_balance' },
          { kind: 'text', text: ': run ' },
          { kind: 'code', text: 'npm run custody' },
          { kind: 'text', text: ' now:' },
        ],
      },
      { kind: 'commands', text: 'npm run ops -- x show\nnpm run ops -- x retry' },
      { kind: 'heading', text: 'What to do' },
      { kind: 'paragraph', parts: [{ kind: 'text', text: 'Wait.' }] },
    ],
  });
});

test.each(runbookNames)('nothing of the runbook %s is beyond what is read, and its links lead to others', (name) => {
  const { title, blocks } = findRunbook(name) ?? parseRunbook('');
  expect(title).not.toBe('');
  expect(blocks.filter(({ kind }) => kind === 'heading')).toHaveLength(4);
  for (const block of blocks) {
    if (block.kind === 'heading') expect(block.text).not.toMatch(/\n/);
    if (block.kind !== 'paragraph') continue;
    for (const part of block.parts) {
      if (part.kind === 'text') expect(part.text).not.toMatch(/[`*_[\]|]|^[-#>]|^\d+\./);
      if (part.kind === 'link') expect(runbookNames).toContain(part.name);
    }
  }
});

test('every kind of alert has its runbook, and other names have none', () => {
  for (const [kind, { title }] of Object.entries(ALERT_KINDS)) expect(findRunbook(kind)?.title).toBe(title);
  for (const name of ['from_the_future', '../../compliance/operations', 'constructor', ''])
    expect(findRunbook(name)).toBeNull();
});

test.each([
  ['hedger:<mode>:<asset> show', 'hedger:sandbox:USDT', 'hedger:sandbox:USDT show'],
  ['hedger:<mode>:<asset> show', 'sandbox:USDT', 'hedger:sandbox:USDT show'],
  ['invoice:<uuid> show', '0198c5a2-7b1e-7c1a-9d3e-5f60718293a4', 'invoice:0198c5a2-7b1e-7c1a-9d3e-5f60718293a4 show'],
  ['payout:<uuid> retry --by <your email address>', 'ledger', 'payout:<uuid> retry --by <your email address>'],
  ['payout:<uuid> show', 'payout:not-a-uuid', 'payout:<uuid> show'],
  ['hedger:<mode>:<asset>', 'payout:USDT', 'hedger:<mode>:<asset>'],
])('the command %s about %s is %s', (text, subject, filled) => {
  expect(withSubject({ kind: 'commands', text }, subject)).toEqual({ kind: 'commands', text: filled });
  const paragraph = { kind: 'paragraph', parts: [{ kind: 'code', text }] } as const;
  expect(withSubject(paragraph, subject)).toEqual({ kind: 'paragraph', parts: [{ kind: 'code', text: filled }] });
});
