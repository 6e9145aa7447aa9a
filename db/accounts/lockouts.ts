import { Op } from 'sequelize';
import { DomainError } from '../../domain/errors.ts';
import type { Db, Tx } from '../core/sequelize.ts';
import { execute, one, prepared, RELAXED } from '../core/sql.ts';
import { NOW } from '../core/table.ts';
import { lockoutsTable } from './rows.ts';
import type { AccountSecrets } from './secrets.ts';

/** How many tries of one thing are allowed until a pause. */
export interface Allowance {
  /** The attempted action, e.g. `password:account`. */
  readonly scope: string;
  /** The target of the attempt: a mail address, a user, an IP address; stored as a keyed hash. */
  readonly key: string;
  readonly tries: number;
  readonly minutes: number;
}

/**
 * Counts a try before it is checked, so that many at once cannot pass together. Each allowed try starts the window
 * again; one that is refused does not, so nobody is kept out longer than the window after the last try that counted.
 * @throws DomainError `rate_limited` with the seconds until the window ends
 */
export async function takeTry(db: Db, secrets: AccountSecrets, allowance: Allowance): Promise<void> {
  const { scope, key, tries, minutes } = allowance;
  const row = await one<{ tries: number; seconds: string }>(db, takeAtOnce, [
    scope,
    secrets.hash(scope, key),
    tries,
    minutes,
  ]);
  if (row.tries > tries) throw new DomainError('rate_limited', { retryAfterSeconds: Math.max(1, Number(row.seconds)) });
}

/** The same as a question and within a transaction: false instead of an error. */
export async function mayTry(tx: Tx, secrets: AccountSecrets, allowance: Allowance): Promise<boolean> {
  return (await countTry(tx, secrets, allowance)) <= allowance.tries;
}

/** The same, as which try it is; all beyond those that are allowed are one number. */
export async function countTry(tx: Tx, secrets: AccountSecrets, allowance: Allowance): Promise<number> {
  const { scope, key, tries, minutes } = allowance;
  const row = await one<{ tries: number }>(tx, takeWithin, [scope, secrets.hash(scope, key), tries, minutes]);
  return row.tries;
}

/** Tries of the present hour of the clock: unlike a pause, the next hour starts at zero also where they never end. */
export function withinHour({ key, ...allowance }: Omit<Allowance, 'minutes'>, nowMs = Date.now()): Allowance {
  return { ...allowance, key: `${key} ${Math.floor(nowMs / HOUR_MS)}`, minutes: 60 };
}

const HOUR_MS = 3_600_000;

/** A right answer forgets the wrong ones before it. */
export async function forgetTries(
  db: Db,
  secrets: AccountSecrets,
  { scope, key }: Pick<Allowance, 'scope' | 'key'>,
): Promise<void> {
  await execute(db, forgetStatement, [scope, secrets.hash(scope, key)]);
}

/** Takes one try back, of a key that many share, such as an IP address. */
export async function giveTryBack(
  db: Db,
  secrets: AccountSecrets,
  { scope, key }: Pick<Allowance, 'scope' | 'key'>,
): Promise<void> {
  await execute(db, giveBackStatement, [scope, secrets.hash(scope, key)]);
}

/** Removes windows that have ended. */
export async function deleteOldLockouts(db: Db): Promise<number> {
  return lockoutsTable.destroy(db, { windowEnds: { [Op.lte]: NOW } });
}

const COUNT = `
  ON CONFLICT (scope, key_hash) DO UPDATE SET
    tries = CASE WHEN l.window_ends <= now() THEN 1 ELSE least(l.tries, $3::int) + 1 END,
    window_ends = CASE WHEN l.window_ends <= now() OR l.tries < $3::int THEN excluded.window_ends ELSE l.window_ends END
  RETURNING tries, ceil(extract(epoch FROM window_ends - now()))::text AS seconds`;

// Counting does not wait for the disk: what a crash forgets are the tries of its last moment.
const takeAtOnce = prepared(`WITH ${RELAXED}
  INSERT INTO lockout AS l (scope, key_hash, tries, window_ends)
  SELECT $1::text, $2::bytea, 1, now() + make_interval(mins => $4::int) FROM relaxed ${COUNT}`);

const takeWithin = prepared(`
  INSERT INTO lockout AS l (scope, key_hash, tries, window_ends)
  VALUES ($1, $2, 1, now() + make_interval(mins => $4::int)) ${COUNT}`);

const forgetStatement = prepared(
  `WITH ${RELAXED} DELETE FROM lockout USING relaxed WHERE scope = $1 AND key_hash = $2`,
);

const giveBackStatement = prepared(`WITH ${RELAXED}
  UPDATE lockout SET tries = tries - 1 FROM relaxed WHERE scope = $1 AND key_hash = $2 AND tries > 0`);
