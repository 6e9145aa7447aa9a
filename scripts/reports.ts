// The sums that the dashboard reads: `npm run reports -- check` compares them with the books, `npm run reports --
// rebuild` computes them from the beginning.
import '../db/core/require-node.ts';
import type { Db } from '../db/core/sequelize.ts';
import { checkDashboard } from '../db/dashboard/check.ts';
import { rebuildDashboard } from '../db/dashboard/project.ts';
import { openDatabase } from './operator-database.ts';
import { say } from './progress.ts';

const USAGE = `Usage: npm run reports -- check      compares the sums of the dashboard with the books (status 1: differ)
       npm run reports -- rebuild    computes them from the beginning; people see the former ones meanwhile

Uses the database in DATABASE_URL, or the one that npm start runs on DATA_DIR.`;

async function main(): Promise<void> {
  const [command, ...rest] = process.argv.slice(2);
  const work = command === 'check' ? check : command === 'rebuild' ? rebuild : undefined;
  if (work === undefined || rest.length > 0) {
    say(USAGE);
    process.exitCode = 64;
    return;
  }
  let db: Db | undefined;
  try {
    db = await openDatabase('reports');
    await work(db);
  } catch (error) {
    say(error instanceof Error ? error.message : String(error));
    process.exitCode = 1;
  } finally {
    await db?.close();
  }
}

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

await main();
