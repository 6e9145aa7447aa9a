import { heartbeat } from '@temporalio/activity';
import { raiseAlert, resolveAlert } from '../../db/alerts.ts';
import { outboxBacklog } from '../../db/health.ts';
import { type Restartable, type UnfinishedRow, unfinishedRows } from '../../db/process/restart.ts';
import { restartables } from '../../db/processes.ts';
import type { Db } from '../../db/sequelize.ts';
import { pause } from '../pause.ts';
import { repeatCheck, type TurnInput } from '../repeated-check.ts';

export interface RecoveryDeps {
  readonly db: Db;
  readonly nowMs: () => number;
  /** Which of these workflows are running. Exact: a workflow that was started a moment ago is among them. */
  readonly running: (workflowIds: readonly string[]) => Promise<ReadonlySet<string>>;
  /** Between two checks; default a minute. */
  readonly checkEveryMs?: number;
  /** A workflow that is missing is looked for again after this long: its start may be on its way. Default 15 s. */
  readonly confirmAfterMs?: number;
}

/** By process, how many workflows were missing and have been started. */
export type Recovered = Readonly<Record<string, number>>;

export type RecoveryActivities = ReturnType<typeof createRecoveryActivities>;

/** What the recovery workflow calls. */
export function createRecoveryActivities(deps: RecoveryDeps) {
  const { nowMs, checkEveryMs: everyMs = 60_000 } = deps;
  return {
    /** Compares unfinished rows with running workflows every minute for one turn, and starts what is missing. */
    recoverWorkflows: ({ turnMs }: TurnInput) =>
      repeatCheck({ turnMs, everyMs, nowMs }, async (signal) => ({
        recovered: await recoverOnce(deps, signal, heartbeat),
      })),
  };
}

/** Of each process: so many are started after one check. The rest follows with the next one. */
const MOST_AT_ONCE = 5_000;
const PAGE = 200;
/** While the outbox is this far behind, missing workflows are on their way. */
const OUTBOX_BEHIND_SECONDS = 20;

const ALERT = { kind: 'workflows_missing', subject: 'recovery' } as const;

/**
 * One check of everything. Safe to repeat and to run twice at once: starting a workflow that runs changes nothing, and
 * each workflow decides by its row.
 * @param onProgress called with every page, because many rows take longer than a heartbeat may
 */
export async function recoverOnce(
  deps: RecoveryDeps,
  signal: AbortSignal,
  onProgress: OnProgress = () => {},
): Promise<Recovered> {
  const suspects = new Map<Restartable, readonly UnfinishedRow[]>();
  for (const each of restartables) suspects.set(each, await findMissing(deps, each, { signal, onProgress }));
  if ([...suspects.values()].every(({ length }) => length === 0)) {
    await resolveAlert(deps.db, ALERT);
    return {};
  }
  onProgress('looking again for workflows that seem to be missing');
  await pause(signal, deps.confirmAfterMs ?? 15_000);
  if (signal.aborted || (await outboxBacklog(deps.db)).oldestSeconds > OUTBOX_BEHIND_SECONDS) return {};
  const recovered: Record<string, number> = {};
  for (const [each, rows] of suspects) {
    if (signal.aborted) break;
    const started = await startMissing(deps, each, { rows, onProgress });
    if (started > 0) recovered[each.name] = started;
  }
  await alertOperators(deps.db, recovered);
  return recovered;
}

type OnProgress = (message: string) => void;

/** Unfinished rows without a running workflow. */
async function findMissing(
  { db, nowMs, running }: RecoveryDeps,
  of: Restartable,
  { signal, onProgress }: { readonly signal: AbortSignal; readonly onProgress: OnProgress },
): Promise<UnfinishedRow[]> {
  const missing: UnfinishedRow[] = [];
  for await (const rows of unfinishedRows(db, of, { nowMs: nowMs(), limit: PAGE })) {
    onProgress(`comparing ${of.name} rows with workflows`);
    missing.push(...(await withoutWorkflow(rows, running)));
    if (signal.aborted || missing.length >= MOST_AT_ONCE) break;
  }
  return missing;
}

async function startMissing(
  { db, nowMs, running }: RecoveryDeps,
  of: Restartable,
  { rows, onProgress }: { readonly rows: readonly UnfinishedRow[]; readonly onProgress: OnProgress },
): Promise<number> {
  let started = 0;
  for (let from = 0; from < rows.length; from += PAGE) {
    onProgress(`starting missing ${of.name} workflows`);
    const missing = await withoutWorkflow(rows.slice(from, from + PAGE), running);
    const ids = missing.map(({ id }) => id);
    if (ids.length > 0) started += await of.start(db, ids, nowMs());
  }
  return started;
}

async function withoutWorkflow(
  rows: readonly UnfinishedRow[],
  running: RecoveryDeps['running'],
): Promise<UnfinishedRow[]> {
  const found = await running(rows.map(({ workflowId }) => workflowId));
  return rows.filter(({ workflowId }) => !found.has(workflowId));
}

/** The alert stays open until a check finds nothing missing. */
async function alertOperators(db: Db, recovered: Recovered): Promise<void> {
  const counts = Object.entries(recovered).map(([name, count]) => `${count} × ${name}`);
  if (counts.length === 0) return;
  const message = `Workflows were missing and have been started from their rows: ${counts.join(', ')}.`;
  await raiseAlert(db, { ...ALERT, message });
}
