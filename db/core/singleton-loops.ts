import { singletonLoopsTable } from './rows.ts';
import type { Db } from './sequelize.ts';
import { execute } from './sql.ts';

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
  return (await singletonLoopsTable.findOne(db, { name }))?.run === run;
}
