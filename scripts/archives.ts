// Archived months: lists them, and reads their files again. `npm run archives -- list|verify`
import '../db/core/require-node.ts';
import { archiveProblem } from '../activities/growth/archive-files.ts';
import type { Db } from '../db/core/sequelize.ts';
import { archivedMonthsTable } from '../db/growth/rows.ts';
import { megabytes } from './backup/store.ts';
import { databaseProgram, run } from './operator-program.ts';
import { say } from './progress.ts';

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

const { program, onDatabase } = databaseProgram('archives', {
  about: 'Archived months and their files.',
  notes: 'The files are in ARCHIVE_DIR.',
});
program.command('list').description('lists archived months with their files').action(onDatabase(list));
program
  .command('verify')
  .description('reads every file again; exits with status 1 if one is missing or was changed')
  .action(onDatabase(verify));
await run(program);
