import { globSync, readFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import { dirname, join, matchesGlob } from 'node:path';
import { expect, test } from 'vitest';
import { areas, type MutationArea } from './areas.ts';

const root = join(import.meta.dirname, '..', '..');
const LOCAL_IMPORT = /\b(?:from|import) '(\.[^']+)'/g;

/** The files that the area's tests load, below the root. */
function loadedBy({ tests, withoutTests = [] }: MutationArea): ReadonlySet<string> {
  const loaded = new Set(globSync([...tests], { cwd: root, exclude: [...withoutTests] }));
  for (const file of loaded) {
    if (!file.endsWith('.ts')) continue;
    const code = stripTypeScriptTypes(readFileSync(join(root, file), 'utf8'));
    for (const [, path = ''] of code.matchAll(LOCAL_IMPORT)) loaded.add(join(dirname(file), path));
  }
  return loaded;
}

test.each(areas)('the sandbox of $name has every file that its tests load', (area) => {
  const copied = ['package.json', 'scripts/**', ...area.sources];
  const loaded = [...loadedBy(area)];
  expect(loaded.length).toBeGreaterThan(10);
  expect(loaded.filter((file) => !copied.some((pattern) => matchesGlob(file, pattern)))).toEqual([]);
});
