import { connect } from '../db/connect.ts';
import { explainedDatabase } from '../db/explained.ts';
import { schemaProblem } from '../db/schema.ts';
import type { Db } from '../db/sequelize.ts';
import { databaseUrl } from './database-url.ts';

/**
 * The database for an operator's command, {@link databaseUrl}, after comparing its schema with this version: a command
 * on another schema might do half of its work.
 * @throws Error that says what to do, when there is no database or its schema does not fit
 */
export async function openDatabase(
  command: string,
  { poolSize = 1 }: { readonly poolSize?: number } = {},
): Promise<Db> {
  const db = connect(databaseUrl(), { applicationName: `tidegate-${command}`, poolSize });
  try {
    const problem = await schemaProblem(db);
    if (problem !== undefined) throw new Error(problem.message);
    return db;
  } catch (error) {
    await db.close();
    throw explainedDatabase(error);
  }
}
