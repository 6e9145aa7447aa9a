import { existsSync } from 'node:fs';
import { connect } from '../../db/connect.ts';
import { hasKeys } from '../../db/core/key-fingerprints.ts';
import { isSet } from '../../settings/load.ts';
import type { DataFolder } from './data-folder.ts';

const FILES = { ENCRYPTION_KEY: 'encryption-key', SANDBOX_SEED: 'sandbox-seed' } as const;

/**
 * Keys are made only for an empty database: new ones would seal secrets beside what only the old ones open.
 * @throws Error that says which files are missing in the data folder, and what to do
 */
export async function requireKeyFiles(databaseUrl: string, folder: Pick<DataFolder, 'file' | 'path'>): Promise<void> {
  const missing = Object.entries(FILES).filter(
    ([name, file]) => !isSet(process.env, name) && !existsSync(folder.file(file)),
  );
  if (missing.length === 0) return;
  const db = connect(databaseUrl, { applicationName: 'tidegate-keys', poolSize: 1 });
  try {
    if (!(await hasKeys(db))) return;
  } finally {
    await db.close();
  }
  const files = missing.map(([, file]) => file).join(' and ');
  const settings = missing.map(([name]) => name).join(' and ');
  throw new Error(
    `The database is in use, and ${files} of its installation ${missing.length === 1 ? 'is' : 'are'} missing in ` +
      `${folder.path}. Put the file there, or set ${settings}, from where the keys are kept beside the backups. ` +
      'Nothing was written, and no new key was made.',
  );
}
