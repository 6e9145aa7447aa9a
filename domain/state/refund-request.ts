import { always, type StateTable } from '../process/table.ts';

/** The statuses of a payer's request for a refund. */
export const REFUND_REQUEST_STATUSES = ['open', 'approved', 'rejected'] as const;
export type RefundRequestStatus = (typeof REFUND_REQUEST_STATUSES)[number];

export type RefundRequestEvent =
  /** A refund was created for the request. */
  | { readonly type: 'approve'; readonly refundId: string; readonly by: string }
  /** `note` explains the rejection to the payer. */
  | { readonly type: 'reject'; readonly note: string | null; readonly by: string };

/** A request is answered once; after a rejection the payer may ask again with a new link. */
export const refundRequestTable: StateTable<RefundRequestStatus, RefundRequestEvent['type'], null, never, never> = {
  open: { approve: [{ when: always, to: 'approved' }], reject: [{ when: always, to: 'rejected' }] },
  approved: {},
  rejected: {},
};
