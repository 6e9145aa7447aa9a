import type { CryptoGateId } from '../../domain/assets/assets.ts';
import { ruleFor, statusAfter } from '../../domain/process/table.ts';
import {
  type RefundRequestEvent,
  type RefundRequestStatus,
  refundRequestTable,
} from '../../domain/state/refund-request.ts';
import { big, defineTable, integer, orNull, type RowOf, text, time, uuid } from '../core/table.ts';
import { type Decision, defineProcess } from '../process/define.ts';
import { lockRows } from '../process/lock.ts';

const columns = {
  id: uuid(),
  version: integer(),
  invoiceId: uuid(),
  profileId: uuid(),
  /** The link that was used; each works once. */
  link: text(),
  status: text<RefundRequestStatus>(),
  gateId: text<CryptoGateId>(),
  address: text(),
  destinationTag: orNull(big()),
  refundId: orNull(uuid()),
  decidedBy: orNull(text()),
  decidedAt: orNull(time()),
  note: orNull(text()),
  createdAt: time(),
};

/** A payer's request through the mailed link. */
export type RefundRequestRow = RowOf<typeof columns>;
export const refundRequestsTable = defineTable('refund_request', columns);

interface RequestKind {
  readonly row: RefundRequestRow;
  readonly facts: { readonly row: RefundRequestRow };
  readonly event: RefundRequestEvent;
  readonly outcome: Decision & { readonly status: RefundRequestStatus };
  readonly answer: { readonly status: RefundRequestStatus };
}

/** The states of a payer's request: the merchant decides it once. */
export const refundRequestProcess = defineProcess<RequestKind>({
  name: 'refund_request',
  table: refundRequestsTable,
  changes: ['version', 'status', 'refundId', 'decidedBy', 'decidedAt', 'note'],
  lock: lockRows(refundRequestsTable),
  decide: ({ row: { status } }, { event: { type } }) => {
    const { to } = ruleFor(refundRequestTable, { status, event: type, position: null });
    return { changed: true, effects: [], status: statusAfter(to, status) };
  },
  after: ({ before: { row }, step: { event, nowMs }, outcome: { status } }) => ({
    ...row,
    version: row.version + 1,
    status,
    decidedBy: event.by,
    decidedAt: new Date(nowMs),
    ...(event.type === 'approve' ? { refundId: event.refundId } : { note: event.note }),
  }),
  effects: {},
  answer: (_decided, { status }) => ({ status }),
});
