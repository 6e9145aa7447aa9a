/**
 * What can happen to an invoice. `payments_changed` carries nothing: the facts are recomputed from the payment rows
 * each time, so that an event lost, repeated or out of order changes nothing.
 */
export type InvoiceEvent =
  /** An asset was chosen; the quote is a row by then. */
  | { readonly type: 'choose'; readonly quoteId: string }
  /** A payment of this invoice was seen, mined, confirmed, finalised, dropped, replaced, or reorganised. */
  | { readonly type: 'payments_changed' }
  /** The deadline passed, and the followers have looked at the chain since. */
  | { readonly type: 'deadline' }
  /**
   * Move on what is fully confirmed: settle, or wait in processing; complete late money by itself where that is
   * allowed.
   */
  | { readonly type: 'settle' }
  /** Waiting for confirmations, finality or an operator took too long. */
  | { readonly type: 'overdue' }
  /** The merchant takes what was paid. */
  | { readonly type: 'complete' }
  | { readonly type: 'cancel' }
  /** Compliance stops the settlement, and lets it go on. */
  | { readonly type: 'hold' }
  | { readonly type: 'clear' }
  /** The merchant asks for a refund of all or of the excess only; amounts in minor units of the asset. */
  | { readonly type: 'refund'; readonly minor: bigint }
  /** What came of the refund (invoice-states J): it left, or it failed or was canceled. */
  | { readonly type: 'refund_sent'; readonly minor: bigint }
  | { readonly type: 'refund_failed' }
  /** Money that came on another quote went back, all of it (invoice-states B). */
  | { readonly type: 'other_refunded' }
  /** An operator ends an error, with a reason (invoice-states L). */
  | { readonly type: 'resolve_earlier'; readonly note: string }
  | { readonly type: 'resolve_invalid'; readonly note: string }
  | { readonly type: 'resolve_done'; readonly note: string };

export type InvoiceEventType = InvoiceEvent['type'];
