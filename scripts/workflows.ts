// Compares rows with Temporal and brings back what is missing: `npm run workflows -- check`. The workflow `recovery`
// does the same every minute; the command shows it, and does not wait.
import '../db/core/require-node.ts';
import type { Client } from '@temporalio/client';
import { OUTBOX_BEHIND_SECONDS } from '../activities/recovery/activities.ts';
import { type Recoverable, recoverablesOf, type Suspect } from '../activities/recovery/recoverables.ts';
import type { Db } from '../db/core/sequelize.ts';
import { workflowBacklogSeconds } from '../db/monitoring/health.ts';
import { restartAll } from '../db/processes.ts';
import { ALWAYS_RUNNING } from '../temporal/standing-workflows.ts';
import { temporalView } from '../temporal/temporal-view.ts';
import { databaseProgram, run } from './operator-program.ts';
import { say } from './progress.ts';
import { openTemporal } from './temporal-server.ts';

async function restart(db: Db): Promise<void> {
  const started = Object.entries(await restartAll(db, Date.now()));
  say(started.map(([name, rows]) => `${rows} × ${name}`).join(', '));
}

async function compare(db: Db, repairs: boolean): Promise<void> {
  const client = await openTemporal();
  try {
    const oldestSeconds = await workflowBacklogSeconds(db);
    if (oldestSeconds > OUTBOX_BEHIND_SECONDS) {
      say(
        `The outbox is ${Math.round(oldestSeconds)} s behind: what is missing may be on its way. Is a worker running?`,
      );
    }
    let missing = 0;
    let started = 0;
    for (const each of recoverablesOf(db, temporalView(client))) {
      const found = await compareOne(each, repairs);
      missing += found.missing;
      started += found.started;
    }
    missing += await compareAlwaysRunning(client);
    if (missing === 0) say('Nothing is missing.');
    else if (repairs) say(`Started ${started}. A worker sends the starts; check again in a minute.`);
    else process.exitCode = 1;
  } finally {
    await client.connection.close();
  }
}

async function compareOne(of: Recoverable, repairs: boolean): Promise<{ missing: number; started: number }> {
  const first: string[] = [];
  let [unfinished, missing, started] = [0, 0, 0];
  for await (const page of of.compare({ nowMs: Date.now(), limit: PAGE })) {
    unfinished += page.unfinished;
    missing += page.missing.length;
    first.push(...page.missing.slice(0, SHOWN - first.length).map(nameOf));
    if (repairs && page.missing.length > 0) started += await of.start(page.missing, Date.now());
  }
  say(lineOf(of.name, { unfinished, missing, first }));
  return { missing, started };
}

/** Workers start these themselves, so only a check needs them. */
async function compareAlwaysRunning(client: Client): Promise<number> {
  const running = await temporalView(client).running(ALWAYS_RUNNING);
  const first = ALWAYS_RUNNING.filter((id) => !running.has(id));
  say(lineOf('permanent', { unfinished: ALWAYS_RUNNING.length, missing: first.length, first }));
  if (first.length > 0)
    say('  Every worker with the queue core starts permanent workflows within a minute: is one running?');
  return first.length;
}

interface Counts {
  readonly unfinished: number;
  readonly missing: number;
  readonly first: readonly string[];
}

function lineOf(name: string, { unfinished, missing, first }: Counts): string {
  if (missing === 0) return `${name}: ${unfinished} unfinished`;
  const more = missing > first.length ? ` and ${missing - first.length} more` : '';
  return `${name}: ${unfinished} unfinished, ${missing} MISSING: ${first.join(', ')}${more}`;
}

function nameOf({ workflowId, isOverdue }: Suspect): string {
  return isOverdue ? `${workflowId} (missed a signal)` : workflowId;
}

const PAGE = 200;
const SHOWN = 5;

const { program, onDatabase } = databaseProgram('workflows', {
  about: 'Compares rows with Temporal and brings back what is missing.',
  notes:
    'Uses the Temporal in TEMPORAL_ADDRESS and TEMPORAL_NAMESPACE, or that of npm start. A worker sends what is started.',
});
program
  .command('check')
  .description('compares unfinished rows with Temporal; exits with status 1 if a workflow or schedule is missing')
  .action(onDatabase((db) => compare(db, false)));
program
  .command('repair')
  .description('also starts what is missing; running workflows are not affected')
  .action(onDatabase((db) => compare(db, true)));
program
  .command('restart')
  .description(
    'signals every unfinished row to its workflow and starts those that are missing, without asking Temporal: after ' +
      'RabbitMQ or Temporal lost a part of its data',
  )
  .action(onDatabase(restart));
await run(program);
