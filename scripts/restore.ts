// Restores the database from a backup, and checks it afterwards: `npm run restore -- --reason "…"`.
import '../db/core/require-node.ts';
import { basename, dirname, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { connect } from '../db/connect.ts';
import { compareKeys, type NamedKey } from '../db/core/key-fingerprints.ts';
import { type Db, inTransaction } from '../db/core/sequelize.ts';
import { restartAll } from '../db/processes.ts';
import { finishRestores, noteCoinsChecked, recordRestore, uncheckedRestores } from '../db/restores/record.ts';
import { migrate } from '../db/schema/migrate.ts';
import { loadConfig } from '../settings/load.ts';
import { checkRestored } from './backup/check-restored.ts';
import { checkRecovered } from './backup/checks.ts';
import { type ChosenBackup, chooseBackup, parseMoment } from './backup/choose.ts';
import { recoverInto, requireEmpty } from './backup/recover-into.ts';
import { type BackupStore, backupStore } from './backup/store.ts';
import { dataFolder } from './database-url.ts';
import { keysAtHand, openDatabase } from './operator-database.ts';
import { operatorName } from './operator-name.ts';
import { say, seconds } from './progress.ts';
import { passwordOf } from './services/postgres.ts';
import { workerSettings } from './worker-settings.ts';

const USAGE = `Usage: npm run restore -- --reason "…" [--at <moment>] [--backup <name>] [--to <folder>]
                     restores the newest moment, or the one named (2026-11-23T10:41:00Z), from BACKUP_DIR into a
                     new data folder of Postgres: --to, or the one that npm start uses on DATA_DIR. Stops outgoing
                     money, skips addresses that payers may have got, ends sessions, and checks the books, before
                     anything can start
                     Run it on the machine of Postgres, as its user or as root.
       npm run restore -- check [--wait <seconds>]
                     compares the restored database with chains, exchanges and banks, records payouts that were sent
                     after the restored moment, and says what a person must look at. Coins wait for chains and
                     exchanges, euro for a statement of the bank as well. Run it with the settings of the workers,
                     while they run
       npm run restore -- accept --reason "…"
                     ends the checks although something differs
       npm run restore -- show
                     lists restores whose checks have not passed
check, accept and show use the database in DATABASE_URL, or the one that npm start runs on DATA_DIR.`;

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: Object.fromEntries(OPTIONS.map((name) => [name, { type: 'string' as const }])),
  });
  const [command = 'restore', ...rest] = positionals;
  const isKnown = ['restore', 'check', 'accept', 'show'].includes(command) && rest.length === 0;
  const needsReason = command === 'restore' || command === 'accept';
  if (!isKnown || (needsReason && values.reason === undefined)) {
    say(USAGE);
    process.exitCode = 64;
    return;
  }
  try {
    if (command === 'restore') await restore(values);
    else await onDatabase(command, values);
  } catch (error) {
    say(`FAILED: ${error instanceof Error ? error.message : String(error)}`);
    process.exitCode = 1;
  }
}

const OPTIONS = ['reason', 'at', 'backup', 'to', 'wait'] as const;

type Values = { readonly [Name in (typeof OPTIONS)[number]]?: string | undefined };

async function onDatabase(command: string, { wait = '0', reason = '' }: Values): Promise<void> {
  const db = await openDatabase('restore', { poolSize: 2 });
  try {
    if ((await uncheckedRestores(db)).length === 0) return say('No restore waits for its checks.');
    await showRestores(db);
    if (command === 'check') await check(db, Number(wait));
    if (command === 'accept') await accept(db, reason.trim());
  } finally {
    await db.close();
  }
}

async function showRestores(db: Db): Promise<void> {
  for (const { restoredAt, restoredTo, backup, by, reason } of await uncheckedRestores(db)) {
    say(`Restored at ${restoredAt.toISOString()} to ${restoredTo.toISOString()} from ${backup} by ${by}: ${reason}`);
  }
}

const CHECK_EVERY_MS = 2_000;
const STILL_STOPPED = 'Money is still stopped: npm run money-out -- go --reason "…" releases it.';
const COINS_MAY_GO = 'coins may leave already: npm run money-out -- go --reason "…".';

async function check(db: Db, waitSeconds: number): Promise<void> {
  if (!(waitSeconds >= 0)) throw new Error('--wait must be a number of seconds.');
  const config = loadConfig(workerSettings(db.url));
  const deadlineMs = Date.now() + waitSeconds * 1_000;
  const told = new Set<string>();
  for (;;) {
    const { lines, problems, euroProblems } = await checkRestored(config, db);
    // Lines of earlier rounds are not repeated.
    for (const line of lines) if (!told.has(line)) say(line);
    for (const line of lines) told.add(line);
    const by = operatorName('restore');
    if (problems.length === 0) await inTransaction(db, (tx) => noteCoinsChecked(tx, by));
    if (problems.length === 0 && euroProblems.length === 0) {
      await inTransaction(db, (tx) => finishRestores(tx, { by, accepted: null }));
      return say(`ALL CHECKS PASSED. ${STILL_STOPPED}`);
    }
    if (Date.now() > deadlineMs) {
      for (const problem of [...problems, ...euroProblems]) say(`NOT YET: ${problem}`);
      if (problems.length === 0) say(`Chains and exchanges agree. Euro wait for the bank; ${COINS_MAY_GO}`);
      process.exitCode = 1;
      return;
    }
    await new Promise((resolve) => setTimeout(resolve, CHECK_EVERY_MS));
  }
}

