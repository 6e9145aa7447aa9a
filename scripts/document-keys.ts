// The keys that sign documents. `npm run document-keys -- list`
import '../db/core/require-node.ts';
import { createSecretBox } from '../db/core/secret-box.ts';
import type { Db } from '../db/core/sequelize.ts';
import { documentKeys, rotateDocumentKey } from '../db/documents/keys.ts';
import { loadConfig } from '../settings/load.ts';
import { databaseUrl } from './database-url.ts';
import { databaseProgram, run } from './operator-program.ts';
import { say } from './progress.ts';
import { workerSettings } from './worker-settings.ts';

async function list(db: Db): Promise<void> {
  const keys = await documentKeys(db);
  if (keys.length === 0) say('There are no keys yet: the first document makes one.');
  for (const { id, createdAt, retiredAt } of keys) {
    const state = retiredAt === null ? 'signs' : `verifies only, retired ${retiredAt.toISOString()}`;
    say(`${id}  since ${createdAt.toISOString()}  ${state}`);
  }
}

async function rotate(db: Db): Promise<void> {
  const { encryptionKey } = loadConfig(workerSettings(databaseUrl()));
  say(`New key: ${await rotateDocumentKey(db, createSecretBox(Buffer.from(encryptionKey)))}`);
  await list(db);
}

const { program, onDatabase } = databaseProgram('document-keys', {
  about: 'The keys that sign statements, invoices, receipts and confirmations.',
  notes: 'rotate needs ENCRYPTION_KEY.',
});
program.command('list').description('lists the keys').action(onDatabase(list));
program
  .command('rotate')
  .description('makes a new key and deletes the private part of the old one; documents signed with it stay verifiable')
  .action(onDatabase(rotate));
await run(program);
