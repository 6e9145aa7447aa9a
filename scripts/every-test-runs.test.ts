import { globSync } from 'node:fs';
import { matchesGlob } from 'node:path';
import { expect, test } from 'vitest';
import configuration from '../vitest.config.ts';

interface Project {
  readonly test: { readonly include: readonly string[]; readonly exclude: readonly string[] };
}

test('every test file belongs to exactly one project: a folder that none names is never tested', () => {
  const projects = configuration.test?.projects as unknown as readonly Project[];
  const files = globSync('**/*.test.{ts,tsx}', { exclude: ['**/node_modules/**', '**/dist/**'] });
  const matches = (file: string, globs: readonly string[]) => globs.some((glob) => matchesGlob(file, glob));
  const homesOf = (file: string) =>
    projects.filter(({ test: { include, exclude } }) => matches(file, include) && !matches(file, exclude)).length;
  expect(files.length).toBeGreaterThan(500);
  expect(files.filter((file) => homesOf(file) !== 1)).toEqual([]);
});
