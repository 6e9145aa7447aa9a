import { expect, test } from 'vitest';
import { type Finding, filesOfCode, findingsIn } from './english-code.fixture.ts';

/**
 * How many findings each folder still has; a folder without findings has no line. When there are fewer, `npx vitest run
 * scripts/english-code.test.ts -u` writes the file. Never let it write more: reword what you wrote.
 */
const ALLOWED = 'english-allowed.json';

test('comments, names and tests have no more private language than english-allowed.json says', {
  timeout: 180_000,
}, async () => {
  const found: Record<string, Record<Finding['kind'], number>> = {};
  for (const file of filesOfCode())
    for (const { kind } of findingsIn(file)) {
      const folder = file.includes('/') ? (file.split('/')[0] ?? file) : '.';
      found[folder] ??= { comments: 0, names: 0, tests: 0 };
      found[folder][kind] += 1;
    }
  const sorted = Object.fromEntries(Object.entries(found).toSorted(([a], [b]) => (a < b ? -1 : 1)));
  await expect(`${JSON.stringify(sorted, null, 2)}\n`).toMatchFileSnapshot(ALLOWED);
});

test.each([
  ['/** What came in. */', 'comments'],
  ['// Money came in. Who pays is\n// known.', 'comments'],
  ['/** Operators are told of it. */', 'comments'],
  ['const askedMinor = 1n;', 'names'],
  ["test('whoever pays is credited', () => {});", 'tests'],
] as const)('private language is found: %s', (source, kind) => {
  expect(findingsIn('example.ts', source).map((finding) => finding.kind)).toEqual([kind]);
});

test.each([
  '/** What came in? The amount. */',
  '/** The amount that came in. `What` is a name. */',
  'const taskedWith = 1;',
  "test('an invoice is paid', () => {});",
])('plain English is not found: %s', (source) => {
  expect(findingsIn('example.ts', source)).toEqual([]);
});
