import type { ServerOptions } from '../api/deps.ts';
import { connect } from '../db/connect.ts';
import { readConfig } from '../settings/config.ts';

/** Describes a server that contacts nothing: the routes only need to be there. */
export async function describeServer<Description>(
  describe: (deps: ServerOptions) => Promise<Description>,
): Promise<Description> {
  const config = readConfig({
    NODE_ENV: 'test',
    DATABASE_URL: 'postgres://nowhere/none',
    ENCRYPTION_KEY: Buffer.alloc(32).toString('base64'),
    SANDBOX_SEED: `${'abandon '.repeat(11)}about`,
  });
  const db = connect(config.databaseUrl);
  const live = { subscribe: () => () => {}, close: async () => {} };
  try {
    return await describe({ config, db, live });
  } finally {
    await db.close();
  }
}
