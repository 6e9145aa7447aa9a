import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isSet } from '../settings/load.ts';
import { dataFolder } from './database-url.ts';

/** The settings of workers, from the environment or from the files that `npm start` keeps in its folder. */
export function workerSettings(url: string): NodeJS.ProcessEnv {
  const kept = (name: string) => {
    const file = join(dataFolder(), name);
    return existsSync(file) ? readFileSync(file, 'utf8').trim() : undefined;
  };
  return {
    ...process.env,
    DATABASE_URL: url,
    DATABASE_URL_FILE: undefined,
    ...(isSet(process.env, 'ENCRYPTION_KEY') ? {} : { ENCRYPTION_KEY: kept('encryption-key') }),
    ...(isSet(process.env, 'SANDBOX_SEED') ? {} : { SANDBOX_SEED: kept('sandbox-seed') }),
  };
}
