// Base backups, and proof that they can be restored: `npm run backup`, `npm run backup -- list|verify|prune`.
import '../db/core/require-node.ts';
import { chmodSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { connect } from '../db/connect.ts';
import { checkRecovered } from './backup/checks.ts';
import { chooseBackup } from './backup/choose.ts';
import { recoverInto } from './backup/recover-into.ts';
import {
  type Backup,
  type BackupStore,
  backupStore,
  bytesIn,
  listBackups,
  megabytes,
  pruneBackups,
  reachOf,
} from './backup/store.ts';
import { takeBackup } from './backup/take.ts';
import { databaseUrl } from './database-url.ts';
import { say, seconds } from './progress.ts';

const USAGE = `Usage: npm run backup                     takes a backup while the database keeps serving
       npm run backup -- list             lists backups, and the moments that can be restored from each
       npm run backup -- verify [<name>]  restores the newest backup (or this one) with all of its log into a temporary
                                          Postgres, and checks the books and the audit log there
       npm run backup -- prune --keep <n> deletes all but the newest n backups, and the log that only they need

Backups are in BACKUP_DIR. Uses the database in DATABASE_URL, or the one that npm start runs on DATA_DIR. Run it on the
machine of Postgres, as its user or as root.`;

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({ allowPositionals: true, options: { keep: { type: 'string' } } });
  const [command = 'take', name, ...rest] = positionals;
  const isKnown = ['take', 'list', 'verify', 'prune'].includes(command) && rest.length === 0;
  if (
    !isKnown ||
    (name !== undefined && command !== 'verify') ||
    (command === 'prune') !== (values.keep !== undefined)
  ) {
    say(USAGE);
    process.exitCode = 64;
    return;
  }
  try {
    const store = backupStore();
    if (command === 'take') await take(store);
    else if (command === 'list') list(store);
    else if (command === 'verify') await verify(store, name);
    else prune(store, values.keep ?? '');
  } catch (error) {
    say(`FAILED: ${error instanceof Error ? error.message : String(error)}`);
    process.exitCode = 1;
  }
}

async function take(store: BackupStore): Promise<void> {
  const backup = await takeBackup(store, databaseUrl());
  say(`Backed up ${megabytes(backup.bytes)} as ${backup.name} in ${seconds(backup.seconds * 1_000)}.`);
  sayReach(store, backup);
}

function list(store: BackupStore): void {
  const backups = listBackups(store);
  if (backups.length === 0) say(`There is no finished backup in ${store.folder}.`);
  for (const backup of backups) {
    say(`${backup.name}: ${megabytes(backup.bytes)}, Postgres ${backup.postgres}, schema ${backup.migration}.`);
    sayReach(store, backup);
  }
  if (existsSync(store.wal)) say(`Log: ${readdirSync(store.wal).length} files, ${megabytes(bytesIn(store.wal))}.`);
}

function sayReach(store: BackupStore, backup: Backup): void {
  const { until, gap } = reachOf(store, backup);
  if (until === null) say('  CANNOT BE RESTORED: its log is not complete.');
  else say(`  Any moment from ${backup.finishedAt} to ${until.toISOString()} can be restored.`);
  if (gap !== null) {
    say(`  GAP: the segment ${gap} of the log is missing; nothing after it can be restored from this backup.`);
    process.exitCode = 1;
  }
}

async function verify(store: BackupStore, name: string | undefined): Promise<void> {
  const startedMs = Date.now();
  const chosen = chooseBackup(store, { name, at: null });
  const folder = mkdtempSync(join(tmpdir(), 'tidegate-verify-'));
  // The server's user passes through it to its own folder.
  chmodSync(folder, 0o711);
  try {
    await recoverInto(
      store,
      { chosen, at: null, dataDir: join(folder, 'postgres'), keep: false },
      async ({ url, lastCommit, files }) => {
        say(`Restored ${chosen.backup.name}: ${files} files are as Postgres wrote them.`);
        if (lastCommit !== null) say(`Replayed the log up to the transaction of ${lastCommit.toISOString()}.`);
        const db = connect(url, { applicationName: 'tidegate-verify', poolSize: 2 });
        try {
          for (const line of await checkRecovered(db)) say(line);
        } finally {
          await db.close();
        }
      },
    );
    say(`VERIFIED in ${seconds(Date.now() - startedMs)}: this backup can be restored.`);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function prune(store: BackupStore, keep: string): void {
  const kept = Number(keep);
  if (!Number.isInteger(kept) || kept < 1) throw new Error('--keep must be a whole number of at least 1.');
  const { backups, segments, bytes } = pruneBackups(store, kept);
  say(`Deleted ${backups.length} backups and ${segments} files of the log, ${megabytes(bytes)}.`);
}

await main();
