import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { floorsDocument } from '../generate-floors.ts';
import { above, floors, folders, foldersOf, topFolders, upward, upwardImports } from './floors.ts';

describe('the folders of the project', () => {
  test('are all in scripts/layout/floors.json', () => {
    expect([...Object.keys(folders), ...above].sort()).toEqual(topFolders());
  });

  test.each(Object.entries(floors))('of %s/ are on exactly one floor each', (parent, storeys) => {
    expect(storeys.flat().sort()).toEqual(foldersOf(parent));
  });

  test('import only lower floors, except for the imports in "upward" that have not been removed yet', () => {
    const found = Object.entries(floors).flatMap(([parent, storeys]) => upwardImports(parent, storeys));
    expect(found.sort()).toEqual(upward);
  });

  test('are drawn in docs/architecture/floors.md', () => {
    const page = readFileSync(join(import.meta.dirname, '..', '..', 'docs', 'architecture', 'floors.md'), 'utf8');
    expect(page).toBe(floorsDocument());
  });
});
