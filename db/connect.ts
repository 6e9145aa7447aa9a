import { type ConnectOptions, type Db, openPools } from './core/sequelize.ts';
import { reactions } from './reactions.ts';
import { tables } from './tables.ts';

/**
 * The database for one process, with all its reactions. Connects lazily. Call `close()`, or the process does not end.
 */
export function connect(url: string, options: ConnectOptions = {}): Db {
  const db = openPools(url, reactions, options);
  for (const table of tables) table.bind(db.sequelize);
  return db;
}
