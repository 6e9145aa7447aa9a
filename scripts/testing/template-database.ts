import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { startPostgres } from '../services/postgres.ts';
import { noteServer } from './report.ts';

/** A throwaway Postgres with one migrated database that others are cloned from. */
export interface TemplateDatabase {
  readonly serverUrl: string;
  readonly template: string;
  stop(): Promise<void>;
}

const migrateScript = fileURLToPath(new URL('../../db/migrate.ts', import.meta.url));

/** Starts the server in the folder and runs the migrations once. */
export async function startTemplateDatabase(dataDir: string): Promise<TemplateDatabase> {
  const server = await startPostgres({ dataDir, durability: 'throwaway', maxConnections: 300 });
  noteServer({ name: 'Postgres', origin: 'package' });
  try {
    await promisify(execFile)(process.execPath, [migrateScript], {
      env: { ...process.env, DATABASE_URL: server.url, DATA_DIR: dataDir },
    });
  } catch (error) {
    await server.stop();
    const output = error instanceof Error && 'stderr' in error ? String(error.stderr) : String(error);
    throw new Error(`the migrations failed:\n${output}`);
  }
  return { serverUrl: server.serverUrl, template: 'tidegate', stop: server.stop };
}
