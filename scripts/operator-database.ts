import { connect } from '../db/connect.ts';
import { explainedDatabase } from '../db/core/explained.ts';
import { compareKeys, encryptionKeyOf, type NamedKey, sandboxSeedOf } from '../db/core/key-fingerprints.ts';
import type { Db } from '../db/core/sequelize.ts';
import { schemaProblem } from '../db/schema/schema.ts';
import { loadSetting } from '../settings/load.ts';
import { databaseUrl } from './database-url.ts';
import { workerSettings } from './worker-settings.ts';

/** The keys among these settings; most commands need none. */
export function keysAtHand(settings: NodeJS.ProcessEnv): NamedKey[] {
  const [key, words] = [loadSetting(settings, 'ENCRYPTION_KEY'), loadSetting(settings, 'SANDBOX_SEED')];
  return [...(key ? [encryptionKeyOf(Buffer.from(key, 'base64'))] : []), ...(words ? [sandboxSeedOf(words)] : [])];
}

/**
 * The database for an operator's command, {@link databaseUrl}, after comparing its schema with this version, and its
 * keys with those at hand: a command on another schema might do half of its work.
 * @throws Error that says what to do, when there is no database, or its schema or keys do not fit
 */
export async function openDatabase(
  command: string,
  { poolSize = 1 }: { readonly poolSize?: number } = {},
): Promise<Db> {
  const db = connect(databaseUrl(), { applicationName: `tidegate-${command}`, poolSize });
  try {
    const problem = await schemaProblem(db);
    if (problem !== undefined) throw new Error(problem.message);
    await compareKeys(db, keysAtHand(loadSetting(process.env, 'DATABASE_URL') ? process.env : workerSettings('')));
    return db;
  } catch (error) {
    await db.close();
    throw explainedDatabase(error);
  }
}
