// Archived months: lists them, and reads their files again. `npm run archives -- list|verify`
import '../db/core/require-node.ts';
import { archiveProblem } from '../activities/growth/archive-files.ts';
import type { Db } from '../db/core/sequelize.ts';
import { archivedMonthsTable } from '../db/growth/rows.ts';
import { megabytes } from './backup/store.ts';
import { openDatabase } from './operator-database.ts';
import { say } from './progress.ts';

const USAGE = `Usage: npm run archives -- list      lists archived months with their files
       npm run archives -- verify    reads every file again; exits with status 1 if one is missing or was changed

The files are in ARCHIVE_DIR. Uses the database in DATABASE_URL, or the one that npm start runs on DATA_DIR.`;

async function main(): Promise<void> {
  const [command = '', ...rest] = process.argv.slice(2);
  if (rest.length > 0 || !['list', 'verify'].includes(command)) {
    say(USAGE);
    process.exitCode = 64;
    return;
  }
  let db: Db | undefined;
  try {
    db = await openDatabase('archives');
    if (command === 'list') await list(db);
    else await verify(db);
  } catch (error) {
    say(error instanceof Error ? error.message : String(error));
    process.exitCode = 1;
  } finally {
    await db?.close();
  }
}

const monthsOf = (db: Db) => archivedMonthsTable.find(db, {}, { order: [['detachedAt', 'ASC']] });

async function list(db: Db): Promise<void> {
  const months = await monthsOf(db);
  if (months.length === 0) return say('No month was archived.');
  for (const { month, files, droppedAt } of months) {
    say(droppedAt === null ? `${month}: not finished` : `${month}: archived ${droppedAt.toISOString()}`);
    for (const { file, rows, bytes } of files ?? []) say(`  ${file}: ${rows} rows, ${megabytes(bytes)}`);
  }
}

async function verify(db: Db): Promise<void> {
  const folder = process.env.ARCHIVE_DIR;
  if (!folder) throw new Error('Set ARCHIVE_DIR to the folder of the files.');
  const files = (await monthsOf(db)).flatMap((month) => month.files ?? []);
  let wrong = 0;
  for (const file of files) {
    const problem = await archiveProblem(folder, file);
    if (problem === undefined) continue;
    wrong += 1;
    say(`WRONG: ${problem}`);
  }
  say(wrong === 0 ? `OK: ${files.length} files are as they were written.` : `${wrong} of ${files.length} are wrong.`);
  process.exitCode = wrong === 0 ? 0 : 1;
}

await main();
