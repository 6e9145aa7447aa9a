import { heartbeat } from '@temporalio/activity';
import { raiseAlert, resolveAlert } from '../../db/alerts/alerts.ts';
import { alertsTable } from '../../db/core/rows.ts';
import type { Db } from '../../db/core/sequelize.ts';
import { workflowBacklogSeconds } from '../../db/monitoring/health.ts';
import { pause } from '../pause.ts';
import { repeatCheck, type TurnInput } from '../repeated-check.ts';
import { type Recoverable, recoverablesOf, type Suspect, type TemporalView } from './recoverables.ts';

export interface RecoveryActivityDeps {
  readonly db: Db;
  readonly temporal: TemporalView;
  readonly nowMs: () => number;
  /** The pause between two comparisons; a minute by default. */
  readonly everyMs?: number | undefined;
}

export interface RecoveryDeps {
  readonly db: Db;
  readonly recoverables: readonly Recoverable[];
  readonly nowMs: () => number;
  /** A missing workflow is looked for again after this long: its start may be on its way. Default 15 s. */
  readonly confirmAfterMs?: number;
}

/** By kind, how many were missing and have been started. */
export type Recovered = Readonly<Record<string, number>>;

export type RecoveryActivities = ReturnType<typeof createRecoveryActivities>;

/** The activities of the recovery workflow. */
export function createRecoveryActivities({ db, temporal, nowMs, everyMs = CHECK_EVERY_MS }: RecoveryActivityDeps) {
  const deps = { db, recoverables: recoverablesOf(db, temporal), nowMs };
  return {
    /** Compares unfinished rows with Temporal every minute for one turn, and starts what is missing. */
    recoverWorkflows: ({ turnMs }: TurnInput) =>
      repeatCheck({ turnMs, everyMs, nowMs }, async (signal) => ({
        recovered: await recoverOnce(deps, signal, heartbeat),
      })),
  };
}

const CHECK_EVERY_MS = 60_000;
/** Of each kind: so many are started after one check. The rest follows with the next one. */
const MOST_AT_ONCE = 5_000;
const PAGE = 200;
/** While messages to workflows are this far behind, missing workflows are on their way. */
export const OUTBOX_BEHIND_SECONDS = 20;

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
  const suspects = new Map<Recoverable, readonly Suspect[]>();
  for (const each of deps.recoverables) suspects.set(each, await findMissing(deps, each, { signal, onProgress }));
  if ([...suspects.values()].every(({ length }) => length === 0)) {
    if (!signal.aborted) await resolveAlert(deps.db, ALERT);
    return {};
  }
  onProgress('looking again for workflows that seem to be missing');
  await pause(signal, deps.confirmAfterMs ?? 15_000);
  if (signal.aborted || (await workflowBacklogSeconds(deps.db)) > OUTBOX_BEHIND_SECONDS) return {};
  const recovered: Record<string, number> = {};
  for (const [each, rows] of suspects) {
    if (signal.aborted) break;
    const started = await startMissing(each, rows, { nowMs: deps.nowMs, onProgress });
    if (started > 0) recovered[each.name] = started;
  }
  await alertOperators(deps.db, recovered);
  return recovered;
}

type OnProgress = (message: string) => void;

async function findMissing(
  { nowMs }: RecoveryDeps,
  of: Recoverable,
  { signal, onProgress }: { readonly signal: AbortSignal; readonly onProgress: OnProgress },
): Promise<Suspect[]> {
  const missing: Suspect[] = [];
  for await (const page of of.compare({ nowMs: nowMs(), limit: PAGE })) {
    onProgress(`comparing ${of.name} rows with workflows`);
    missing.push(...page.missing);
    if (signal.aborted || missing.length >= MOST_AT_ONCE) break;
  }
  return missing;
}

/** Page by page, because each takes a transaction. @returns how many were still missing */
export async function startMissing(
  of: Recoverable,
  suspects: readonly Suspect[],
  { nowMs, onProgress }: { readonly nowMs: () => number; readonly onProgress: OnProgress },
): Promise<number> {
  let started = 0;
  for (let from = 0; from < suspects.length; from += PAGE) {
    onProgress(`starting missing ${of.name} workflows`);
    started += await of.start(suspects.slice(from, from + PAGE), nowMs());
  }
  return started;
}

/** The alert stays open until a check finds nothing missing; it tells what the last check that started some found. */
async function alertOperators(db: Db, recovered: Recovered): Promise<void> {
  const counts = Object.entries(recovered).map(([name, count]) => `${count} × ${name}`);
  if (counts.length === 0) return;
  const message = `Workflows were missing and have been started from their rows: ${counts.join(', ')}.`;
  if (await raiseAlert(db, { ...ALERT, message })) return;
  await alertsTable.update(db, { message }, { ...ALERT, resolvedAt: null });
}
