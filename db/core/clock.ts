import type { Db } from './sequelize.ts';
import { one } from './sql.ts';

/**
 * How far the clock of this process is ahead of Postgres's, in milliseconds; negative if it is behind. Zero if the
 * difference can be explained by the time that the question took.
 */
export async function clockAheadMs(db: Db, now: () => number = Date.now): Promise<number> {
  const requestedAtMs = now();
  const { ms } = await one<{ ms: string }>(db, 'SELECT extract(epoch FROM clock_timestamp()) * 1000 AS ms', []);
  const answeredAtMs = now();
  const theirs = Number(ms);
  if (theirs < requestedAtMs) return requestedAtMs - theirs;
  return theirs > answeredAtMs ? answeredAtMs - theirs : 0;
}

/**
 * The problem of this process's clock, and what to do; undefined if it may work. All processes decide deadlines, price
 * with rates that last seconds, and sign webhooks that receivers refuse after five minutes: with a clock of its own,
 * one would do harm in a way that nobody sees.
 */
export async function clockProblem(db: Db, now?: () => number): Promise<string | undefined> {
  const aheadMs = await clockAheadMs(db, now);
  if (Math.abs(aheadMs) <= MAX_APART_MS) return undefined;
  const seconds = Math.round(Math.abs(aheadMs) / 1_000);
  const [where, of] = [aheadMs > 0 ? 'ahead of' : 'behind', 'the clock of Postgres'];
  return `The clock of this process is ${seconds} s ${where} ${of}: set the time of both machines, for example by NTP.`;
}

const MAX_APART_MS = 60_000;
