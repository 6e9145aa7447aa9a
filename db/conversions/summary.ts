import { gateDecimals } from '../../domain/assets/assets.ts';
import type { InvoiceConversion } from '../../domain/invoices/json-columns.ts';
import { pow10 } from '../../domain/money/money.ts';
import { formatRatio } from '../../domain/money/rates.ts';
import type { Tx } from '../core/sequelize.ts';
import type { ConversionRow } from './rows.ts';
import { type TakenBack, takeBackConversions } from './take-back.ts';

/** The conversions that an invoice or deposit shows after the step. */
export function conversionAfter(
  before: InvoiceConversion | null,
  rows: readonly ConversionRow[],
): InvoiceConversion | null {
  return rows.reduce<InvoiceConversion | null>((sum, row) => (sum === null ? shown(row) : merged(sum, row)), before);
}

/** Undoes conversions for a reorganization. @returns what the invoice or deposit shows afterwards */
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

function shown(row: ConversionRow): InvoiceConversion {
  const { id, fromGateId, toGateId: to, amountFromMinor, amountToMinor, feeMinor, rate, rateAt: at } = row;
  return { id, from: fromGateId, to, amountFromMinor, amountToMinor, feeMinor, rate, at };
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
