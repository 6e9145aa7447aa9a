import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';

const root = join(import.meta.dirname, '..');
const pages = globSync('docs/security/*.md', { cwd: root }).sort();
const page = pages.map((name) => readFileSync(join(root, name), 'utf8')).join('\n');
const rows = page.split('\n').filter((line) => /^\| \d/.test(line));

/** `` `file`: words `` as the last column names tests. */
const named = rows.flatMap((row) => {
  const tests = row.split(' | ').at(-1) ?? '';
  return [...tests.matchAll(/`([^`]+)`(?:: ([^,|]+))?/g)].map(([, file = '', words]) => ({ row, file, words }));
});

describe('docs/security', () => {
  test('names each line of the standard once', () => {
    const lines = rows.flatMap((row) => (row.split(' | ')[0] ?? '').replace('| ', '').split(', '));
    expect(lines.length).toBeGreaterThan(80);
    expect(lines.filter((line, at) => lines.indexOf(line) !== at)).toEqual([]);
    for (const line of lines) expect(line).toMatch(/^\d+\.\d+\.\d+( – \d+\.\d+\.\d+)?$/);
  });

  test('names a file for each paragraph about what protects, and only files that are there', () => {
    const paragraphs = page.split(/\n(?=- \*\*|\n|#)/).filter((part) => part.trim().startsWith('- **'));
    expect(paragraphs.length).toBeGreaterThan(15);
    const files = (text: string) => [...text.matchAll(/`([\w./-]+\.(?:ts|tsx|mjs|js))`/g)].map(([, file = '']) => file);
    expect(paragraphs.filter((part) => files(part).length === 0)).toEqual([]);
    expect(files(page).filter((file) => !existsSync(join(root, file)))).toEqual([]);
  });

  test.each(named.map(({ file, words }) => [file, words?.trim()] as const))(
    '%s has a test of that name: %s',
    (file, words) => {
      expect(existsSync(join(root, file))).toBe(true);
      if (words === undefined) return;
      expect(readFileSync(join(root, file), 'utf8')).toContain(words);
    },
  );
});
