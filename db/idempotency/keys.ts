import { DomainError, isDomainError } from '../../domain/errors.ts';
import { type Db, inTransaction, retrying, type Tx } from '../core/sequelize.ts';
import { execute, one, prepared } from '../core/sql.ts';

/** A request that may be sent again with the same `Idempotency-Key`. */
export interface IdempotentRequest {
  /** Merchant, mode, route and shop: the same key elsewhere is another request. */
  readonly scope: string;
  readonly key: string;
  /** SHA-256 of the body. */
  readonly requestHash: Buffer;
  /** The function that opens the transaction; default `inTransaction`. */
  readonly transact?: typeof inTransaction;
  /**
   * Called outside of any transaction, unless there is an answer already; its refusals are kept as those of the work
   * are.
   */
  readonly before?: () => Promise<void>;
  /** Whether the object of a kept success has ended without effect: the key is then free for the same work again. */
  readonly isOver?: (tx: Tx, answer: KeptAnswer) => Promise<boolean>;
}

/** An answer as it was sent, byte for byte. */
export interface KeptAnswer {
  readonly status: number;
  readonly body: string;
  /** The version of the API that it is written in; null of calls that have none. */
  readonly apiVersion: string | null;
}

/** The state that a request with a key finds. */
export type IdempotencyState =
  | { readonly state: 'fresh' }
  | { readonly state: 'replay'; readonly answer: KeptAnswer }
  | { readonly state: 'conflict' }
  | { readonly state: 'running' };

/**
 * Runs `work` once per key and gives its answer to everyone who asks the same within 24 hours.
 *
 * The key's row, the effect and the answer are one transaction: after a crash anywhere either all of it is there or
 * nothing, so a repeat can never do the work twice nor find a key without an answer. Requests at the same time wait
 * here, without a connection, for the first one, and get its answer.
 *
 * A refusal (`DomainError`) undoes the work. It is kept as an answer only where something happened: after a check that
 * uses something up (`before`), and with no status of 401, 403, 429 or 5xx.
 *
 * @param work does everything in the transaction it is given; it may run again after a deadlock.
 * @param refusal makes the answer of a refusal.
 * @throws DomainError `idempotency_mismatch` for the key with another request; `idempotency_running` when the first one
 *   takes longer than {@link PATIENCE_MS}; whatever `work` throws that is not kept.
 */
export async function idempotently(
  db: Db,
  request: IdempotentRequest,
  work: (tx: Tx) => Promise<KeptAnswer>,
  refusal: (error: DomainError) => KeptAnswer,
): Promise<KeptAnswer & { readonly replayed: boolean }> {
  const deadlineMs = Date.now() + PATIENCE_MS;
  let isChecked = request.before === undefined;
  const run = async () => {
    if (!isChecked) {
      const known = await findKnown(db, request);
      if (known !== undefined) return known;
      await request.before?.();
      isChecked = true;
    }
    return once(db, request, work);
  };
  for (;;) {
    const outcome = await attempt(db, request, run, refusal);
    if (outcome !== 'running') return outcome;
    if (Date.now() >= deadlineMs) throw new DomainError('idempotency_running', { retryAfterSeconds: 1 });
    await new Promise((resolve) => setTimeout(resolve, 10 + Math.random() * 20));
  }
}

/**
 * Takes the key in this transaction, never waiting for another one. When `fresh`, do the work in the same transaction
 * and end with {@link finishIdempotent}; otherwise nothing was written.
 */
export async function beginIdempotent(
  tx: Tx,
  { scope, key, requestHash, isOver }: IdempotentRequest,
): Promise<IdempotencyState> {
  const taken = await one<{ locked: boolean; fresh: boolean }>(tx, takeStatement, [scope, key, requestHash]);
  if (!taken.locked) return { state: 'running' };
  if (taken.fresh) return { state: 'fresh' };
  const kept = await one<KeptRow>(tx, readStatement, [scope, key]);
  const answer = { status: kept.status_code, body: kept.response_body, apiVersion: kept.api_version };
  if (answer.status < 400 && (await isOver?.(tx, answer)) === true) {
    await execute(tx, takeAgainStatement, [scope, key, requestHash]);
    return { state: 'fresh' };
  }
  return kept.request_hash.equals(requestHash) ? { state: 'replay', answer } : { state: 'conflict' };
}

