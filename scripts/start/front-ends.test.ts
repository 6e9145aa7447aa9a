import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { makeRunFolder } from '../testing/run-folder.ts';
import { buildFrontEnds, copyFrontEnd } from './front-ends.ts';

let folder: ReturnType<typeof makeRunFolder>;
let root: string;

/** In place of vite: counts its runs, and builds the source. */
const vite = (calls: string) => `
  const fs = require('node:fs');
  fs.appendFileSync(${JSON.stringify(calls)}, 'built\\n');
  const into = process.argv[process.argv.indexOf('--outDir') + 1];
  fs.mkdirSync(into + '/assets', { recursive: true });
  fs.copyFileSync('page.ts', into + '/assets/page.js');`;

beforeEach(() => {
  folder = makeRunFolder();
  vi.stubEnv('TIDEGATE_CACHE', join(folder.path, 'cache'));
  root = join(folder.path, 'one');
  const bin = join(root, 'node_modules', 'vite', 'bin');
  mkdirSync(bin, { recursive: true });
  writeFileSync(join(bin, 'vite.js'), vite(join(folder.path, 'calls')));
  mkdirSync(join(root, 'site'));
  writeFileSync(join(root, 'site', 'vite.config.ts'), '');
  writeFileSync(join(root, 'site', 'page.ts'), 'first');
});

afterEach(() => {
  vi.unstubAllEnvs();
  folder.remove();
});

const builds = () => readFileSync(join(folder.path, 'calls'), 'utf8').trim().split('\n').length;
const built = (checkout = root) => readFileSync(join(checkout, 'site', 'dist', 'assets', 'page.js'), 'utf8');

test('a front end is built once for each state of its sources, in every checkout', async () => {
  await buildFrontEnds(root);
  await buildFrontEnds(root);
  expect(builds()).toBe(1);

  const other = join(folder.path, 'two');
  cpSync(root, other, { recursive: true });
  rmSync(join(other, 'site', 'dist'), { recursive: true });
  await buildFrontEnds(other);
  expect(built(other)).toBe('first');
  expect(builds()).toBe(1);

  writeFileSync(join(root, 'site', 'page.ts'), 'second');
  await buildFrontEnds(root);
  expect([built(), builds()]).toEqual(['second', 2]);
  writeFileSync(join(root, 'site', 'page.ts'), 'first');
  await buildFrontEnds(root);
  expect([built(), builds()]).toEqual(['first', 2]);
});

test('a copy is of the present sources, is built once for all copies, and may be changed', async () => {
  const copies = ['first', 'second', 'third'].map((name) => join(folder.path, name));
  await Promise.all(copies.map((into) => copyFrontEnd(root, 'site', into)));
  const shown = (into: string) => readFileSync(join(into, 'assets', 'page.js'), 'utf8');
  expect(copies.map(shown)).toEqual(['first', 'first', 'first']);
  writeFileSync(join(folder.path, 'first', 'assets', 'page.js'), 'changed');
  await buildFrontEnds(root);
  expect([built(), builds()]).toEqual(['first', 1]);

  writeFileSync(join(root, 'site', 'page.ts'), 'second');
  await copyFrontEnd(root, 'site', join(folder.path, 'fourth'));
  expect([shown(join(folder.path, 'fourth')), builds()]).toEqual(['second', 2]);
});

test('the cache keeps the newest builds, and nothing unfinished', async () => {
  for (let state = 0; state < 10; state += 1) {
    writeFileSync(join(root, 'site', 'page.ts'), `state ${state}`);
    await buildFrontEnds(root);
  }
  const kept = readdirSync(join(folder.path, 'cache', 'front-ends'));
  expect(kept).toHaveLength(8);
  expect(kept.every((name) => existsSync(join(folder.path, 'cache', 'front-ends', name, 'assets', 'page.js')))).toBe(
    true,
  );
});
