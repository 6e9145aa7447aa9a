/**
 * Events of an invoice. `payments_changed` carries no data: the facts are recomputed from the payment rows each time,
 * so a lost, repeated or late event does no harm.
 */
export type InvoiceEvent =
  /** The payer chose an asset; its quote is already stored. */
  | { readonly type: 'choose'; readonly quoteId: string }
  /** A payment of this invoice was detected, mined, confirmed, finalized, dropped, replaced, or reorganized. */
  | { readonly type: 'payments_changed' }
  /** The deadline passed, and the followers have read the chain past it. */
  | { readonly type: 'deadline' }
  /** Settles what is fully confirmed, or waits in processing. Completes late payments where the profile allows it. */
  | { readonly type: 'settle' }
  /** Waiting for confirmations, finality or an operator took too long. */
  | { readonly type: 'overdue' }
  /** The merchant accepts what was paid. */
  | { readonly type: 'complete' }
  | { readonly type: 'cancel' }
  /** Compliance stops the settlement (`hold`) or lets it continue (`clear`). */
  | { readonly type: 'hold' }
  | { readonly type: 'clear' }
  /** The merchant requests a refund; the amount in minor units of the asset. */
  | { readonly type: 'refund'; readonly minor: bigint }
  /** The outcome of the refund (invoice-states J): sent, or failed or canceled. */
  | { readonly type: 'refund_sent'; readonly minor: bigint }
  | { readonly type: 'refund_failed' }
  /** Makes the conversions that wait, as far as possible; or releases the coins, because it takes too long. */
  | { readonly type: 'convert' | 'keep_coins' }
  /** All money that was paid to another quote was refunded (invoice-states B). */
  | { readonly type: 'other_refunded' }
  /** An operator resolves an error, with a reason (invoice-states L). */
  | { readonly type: 'resolve_earlier'; readonly note: string }
  | { readonly type: 'resolve_invalid'; readonly note: string }
  | { readonly type: 'resolve_done'; readonly note: string };

export type InvoiceEventType = InvoiceEvent['type'];