/** Keeps the answer of a `fresh` request, in its transaction. */
export async function finishIdempotent(tx: Tx, { scope, key }: IdempotentRequest, answer: KeptAnswer): Promise<void> {
  const kept = await execute(tx, finishStatement, [scope, key, answer.status, answer.body, answer.apiVersion]);
  if (kept !== 1) throw new Error('The idempotency key was not taken in this transaction.');
}

/** Deletes keys older than 24 hours, which would otherwise be replaced only when they are used again. */
export function deleteOldIdempotencyKeys(db: Db): Promise<number> {
  return execute(db, `DELETE FROM idempotency_key WHERE created_at < now() - ${KEPT}`);
}

/** How long a request waits for another one with the same key. */
export const PATIENCE_MS = 5_000;

const KEPT = "interval '24 hours'";

// The lock ends with the transaction. Two keys that share its 64 bits only wait for each other.
const takeStatement = prepared(`
  WITH lock AS MATERIALIZED (SELECT pg_try_advisory_xact_lock(hashtextextended($1 || ' ' || $2, 0)) AS locked),
  taken AS (
    INSERT INTO idempotency_key AS k (scope, key, request_hash) SELECT $1, $2, $3::bytea FROM lock WHERE locked
    ON CONFLICT (scope, key) DO UPDATE
      SET request_hash = excluded.request_hash, status_code = NULL, response_body = NULL, created_at = now()
      WHERE k.created_at < now() - ${KEPT}
    RETURNING 1
  )
  SELECT locked, EXISTS (SELECT FROM taken) AS fresh FROM lock`);

const readStatement = prepared(
  'SELECT request_hash, status_code, response_body, api_version FROM idempotency_key WHERE scope = $1 AND key = $2',
);

// The lock of this transaction is held, so nobody else takes it.
const takeAgainStatement = prepared(`
  UPDATE idempotency_key SET request_hash = $3::bytea, status_code = NULL, response_body = NULL, created_at = now()
  WHERE scope = $1 AND key = $2`);

const finishStatement = prepared(
  'UPDATE idempotency_key SET status_code = $3, response_body = $4, api_version = $5 WHERE scope = $1 AND key = $2',
);

interface KeptRow {
  request_hash: Buffer;
  status_code: number;
  response_body: string;
  api_version: string | null;
}

type Outcome = KeptAnswer & { readonly replayed: boolean };

async function attempt(
  db: Db,
  request: IdempotentRequest,
  run: () => Promise<Outcome | 'running'>,
  refusal: (error: DomainError) => KeptAnswer,
): Promise<Outcome | 'running'> {
  try {
    return await run();
  } catch (error) {
    if (request.before === undefined || !isDomainError(error) || !isKept(error)) throw error;
    // The work is undone; its refusal gets a transaction of its own. An answer given in between counts instead.
    return once(db, request, () => Promise.resolve(refusal(error)));
  }
}

/** The answer that a request with the key would get now; undefined: none, and the key stays free. */
async function findKnown(db: Db, request: IdempotentRequest): Promise<Outcome | 'running' | undefined> {
  try {
    return await once(db, request, () => Promise.reject(new KeyIsFreeError()));
  } catch (error) {
    if (error instanceof KeyIsFreeError) return undefined;
    throw error;
  }
}

class KeyIsFreeError extends Error {}

function once(db: Db, request: IdempotentRequest, work: (tx: Tx) => Promise<KeptAnswer>): Promise<Outcome | 'running'> {
  const { transact = inTransaction } = request;
  return retrying(() =>
    transact(db, async (tx) => {
      const begun = await beginIdempotent(tx, request);
      switch (begun.state) {
        case 'running':
          return 'running';
        case 'conflict':
          throw new IdempotencyMismatchError();
        case 'replay':
          return { ...begun.answer, replayed: true };
        case 'fresh': {
          const answer = await work(tx);
          await finishIdempotent(tx, request, answer);
          return { ...answer, replayed: false };
        }
      }
    }),
  );
}

/** Never kept: it is about another request than the one the key belongs to. */
class IdempotencyMismatchError extends DomainError {
  constructor() {
    super('idempotency_mismatch');
  }
}

function isKept(error: DomainError): boolean {
  if (error instanceof IdempotencyMismatchError) return false;
  return error.status < 500 && ![401, 403, 429].includes(error.status);
}
