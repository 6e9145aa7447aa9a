import { reactions } from './reactions.ts';
import { type ConnectOptions, type Db, openPools } from './sequelize.ts';
import { tables } from './tables.ts';

/**
 * The database for one process, with everything that reacts to a change in it. Nothing is contacted yet. Close it with
 * `close()`, else the process does not end.
 */
export function connect(url: string, options: ConnectOptions = {}): Db {
  const db = openPools(url, reactions, options);
  for (const table of tables) table.bind(db.sequelize);
  return db;
}
