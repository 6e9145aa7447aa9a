import type { Db } from './sequelize.ts';
import { execute, maybeOne } from './sql.ts';

/** Records that this run of a loop has begun: it replaces the run before. */
export async function beginLoopRun(db: Db, name: string, run: string): Promise<void> {
  await execute(
    db,
    `INSERT INTO kept_loop (name, run) VALUES ($1, $2)
     ON CONFLICT (name) DO UPDATE SET run = excluded.run, began_at = now()`,
    [name, run],
  );
}

/** True while no later run of the loop has begun. */
export async function isLatestLoopRun(db: Db, name: string, run: string): Promise<boolean> {
  const newest = await maybeOne<{ run: string }>(db, 'SELECT run FROM kept_loop WHERE name = $1', [name]);
  return newest?.run === run;
}
