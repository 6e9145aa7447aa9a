import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { bankFilesTable } from '../../db/bank/rows.ts';
import { openTestBank } from './bank.fixture.ts';
import { startSftpServer } from './sftp-server.fixture.ts';
import { sftpTransport } from './sftp-transport.ts';
import { runBankRound } from './window.ts';

const t = await openTestBank();
const password = 'p@ss:word/1';
const server = await startSftpServer(t.folder, password);
const url = `sftp://bank:${encodeURIComponent(password)}@127.0.0.1:${server.port}/`;
const transport = sftpTransport({ url, hostKey: server.fingerprint, key: undefined });
const deps = { ...t.deps, transport };
afterAll(async () => {
  await transport.close();
  await server.close();
});

test('payments go out and come back through an SFTP server, and a connection that broke is opened again', async () => {
  const id = await t.order({ amountMinor: 999n });
  for (let i = 0; i < 4; i += 1) {
    t.clock.nowMs += 1_000;
    await t.bank.tick(t.clock.nowMs);
    if (i === 1) {
      server.drop();
      await runBankRound(deps).catch(() => undefined);
    }
    await runBankRound(deps);
  }
  expect(t.changesOf(id).at(-1)).toBe('booked');
  expect(await readdir(join(t.folder, 'from-bank', 'taken'))).toContainEqual(expect.stringMatching(/^camt\.053/));
  expect(await bankFilesTable.count(t.db, { direction: 'out', state: 'sending' })).toBe(0);
});

test('a file is visible once it is delivered, and the server knows whether it was', async () => {
  await transport.stage('one.xml', Buffer.from('whole'));
  expect(await readdir(join(t.folder, 'to-bank'))).toEqual(['.one.xml.part']);
  expect(await transport.lookUp('one.xml')).toBe('staged');
  await transport.deliver('one.xml', Buffer.from('whole'));
  expect(await transport.lookUp('one.xml')).toBe('delivered');
  expect(await readFile(join(t.folder, 'to-bank', 'one.xml'), 'utf8')).toBe('whole');
  // The bank takes it.
  await t.bank.tick(t.clock.nowMs);
  expect(await transport.lookUp('one.xml')).toBe('delivered');
});

test('a file that comes again under its name replaces the one that was taken', async () => {
  await mkdir(join(t.folder, 'from-bank', 'taken'), { recursive: true });
  for (const text of ['first', 'second']) {
    await writeFile(join(t.folder, 'from-bank', 'same.xml'), text);
    for await (const file of transport.incoming()) {
      if (file.name === 'same.xml') expect((await file.read()).toString()).toBe(text);
      await file.taken(false);
    }
  }
  expect(await readFile(join(t.folder, 'from-bank', 'taken', 'same.xml'), 'utf8')).toBe('second');
});

test.each([
  ['another key than the pinned one', { hostKey: `SHA256:${'A'.repeat(43)}` }],
  ['no pinned key', { hostKey: undefined }],
  ['a wrong password', { url: `sftp://bank:wrong@127.0.0.1:${server.port}/` }],
])('with %s, nothing is sent', async (_name, over) => {
  const wrong = sftpTransport({ url, hostKey: server.fingerprint, key: undefined, ...over });
  await expect(wrong.stage('secret.xml', Buffer.from('x'))).rejects.toThrow();
  expect(await readdir(join(t.folder, 'to-bank'))).not.toContain('.secret.xml.part');
  await wrong.close();
});
