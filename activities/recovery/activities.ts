import { cancellationSignal, heartbeat } from '@temporalio/activity';
import { raiseAlert, resolveAlert } from '../../db/alerts.ts';
import { outboxBacklog } from '../../db/health.ts';
import { type Restartable, unfinishedRows } from '../../db/process/restart.ts';
import { restartables } from '../../db/processes.ts';
import type { Db } from '../../db/sequelize.ts';
import { pause } from '../pause.ts';

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

export interface RecoveryInput {
  /** After this long the activity ends, and its workflow begins the next turn. */
  readonly turnMs: number;
}

/** By process, how many workflows were missing and have been started. */
export type Recovered = Readonly<Record<string, number>>;

export type RecoveryActivities = ReturnType<typeof createRecoveryActivities>;

/** What the recovery workflow calls. */
export function createRecoveryActivities(deps: RecoveryDeps) {
  return {
    /**
     * Compares unfinished rows with running workflows every minute for one turn, and starts what is missing. Reports
     * each result as heartbeat, and ends early when it is cancelled or the worker shuts down.
     */
    async recoverWorkflows({ turnMs }: RecoveryInput): Promise<{ checks: number }> {
      const signal = cancellationSignal();
      const endMs = deps.nowMs() + turnMs;
      let checks = 0;
      do {
        const recovered = await recoverOnce(deps, signal, heartbeat);
        checks += 1;
        heartbeat({ at: new Date(deps.nowMs()).toISOString(), recovered });
        await pause(signal, deps.checkEveryMs ?? 60_000);
      } while (!signal.aborted && deps.nowMs() < endMs);
      return { checks };
    },
  };
}

/** Of each process: so many are started after one check. The rest follows with the next one. */
const MOST_AT_ONCE = 5_000;
/** While the outbox is this far behind, missing workflows are on their way. */
const OUTBOX_BEHIND_SECONDS = 20;

const ALERT = { kind: 'workflows_missing', subject: 'recovery' } as const;

/**
 * One check of everything. Safe to repeat and to run twice at once: starting a workflow that runs changes nothing, and
 * each workflow decides by its row.
 */
export async function recoverOnce(
  deps: RecoveryDeps,
  signal: AbortSignal,
  onProgress: (words: string) => void = () => {},
): Promise<Recovered> {
  const suspects = new Map<Restartable, Map<string, string>>();
  for (const each of restartables) {
    onProgress(`comparing ${each.name} rows with workflows`);
    suspects.set(each, await missingOf(deps, each, signal));
  }
  if ([...suspects.values()].every(({ size }) => size === 0)) {
    await resolveAlert(deps.db, ALERT);
    return {};
  }
  onProgress('looking again for workflows that seem to be missing');
  await pause(signal, deps.confirmAfterMs ?? 15_000);
  const recovered: Record<string, number> = {};
  for (const [each, byId] of suspects) {
    if (signal.aborted || (await outboxBacklog(deps.db)).oldestSeconds > OUTBOX_BEHIND_SECONDS) break;
    const started = await startMissing(deps, each, byId);
    if (started > 0) recovered[each.name] = started;
  }
  await tellOperators(deps.db, recovered);
  return recovered;
}

/** The workflow IDs of unfinished rows without a running workflow, by the rows' IDs. */
async function missingOf({ db, nowMs, running }: RecoveryDeps, of: Restartable, signal: AbortSignal) {
  const missing = new Map<string, string>();
  for await (const rows of unfinishedRows(db, of, { nowMs: nowMs() })) {
    const found = await running(rows.map(({ workflowId }) => workflowId));
    for (const { id, workflowId } of rows) if (!found.has(workflowId)) missing.set(id, workflowId);
    if (signal.aborted || missing.size >= MOST_AT_ONCE) break;
  }
  return missing;
}

async function startMissing({ db, nowMs, running }: RecoveryDeps, of: Restartable, suspects: Map<string, string>) {
  let started = 0;
  const ids = [...suspects.keys()];
  for (let from = 0; from < ids.length; from += PAGE) {
    const page = ids.slice(from, from + PAGE);
    const found = await running(page.map((id) => suspects.get(id) ?? ''));
    const missing = page.filter((id) => !found.has(suspects.get(id) ?? ''));
    if (missing.length > 0) started += await of.start(db, missing, nowMs());
  }
  return started;
}

const PAGE = 200;

/** The alert stays open until a check finds nothing missing. */
async function tellOperators(db: Db, recovered: Recovered): Promise<void> {
  const counts = Object.entries(recovered).map(([name, count]) => `${count} × ${name}`);
  if (counts.length === 0) return;
  const message = `Workflows were missing and have been started from their rows: ${counts.join(', ')}.`;
  await raiseAlert(db, { ...ALERT, message });
}
