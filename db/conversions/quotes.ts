import type { Mode } from '../../domain/assets/assets.ts';
import { checkConvertedAmount, positionRefusal } from '../../domain/conversion/limits.ts';
import { pairProblem } from '../../domain/conversion/pairs.ts';
import {
  type ConversionPair,
  type ConversionPrice,
  midPrice,
  priceFrom,
  priceTo,
} from '../../domain/conversion/price.ts';
import { QUOTE_MS } from '../../domain/conversion/quote.ts';
import { DomainError } from '../../domain/errors.ts';
import { newId } from '../../domain/ids.ts';
import type { Db, Tx } from '../core/sequelize.ts';
import { execute, json, prepared } from '../core/sql.ts';
import { type ConversionQuoteRow, conversionQuotesTable } from './rows.ts';
import { type ConversionContext, conversionContexts, fullPosition } from './terms.ts';

/** The owner of the money. */
export interface ConversionOwner {
  readonly merchantId: string;
  readonly profileId: string;
  readonly mode: Mode;
}

/** A requested price; exactly one of the amounts, in minor units. */
export type QuoteRequest = ConversionPair &
  ({ readonly amountFromMinor: bigint } | { readonly amountToMinor: bigint }) & { readonly nowMs: number };

/**
 * Prices a conversion at the current rates and stores it: firm for 30 seconds, for this merchant alone.
 * @throws DomainError `conversion_not_possible`, `rate_unavailable`, `amount_too_small`, `amount_too_large`,
 *   `position_limit`
 */
export async function makeConversionQuote(
  on: Tx | Db,
  owner: ConversionOwner,
  request: QuoteRequest,
): Promise<ConversionQuoteRow> {
  const { from, nowMs } = request;
  const context = await conversionContextOf(on, owner, request);
  const price = priceOf(request, context);
  checkConvertedAmount(from, price.amountFromMinor, context.from.limits);
  if (price.amountToMinor === 0n) throw new DomainError('amount_too_small');
  const full = fullPosition(price, context);
  if (full !== null) throw positionRefusal(full);
  const { from: fromGateId, to: toGateId, ...priced } = price;
  const row: ConversionQuoteRow = {
    id: newId(nowMs),
    ...owner,
    fromGateId,
    toGateId,
    ...priced,
    createdAt: new Date(nowMs),
    expiresAt: new Date(nowMs + QUOTE_MS),
    usedAt: null,
  };
  await execute(on, insertSql, [json(conversionQuotesTable.write(row))]);
  return row;
}

/**
 * The present terms for pricing a pair for a merchant. @throws DomainError `conversion_not_possible` if it never
 * converts
 */
export async function conversionContextOf(
  on: Tx | Db,
  { merchantId, mode }: Pick<ConversionOwner, 'merchantId' | 'mode'>,
  { from, to }: ConversionPair,
): Promise<ConversionContext> {
  const problem = pairProblem(from, to);
  if (problem !== undefined) throw new DomainError('conversion_not_possible', { message: problem });
  const [context] = await conversionContexts(on, [{ merchantId, mode, from, to }]);
  if (context === undefined) throw new DomainError('not_found');
  return context;
}

/** Deletes prices that nobody used, a day after they expired. */
export function deleteOldQuotes(db: Db): Promise<number> {
  return execute(db, `DELETE FROM conversion_quote WHERE used_at IS NULL AND expires_at < now() - interval '1 day'`);
}

function priceOf(request: QuoteRequest, context: ConversionContext): ConversionPrice {
  const { from, to } = request;
  const mid = midPrice({ from, to }, context.rates, request.nowMs);
  const terms = { spreadBps: context.spreadBps, feeBps: context.feeBps };
  return 'amountFromMinor' in request
    ? priceFrom({ from, to }, request.amountFromMinor, mid, terms)
    : priceTo({ from, to }, request.amountToMinor, mid, terms);
}

const insertSql = prepared(`
  INSERT INTO conversion_quote (${conversionQuotesTable.names})
  SELECT ${conversionQuotesTable.names} FROM jsonb_populate_record(NULL::conversion_quote, $1::jsonb)`);
