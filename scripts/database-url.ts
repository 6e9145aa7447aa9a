import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { loadSetting } from '../settings/load.ts';
import { postgresUrl } from './services/postgres.ts';

/** The folder of `npm start`. */
export function dataFolder(): string {
  return resolve(process.env.DATA_DIR || '.tidegate');
}

/**
 * The database that a command works on: of `DATABASE_URL`, else the one that `npm start` runs on `DATA_DIR`. @throws
 * Error when there is neither
 */
export function databaseUrl(): string {
  const given = loadSetting(process.env, 'DATABASE_URL');
  if (given) return given;
  const folder = dataFolder();
  const ports = join(folder, 'ports.json');
  if (!existsSync(ports)) {
    throw new Error(`Set DATABASE_URL, or set DATA_DIR to the folder of a running Tidegate; ${folder} is not one.`);
  }
  const { postgres } = JSON.parse(readFileSync(ports, 'utf8')) as { postgres: number };
  return postgresUrl({ dataDir: join(folder, 'postgres'), port: postgres });
}
