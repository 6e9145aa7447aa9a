import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync, strFromU8, unzipSync } from 'fflate';
import { parseTar } from 'nanotar';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { SdkArchive } from '../../contract/sdk-archives.ts';
import { runPython, whyNoPython } from '../../packages/python/python.fixture.ts';
import { makeRunFolder } from '../testing/run-folder.ts';
import { writeArchives } from './write.ts';

const root = join(import.meta.dirname, '../..');
const folder = makeRunFolder();
const at = (name: string) => join(folder.path, name);
let archives: readonly SdkArchive[];
beforeAll(async () => {
  archives = await writeArchives(root, at('one'));
});
afterAll(() => folder.remove());

const bytesOf = (file: string) => readFileSync(join(at('one'), file));

/** Names and texts of an archive; for npm without the folder that every package has. */
function contentsOf(file: string): Map<string, string> {
  const bytes = bytesOf(file);
  if (!file.endsWith('.tgz'))
    return new Map(Object.entries(unzipSync(bytes)).map(([name, data]) => [name, strFromU8(data)]));
  const entries = parseTar(gunzipSync(bytes));
  return new Map(entries.map(({ name, text }) => [name.replace(/^package\//, ''), text]));
}

function archiveOf(file: RegExp): SdkArchive {
  const found = archives.find((each) => file.test(each.file));
  if (found === undefined) throw new Error(`There is no archive ${file}.`);
  return found;
}

test('the same sources give the same bytes, elsewhere and later, and the list says which', async () => {
  vi.stubEnv('TZ', 'Pacific/Auckland');
  vi.useFakeTimers({ toFake: ['Date'], now: Date.UTC(2031, 1, 1) });
  try {
    expect(await writeArchives(root, at('two'))).toEqual(archives);
  } finally {
    vi.useRealTimers();
    vi.unstubAllEnvs();
  }
  const names = readdirSync(at('one')).sort();
  expect(readdirSync(at('two')).sort()).toEqual(names);
  for (const name of names) expect(readFileSync(join(at('two'), name)).equals(bytesOf(name)), name).toBe(true);
  expect(names).toEqual([...archives.map(({ file }) => file), 'index.json'].sort());
  for (const { file, size, sha256 } of archives) {
    expect([bytesOf(file).length, createHash('sha256').update(bytesOf(file)).digest('hex')]).toEqual([size, sha256]);
  }
});

test('each has its license and README, and neither tests nor anything that is fetched when it is installed', () => {
  for (const { file } of archives) {
    const names = [...contentsOf(file).keys()];
    expect(
      names.filter((name) => /test|fixture|__pycache__|tsconfig|node_modules/i.test(name)),
      file,
    ).toEqual([]);
    expect(names.filter((name) => /(^|\/)LICENSE$/.test(name)).length, file).toBeGreaterThan(0);
    expect(
      [...contentsOf(file)].some(([name, text]) => /README\.md$|METADATA$/.test(name) && text.includes('# Tidegate')),
      file,
    ).toBe(true);
  }
  for (const file of archives.map((each) => each.file).filter((name) => name.endsWith('.tgz'))) {
    const manifest = JSON.parse(contentsOf(file).get('package.json') ?? '{}');
    expect([manifest.dependencies, manifest.scripts], file).toEqual([undefined, undefined]);
  }
});

test('all are of the version of the release', () => {
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  expect(archives.map((each) => each.version)).toEqual(archives.map(() => version));
});

describe('the wheel', () => {
  test('lists its files with their hashes', () => {
    const contents = contentsOf(archiveOf(/whl$/).file);
    const [own = ''] = [...contents.keys()].filter((name) => name.endsWith('/RECORD'));
    const lines = (contents.get(own) ?? '').trim().split('\n');
    const listed = [...contents]
      .filter(([name]) => name !== own)
      .map(([name, text]) => {
        const hash = createHash('sha256').update(text).digest('base64url');
        return `${name},sha256=${hash},${Buffer.byteLength(text)}`;
      });
    expect(lines.toSorted()).toEqual([...listed, `${own},,`].toSorted());
  });

  test.skipIf(whyNoPython !== undefined)('has the files and metadata that hatchling gives it', async () => {
    await runPython('hatchling', ['build', '--target', 'wheel', '--directory', at('hatchling')]);
    const { file } = archiveOf(/whl$/);
    const theirs = unzipSync(readFileSync(join(at('hatchling'), file)));
    const ours = contentsOf(file);
    const isOurs = (name: string) => !/\/(?:RECORD|WHEEL|METADATA|LICENSE)$/.test(name);
    expect([...ours.keys()].filter(isOurs)).toEqual(Object.keys(theirs).filter(isOurs).sort());
    const fields = (text: string) => {
      const [head = '', ...body] = text.split('\n\n');
      const lines = head.split('\n').filter((line) => !/^(?:License-File|Metadata-Version):/.test(line));
      return [lines.map((line) => line.replace(/: httpx.*/, ': httpx')).sort(), body.join('\n\n')];
    };
    const metadata = Object.keys(theirs).find((name) => name.endsWith('/METADATA')) ?? '';
    expect(fields(ours.get(metadata) ?? '')).toEqual(fields(strFromU8(theirs[metadata] ?? new Uint8Array())));
  });
});

test('programs can be run, and other files can be read by everyone', () => {
  const modes = parseTar(gunzipSync(bytesOf(archiveOf(/cli/).file))).map(({ name, attrs }) => [name, attrs?.mode]);
  expect(modes).toContainEqual(['package/dist/tidegate.js', '0000755']);
  expect(modes.filter(([name]) => name !== 'package/dist/tidegate.js').map(([, mode]) => mode)).toEqual(
    modes.slice(1).map(() => '0000644'),
  );
});
