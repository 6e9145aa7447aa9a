import { enqueue } from '../outbox.ts';
import { type Db, inTransaction } from '../sequelize.ts';
import { prepared, select } from '../sql.ts';
import type { Kind, Process } from './define.ts';

/** An unfinished row, and the ID of the workflow that it needs. */
export interface UnfinishedRow {
  readonly id: string;
  readonly workflowId: string;
}

/** Rows of one kind that each need a workflow until they are finished. The rows alone can start all of them again. */
export interface Restartable {
  readonly name: string;
  /** The unfinished ones of the next rows after this ID, in the order of their IDs. */
  readonly page: (db: Db, from: PageStart) => Promise<Page>;
  /**
   * Sends what starts the workflows of those of the rows that are still unfinished. A workflow that is running gets
   * what its row says, which changes nothing for it. @returns how many were unfinished
   */
  readonly start: (db: Db, ids: readonly string[], nowMs: number) => Promise<number>;
}

interface PageStart {
  readonly after: string;
  readonly limit: number;
  readonly nowMs: number;
}

interface Page {
  readonly rows: readonly UnfinishedRow[];
  /** The last ID of the page; null after the last page. */
  readonly last: string | null;
}

/** Before every ID. */
const FIRST_ID = '00000000-0000-0000-0000-000000000000';

/** The rows of a process that has workflows, as its definition describes them. */
export function restartable<K extends Kind>(process: Process<K>): Restartable {
  const { name, table, workflow } = process;
  if (workflow === undefined) throw new Error(`The process ${name} has no workflows.`);
  const { neededWhen, perhaps } = workflow;
  const asked = perhaps === undefined ? `(${neededWhen})` : `(${neededWhen} OR ${perhaps.when})`;
  const columns = `t.id, ${workflow.workflowId} AS "workflowId", (${neededWhen}) AS certain`;
  const candidates = `SELECT ${columns} FROM ${table.name} t WHERE ${asked}`;
  const pageSql = prepared(`${candidates} AND t.id > $1 ORDER BY t.id LIMIT $2`);
  const stillSql = prepared(`${candidates} AND t.id = ANY($1)`);
  const isNeeded = ({ certain }: Candidate, facts: K['facts'] | undefined, nowMs: number) =>
    certain || (facts !== undefined && perhaps?.needed(facts, nowMs) === true);
  return {
    name,
    page: async (db, { after, limit, nowMs }) => {
      const all = await select<Candidate>(db, pageSql, [after, limit]);
      const doubtful = all.filter(({ certain }) => !certain).map(({ id }) => id);
      const facts: ReadonlyMap<string, K['facts']> =
        doubtful.length === 0 ? new Map() : await inTransaction(db, (tx) => process.lock(tx, doubtful));
      const rows = all.filter((each) => isNeeded(each, facts.get(each.id), nowMs));
      return { rows, last: all.length < limit ? null : (all.at(-1)?.id ?? null) };
    },
    start: (db, ids, nowMs) =>
      inTransaction(db, async (tx) => {
        const locked = await process.lock(tx, [...ids].sort());
        const still = await select<Candidate>(tx, stillSql, [ids]);
        const messages = still.flatMap((each) => {
          const facts = locked.get(each.id);
          return facts !== undefined && isNeeded(each, facts, nowMs) ? [workflow.start(facts, nowMs)] : [];
        });
        await enqueue(tx, messages);
        return messages.length;
      }),
  };
}

interface Candidate extends UnfinishedRow {
  readonly certain: boolean;
}

/** All unfinished rows, page by page: so it takes little memory and holds no lock for long. */
export async function* unfinishedRows(
  db: Db,
  { page }: Restartable,
  { nowMs, limit = 200 }: { readonly nowMs: number; readonly limit?: number },
): AsyncGenerator<readonly UnfinishedRow[]> {
  for (let after: string | null = FIRST_ID; after !== null; ) {
    const { rows, last }: Page = await page(db, { after, limit, nowMs });
    if (rows.length > 0) yield rows;
    after = last;
  }
}
