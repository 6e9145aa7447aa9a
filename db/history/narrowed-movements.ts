import type { EventKind } from '../../domain/webhooks/event-kinds.ts';
import { likeOf } from '../core/list-query.ts';

/** The filters of movements beside their asset and time; left out means any. */
interface Narrowing {
  readonly kinds?: readonly EventKind[];
  readonly search?: string;
}

/** The values of {@link narrowed}; null where it would leave all movements. */
export function narrowingOf({ kinds, search }: Narrowing): readonly [kinds: unknown, search: unknown] | null {
  const like = likeOf(search);
  return kinds === undefined && like === null ? null : [kinds ?? null, like];
}

/** The placeholders of a merchant, his mode, the kinds, and the pattern of the search. */
interface Placeholders {
  readonly merchantId: string;
  readonly mode: string;
  readonly kinds: string;
  readonly search: string;
}

/**
 * SQL that is true of a transfer `t` that is about one of the kinds and has the text in its reference or id. The
 * objects of references are looked up once, by profile, and not for each transfer.
 */
export function narrowed({ merchantId, mode, kinds, search }: Placeholders): string {
  const shops = `(SELECT id FROM profile WHERE merchant_id = ${merchantId}::text::uuid AND mode = ${mode})`;
  const named = `profile_id IN ${shops} AND reference ILIKE ${search}`;
  const deposits = `
    SELECT id FROM deposit
    WHERE profile_id IN ${shops} AND (id::text LIKE lower(${search}) OR reference ILIKE ${search})`;
  return `(${kinds}::text[] IS NULL OR split_part(${OPERATION}, ':', 1) = ANY(${kinds}::text[]))
    AND (${search}::text IS NULL OR split_part(t.entity, ':', 2) LIKE lower(${search})
      OR t.invoice_id::text LIKE lower(${search})
      OR t.invoice_id IN (SELECT id FROM invoice WHERE ${named})
      OR t.entity IN (
        SELECT kind || ':' || id FROM payout WHERE ${named}
        UNION ALL SELECT 'deposit:' || id FROM (${deposits}) d
        UNION ALL SELECT 'conversion:' || id FROM conversion WHERE deposit_id IN (${deposits})))`;
}

/** The subject of a transfer: a refund has its invoice, too, and so has the conversion of a settlement. */
const OPERATION = "coalesce(t.entity, 'invoice:' || t.invoice_id)";
