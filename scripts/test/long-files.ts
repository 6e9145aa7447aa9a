import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * The test files below a folder that try examples of fast-check, or look at screens in several looks: what there can be
 * more of. `filters` are parts of their paths.
 */
export function longFiles(root: string, filters: readonly string[]): readonly string[] {
  return globSync('**/*.test.{ts,tsx}', { cwd: root, exclude: ['**/node_modules/**', '**/dist/**'] })
    .filter((file) => filters.length === 0 || filters.some((part) => file.includes(part)))
    .filter((file) => TRIES_MORE.test(readFileSync(join(root, file), 'utf8')))
    .toSorted();
}

const TRIES_MORE = /from 'fast-check'|expectAccessibleLook|\/(screens|console)\.fixture\.ts'/;
