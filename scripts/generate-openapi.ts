// Prints `docs/openapi.json`, made from the schemas of the routes. `node scripts/generate.ts` writes it, `--check`
// compares.
import { makeDocument } from '../api/document.ts';
import { connect } from '../db/connect.ts';
import { readConfig } from '../settings/config.ts';

process.stdout.write(`${JSON.stringify(await describe(), null, 2)}\n`);

/** Nothing is contacted: the routes only need to be there. */
async function describe() {
  const config = readConfig({
    NODE_ENV: 'test',
    DATABASE_URL: 'postgres://nowhere/none',
    ENCRYPTION_KEY: Buffer.alloc(32).toString('base64'),
    SANDBOX_SEED: `${'abandon '.repeat(11)}about`,
  });
  const db = connect(config.databaseUrl);
  const live = { subscribe: () => () => {}, close: async () => {} };
  try {
    return await makeDocument({ config, db, live });
  } finally {
    await db.close();
  }
}
