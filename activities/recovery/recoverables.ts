import { LRUCache } from 'lru-cache';
import { type Db, inTransaction } from '../../db/core/sequelize.ts';
import {
  automaticSchedules,
  SCHEDULE_NOTE,
  scheduleNote,
  setMethodSchedule,
} from '../../db/payout-methods/schedule.ts';
import { type Restartable, type UnfinishedRow, unfinishedRows } from '../../db/process/restart.ts';
import { restartables } from '../../db/processes.ts';

/** The present state in Temporal. */
export interface TemporalView {
  /** Which of these workflows are running. Exact: a workflow that was started a moment ago is among them. */
  readonly running: (workflowIds: readonly string[]) => Promise<ReadonlySet<string>>;
  /** The notes of the schedules of automatic methods, by method. It may lag behind by moments. */
  readonly methodSchedules: () => Promise<ReadonlyMap<string, string>>;
  /** The note of one method's schedule, exact; null if there is no schedule. */
  readonly methodSchedule: (methodId: string) => Promise<string | null>;
}

/** One kind of what rows need in Temporal: workflows or schedules. The rows alone bring all of it back. */
export interface Recoverable {
  readonly name: string;
  /** Compares rows with Temporal, page by page. */
  readonly compare: (at: { readonly nowMs: number; readonly limit: number }) => AsyncGenerator<Comparison>;
  /** Starts what these rows still need. Safe to repeat. @returns how many still lacked something */
  readonly start: (suspects: readonly Suspect[], nowMs: number) => Promise<number>;
}

export interface Comparison {
  /** The number of rows on the page that need something. */
  readonly unfinished: number;
  readonly missing: readonly Suspect[];
}

/** A row that lacks its workflow or schedule, or whose workflow seems to have missed a signal. */
export type Suspect = Pick<UnfinishedRow, 'id' | 'workflowId' | 'isOverdue'>;

/** Everything that recovery brings back; what moves money first. */
export function recoverablesOf(db: Db, temporal: TemporalView): readonly Recoverable[] {
  return [...restartables.map((each) => workflowsOf(db, each, temporal)), methodSchedules(db, temporal)];
}

function workflowsOf(db: Db, of: Restartable, { running }: TemporalView): Recoverable {
  // A workflow that got the signal and cannot act yet would only get more events with each repetition.
  const signaled = new LRUCache<string, true>({ max: MOST_SIGNALED, ttl: SIGNAL_AGAIN_MS });
  const withoutWorkflow = async (rows: readonly Suspect[]) => {
    const found = await running(rows.map(({ workflowId }) => workflowId));
    return rows.filter(({ id, workflowId, isOverdue }) => !found.has(workflowId) || (isOverdue && !signaled.has(id)));
  };
  return {
    name: of.name,
    compare: async function* (at) {
      for await (const rows of unfinishedRows(db, of, at)) {
        yield { unfinished: rows.length, missing: await withoutWorkflow(rows) };
      }
    },
    start: async (suspects, nowMs) => {
      const missing = await withoutWorkflow(suspects);
      if (missing.length === 0) return 0;
      const ids = missing.map(({ id }) => id);
      const started = await of.start(db, ids, nowMs);
      for (const { id, isOverdue } of missing) if (isOverdue) signaled.set(id, true);
      return started;
    },
  };
}

const MOST_SIGNALED = 50_000;
const SIGNAL_AGAIN_MS = 600_000;

/** Schedules that are missing, that say something else than their row, or whose row needs none any more. */
function methodSchedules(db: Db, temporal: TemporalView): Recoverable {
  const differs = async (methodId: string, expected: string | null) => {
    const note = await temporal.methodSchedule(methodId);
    return expected === null ? note !== null : !isUpToDate(note, expected);
  };
  return {
    name: 'automatic_payout',
    compare: async function* () {
      // In this order: a schedule that is listed had its row before.
      const listed = await temporal.methodSchedules();
      const expected = await expectedNotes(db);
      const doubtful = [...new Set([...listed.keys(), ...expected.keys()])].filter((id) => {
        const note = expected.get(id);
        return note === undefined || !isUpToDate(listed.get(id) ?? null, note);
      });
      const missing: Suspect[] = [];
      for (const id of doubtful) {
        if (await differs(id, expected.get(id) ?? null)) missing.push(suspectOf(id));
      }
      yield { unfinished: expected.size, missing };
    },
    start: async (suspects) => {
      const expected = await expectedNotes(db);
      let started = 0;
      for (const { id } of suspects) {
        if (!(await differs(id, expected.get(id) ?? null))) continue;
        await inTransaction(db, (tx) => setMethodSchedule(tx, { id }));
        started += 1;
      }
      return started;
    },
  };
}

/** An operator who pauses a schedule in the Web UI leaves another note: that schedule stays as it is. */
function isUpToDate(note: string | null, expected: string): boolean {
  return note === expected || (note !== null && !note.startsWith(SCHEDULE_NOTE));
}

async function expectedNotes(db: Db): Promise<ReadonlyMap<string, string>> {
  return new Map((await automaticSchedules(db)).map((each) => [each.id, scheduleNote(each)]));
}

function suspectOf(id: string): Suspect {
  return { id, workflowId: `automatic-payout:${id}`, isOverdue: false };
}
