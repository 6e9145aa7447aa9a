import { gate, gateDecimals } from '../../domain/assets.ts';
import type { InvoiceConversion } from '../../domain/invoices/record.ts';
import { pow10 } from '../../domain/money.ts';
import { formatRatio, parseRate } from '../../domain/rates.ts';
import type { ConversionEffect } from '../../domain/state/invoice-conversion.ts';
import type { ConversionRow } from '../conversions/rows.ts';
import { type PlannedConversion, planSettled, type SettledConversion } from '../conversions/settled.ts';
import { type TakenBack, takeBackConversions } from '../conversions/take-back.ts';
import type { Tx } from '../sequelize.ts';
import type { InvoicePosting } from './books.ts';

/** Plans what the settlements of a batch convert, by invoice, with one statement; none where nothing is converted. */
export async function planConversions(
  tx: Tx,
  postings: readonly InvoicePosting[],
): Promise<ReadonlyMap<string, PlannedConversion>> {
  const wanted = postings.flatMap(wantedBy);
  const planned = wanted.length === 0 ? [] : await planSettled(tx, wanted);
  return new Map(planned.map((each, index) => [wanted[index]?.invoiceId ?? '', each]));
}

/** What the invoice shows of its conversions after the step. */
export function conversionAfter(
  before: InvoiceConversion | null,
  rows: readonly ConversionRow[],
): InvoiceConversion | null {
  return rows.reduce<InvoiceConversion | null>((sum, row) => (sum === null ? shown(row) : merged(sum, row)), before);
}

/** Undoes conversions for a reorganization. @returns what the invoice shows afterwards */
export async function takeBack(
  tx: Tx,
  before: InvoiceConversion | null,
  taken: TakenBack,
): Promise<InvoiceConversion | null> {
  const { fromMinor, toMinor, feeMinor } = await takeBackConversions(tx, taken);
  if (before === null || fromMinor >= before.amountFromMinor) return null;
  return {
    ...before,
    amountFromMinor: before.amountFromMinor - fromMinor,
    amountToMinor: before.amountToMinor - toMinor,
    feeMinor: before.feeMinor - feeMinor,
  };
}

function wantedBy({ books, effects, stepKey, nowMs }: InvoicePosting): SettledConversion[] {
  const effect = effects.find(
    (each): each is Extract<ConversionEffect, { type: 'convert' }> => each.type === 'convert',
  );
  const { quote, invoiceId, merchantId, profileId, mode, currency } = books;
  if (effect === undefined || quote === null) return [];
  const { gateId: from, to, lockedMinor, presentMinor } = effect;
  const about = { asset: gate(from).asset, currency, source: quote.rateSource, sampledAt: quote.lockedAt };
  // The lock has no end of its own: when it is over, the state table says which part is late.
  const lockedRate = parseRate(quote.rateValue, { ...about, expiresAt: new Date(8.64e15) });
  const owner = { merchantId, profileId, mode };
  const endsFreeze = effects.some(({ type }) => type === 'unfreeze');
  return [{ owner, invoiceId, from, to, lockedMinor, presentMinor, lockedRate, stepKey, endsFreeze, nowMs }];
}

function shown(row: ConversionRow): InvoiceConversion {
  const { id, fromGateId, toGateId: to, amountFromMinor, amountToMinor, feeMinor, rate, rateAt: at } = row;
  return { id, from: gate(fromGateId).id, to, amountFromMinor, amountToMinor, feeMinor, rate, at };
}

function merged(sum: InvoiceConversion, row: ConversionRow): InvoiceConversion {
  const amountFromMinor = sum.amountFromMinor + row.amountFromMinor;
  const amountToMinor = sum.amountToMinor + row.amountToMinor;
  const feeMinor = sum.feeMinor + row.feeMinor;
  const num = (amountToMinor + feeMinor) * pow10(gateDecimals(sum.from));
  const rate = formatRatio({ num, den: amountFromMinor * pow10(gateDecimals(sum.to)) });
  const at = sum.at === 'locked' && row.rateAt === 'locked' ? 'locked' : 'present';
  return { ...sum, amountFromMinor, amountToMinor, feeMinor, rate, at };
}
