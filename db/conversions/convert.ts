import { positionRefusal } from '../../domain/conversion/limits.ts';
import { DomainError } from '../../domain/errors.ts';
import { newId } from '../../domain/ids.ts';
import { presentTraceparent } from '../../tracing/spans.ts';
import { notifyLiveAfterCommit } from '../core/live.ts';
import { wakeRelay } from '../core/outbox.ts';
import { dbOf, onCommit, type Tx } from '../core/sequelize.ts';
import { execute, json, maybeOne, one, prepared } from '../core/sql.ts';
import { GATEWAY } from '../ledger/accounts.ts';
import { postTransfers } from '../ledger/transfers.ts';
import type { RequestedQuote } from './manual.ts';
import { conversionEvent } from './publish.ts';
import { type ConversionQuoteRow, type ConversionRow, conversionQuotesTable, conversionsTable } from './rows.ts';
import { type ConversionSide, fullPosition, positionSql } from './terms.ts';
import { conversionTransfer } from './transfer.ts';

/** A quote that its merchant accepts. */
export interface AcceptedQuote extends RequestedQuote {
  /** The user. */
  readonly by: string;
}

/**
 * Converts at a quote: its use, the transfer, the row, the event and its message, in the caller's transaction. The
 * quote is taken first, so of concurrent requests one converts. Positions are locked last and only for the check.
 * @throws DomainError `not_found` also for another merchant's quote, `quote_used`, `quote_expired`,
 *   `insufficient_balance`, `account_frozen`, `position_limit`
 */
export async function convertAtQuote(tx: Tx, accepted: AcceptedQuote): Promise<ConversionRow> {
  const quote = await takeQuote(tx, accepted);
  const row = rowOf(quote, accepted);
  const { mode, fromGateId: from, toGateId: to } = row;
  const about = { key: `conversion:${quote.id}`, entity: `conversion:${row.id}`, outgoing: true };
  await postTransfers(tx, [conversionTransfer({ ...row, from, to }, about)]);
  await execute(tx, lockPositionsSql, [mode, GATEWAY, from, row.amountFromMinor, to, row.amountToMinor + row.feeMinor]);
  const after = await one<PositionsRow>(tx, insertSql, insertBindings(row));
  const full = fullPosition(
    { ...row, from, to },
    {
      from: beforeIt(after.from_position, after.from_limit, row.amountFromMinor),
      to: beforeIt(after.to_position, after.to_limit, -(row.amountToMinor + row.feeMinor)),
    },
  );
  if (full !== null) throw positionRefusal(full);
  onCommit(tx, () => wakeRelay(dbOf(tx)));
  notifyLiveAfterCommit(tx, { profile: row.profileId });
  return row;
}

function insertBindings(row: ConversionRow): unknown[] {
  const { id, profileId, type, body, payload } = conversionEvent(row);
  const event = [id, profileId, type, row.id, body, json(payload), presentTraceparent()];
  return [json(conversionsTable.write(row)), ...event, row.mode, row.fromGateId, row.toGateId, GATEWAY];
}

async function takeQuote(tx: Tx, { quoteId, profileId, nowMs }: AcceptedQuote): Promise<ConversionQuoteRow> {
  const taken = await maybeOne<object>(tx, takeSql, [quoteId, profileId, new Date(nowMs)]);
  if (taken === undefined) {
    const [known] = await conversionQuotesTable.find(tx, { id: quoteId, profileId });
    throw new DomainError(known === undefined ? 'not_found' : 'quote_used');
  }
  const quote = conversionQuotesTable.read(taken) as ConversionQuoteRow;
  if (nowMs >= quote.expiresAt.getTime()) throw new DomainError('quote_expired');
  return quote;
}

function rowOf(
  { expiresAt: _, usedAt: __, ...quote }: ConversionQuoteRow,
  { by, nowMs }: AcceptedQuote,
): ConversionRow {
  return {
    ...quote,
    id: newId(nowMs),
    kind: 'manual',
    quoteId: quote.id,
    invoiceId: null,
    depositId: null,
    rateAt: 'present',
    reversedFromMinor: 0n,
    reversedToMinor: 0n,
    reversedFeeMinor: 0n,
    createdBy: by,
    createdAt: new Date(nowMs),
  };
}

interface PositionsRow {
  from_position: string;
  to_position: string;
  from_limit: string | null;
  to_limit: string | null;
}

/** The side as it was before this conversion, which is in the sum already. */
function beforeIt(positionAfter: string, limit: string | null, changeMinor: bigint): ConversionSide {
  const positionMinor = BigInt(limit ?? 0);
  return {
    positionMinor: BigInt(positionAfter) - changeMinor,
    limits: { minimumMinor: 0n, maximumMinor: 0n, positionMinor },
  };
}

// One UPDATE decides a race: those who wait for it find the quote used.
const takeSql = prepared(`
  UPDATE conversion_quote SET used_at = $3 WHERE id = $1 AND profile_id = $2 AND used_at IS NULL
  RETURNING ${conversionQuotesTable.selected()}`);

/** More conversions than this are never under way together: their transactions use the small pools for money. */
const UNDER_WAY = 64;

// A conversion that is small beside what its position still takes shares the lock, so commits do not wait for each
// other: even so many of them at once stay within the limit. Others wait until they are alone and see an exact sum.
const lockPositionsSql = prepared(`
  SELECT CASE WHEN is_small THEN pg_advisory_xact_lock_shared(key) ELSE pg_advisory_xact_lock(key) END
  FROM (
    SELECT hashtextextended('position:' || $1 || ':' || w.gate_id, 0) AS key,
      w.minor * ${UNDER_WAY} <= coalesce(l.position_minor, 0) - abs(${positionSql('$1', 'w.gate_id', '$2')}) AS is_small
    FROM (VALUES ($3, $4::numeric), ($5, $6::numeric)) AS w(gate_id, minor) LEFT JOIN conversion_limit l USING (gate_id)
    ORDER BY 1) AS ordered`);

const limitOf = (gateId: string) => `(SELECT position_minor::text FROM conversion_limit WHERE gate_id = ${gateId})`;

const insertSql = prepared(`
  WITH made AS (
    INSERT INTO conversion (${conversionsTable.names})
    SELECT ${conversionsTable.names} FROM jsonb_populate_record(NULL::conversion, $1::jsonb)),
  published AS (
    INSERT INTO event (id, profile_id, type, entity_id, body) VALUES ($2, $3, $4, $5, $6)),
  leaving AS (
    INSERT INTO outbox (event_id, topic, payload, traceparent) VALUES ($2, 'event.' || $4, $7::jsonb, $8))
  SELECT ${positionSql('$9', '$10', '$12')}::text AS from_position,
    ${positionSql('$9', '$11', '$12')}::text AS to_position,
    ${limitOf('$10')} AS from_limit, ${limitOf('$11')} AS to_limit`);
