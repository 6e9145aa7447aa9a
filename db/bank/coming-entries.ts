import type { Mode } from '../../domain/assets/assets.ts';
import { planNews } from '../../domain/bank/plan-entries.ts';
import type { Tx } from '../core/sequelize.ts';
import { execute, json, prepared, select } from '../core/sql.ts';
import { moment, react } from '../process/reactions.ts';
import { knownKeys } from './entry-plan.ts';
import { entriesLike } from './kept-entries.ts';
import { learn } from './learned-entries.ts';
import { type EntriesToBook, insertSql, NEW_KEYS, newRow } from './new-entries.ts';
import { bankEntriesTable } from './rows.ts';

/** Money is notified: it is coming, and nobody has it yet. */
export interface ComingCredit {
  readonly entryId: string;
  readonly creditorReference: string | null;
}

export const bankCreditComing = moment<ComingCredit>('bank_credit.coming');

/** The money of a deposit changes: it will not come, or the bank took it back. */
export interface ChangedCredit {
  readonly entryId: string;
  readonly depositId: string | null;
  readonly nowMs: number;
}

export const bankCreditChanged = moment<ChangedCredit>('bank_credit.changed');

/**
 * Keeps what is notified, and moves nothing. An entry that is kept already is not kept again; if a statement said only
 * a sum, its money in suspense gets the words.
 */
export async function noteComing(tx: Tx, { mode, fileId, entries, nowMs }: EntriesToBook): Promise<void> {
  const known = await knownKeys(
    tx,
    mode,
    entries.map(({ key }) => key),
  );
  const said = entries.filter(({ key }) => !known.has(key));
  const news = planNews(said, await entriesLike(tx, mode, said));
  const splits = news.split.filter(({ row: { isStated } }) => !isStated);
  await endComing(
    tx,
    splits.map(({ row }) => row.id),
    nowMs,
  );
  await learn(tx, { news, fileId, byStatement: false, nowMs });
  const fresh = [...news.fresh, ...splits.flatMap(({ parts }) => parts)];
  const rows = fresh.map((entry) => newRow(entry, { mode, fileId, nowMs }));
  if (rows.length === 0) return;
  await execute(tx, insertSql, [json(rows.map((row) => bankEntriesTable.write(row, NEW_KEYS)))]);
  const credits = rows.filter(({ direction }) => direction === 'credit');
  await react(
    tx,
    bankCreditComing,
    credits.map(({ id: entryId, creditorReference }) => ({ entryId, creditorReference })),
  );
}

/** A notified entry will not come, or comes as its parts. */
export async function endComing(tx: Tx, ids: readonly string[], nowMs: number): Promise<void> {
  if (ids.length === 0) return;
  const ended = await select<{ entryId: string; depositId: string | null }>(tx, endedSql, [ids]);
  await react(
    tx,
    bankCreditChanged,
    ended.map((each) => ({ ...each, nowMs })),
  );
}

/** All that a file notified and no statement contains, as staff decided. */
export async function endComingOfFile(tx: Tx, mode: Mode, fileId: string, nowMs: number): Promise<void> {
  const rows = await bankEntriesTable.find(tx, { mode, fileId, isStated: false, endedAt: null, bookedAs: null });
  await endComing(
    tx,
    rows.map(({ id }) => id),
    nowMs,
  );
}

const endedSql = prepared(`
  UPDATE bank_entry SET ended_at = now()
  WHERE id = ANY($1::uuid[]) AND NOT is_stated AND ended_at IS NULL AND booked_as IS NULL
  RETURNING id AS "entryId", deposit_id AS "depositId"`);
