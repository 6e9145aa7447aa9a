import { DomainError, fieldError } from '../../domain/errors.ts';
import { msOfId, type ProfileId } from '../../domain/ids.ts';
import { firstIdOf } from '../../domain/reports/months.ts';
import type { EventKind } from '../../domain/webhooks/event-kinds.ts';
import type { Db } from '../core/sequelize.ts';
import { maybeOne, one, prepared, select } from '../core/sql.ts';
import { startSql } from '../growth/months.ts';

export interface StoredEvent {
  readonly id: string;
  /** The exact text of the webhook: `{"type":…,"timestamp":…,"data":…}`. */
  readonly body: string;
}

export interface EventPage {
  readonly events: readonly StoredEvent[];
  readonly hasMore: boolean;
  /** The cursor to continue after: the last event of the page, or the reader's previous cursor. */
  readonly next: string;
}

/** The owner of the events, and the filters on them. */
export interface EventFilter {
  readonly profileId: ProfileId;
  /** The kinds that the reader may read. */
  readonly kinds: readonly EventKind[];
  /** Only these, e.g. `invoice.done` or `refund.*`; left out, all. */
  readonly types?: readonly string[] | undefined;
  readonly objectId?: string | undefined;
  readonly createdAfter?: Date | undefined;
}

export interface EventQuery extends EventFilter {
  /** The last event that was read, {@link FROM_START}, or `latest`: only what is still to come. */
  readonly after: string | undefined;
  readonly limit: number;
  readonly nowMs: number;
}

/** The cursor before the first event: what a reader of an empty feed continues after. */
export const FROM_START = '00000000-0000-0000-0000-000000000000';

/**
 * Events of a profile after the one named, oldest first. The order is that of the transactions that wrote them, and
 * only what is older than every running transaction is given, so reading on from the last id misses none.
 * @throws DomainError `not_found` when the profile has no event `after`, `cursor_archived` when it is too old to know,
 *   `validation_failed` when it is of a time to come
 */
export async function listEvents(db: Db, query: EventQuery): Promise<EventPage> {
  const { profileId, kinds, types, objectId, createdAfter, limit } = query;
  if (query.after === 'latest') return { events: [], hasMore: false, next: await latestCursor(db, query) };
  const cursor = await readCursor(db, query);
  const rows = await select<StoredEvent>(db, pageStatement, [
    profileId,
    kinds,
    cursor.xact,
    cursor.id,
    limit + 1,
    types ?? null,
    objectId ?? null,
    createdAfter ?? null,
    createdAfter === undefined ? FROM_START : firstIdOf(createdAfter.getTime()),
  ]);
  const events = rows.slice(0, limit);
  return { events, hasMore: rows.length > limit, next: events.at(-1)?.id ?? cursor.id };
}

/** One event. @throws DomainError `not_found`, also for one of another profile or kind; `cursor_archived` */
export async function readEvent(
  db: Db,
  { id, profileId, kinds }: Pick<EventQuery, 'profileId' | 'kinds'> & { readonly id: string },
): Promise<StoredEvent> {
  const found = await maybeOne<StoredEvent>(db, readStatement, [id, profileId, kinds]);
  return found ?? explainUnknown(db, id);
}

async function readCursor(db: Db, { after, profileId, nowMs }: EventQuery): Promise<Cursor> {
  if (after === undefined || after === FROM_START) return { id: FROM_START, xact: '0' };
  const cursor = await maybeOne<Cursor>(db, cursorStatement, [after, profileId]);
  if (cursor !== undefined) return cursor;
  if (msOfId(after) > nowMs + FUTURE_MS) {
    throw fieldError('after', 'This id is of a time to come. Use after=latest to start from now.');
  }
  return explainUnknown(db, after);
}

/** The newest event that a reader sees; what is written by transactions that still run comes after it. */
async function latestCursor(db: Db, { profileId, kinds }: EventFilter): Promise<string> {
  return (await maybeOne<{ id: string }>(db, latestStatement, [profileId, kinds]))?.id ?? FROM_START;
}

/** Clocks of two processes may differ by less. */
const FUTURE_MS = 60_000;

/** Why an id names no event, by the time in it alone: the same for every reader. */
async function explainUnknown(db: Db, id: string): Promise<never> {
  const { startMs } = await one<{ startMs: number | null }>(db, startSql, []);
  throw new DomainError(startMs !== null && msOfId(id) < startMs ? 'cursor_archived' : 'not_found');
}

interface Cursor {
  readonly id: string;
  readonly xact: string;
}

const cursorStatement = prepared('SELECT id, xact::text AS xact FROM event WHERE id = $1 AND profile_id = $2');

const VISIBLE = `profile_id = $1 AND split_part(type, '.', 1) = ANY($2::text[])
    AND xact < pg_snapshot_xmin(pg_current_snapshot())`;

const latestStatement = prepared(`SELECT id FROM event WHERE ${VISIBLE} ORDER BY xact DESC, id DESC LIMIT 1`);

const readStatement = prepared(`
  SELECT id, body FROM event WHERE id = $1 AND profile_id = $2 AND split_part(type, '.', 1) = ANY($3::text[])`);

// The id begins with the time, so that months before the one wanted are not read.
const pageStatement = prepared(`
  SELECT id, body FROM event
  WHERE ${VISIBLE} AND (xact, id) > ($3::text::xid8, $4::uuid)
    AND ($6::text[] IS NULL OR type = ANY($6) OR split_part(type, '.', 1) || '.*' = ANY($6))
    AND ($7::uuid IS NULL OR entity_id = $7) AND id >= $9::uuid AND ($8::timestamptz IS NULL OR created_at > $8)
  ORDER BY xact, id LIMIT $5`);
