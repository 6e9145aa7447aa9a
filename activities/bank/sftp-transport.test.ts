import { generateKeyPairSync } from 'node:crypto';
import { mkdtempSync } from 'node:fs';
import { mkdir, readdir, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { startSftpServer } from './sftp-server.fixture.ts';
import { sftpTransport } from './sftp-transport.ts';
import { type BankTransport, MAX_FILE_BYTES } from './transport.ts';

/** The folders of the bank are below one with a space in its name. */
const password = 'p@ss:word/1';
const root = mkdtempSync(join(tmpdir(), 'tidegate-sftp-'));
const [toBank, fromBank] = [join(root, 'our box', 'to-bank'), join(root, 'our box', 'from-bank')];
const key = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey;
const userKey = key.export({ type: 'pkcs1', format: 'pem' }).toString();
const own = await startSftpServer(root, password, { user: 'our@bank', userKey });
const login = `our%40bank:${encodeURIComponent(password)}`;
const settings = {
  url: `sftp://${login}@127.0.0.1:${own.port}/our%20box/`,
  hostKey: own.fingerprint,
  key: undefined,
};
let box: BankTransport;
beforeEach(async () => {
  for (const each of [toBank, fromBank]) {
    await rm(each, { recursive: true, force: true });
    await mkdir(each, { recursive: true });
  }
  box = sftpTransport(settings);
  return () => box.close();
});
afterAll(async () => {
  await own.close();
  await rm(root, { recursive: true });
});
const found = async (from = box) => {
  const files = [];
  for await (const file of from.incoming()) files.push(file);
  return files;
};
const first = async () => {
  const [file] = await found();
  if (file === undefined) throw new Error('There is no file.');
  return file;
};

test('files are found by their names, in order; hidden ones and folders are none', async () => {
  for (const name of ['c.xml', 'a.xml', '.part.xml', 'b.xml']) await writeFile(join(fromBank, name), `of ${name}`);
  await mkdir(join(fromBank, 'folder'));
  const files = await found();
  expect(files.map(({ name, problem }) => [name, problem])).toEqual([
    ['a.xml', null],
    ['b.xml', null],
    ['c.xml', null],
  ]);
  expect(String(await files[1]?.read())).toBe('of b.xml');
});

test('a file is visible once it is delivered, and the server knows whether it was', async () => {
  await box.stage('a.xml', Buffer.from('interrupted'));
  await box.stage('a.xml', Buffer.from('whole'));
  expect(await readdir(toBank)).toEqual(['.a.xml.part']);
  expect(await box.lookUp('a.xml')).toBe('staged');
  await box.deliver('a.xml', Buffer.from('whole'));
  expect(await readdir(toBank)).toEqual(['a.xml']);
  expect(await readFile(join(toBank, 'a.xml'), 'utf8')).toBe('whole');
  // The bank takes it.
  await rm(join(toBank, 'a.xml'));
  expect(await box.lookUp('a.xml')).toBe('delivered');
});

test('a file goes aside once it is taken, or refused', async () => {
  for (const [isRefused, aside] of [
    [false, 'taken'],
    [true, 'refused'],
  ] as const) {
    for (const text of ['once', 'again']) {
      await writeFile(join(fromBank, 'a.xml'), text);
      await (await first()).taken(isRefused);
      expect(await readFile(join(fromBank, aside, 'a.xml'), 'utf8')).toBe(text);
    }
    expect(await found()).toEqual([]);
  }
});

test('a file that is too large is not read', async () => {
  await writeFile(join(fromBank, 'a.xml'), '');
  await truncate(join(fromBank, 'a.xml'), MAX_FILE_BYTES);
  expect((await first()).problem).toBeNull();
  await truncate(join(fromBank, 'a.xml'), MAX_FILE_BYTES + 1);
  expect((await first()).problem).toBe(`It is larger than ${MAX_FILE_BYTES} bytes.`);
});

test('a file that is gone cannot be read, taken or delivered', async () => {
  await writeFile(join(fromBank, 'a.xml'), 'x');
  const file = await first();
  await rm(join(fromBank, 'a.xml'));
  await expect(file.read()).rejects.toThrow('from-bank/a.xml');
  await expect(file.taken(false)).rejects.toThrow('No such file');
  await expect(box.deliver('a.xml', Buffer.from('x'))).rejects.toThrow('to-bank/.a.xml.part');
  await box.stage('a.xml', Buffer.from('x'));
  expect(await readdir(toBank)).toEqual(['.a.xml.part']);
});

test('one connection serves everything until it is closed, or breaks, and then a new one', async () => {
  await box.close();
  expect(own.connections()).toBe(0);
  await box.stage('a.xml', Buffer.from('x'));
  expect([await box.lookUp('a.xml'), await box.lookUp('b.xml'), own.connections()]).toEqual(['staged', 'delivered', 1]);
  await box.close();
  await expect.poll(() => own.connections()).toBe(0);
  expect(await box.lookUp('a.xml')).toBe('staged');
  own.drop();
  await expect.poll(() => own.connections()).toBe(0);
  await box.lookUp('a.xml').catch(() => undefined);
  expect(await box.lookUp('a.xml')).toBe('staged');
  expect(own.connections()).toBe(1);
});

test('a failure closes its connection', async () => {
  await box.stage('a.xml', Buffer.from('x'));
  await expect(box.deliver('b.xml', Buffer.from('x'))).rejects.toThrow();
  await expect.poll(() => own.connections()).toBe(0);
});

test('a key opens it instead of the password', async () => {
  const url = settings.url.replace(login, 'our%40bank');
  const withKey = sftpTransport({ ...settings, url, key: userKey });
  await withKey.stage('a.xml', Buffer.from('x'));
  expect(await readdir(toBank)).toEqual(['.a.xml.part']);
  await withKey.close();
  const without = sftpTransport({ ...settings, url });
  await expect(without.stage('b.xml', Buffer.from('x'))).rejects.toThrow('authentication methods failed');
});

test('its fingerprint may end as base64 does', async () => {
  const padded = sftpTransport({ ...settings, hostKey: `${own.fingerprint}=` });
  expect(await found(padded)).toEqual([]);
  await padded.close();
});

test('a server without a port in its URL is on that of SSH', async () => {
  const at22 = sftpTransport({ url: 'sftp://bank:x@127.0.0.1/', hostKey: undefined, key: undefined });
  // Where this machine has a server there, it is another one.
  await expect(at22.stage('a.xml', Buffer.from('x'))).rejects.toThrow(/127\.0\.0\.1:22|verification failed/);
});

test.each([
  ['another key than the pinned one', { hostKey: `SHA256:${'A'.repeat(43)}` }, 'verification failed'],
  ['a key that begins as the pinned one', { hostKey: own.fingerprint.slice(0, -1) }, 'verification failed'],
  ['no pinned key', { hostKey: undefined }, 'verification failed'],
  ['a wrong password', { url: settings.url.replace(login, 'our%40bank:wrong') }, 'methods failed'],
  ['another user', { url: settings.url.replace('our%40bank', 'bank') }, 'methods failed'],
])('with %s, nothing is sent', async (_name, over, words) => {
  const wrong = sftpTransport({ ...settings, ...over });
  await expect(wrong.stage('secret.xml', Buffer.from('x'))).rejects.toThrow(words);
  expect(await readdir(toBank)).toEqual([]);
  await wrong.close();
});
