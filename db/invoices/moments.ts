import { moment } from '../process/reactions.ts';

export interface VoidedRefund {
  readonly invoiceId: string;
  readonly nowMs: number;
}

/** The money of an invoice with an open refund is gone. Comes first: what the refund holds is among what is taken. */
export const voidRefund = moment<VoidedRefund>('invoice.void_refund');
