import { always, type StateTable } from '../process/table.ts';

/** Whether a payer's request for their money was answered. */
export const REFUND_REQUEST_STATUSES = ['open', 'approved', 'rejected'] as const;
export type RefundRequestStatus = (typeof REFUND_REQUEST_STATUSES)[number];

export type RefundRequestEvent =
  /** A refund answers it. */
  | { readonly type: 'approve'; readonly refundId: string; readonly by: string }
  /** `note`: why, for the payer. */
  | { readonly type: 'reject'; readonly note: string | null; readonly by: string };

/** Answered once; who was refused may ask again by a new link. */
export const refundRequestTable: StateTable<RefundRequestStatus, RefundRequestEvent['type'], null, never, never> = {
  open: { approve: [{ when: always, to: 'approved' }], reject: [{ when: always, to: 'rejected' }] },
  approved: {},
  rejected: {},
};
