import { existsSync, mkdtempSync } from 'node:fs';
import {
  chmod,
  chown,
  mkdir,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  symlink,
  truncate,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { folderTransport } from './folder-transport.ts';
import { type FileFromBank, MAX_FILE_BYTES } from './transport.ts';

const uid = process.getuid?.() ?? -1;
let folder: string;
let [toBank, fromBank] = ['', ''];
beforeEach(() => {
  folder = join(mkdtempSync(join(tmpdir(), 'tidegate-folder-')), 'bank');
  [toBank, fromBank] = [join(folder, 'to-bank'), join(folder, 'from-bank')];
});
afterEach(async () => {
  vi.restoreAllMocks();
  await rm(join(folder, '..'), { recursive: true });
});

const open = (owner?: number) => folderTransport({ folder, owner });
async function incoming(of = open()): Promise<FileFromBank[]> {
  const found: FileFromBank[] = [];
  for await (const file of of.incoming()) found.push(file);
  return found;
}
async function give(name: string, { text = 'words', mode = 0o640 } = {}): Promise<string> {
  const path = join(fromBank, name);
  await writeFile(path, text);
  await chmod(path, mode);
  return path;
}
const first = async () => {
  const [file] = await incoming();
  if (file === undefined) throw new Error('There is no file.');
  return file;
};
const modeOf = async (path: string) => (await stat(path)).mode & 0o777;
/** Files of this process belong to somebody else. */
const asAnother = () => vi.spyOn(process, 'getuid').mockReturnValue(uid + 1);

describe('the folders', () => {
  test('are made if they are missing, for the group and nobody else', async () => {
    expect(await incoming()).toEqual([]);
    expect([await modeOf(toBank), await modeOf(fromBank)]).toEqual([0o770, 0o770]);
  });

  test('keep the rights that somebody gave them', async () => {
    await mkdir(fromBank, { recursive: true });
    await chmod(fromBank, 0o750);
    await open().lookUp('a.xml');
    expect([await modeOf(toBank), await modeOf(fromBank)]).toEqual([0o770, 0o750]);
  });

  test('are made once, whatever is called first', async () => {
    const transport = open();
    await transport.stage('a.xml', Buffer.from('bytes'));
    await rename(fromBank, `${fromBank}-away`);
    await expect(incoming(transport)).rejects.toMatchObject({ code: 'ENOENT' });
    expect(existsSync(fromBank)).toBe(false);
  });
});

describe('a file of ours', () => {
  test('is hidden until it is delivered, and is written again if it was interrupted', async () => {
    const transport = open();
    await transport.stage('a.xml', Buffer.from('interrupted'));
    await transport.stage('a.xml', Buffer.from('bytes'));
    expect(await readdir(toBank)).toEqual(['.a.xml.part']);
    expect(await modeOf(join(toBank, '.a.xml.part'))).toBe(0o640);
    expect(await transport.lookUp('a.xml')).toBe('staged');
    await transport.deliver('a.xml', Buffer.from('bytes'));
    expect(await readdir(toBank)).toEqual(['a.xml']);
    expect(await readFile(join(toBank, 'a.xml'), 'utf8')).toBe('bytes');
    expect(await transport.lookUp('a.xml')).toBe('delivered');
    // The bank takes it.
    await rm(join(toBank, 'a.xml'));
    expect(await transport.lookUp('a.xml')).toBe('delivered');
    await transport.close();
  });

  test('of which nobody can say whether it left is not taken for one that did', async () => {
    const transport = open();
    await transport.stage('a.xml', Buffer.from('bytes'));
    await rename(toBank, `${toBank}-away`);
    await writeFile(toBank, 'no folder');
    await expect(transport.lookUp('a.xml')).rejects.toMatchObject({ code: 'ENOTDIR' });
  });

  test('that is not staged cannot be delivered', async () => {
    await expect(open().deliver('a.xml', Buffer.from('bytes'))).rejects.toMatchObject({ code: 'ENOENT' });
  });
});

describe('a file of the bank', () => {
  beforeEach(async () => void (await incoming()));

  test('is found by its name, in order; hidden ones and folders are none', async () => {
    for (const name of ['c.xml', 'a.xml', 'b.xml', '.part.xml']) await give(name, { text: name });
    await mkdir(join(fromBank, 'folder'));
    const found = await incoming();
    expect(found.map(({ name, problem }) => [name, problem])).toEqual([
      ['a.xml', null],
      ['b.xml', null],
      ['c.xml', null],
    ]);
    expect((await Promise.all(found.map((file) => file.read()))).map(String)).toEqual(['a.xml', 'b.xml', 'c.xml']);
  });

  test('goes aside once it is taken, or refused', async () => {
    for (const [isRefused, aside] of [
      [false, 'taken'],
      [true, 'refused'],
    ] as const) {
      for (const text of ['once', 'again']) {
        await give('a.xml', { text });
        await (await first()).taken(isRefused);
        expect(await readFile(join(fromBank, aside, 'a.xml'), 'utf8')).toBe(text);
      }
      expect(await incoming()).toEqual([]);
    }
  });

  test.each([
    ['that everybody may write to', 0o642, 'Everybody may write to it.'],
    ['that the group may write to', 0o660, null],
  ])('%s', async (_what, mode, problem) => {
    await give('a.xml', { mode });
    const file = await first();
    expect(file.problem).toBe(problem);
    if (problem === null) expect(String(await file.read())).toBe('words');
    else await expect(file.read()).rejects.toThrow(problem);
  });

  test('that is a link is not followed, also where it becomes one after the look', async () => {
    const secret = join(folder, 'secret');
    await writeFile(secret, 'secret', { mode: 0o600 });
    const path = await give('a.xml');
    const file = await first();
    expect(file.problem).toBeNull();
    await rm(path);
    await symlink(secret, path);
    await expect(file.read()).rejects.toMatchObject({ code: 'ELOOP' });
    expect((await first()).problem).toBe('It is not an ordinary file.');
  });

  test('whose rights change after the look is not read', async () => {
    const path = await give('a.xml');
    const file = await first();
    await chmod(path, 0o666);
    await expect(file.read()).rejects.toThrow('Everybody may write to it.');
  });

  test('that is too large is not read', async () => {
    const path = await give('a.xml');
    await truncate(path, MAX_FILE_BYTES);
    expect((await first()).problem).toBeNull();
    await truncate(path, MAX_FILE_BYTES + 1);
    expect((await first()).problem).toBe(`It is larger than ${MAX_FILE_BYTES} bytes.`);
  });

  test('in a folder that everybody may write to is not read', async () => {
    await give('a.xml');
    await chmod(fromBank, 0o772);
    expect((await first()).problem).toBe('Everybody may write to the folder.');
  });

  test('of another user is not read, unless that user is the bank’s', async () => {
    await give('a.xml');
    asAnother();
    const folderWords = `The folder belongs to user ${uid}, from whom no files of the bank come.`;
    expect((await first()).problem).toBe(folderWords);
    expect((await incoming(open(uid + 2)))[0]?.problem).toBe(folderWords);
    const [file] = await incoming(open(uid));
    expect(file?.problem).toBeNull();
    expect(String(await file?.read())).toBe('words');
  });

  // Only root can make a file of somebody else.
  test.runIf(uid === 0)('of another user in a folder of ours is not read', async () => {
    await chown(await give('a.xml'), 12_345, 12_345);
    const words = 'It belongs to user 12345, from whom no files of the bank come.';
    expect((await first()).problem).toBe(words);
    await expect((await first()).read()).rejects.toThrow(words);
    expect((await incoming(open(12_345)))[0]?.problem).toBeNull();
  });
});
