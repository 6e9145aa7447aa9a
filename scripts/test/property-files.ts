import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The test files below a folder that try examples of fast-check; `filters` are parts of their paths. */
export function propertyFiles(root: string, filters: readonly string[]): readonly string[] {
  return globSync('**/*.test.{ts,tsx}', { cwd: root, exclude: ['**/node_modules/**', '**/dist/**'] })
    .filter((file) => filters.length === 0 || filters.some((part) => file.includes(part)))
    .filter((file) => readFileSync(join(root, file), 'utf8').includes("from 'fast-check'"))
    .toSorted();
}
