import { numberedId } from '../../domain/ids.ts';
import { firstIdOf } from '../../domain/reports/months.ts';
import type { Db } from '../core/sequelize.ts';
import { execute, prepared, RELAXED, select } from '../core/sql.ts';

/** A call of an API token that was answered. */
export interface AnsweredRequest {
  readonly atMs: number;
  readonly profileId: string;
  readonly tokenId: string;
  readonly requestId: string;
  readonly method: string;
  readonly route: string;
  readonly path: string;
  readonly status: number;
  readonly errorCode: string | null;
  readonly durationMs: number;
  readonly hasIdempotencyKey: boolean;
  readonly apiVersion: string | null;
}

/** Writes the calls with one statement that does not wait for the disk: a crash may lose the last of them. */
export async function writeRequests(db: Db, requests: readonly AnsweredRequest[]): Promise<void> {
  const column = <Value>(of: (request: AnsweredRequest) => Value) => requests.map(of);
  await execute(db, writeSql, [
    // Calls of one millisecond are listed in the order of their answers.
    requests.map(({ atMs }, index) => numberedId(atMs, index % 4096)),
    column(({ profileId }) => profileId),
    column(({ tokenId }) => tokenId),
    column(({ requestId }) => requestId),
    column(({ method }) => method),
    column(({ route }) => route),
    column(({ path }) => path),
    column(({ status }) => status),
    column(({ errorCode }) => errorCode),
    column(({ durationMs }) => durationMs),
    column(({ hasIdempotencyKey }) => hasIdempotencyKey),
    column(({ apiVersion }) => apiVersion),
  ]);
}

export interface RequestFilter {
  readonly profileId: string;
  /** Only calls of these tokens. */
  readonly tokenIds?: readonly string[] | undefined;
  /** Each is a status, or a class of them: `4xx`. */
  readonly statuses?: readonly string[] | undefined;
  readonly methods?: readonly string[] | undefined;
  /** The path begins with it. */
  readonly path?: string | undefined;
  /** The path begins with it, or it is the id of the request. */
  readonly search?: string | undefined;
  readonly createdAfter?: Date | undefined;
  readonly createdBefore?: Date | undefined;
  /** Only calls before this id. */
  readonly after?: string | undefined;
  readonly limit: number;
  readonly nowMs: number;
}

export interface RequestRow {
  readonly id: string;
  readonly request_id: string;
  readonly method: string;
  readonly route: string;
  readonly path: string;
  readonly status: number;
  readonly error_code: string | null;
  readonly duration_ms: number;
  readonly has_idempotency_key: boolean;
  readonly api_version: string | null;
  readonly token_id: string;
  readonly token_name: string | null;
}

/**
 * The calls of a shop that fit, the newest first. One call looks at a bounded number of rows, so a page of a filter
 * that fits few of them may be short or empty although there is more.
 */
export async function listRequests(
  db: Db,
  filter: RequestFilter,
): Promise<{ readonly rows: readonly RequestRow[]; readonly hasMore: boolean; readonly next: string }> {
  const { profileId, createdAfter, createdBefore, limit, nowMs } = filter;
  const oldestMs = Math.max(nowMs - KEPT_MS, createdAfter === undefined ? 0 : createdAfter.getTime() + 1);
  const newest = createdBefore === undefined ? LAST_ID : firstIdOf(Math.max(0, createdBefore.getTime()));
  const before = filter.after !== undefined && filter.after < newest ? filter.after : newest;
  const rows = await select<RequestRow & { fits: boolean }>(db, listSql, [
    profileId,
    firstIdOf(oldestMs),
    before,
    MOST_SCANNED,
    filter.tokenIds ?? null,
    filter.statuses ?? null,
    filter.methods ?? null,
    filter.path ?? null,
    filter.search ?? null,
    limit + 1,
  ]);
  // The last row is the end of what was looked at, whether it fits or not.
  const fitting = rows.filter(({ fits }) => fits);
  const shown = fitting.slice(0, limit);
  const end = rows.find(({ fits }) => !fits);
  const last = fitting.length > limit ? shown.at(-1) : (end ?? shown.at(-1));
  return {
    rows: shown,
    hasMore: fitting.length > limit || end !== undefined,
    next: last?.id ?? before,
  };
}

/** Deletes calls that are older than 30 days, some at a time, until there are none. */
export async function deleteOldRequests(db: Db, nowMs: number): Promise<number> {
  const oldest = firstIdOf(nowMs - KEPT_MS);
  let deleted = 0;
  for (;;) {
    const count = await execute(db, deleteSql, [oldest, DELETED_AT_ONCE]);
    deleted += count;
    if (count < DELETED_AT_ONCE) return deleted;
  }
}

/** How long calls are kept. */
export const KEPT_DAYS = 30;

const KEPT_MS = KEPT_DAYS * 86_400_000;
const MOST_SCANNED = 20_000;
const DELETED_AT_ONCE = 10_000;
const LAST_ID = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

const writeSql = prepared(`
  WITH ${RELAXED}
  INSERT INTO api_request (id, profile_id, token_id, request_id, method, route, path, status, error_code, duration_ms,
    has_idempotency_key, api_version)
  SELECT n.* FROM relaxed, unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::text[], $5::text[], $6::text[], $7::text[],
    $8::integer[], $9::text[], $10::integer[], $11::boolean[], $12::text[]) AS n`);

const listSql = prepared(`
  WITH scanned AS MATERIALIZED (
    SELECT * FROM api_request WHERE profile_id = $1 AND id >= $2 AND id < $3 ORDER BY id DESC LIMIT $4
  ), fitting AS (
    SELECT s.*, true AS fits FROM scanned s
    WHERE ($5::uuid[] IS NULL OR token_id = ANY($5))
      AND ($6::text[] IS NULL OR status::text = ANY($6) OR (status / 100)::text || 'xx' = ANY($6))
      AND ($7::text[] IS NULL OR method = ANY($7)) AND ($8::text IS NULL OR starts_with(path, $8))
      AND ($9::text IS NULL OR starts_with(path, $9) OR request_id = lower($9))
    ORDER BY id DESC LIMIT $10
  ), ended AS (
    SELECT s.*, false AS fits FROM scanned s WHERE (SELECT count(*) FROM scanned) = $4 ORDER BY id LIMIT 1
  )
  SELECT f.id, f.request_id, f.method, f.route, f.path, f.status, f.error_code, f.duration_ms, f.has_idempotency_key,
    f.api_version, f.token_id, f.fits, t.name AS token_name
  FROM (SELECT * FROM fitting UNION ALL SELECT * FROM ended) f LEFT JOIN api_token t ON t.id = f.token_id
  ORDER BY f.fits DESC, f.id DESC`);

const deleteSql = prepared(`
  DELETE FROM api_request WHERE id IN (SELECT id FROM api_request WHERE id < $1 ORDER BY id LIMIT $2)`);
