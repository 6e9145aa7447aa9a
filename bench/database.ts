import { connect } from '../db/connect.ts';
import type { Db } from '../db/core/sequelize.ts';
import { migrate } from '../db/schema/migrate.ts';
import { startPostgres } from '../scripts/services/postgres.ts';
import { makeRunFolder, subfolder } from '../scripts/testing/run-folder.ts';

export interface BenchDatabase {
  readonly url: string;
  readonly db: Db;
}

/** A fresh, durable Postgres (it waits for the disk, as in production) with the schema in place, for one benchmark. */
export async function withBenchDatabase<Result>(work: (database: BenchDatabase) => Promise<Result>): Promise<Result> {
  const folder = makeRunFolder();
  const server = await startPostgres({
    dataDir: subfolder(folder.path, 'postgres'),
    durability: 'durable',
    maxConnections: 100,
  });
  try {
    await migrate(server.url);
    const db = connect(server.url);
    try {
      return await work({ url: server.url, db });
    } finally {
      await db.close();
    }
  } finally {
    await server.stop();
    folder.remove();
  }
}
