import type { Chain } from '../chain/cursor.ts';
import type { Tx } from '../sequelize.ts';
import { execute, prepared, select } from '../sql.ts';
import type { SimCommand } from './commands.ts';

export interface DueCommand {
  readonly id: string;
  readonly command: SimCommand;
}

/** What the simulator has to do on this chain by now, in the order it was asked for. */
export function dueCommands(tx: Tx, { mode, network }: Chain, nowMs: number): Promise<DueCommand[]> {
  return select<DueCommand>(tx, dueSql, [mode, network, new Date(nowMs)]);
}

/** Takes a command off the list. */
export async function finishCommand(tx: Tx, id: string): Promise<void> {
  await execute(tx, 'UPDATE sim_command SET done_at = now() WHERE id = $1', [id]);
}

/** When the next command of any chain is due; null when there is none. */
export async function nextDueMs(tx: Tx): Promise<number | null> {
  const [row] = await select<{ due: Date | null }>(tx, nextDueSql);
  return row?.due?.getTime() ?? null;
}

const dueSql = prepared(`
  SELECT id, command FROM sim_command WHERE mode = $1 AND network = $2 AND done_at IS NULL AND due_at <= $3
  ORDER BY due_at, id LIMIT 100`);
const nextDueSql = prepared(`
  SELECT least((SELECT min(due_at) FROM sim_command WHERE done_at IS NULL), (SELECT min(next_block_at) FROM sim_chain)) AS due`);
