import type { Db } from '../sequelize.ts';
import { one, prepared } from '../sql.ts';

/** The registered domain of a profile, which its payers may be sent back to. */
export async function readProfileDomain(db: Db, profileId: string): Promise<string | null> {
  const { domain } = await one<{ domain: string | null }>(db, statement, [profileId]);
  return domain;
}

const statement = prepared('SELECT domain FROM profile WHERE id = $1');
