import { LRUCache } from 'lru-cache';
import { RateLimiterMemory, RateLimiterPostgres, RateLimiterRes, RLWrapperTimeouts } from 'rate-limiter-flexible';
import type { AccountSecrets } from '../../db/accounts/secrets.ts';
import type { Db } from '../../db/core/sequelize.ts';
import { DomainError } from '../../domain/errors.ts';

/** Counts calls per key in windows of a minute, for all API processes of one database together. */
export interface Limiter {
  /**
   * Counts one call of the key.
   * @throws DomainError `rate_limited` with the seconds until the window ends
   */
  take(key: string): Promise<void>;
  /** The same as a question: false instead of an error. */
  mayTake(key: string): Promise<boolean>;
  /** Takes a call back, for what should not have counted. */
  giveBack(key: string): Promise<void>;
}

export interface LimiterOptions {
  /** Limiters of the same name share their counts. */
  readonly name: string;
  readonly perMinute: number;
}

/**
 * Each process counts a key by itself and adds its count to the table `rate_limit` whenever it has grown by a hundredth
 * of the calls that are left, so that a key with few calls never reaches Postgres. Each process lets one percent too
 * many through at most, and none where the limit is small. While Postgres does not answer, each limits alone.
 */
export function createLimiter(db: Db, secrets: AccountSecrets, { name, perMinute }: LimiterOptions): Limiter {
  const shared = sharedCounts(db, { name, perMinute });
  const uncounted = new LRUCache<string, Uncounted>({ max: MAX_KEYS, ttl: WINDOW_SECONDS * 1000 });

  /** The key as it is stored: what limits callers must not become a record of who called. */
  const hashed = (key: string) => secrets.hash(`limit:${name}`, key).toString('base64url');

  function ownOf(key: string): Uncounted {
    const known = uncounted.get(key);
    if (known !== undefined) return known;
    const own = { calls: 0, max: hundredth(perMinute), sharing: undefined };
    uncounted.set(key, own);
    return own;
  }

  async function refusal(key: string): Promise<RateLimiterRes | undefined> {
    const own = ownOf(key);
    while (own.calls + 1 >= own.max) {
      if (own.sharing === undefined) {
        own.sharing = share(key, own);
        return own.sharing;
      }
      // Simultaneous calls must not pass before the count is known.
      const refused = await own.sharing;
      if (refused !== undefined) return refused;
    }
    own.calls += 1;
    return undefined;
  }

  async function share(key: string, own: Uncounted): Promise<RateLimiterRes | undefined> {
    const calls = own.calls + 1;
    own.calls = 0;
    try {
      const { counted, refused } = await consume(shared, hashed(key), calls);
      own.max = hundredth(counted.remainingPoints);
      // Forgotten when the shared window ends.
      uncounted.set(key, own, { ttl: Math.max(1, counted.msBeforeNext) });
      return refused ? counted : undefined;
    } finally {
      own.sharing = undefined;
    }
  }

  return {
    async take(key) {
      const refused = await refusal(key);
      if (refused === undefined) return;
      throw new DomainError('rate_limited', { retryAfterSeconds: Math.max(1, Math.ceil(refused.msBeforeNext / 1000)) });
    },
    mayTake: async (key) => (await refusal(key)) === undefined,
    async giveBack(key) {
      const own = uncounted.get(key);
      if (own !== undefined && own.calls > 0) own.calls -= 1;
      else await shared.reward(hashed(key), 1);
    },
  };
}

/** Tries of a key that one process counted and did not share yet, and how many that may be. */
interface Uncounted {
  calls: number;
  max: number;
  /** While it is being shared. */
  sharing: Promise<RateLimiterRes | undefined> | undefined;
}

function hundredth(calls: number): number {
  return Math.max(1, Math.floor(calls / 100));
}

/** Refused keys are remembered here, so that a flood does not reach Postgres. */
function sharedCounts(db: Db, { name, perMinute }: LimiterOptions): RLWrapperTimeouts {
  const window = { points: perMinute, duration: WINDOW_SECONDS, keyPrefix: name };
  return new RLWrapperTimeouts({
    limiter: new RateLimiterPostgres({
      ...window,
      storeClient: db.sequelize,
      storeType: 'sequelize',
      tableName: 'rate_limit',
      tableCreated: true,
      inMemoryBlockOnConsumed: perMinute + 1,
    }),
    timeoutMs: ANSWER_MS,
    insuranceLimiter: new RateLimiterMemory(window),
  });
}

/** Refusals are rejections of the library that are no errors. */
async function consume(shared: RLWrapperTimeouts, key: string, calls: number): Promise<Consumed> {
  try {
    return { counted: await shared.consume(key, calls), refused: false };
  } catch (error) {
    if (error instanceof RateLimiterRes) return { counted: error, refused: true };
    throw error;
  }
}

interface Consumed {
  readonly counted: RateLimiterRes;
  readonly refused: boolean;
}

const WINDOW_SECONDS = 60;
const MAX_KEYS = 10_000;
/** Longer than Postgres needs under load, short enough for a person who waits. */
const ANSWER_MS = 500;
