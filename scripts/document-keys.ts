// The keys that sign documents. `npm run document-keys -- list`
import '../db/core/require-node.ts';
import { createSecretBox } from '../db/core/secret-box.ts';
import { documentKeys, rotateDocumentKey } from '../db/documents/keys.ts';
import { loadConfig } from '../settings/load.ts';
import { databaseUrl } from './database-url.ts';
import { openDatabase } from './operator-database.ts';
import { say } from './progress.ts';
import { workerSettings } from './worker-settings.ts';

const USAGE = `Usage: npm run document-keys -- list
         lists the keys that sign statements, invoices, receipts and confirmations
       npm run document-keys -- rotate
         makes a new key and deletes the private part of the old one; documents signed with it stay verifiable

Uses the database in DATABASE_URL, or the one that npm start runs on DATA_DIR. rotate needs ENCRYPTION_KEY.`;

async function main(command: string | undefined): Promise<void> {
  if (command !== 'list' && command !== 'rotate') {
    say(USAGE);
    process.exitCode = 64;
    return;
  }
  const db = await openDatabase('document-keys');
  try {
    if (command === 'rotate') {
      const { encryptionKey } = loadConfig(workerSettings(databaseUrl()));
      say(`New key: ${await rotateDocumentKey(db, createSecretBox(Buffer.from(encryptionKey)))}`);
    }
    const keys = await documentKeys(db);
    if (keys.length === 0) say('There are no keys yet: the first document makes one.');
    for (const { id, createdAt, retiredAt } of keys) {
      const state = retiredAt === null ? 'signs' : `verifies only, retired ${retiredAt.toISOString()}`;
      say(`${id}  since ${createdAt.toISOString()}  ${state}`);
    }
  } finally {
    await db.close();
  }
}

try {
  await main(process.argv[2]);
} catch (error) {
  say(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
}
