import type { Db } from './sequelize.ts';
import { execute, maybeOne } from './sql.ts';

/** Writes down that this run of a loop has begun: whoever ran it before has been replaced. */
export async function beginRun(db: Db, name: string, run: string): Promise<void> {
  await execute(
    db,
    `INSERT INTO kept_loop (name, run) VALUES ($1, $2)
     ON CONFLICT (name) DO UPDATE SET run = excluded.run, began_at = now()`,
    [name, run],
  );
}

/** True while no other run of the loop has begun since. */
export async function isNewestRun(db: Db, name: string, run: string): Promise<boolean> {
  const newest = await maybeOne<{ run: string }>(db, 'SELECT run FROM kept_loop WHERE name = $1', [name]);
  return newest?.run === run;
}
