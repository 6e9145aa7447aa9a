import { reactions } from './reactions.ts';
import { type ConnectOptions, type Db, openPools } from './sequelize.ts';

/**
 * The database for one process, with everything that reacts to a change in it. Nothing is contacted yet. Close it with
 * `close()`, else the process does not end.
 */
export function connect(url: string, options: ConnectOptions = {}): Db {
  return openPools(url, reactions, options);
}
