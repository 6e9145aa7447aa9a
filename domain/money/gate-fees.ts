import type { CryptoGate } from '../assets/assets.ts';
import { canConvert } from '../conversion/pairs.ts';
import type { Autoconversion, InvoiceRecord } from '../invoices/record.ts';
import { networkFeeInFiat } from './fees.ts';
import { mulDivCeil } from './money.ts';
import type { Rate } from './rates.ts';

/** An invoice's fees of the asset it is paid in. Amounts in minor units of its currency. */
export interface GateFeeTerms {
  /** Price and exclusive taxes. */
  readonly subtotalMinor: bigint;
  readonly customerPaysNetwork: boolean;
  readonly autoconversion: Autoconversion;
  /** The plan's conversion fee where the customer pays it; 0 where the merchant does. */
  readonly conversionFeeBps: number;
}

/** The customer's part beside the total before an asset was chosen; minor units of the invoice's currency. */
export interface GateFees {
  readonly networkFeeMinor: bigint;
  readonly conversionFeeMinor: bigint;
}

/** The fees that the choice of an asset adds to an invoice, at a rate of its currency. */
export function gateFees(chosen: CryptoGate, rate: Rate, terms: GateFeeTerms): GateFees {
  return {
    networkFeeMinor: terms.customerPaysNetwork ? networkFeeInFiat(chosen, rate) : 0n,
    conversionFeeMinor: conversionFee(chosen, terms),
  };
}

/** An invoice without the fees of the asset that was chosen so far, as another choice starts from it. */
export function beforeGate(invoice: PricedInvoice) {
  const { totalMinor, networkFeeMinor, conversionFeeMinor, serviceFeeMinor, autoconversion, conversionFeeBps } =
    invoice;
  const totalBeforeGateMinor = totalMinor - networkFeeMinor - conversionFeeMinor;
  const subtotalMinor = totalBeforeGateMinor - serviceFeeMinor;
  return { totalBeforeGateMinor, subtotalMinor, autoconversion, conversionFeeBps };
}

type PricedInvoice = Pick<
  InvoiceRecord,
  'totalMinor' | 'networkFeeMinor' | 'conversionFeeMinor' | 'serviceFeeMinor' | 'autoconversion' | 'conversionFeeBps'
>;

/**
 * The conversion still takes its fee from what comes out. The customer therefore pays f = s × e ÷ (1 − e), where s is
 * the subtotal and e the fee's part of the whole, rounded up: the merchant gets what an invoice without conversion
 * brings, before the spread. Nothing is added where the money stays in the asset it came in.
 */
function conversionFee({ id }: CryptoGate, terms: GateFeeTerms): bigint {
  const { autoconversion, conversionFeeBps, subtotalMinor } = terms;
  if (autoconversion.type === 'none' || !canConvert(id, autoconversion.gate_id)) return 0n;
  const percent = autoconversion.type === 'full' ? 100n : BigInt(autoconversion.percent);
  const part = percent * BigInt(conversionFeeBps);
  return mulDivCeil(subtotalMinor, part, WHOLE - part);
}

/** All per cent of all basis points. */
const WHOLE = 1_000_000n;
