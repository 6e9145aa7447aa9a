import { gate } from '../../domain/assets.ts';
import { parseRate } from '../../domain/rates.ts';
import type { ConversionEffect } from '../../domain/state/invoice-conversion.ts';
import { type PlannedConversion, planSettled, type SettledConversion } from '../conversions/settled.ts';
import type { Tx } from '../sequelize.ts';
import type { InvoicePosting } from './books.ts';

/** Plans what the settlements of a batch convert, by invoice, with one statement; none where nothing is converted. */
export async function planConversions(
  tx: Tx,
  postings: readonly InvoicePosting[],
): Promise<ReadonlyMap<string, PlannedConversion>> {
  const wanted = postings.flatMap(wantedBy);
  const planned = wanted.length === 0 ? [] : await planSettled(tx, wanted);
  return new Map(planned.map((each, index) => [wanted[index]?.subject.invoiceId ?? '', each]));
}

function wantedBy({ books, effects, stepKey, nowMs }: InvoicePosting): SettledConversion[] {
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
