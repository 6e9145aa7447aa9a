import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { bankFilesTable } from '../../db/bank/rows.ts';
import { openTestBank } from './bank.fixture.ts';
import { startSftpServer } from './sftp-server.fixture.ts';
import { sftpTransport } from './sftp-transport.ts';
import { runBankRound } from './window.ts';

const t = await openTestBank();
const server = await startSftpServer(t.folder, 'secret');
const url = `sftp://bank:secret@127.0.0.1:${server.port}/`;
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