async function accept(db: Db, reason: string): Promise<void> {
  if (reason === '') throw new Error('--reason is missing: it is written into the audit log.');
  await inTransaction(db, (tx) => finishRestores(tx, { by: operatorName('restore'), accepted: reason }));
  say(`Accepted. ${STILL_STOPPED}`);
}

async function restore({ reason = '', at: moment, backup: name, to }: Values): Promise<void> {
  if (reason.trim() === '') throw new Error('--reason is missing: it says why no money leaves.');
  const startedMs = Date.now();
  const store = backupStore();
  const cluster = to === undefined ? join(dataFolder(), 'postgres', 'cluster') : resolve(to);
  requireEmpty(cluster);
  const at = moment === undefined ? null : parseMoment(moment);
  const chosen = chooseBackup(store, { name, at });
  requireKeysAtHand();
  const dataDir = dirname(cluster);
  say(`Restoring ${at?.toISOString() ?? 'the newest moment'} from ${chosen.backup.name} into ${cluster}…`);
  sayTimeline(chosen);
  const target = { chosen, at, dataDir, cluster: basename(cluster), keep: true };
  await recoverInto(store, target, async ({ url, lastCommit, files }) => {
    say(`${files} files are as Postgres wrote them; the log is replayed.`);
    const restoredTo = lastCommit ?? new Date(chosen.backup.finishedAt);
    say(`The last transaction is of ${restoredTo.toISOString()}; what came after it is lost.`);
    await makeSafe(url, { chosen, restoredTo, reason });
    if (to === undefined) await keepPassword(url, dataDir, chosen.backup.user);
  });
  say(`RESTORED in ${seconds(Date.now() - startedMs)}.`);
  sayNextSteps(store, chosen);
}

interface Restored {
  readonly chosen: ChosenBackup;
  readonly restoredTo: Date;
  readonly reason: string;
}

async function makeSafe(url: string, { chosen, restoredTo, reason }: Restored): Promise<void> {
  const ran = await migrate(url);
  if (ran.length > 0) say(`Updated the schema: ${ran.join(', ')}.`);
  const db = connect(url, { applicationName: 'tidegate-restore', poolSize: 2 });
  try {
    await requireRestoredKeys(db);
    for (const line of await checkRecovered(db)) say(line);
    const restore = { backup: chosen.backup.name, restoredTo, by: operatorName('restore'), reason, nowMs: Date.now() };
    const done = await inTransaction(db, (tx) => recordRestore(tx, restore));
    // Workflows that still run learn what their rows say now; missing ones start.
    await restartAll(db, Date.now());
    say('Stopped outgoing money on every network, in both modes.');
    say(`Skipped ${done.addressesSkipped} addresses on each network.`);
    say(`Ended ${done.sessionsEnded} sessions and ${done.codesEnded} codes and links.`);
  } finally {
    await db.close();
  }
}

/**
 * A program on the database needs its keys, so they are compared before it gets its place.
 * @throws Error that says which are missing or wrong
 */
async function requireRestoredKeys(db: Db): Promise<void> {
  await compareKeys(db, requireKeysAtHand());
  say('The keys are those of the restored database.');
}

function requireKeysAtHand(): NamedKey[] {
  const keys = keysAtHand(workerSettings(''));
  const missing = [
    ...(keys.some(({ name }) => name === 'encryption-key') ? [] : ['ENCRYPTION_KEY (encryption-key)']),
    ...(keys.some(({ name }) => name === 'sandbox-seed') ? [] : ['SANDBOX_SEED (sandbox-seed)']),
  ];
  if (missing.length > 0)
    throw new Error(
      `The keys of the old installation are missing: ${missing.join(' and ')}. Set them as the old installation had ` +
        `them, or put these files into DATA_DIR (${dataFolder()}), then restore again.`,
    );
  return keys;
}

/** Data written before an earlier restore, but after the moment that it restored, is on no later timeline. */
function sayTimeline({ backup: { from }, reach: { later } }: ChosenBackup): void {
  if (later === null) return;
  const { timeline, begunAt } = later;
  say(
    `Follows timeline ${timeline}, which an earlier restore began (archived ${begunAt.toISOString()}), not timeline ` +
      `${from.timeline} of the backup to its end: what was written there after the moment of that restore is left out.`,
  );
}

/** `npm start` signs in with the password in its data folder, which is a new one on a new machine. */
async function keepPassword(url: string, dataDir: string, user: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const password = client.escapeLiteral(passwordOf(dataDir));
    await client.query(`ALTER ROLE ${client.escapeIdentifier(user)} PASSWORD ${password}`);
  } finally {
    await client.end();
  }
}

function sayNextSteps({ folder }: BackupStore, { reach }: ChosenBackup): void {
  if (reach.gap !== null) say(`The segment ${reach.gap} is missing in ${folder}: nothing after it was restored.`);
  say(`Next (docs/operating/restore.md):
  1. Start Postgres on it, and Tidegate beside an empty RabbitMQ and an empty Temporal, or those that are still there.
  2. npm run restore -- check --wait 600      until it says that all checks have passed
  3. npm run money-out -- go --reason "…"     releases the stop
  4. npm run backup                           a new backup of the restored database
  5. Tell merchants: what they did after the restored moment is lost. API tokens that they deleted, people whom they
     removed and passwords that they changed since then are as before; they must do it again.`);
}

await main();
