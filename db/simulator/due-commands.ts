import type { Chain } from '../chain/cursor.ts';
import type { Db, Tx } from '../core/sequelize.ts';
import { maybeOne, one, prepared, select } from '../core/sql.ts';
import { NOW } from '../core/table.ts';
import type { SimCommand } from './commands.ts';
import { simCommandsTable } from './rows.ts';

export interface DueCommand {
  readonly id: string;
  readonly command: SimCommand;
}

/** The merchants with due commands on this chain, longest waiting first. Null means the gateway itself. */
export async function merchantsDue(on: Db | Tx, { mode, network }: Chain, nowMs: number): Promise<(string | null)[]> {
  const bind = [mode, network, new Date(nowMs)];
  const rows = await select<{ merchant_id: string | null }>(on, merchantsSql, bind);
  return rows.map(({ merchant_id }) => merchant_id);
}

/** The merchant's first due command. */
export function nextCommand(
  tx: Tx,
  { mode, network, merchantId }: Chain & { readonly merchantId: string | null },
  nowMs: number,
): Promise<DueCommand | undefined> {
  return maybeOne<DueCommand>(tx, commandSql, [mode, network, new Date(nowMs), merchantId]);
}

/** Whether one that was given before is still open for the same transaction: it has been put off. */
export async function waitsForEarlier(tx: Tx, { mode, network }: Chain, id: string, txid: string): Promise<boolean> {
  return (await one<{ waits: boolean }>(tx, earlierSql, [mode, network, id, txid])).waits;
}

/** Marks a command as done. */
export async function finishCommand(tx: Tx, id: string): Promise<void> {
  await simCommandsTable.update(tx, { doneAt: NOW }, { id });
}

/** Postpones a command. */
export async function putOff(tx: Tx, id: string, dueAtMs: number): Promise<void> {
  await simCommandsTable.update(tx, { dueAt: new Date(dueAtMs) }, { id });
}

/** When the clock makes this chain's next block, and when its next command is due; null if nothing is planned. */
export async function nextDue(
  on: Db | Tx,
  { mode, network }: Chain,
): Promise<{ readonly clockMs: number | null; readonly commandMs: number | null }> {
  const row = await one<{ clock: Date | null; command: Date | null }>(on, nextDueSql, [mode, network]);
  return { clockMs: row.clock?.getTime() ?? null, commandMs: row.command?.getTime() ?? null };
}

const isDue = 'mode = $1 AND network = $2 AND done_at IS NULL AND due_at <= $3';
const merchantsSql = prepared(
  `SELECT merchant_id FROM sim_command WHERE ${isDue} GROUP BY merchant_id ORDER BY min(due_at), min(id)`,
);
const commandSql = prepared(`
  SELECT id, command FROM sim_command WHERE ${isDue} AND merchant_id IS NOT DISTINCT FROM $4
  ORDER BY due_at, id LIMIT 1`);
const earlierSql = prepared(`
  SELECT EXISTS (
    SELECT FROM sim_command WHERE mode = $1 AND network = $2 AND done_at IS NULL AND id < $3 AND command->>'txid' = $4
  ) AS waits`);
const nextDueSql = prepared(`
  SELECT (SELECT next_block_at FROM sim_chain WHERE mode = $1 AND network = $2) AS clock,
    (SELECT min(due_at) FROM sim_command WHERE mode = $1 AND network = $2 AND done_at IS NULL) AS command`);
