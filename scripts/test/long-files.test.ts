import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { longFiles } from './long-files.ts';

const root = join(import.meta.dirname, '..', '..');

test('the files of which there can be more use fast-check or show screens, narrowed by parts of their paths', () => {
  const all = longFiles(root, []);
  expect(all).toContain('domain/state/invoice-money.property.test.ts');
  expect(all).toContain('db/payouts/debts.test.ts');
  expect(all).toContain('admin/payouts/payouts.browser.test.ts');
  expect(all).toContain('site/front.servers.test.ts');
  expect(all).toContain('admin/staff/alerts/alerts.servers.test.ts');
  expect(all).not.toContain('scripts/test/long-files.test.ts');
  expect(all.filter((file) => file.includes('node_modules'))).toEqual([]);
  expect(longFiles(root, ['invoice-money', 'db/payouts'])).toEqual([
    'db/payouts/debts.test.ts',
    'domain/state/invoice-money.property.test.ts',
  ]);
  expect(longFiles(root, ['no-such-file'])).toEqual([]);
});

test('each number of examples grows with the factor of the run', () => {
  const fixed = longFiles(root, []).flatMap((file) =>
    readFileSync(join(root, file), 'utf8')
      .split('\n')
      .filter((line) => /numRuns: [\d_]+/.test(line))
      .map((line) => `${file}: ${line.trim()}`),
  );
  expect(fixed).toEqual([]);
});
