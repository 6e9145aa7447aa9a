import { DomainError } from '../../domain/errors.ts';
import { newId } from '../../domain/ids.ts';
import type { Db, Tx } from '../core/sequelize.ts';
import { lockUntilCommit, one, prepared } from '../core/sql.ts';
import { type ConversionQuoteRow, conversionQuotesTable } from './rows.ts';

/** Conversions there and back cost a balance its fees: that many are all that a day can lose it. */
export const MANUAL_PER_DAY = 20;
const DAY_MS = 86_400_000;

/** A quote that someone wants to convert at. */
export interface RequestedQuote {
  readonly quoteId: string;
  readonly profileId: string;
  readonly nowMs: number;
}

/**
 * A quote that can still be converted at, or could until another request takes it.
 * @throws DomainError `not_found` also for another merchant's quote, `quote_used`, `quote_expired`
 */
export async function readOpenQuote(
  on: Tx | Db,
  { quoteId, profileId, nowMs }: RequestedQuote,
): Promise<ConversionQuoteRow> {
  const quote = await conversionQuotesTable.findOne(on, { id: quoteId, profileId });
  if (quote === undefined) throw new DomainError('not_found');
  if (quote.usedAt !== null) throw new DomainError('quote_used');
  if (nowMs >= quote.expiresAt.getTime()) throw new DomainError('quote_expired');
  return quote;
}

/**
 * Admits one more manual conversion of the profile; its others wait until the end of the transaction.
 * @returns how many there were within 24 hours
 * @throws DomainError `rate_limited` in words for the one after {@link MANUAL_PER_DAY}
 */
export async function admitManualConversion(
  tx: Tx,
  { profileId, nowMs }: Pick<RequestedQuote, 'profileId' | 'nowMs'>,
): Promise<number> {
  await lockUntilCommit(tx, `manual-conversions:${profileId}`);
  const bind = [profileId, newId(nowMs - DAY_MS), MANUAL_PER_DAY];
  const { made, first } = await one<{ made: number; first: Date | null }>(tx, recentSql, bind);
  if (made < MANUAL_PER_DAY || first === null) return made;
  throw new DomainError('rate_limited', {
    message: `You can convert ${MANUAL_PER_DAY} times within 24 hours. Please try again later.`,
    retryAfterSeconds: Math.max(1, Math.ceil((first.getTime() + DAY_MS - nowMs) / 1000)),
  });
}

// The ids of conversions begin with their times.
const recentSql = prepared(`
  SELECT count(*)::int AS made, min(created_at) AS first FROM (
    SELECT created_at FROM conversion WHERE profile_id = $1 AND id > $2 AND kind = 'manual'
    ORDER BY id DESC LIMIT $3) AS recent`);
