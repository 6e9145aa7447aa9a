import type { Mode } from '../../domain/assets/assets.ts';
import type { InvoiceConversion } from '../../domain/invoices/json-columns.ts';
import type { QuoteRow } from '../../domain/invoices/record.ts';
import type { InvoiceEffect } from '../../domain/state/invoice.ts';
import type { ConversionReason } from '../conversions/outcome.ts';

/** The owner of the money, and the merchant's debt after a reorganization (minor units of the gate). */
export interface InvoiceBooks {
  readonly invoiceId: string;
  readonly merchantId: string;
  readonly profileId: string;
  readonly mode: Mode;
  readonly currency: string;
  readonly owedMinor: bigint;
  /** The quote after the decision. */
  readonly quote: QuoteRow | null;
  readonly conversion: InvoiceConversion | null;
  /** The amount that waits to be converted. */
  readonly convertingMinor: bigint;
  /** A reorganization had taken back settled money: what of it was converted was promised its rate. */
  readonly wasTakenBack: boolean;
  /** The status reason of the decision. */
  readonly reason: string | null;
}

/** The part of a posting that belongs to one decision. */
export interface InvoicePosting {
  readonly books: InvoiceBooks;
  readonly effects: readonly InvoiceEffect[];
  readonly stepKey: string;
  readonly nowMs: number;
}

/** A posting's changes of the invoice's row. */
export interface Booked {
  /** The merchant's debt for it afterwards. */
  readonly amountOwedMinor: bigint;
  readonly conversion: InvoiceConversion | null;
  readonly convertingMinor: bigint;
  /** Set where the money could not be converted as requested; null once it was. */
  readonly statusReason?: ConversionReason | null;
}
