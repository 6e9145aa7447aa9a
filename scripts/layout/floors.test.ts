import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { floorsDocument } from '../generate-floors.ts';
import { foldersOf, topFolders, upwardImports } from './floors.fixture.ts';
import layout from './floors.json' with { type: 'json' };

const { above, floors, folders, upward } = layout;
const root = join(import.meta.dirname, '..', '..');

describe('the folders of the project', () => {
  const listed = [...Object.keys(folders), ...above];

  test('are all in scripts/layout/floors.json, if they contain code', () => {
    expect(topFolders().filter((name) => !listed.includes(name))).toEqual([]);
    expect(listed.filter((name) => !existsSync(join(root, name)))).toEqual([]);
  });

  test.each(Object.entries(floors))('of %s/ are on exactly one floor each', (parent, storeys) => {
    expect(storeys.flat().sort()).toEqual(foldersOf(parent));
  });

  test('import only lower floors, except for the imports in "upward" that have not been removed yet', () => {
    const found = Object.entries(floors).flatMap(([parent, storeys]) => upwardImports(parent, storeys));
    expect(found.sort()).toEqual(upward);
  });

  test('are drawn in docs/architecture/floors.md', () => {
    const page = readFileSync(join(root, 'docs', 'architecture', 'floors.md'), 'utf8');
    expect(page).toBe(floorsDocument());
  });
});
