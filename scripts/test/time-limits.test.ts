import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '..', '..');
/** The limit that vitest.config.ts sets for tests of servers and pages. */
const OF_PROJECT_MS = 300_000;

/** The time limits at the ends of tests and hooks that are below the project's, as `file:line`. */
function shortLimits(file: string, text: string): string[] {
  const lines = text.split('\n');
  return lines.flatMap((line, at) => {
    const [, indent, limit = ''] = /^(\s*)\}, ([\d_]+)\);$/.exec(line) ?? [];
    if (indent === undefined || Number(limit.replaceAll('_', '')) >= OF_PROJECT_MS) return [];
    const opens = lines.slice(0, at).findLast((each) => new RegExp(`^${indent}[^\\s})]`).test(each)) ?? '';
    return /^\s*(test|it|before|after)/.test(opens) ? [`${file}:${at + 1}`] : [];
  });
}

test('no test of servers or pages has a time limit below that of its project', () => {
  expect(shortLimits('a', `it('waits', async () => {\n  await vi.waitFor(() => {\n  }, 5_000);\n}, 60_000);`)).toEqual([
    'a:4',
  ]);
  const files = globSync('**/*.test.ts', { cwd: root, exclude: ['**/node_modules/**', '**/dist/**', 'e2e/**'] });
  expect(files.flatMap((file) => shortLimits(file, readFileSync(join(root, file), 'utf8')))).toEqual([]);
});
