import { expect, test } from 'vitest';
import { changedSince, reachesProduct } from './changed.ts';

test.each([
  { file: 'api/routes/v1/invoices.ts', reaches: true },
  { file: 'db/migrations/0001-start.sql', reaches: true },
  { file: 'invoice-page/src/styles/page.css', reaches: true },
  { file: 'package-lock.json', reaches: true },
  { file: 'e2e/journeys/payer.test.ts', reaches: true },
  { file: 'e2e/faults/barrier.fixture.ts', reaches: true },
  { file: 'api/security/access.test.ts', reaches: false },
  { file: 'admin/testing/build.fixture.ts', reaches: false },
  { file: 'docs/openapi.json', reaches: false },
  { file: 'bench/run.ts', reaches: false },
  { file: 'README.md', reaches: true },
  { file: 'docs/guides/payouts.md', reaches: true },
  { file: 'docs/quickstart/curl.md', reaches: true },
  { file: 'docs/bank/payments.md', reaches: false },
])('journeys through the product run after a change of $file: $reaches', ({ file, reaches }) => {
  expect(reachesProduct([file])).toBe(reaches);
});

test('without --changed nothing is asked of git', () => {
  expect(changedSince([])).toBeUndefined();
  expect(changedSince(['domain'])).toBeUndefined();
});

test('a commit that does not exist is refused', () => {
  expect(() => changedSince(['--changed=no-such-commit'])).toThrow('no-such-commit');
});
