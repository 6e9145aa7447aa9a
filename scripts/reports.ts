// The sums that the dashboard reads: `npm run reports -- check` compares them with the books, `npm run reports --
// rebuild` computes them from the beginning.
import '../db/core/require-node.ts';
import type { Db } from '../db/core/sequelize.ts';
import { checkDashboard } from '../db/dashboard/check.ts';
import { rebuildDashboard } from '../db/dashboard/project.ts';
import { databaseProgram, run } from './operator-program.ts';
import { say } from './progress.ts';

async function check(db: Db): Promise<void> {
  say('Comparing the sums of the dashboard with the books …');
  const differences = await checkDashboard(db, SHOWN);
  for (const { table, subject, expected, found } of differences) {
    say(`${table} of ${subject}: ${found ?? 'no row'} instead of ${expected ?? 'none'}`);
  }
  say(differences.length === 0 ? 'They are equal.' : 'Run npm run reports -- rebuild.');
  if (differences.length > 0) process.exitCode = 1;
}

async function rebuild(db: Db): Promise<void> {
  say('Computing the sums of the dashboard from the beginning …');
  const beganAtMs = performance.now();
  const read = await rebuildDashboard(db);
  const seconds = (performance.now() - beganAtMs) / 1_000;
  say(`Read ${read} transfers, invoices and choices in ${seconds.toFixed(1)} s.`);
}

const SHOWN = 100;

const { program, onDatabase } = databaseProgram('reports', { about: 'The sums that the dashboard reads.' });
program
  .command('check')
  .description('compares the sums of the dashboard with the books; exits with status 1 if they differ')
  .action(onDatabase(check));
program
  .command('rebuild')
  .description('computes them from the beginning; people see the former ones meanwhile')
  .action(onDatabase(rebuild));
await run(program);
