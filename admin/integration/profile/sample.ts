import { currencyDecimals, isCurrency } from '../../../domain/money/currencies.ts';
import { formatAmount, parseAmount } from '../../../domain/money/money.ts';
import { type TaxType, taxLines, taxOnTop } from '../../../domain/money/tax.ts';

export interface Sample {
  readonly price: string;
  readonly tax: string | null;
  readonly total: string;
}

/** The amounts of an example of 100 in the profile's currency, by the rules that real invoices follow. */
export function sampleOf(settings: {
  readonly invoice_currency: string;
  readonly tax_name: string;
  readonly tax_rate: string;
  readonly tax_type: string;
}): Sample {
  const decimals = isCurrency(settings.invoice_currency) ? currencyDecimals(settings.invoice_currency) : 2;
  const priceMinor = parseAmount('100', decimals);
  const isRate = /^\d{1,3}(\.\d{1,2})?$/.test(settings.tax_rate);
  const rateBps = isRate ? Number(parseAmount(settings.tax_rate, 2)) : 0;
  const lines = taxLines(priceMinor, { name: settings.tax_name, rateBps, type: settings.tax_type as TaxType });
  const text = (minor: bigint) => formatAmount(minor, decimals);
  return {
    price: text(priceMinor),
    tax: lines[0] === undefined ? null : text(lines[0].minor),
    total: text(priceMinor + taxOnTop(lines)),
  };
}
