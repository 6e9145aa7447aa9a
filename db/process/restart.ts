import type { OutboxRow } from '../core/outbox.ts';
import { enqueue } from '../core/outbox.ts';
import { type Db, inTransaction, type Tx } from '../core/sequelize.ts';
import { execute, prepared, select } from '../core/sql.ts';
import type { Kind, Process } from './define.ts';
import { signalOf } from './workflow.ts';

/** An unfinished row, and the ID of the workflow that it needs. */
export interface UnfinishedRow {
  readonly id: string;
  readonly workflowId: string;
  /** It has had something to do for too long. Its workflow, even if it is running, may have missed a signal. */
  readonly isOverdue: boolean;
}

/** Rows of one kind that each need a workflow until they are finished. The rows alone can start all of them again. */
export interface Restartable {
  readonly name: string;
  /** The unfinished ones of the next rows after this ID, in the order of their IDs. */
  readonly page: (db: Db, from: PageStart) => Promise<Page>;
  /**
   * Sends what starts the workflows of those of the rows that are still unfinished. A workflow that is running gets
   * what its row says, which changes nothing for it unless it missed a signal. @returns how many were unfinished
   */
  readonly start: (db: Db, ids: readonly string[], nowMs: number) => Promise<number>;
}

export interface PageStart {
  readonly after: string;
  readonly limit: number;
  readonly nowMs: number;
}

export interface Page {
  readonly rows: readonly UnfinishedRow[];
  /** The last ID of the page; null after the last page. */
  readonly last: string | null;
}

/** Before every ID. */
const FIRST_ID = '00000000-0000-0000-0000-000000000000';
/** A workflow acts within seconds on what its row tells it. */
const OVERDUE_MS = 120_000;

/**
 * After a restore, workflows that still run know versions that the rows lost, and take no news of a lower one. So the
 * versions of unfinished rows go on far above those. Shops order events by the same versions.
 */
export async function skipVersions<K extends Kind>(tx: Tx, { table, workflow }: Process<K>): Promise<void> {
  if (workflow === undefined) return;
  await execute(tx, `UPDATE ${table.name} t SET version = version + $1 WHERE ${mayNeed(workflow)}`, [SKIPPED_VERSIONS]);
}

/** No row has as many changes. */
const SKIPPED_VERSIONS = 1_000_000;

type Needs = Pick<NonNullable<Process<Kind>['workflow']>, 'neededWhen'> & { readonly due?: { readonly when: string } };

function mayNeed({ neededWhen, due }: Needs): string {
  return due === undefined ? `(${neededWhen})` : `(${neededWhen} OR ${due.when})`;
}

/** The rows of a process that has workflows, as its definition describes them. */
export function restartable<K extends Kind>(process: Process<K>): Restartable {
  const { name, table, workflow } = process;
  if (workflow === undefined) throw new Error(`The process ${name} has no workflows.`);
  const { neededWhen, workflowId, due } = workflow;
  const maybe = mayNeed(workflow);
  const candidates = (more: string) =>
    `SELECT t.id, ${workflowId} AS "workflowId", (${neededWhen}) AS certain${more} FROM ${table.name} t WHERE ${maybe}`;
  const isStale = `, (${due?.when ?? 'false'}) AND t.updated_at < $3 AS stale`;
  const pageSql = prepared(`${candidates(isStale)} AND t.id > $1 ORDER BY t.id LIMIT $2`);
  const stillSql = prepared(`${candidates('')} AND t.id = ANY($1)`);
  const isDue = (facts: K['facts'] | undefined, nowMs: number) =>
    facts !== undefined && due?.isDue(facts, nowMs) === true;
  return {
    name,
    page: async (db, { after, limit, nowMs }) => {
      const all = await select<StaleCandidate>(db, pageSql, [after, limit, new Date(nowMs - OVERDUE_MS)]);
      const doubtful = all.filter(({ certain, stale }) => !certain || stale).map(({ id }) => id);
      const facts: ReadonlyMap<string, K['facts']> =
        doubtful.length === 0 ? new Map() : await inTransaction(db, (tx) => process.lock(tx, doubtful));
      const rows = all.flatMap(({ id, workflowId, certain, stale }) => {
        const hasWork = isDue(facts.get(id), nowMs);
        return certain || hasWork ? [{ id, workflowId, isOverdue: stale && hasWork }] : [];
      });
      return { rows, last: lastOf(all, limit) };
    },
    start: (db, ids, nowMs) =>
      inTransaction(db, async (tx) => {
        const locked = await process.lock(tx, [...ids].sort());
        const still = await select<Candidate>(tx, stillSql, [ids]);
        const messages = still.flatMap(({ id, certain }): OutboxRow[] => {
          const facts = locked.get(id);
          return facts !== undefined && (certain || isDue(facts, nowMs)) ? [signalOf(process, facts, nowMs)] : [];
        });
        await enqueue(tx, messages);
        return messages.length;
      }),
  };
}

interface Candidate {
  readonly id: string;
  readonly workflowId: string;
  readonly certain: boolean;
}

interface StaleCandidate extends Candidate {
  readonly stale: boolean;
}

/** Where the next page begins; null if the page was not full. */
export function lastOf(rows: readonly { readonly id: string }[], limit: number): string | null {
  return rows.length < limit ? null : (rows.at(-1)?.id ?? null);
}

/** All unfinished rows, page by page: so it takes little memory and holds no lock for long. */
export async function* unfinishedRows(
  db: Db,
  { page }: Pick<Restartable, 'page'>,
  { nowMs, limit = 200 }: { readonly nowMs: number; readonly limit?: number },
): AsyncGenerator<readonly UnfinishedRow[]> {
  for (let after: string | null = FIRST_ID; after !== null; ) {
    const { rows, last }: Page = await page(db, { after, limit, nowMs });
    if (rows.length > 0) yield rows;
    after = last;
  }
}
