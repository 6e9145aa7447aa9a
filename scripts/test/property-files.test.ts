import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { propertyFiles } from './property-files.ts';

const root = join(import.meta.dirname, '..', '..');

test('the files of property tests are those that use fast-check, narrowed by parts of their paths', () => {
  const all = propertyFiles(root, []);
  expect(all).toContain('domain/state/invoice-money.property.test.ts');
  expect(all).toContain('db/payouts/debts.test.ts');
  expect(all).not.toContain('scripts/test/property-files.test.ts');
  expect(all.filter((file) => file.includes('node_modules'))).toEqual([]);
  expect(propertyFiles(root, ['invoice-money', 'db/payouts'])).toEqual([
    'db/payouts/debts.test.ts',
    'domain/state/invoice-money.property.test.ts',
  ]);
  expect(propertyFiles(root, ['no-such-file'])).toEqual([]);
});

test('each number of examples grows with the factor of the run', () => {
  const fixed = propertyFiles(root, []).flatMap((file) =>
    readFileSync(join(root, file), 'utf8')
      .split('\n')
      .filter((line) => /numRuns: [\d_]+/.test(line))
      .map((line) => `${file}: ${line.trim()}`),
  );
  expect(fixed).toEqual([]);
});
