import { migrate } from '../../db/schema/migrate.ts';
import { startPostgres } from '../services/postgres.ts';
import { noteServer } from './report.ts';

/** A throwaway Postgres with one migrated database that others are cloned from. */
export interface TemplateDatabase {
  readonly serverUrl: string;
  readonly template: string;
  stop(): Promise<void>;
}

/** Starts the server in the folder and runs the migrations once. */
export async function startTemplateDatabase(dataDir: string): Promise<TemplateDatabase> {
  const server = await startPostgres({ dataDir, durability: 'throwaway', maxConnections: 300 });
  noteServer({ name: 'Postgres', origin: 'package' });
  try {
    await migrate(server.url);
  } catch (error) {
    await server.stop();
    throw error;
  }
  return { serverUrl: server.serverUrl, template: 'tidegate', stop: server.stop };
}
