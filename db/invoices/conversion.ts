import { gate } from '../../domain/assets/assets.ts';
import { maxOf, minOf } from '../../domain/money/money.ts';
import { parseRate } from '../../domain/money/rates.ts';
import type { ConversionEffect } from '../../domain/state/invoice-conversion.ts';
import { type PlannedConversion, planSettled, type SettledConversion } from '../conversions/settled.ts';
import type { Tx } from '../core/sequelize.ts';
import { prepared, select } from '../core/sql.ts';
import type { InvoicePosting } from './books.ts';

/** Plans what the settlements of a batch convert, by invoice, with one statement; none where nothing is converted. */
export async function planConversions(
  tx: Tx,
  postings: readonly InvoicePosting[],
): Promise<ReadonlyMap<string, PlannedConversion>> {
  const promised = await promisedBefore(tx, postings);
  const requested = postings.flatMap(requestedBy).map((each) => withPromised(each, promised));
  const planned = requested.length === 0 ? [] : await planSettled(tx, requested);
  return new Map(planned.map((each, index) => [requested[index]?.subject.invoiceId ?? '', each]));
}

/**
 * The amount that a reorganization took back of conversions at the locked rate, by invoice; reads nothing without one.
 */
async function promisedBefore(tx: Tx, postings: readonly InvoicePosting[]): Promise<ReadonlyMap<string, bigint>> {
  const again = postings.filter(
    ({ books, effects }) => books.wasTakenBack && effects.some(({ type }) => type === 'convert'),
  );
  if (again.length === 0) return new Map();
  const ids = again.map(({ books }) => books.invoiceId);
  const rows = await select<{ id: string; minor: string }>(tx, promisedSql, [ids]);
  return new Map(rows.map(({ id, minor }) => [id, BigInt(minor)]));
}

/** A payment that is mined again converts at the rate that it had, also after the confirmation limit. */
function withPromised(requested: SettledConversion, promised: ReadonlyMap<string, bigint>): SettledConversion {
  const totalMinor = requested.lockedMinor + requested.presentMinor;
  const promisedMinor = promised.get(requested.subject.invoiceId ?? '') ?? 0n;
  const lockedMinor = maxOf(requested.lockedMinor, minOf(totalMinor, promisedMinor));
  return { ...requested, lockedMinor, presentMinor: totalMinor - lockedMinor };
}

// The same money may have been converted and taken back several times: the most of one step was promised.
const promisedSql = prepared(`
  SELECT invoice_id AS id, max(reversed_from_minor)::text AS minor FROM conversion
  WHERE invoice_id = ANY($1::uuid[]) AND kind = 'settlement' AND rate_at = 'locked' GROUP BY 1`);

function requestedBy({ books, effects, stepKey, nowMs }: InvoicePosting): SettledConversion[] {
  const effect = effects.find(
    (each): each is Extract<ConversionEffect, { type: 'convert' }> => each.type === 'convert',
  );
  const { quote, invoiceId, merchantId, profileId, mode, currency } = books;
  if (effect === undefined || quote === null) return [];
  const { gateId: from, to, lockedMinor, presentMinor } = effect;
  const about = { asset: gate(from).asset, currency, source: quote.rateSource, sampledAt: quote.lockedAt };
  // The lock has no end of its own: the rules say which part keeps it, which nobody may choose the day for.
  const lockedRate = parseRate(quote.rateValue, { ...about, expiresAt: new Date(8.64e15) });
  const owner = { merchantId, profileId, mode };
  const endedFreeze = effects.some(({ type }) => type === 'unfreeze') ? (`invoice:${invoiceId}` as const) : null;
  const subject = { invoiceId, depositId: null };
  const settledMinor = effects.reduce((sum, each) => (each.type === 'settle' ? sum + each.netMinor : sum), 0n);
  const keptMinor = settledMinor - lockedMinor - presentMinor;
  return [{ owner, subject, from, to, lockedMinor, presentMinor, keptMinor, lockedRate, stepKey, endedFreeze, nowMs }];
}
