import { DomainError } from '../../domain/errors.ts';
import type { ProfileId } from '../../domain/ids.ts';
import type { Db } from '../core/sequelize.ts';
import { maybeOne, prepared, select } from '../core/sql.ts';

export interface StoredEvent {
  readonly id: string;
  /** The exact text of the webhook: `{"type":…,"timestamp":…,"data":…}`. */
  readonly body: string;
}

export interface EventPage {
  readonly events: readonly StoredEvent[];
  readonly hasMore: boolean;
}

/**
 * Events of a profile after the one named, oldest first. The order is that of the transactions that wrote them, and
 * only what is older than every running transaction is given, so reading on from the last id misses none.
 * @throws DomainError `not_found` when the profile has no event `after`
 */
export async function listEvents(
  db: Db,
  query: {
    readonly profileId: ProfileId;
    /** First words of the types wanted, e.g. `invoice`. */
    readonly kinds: readonly string[];
    readonly after: string | undefined;
    readonly limit: number;
  },
): Promise<EventPage> {
  const { profileId, kinds, after, limit } = query;
  const cursor = after === undefined ? undefined : await maybeOne<Cursor>(db, cursorStatement, [after, profileId]);
  if (after !== undefined && cursor === undefined) throw new DomainError('not_found');
  const rows = await select<StoredEvent>(db, pageStatement, [
    profileId,
    kinds,
    cursor?.xact ?? '0',
    cursor?.id ?? '00000000-0000-0000-0000-000000000000',
    limit + 1,
  ]);
  return { events: rows.slice(0, limit), hasMore: rows.length > limit };
}

interface Cursor {
  readonly id: string;
  readonly xact: string;
}

const cursorStatement = prepared('SELECT id, xact::text AS xact FROM event WHERE id = $1 AND profile_id = $2');

const pageStatement = prepared(`
  SELECT id, body FROM event
  WHERE profile_id = $1 AND split_part(type, '.', 1) = ANY($2::text[]) AND (xact, id) > ($3::text::xid8, $4::uuid)
    AND xact < pg_snapshot_xmin(pg_current_snapshot())
  ORDER BY xact, id LIMIT $5`);
