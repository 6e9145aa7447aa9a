import {
  type BankPaymentChange,
  type BankPaymentEventType,
  type BankPaymentPosition,
  type BankPaymentStatus,
  bankPaymentTable,
  isCarriedOutAfter,
  isDisputedAfter,
} from '../../domain/bank/payment-table.ts';
import { ruleFor, statusAfter } from '../../domain/process/table.ts';
import type { Tx } from '../core/sequelize.ts';
import { type Change, type Decided, defineProcess } from '../process/define.ts';
import { lockRows } from '../process/lock.ts';
import { moment, react } from '../process/reactions.ts';
import { type BankPaymentRow, bankPaymentsTable } from './payment-rows.ts';

/** An event on a payment, with what the bank or a person says about it. */
export interface BankPaymentEvent {
  readonly type: BankPaymentEventType;
  /** ISO 20022, such as AC04. */
  readonly reasonCode?: string | null;
  /** The bank's own words about the reason. */
  readonly words?: string | null;
  /** The account holder's name, where the bank says it. */
  readonly payeeName?: string | null;
  readonly bankReference?: string | null;
  /** The person who decided about the name. */
  readonly by?: string;
}

export interface BankPaymentKind {
  readonly row: BankPaymentRow;
  readonly facts: { readonly row: BankPaymentRow };
  readonly event: BankPaymentEvent;
  readonly outcome: {
    readonly changed: boolean;
    readonly status: BankPaymentStatus;
    readonly effects: readonly { readonly type: BankPaymentChange }[];
  };
  readonly answer: { readonly status: BankPaymentStatus };
}

/** Each step of a payment; {@link bankPaymentChanged} in payments.ts is what others hear. */
export const bankPaymentStepped = moment<Change<BankPaymentKind>>('bank_payment.stepped');

/**
 * Before payments are locked: who locks rows of their own in the reaction to a change locks them now, so that the order
 * of locks is the same as where the payments are requested.
 */
export const bankPaymentsLocking = moment<{ readonly withdrawalId: string }>('bank_payment.locking');

export const bankPaymentProcess = defineProcess<BankPaymentKind>({
  name: 'bank_payment',
  table: bankPaymentsTable,
  changes: [
    'version',
    'status',
    'creditorName',
    'files',
    'nameConfirmed',
    'carriedOut',
    'disputed',
    'reasonCode',
    'payeeName',
    'bankReference',
    'decidedBy',
    'bookedAt',
  ],
  lock: lockPayments,
  decide: ({ row }, { event: { type } }) => {
    const { status } = row;
    const position = positionOf(row);
    const { to, marks = [] } = ruleFor(bankPaymentTable, { status, event: type, position });
    const next = statusAfter(to, status);
    const isMoved = next !== status || isCarriedOutAfter(position, type, next) !== position.isCarriedOut;
    const changed = isMoved || marks.length > 0;
    return { changed, effects: marks.map((mark) => ({ type: mark })), status: next };
  },
  after,
  effects: {
    in_file: 'row',
    torn_up: 'row',
    accepted: 'row',
    rejected: 'row',
    name_question: 'row',
    booked: 'row',
    returned: 'row',
    disputed: 'row',
  },
  changed: bankPaymentStepped,
  answer: (_decided, { status }) => ({ status }),
});

function positionOf({ files, carriedOut, disputed }: BankPaymentRow): BankPaymentPosition {
  return { files, isCarriedOut: carriedOut, isDisputed: disputed };
}

const lock = lockRows(bankPaymentsTable);

async function lockPayments(tx: Tx, ids: readonly string[]): Promise<ReadonlyMap<string, { row: BankPaymentRow }>> {
  await react(
    tx,
    bankPaymentsLocking,
    ids.map((withdrawalId) => ({ withdrawalId })),
  );
  return lock(tx, ids);
}

/** A file that is torn up never left, so the payment was in one less. */
function filesAddedBy({ type }: BankPaymentEvent): number {
  if (type === 'tear_up') return -1;
  return type === 'put_in_file' ? 1 : 0;
}

/** A name that the bank has corrected is the one to pay to, once a person says so. */
function after({ before: { row }, step: { event, nowMs }, outcome }: Decided<BankPaymentKind>) {
  const { status, effects } = outcome;
  const paysAnyway = event.type === 'pay_anyway';
  return {
    ...row,
    version: row.version + 1,
    status,
    creditorName: paysAnyway ? (row.payeeName ?? row.creditorName) : row.creditorName,
    files: row.files + filesAddedBy(event),
    nameConfirmed: row.nameConfirmed || paysAnyway,
    carriedOut: isCarriedOutAfter(positionOf(row), event.type, status),
    disputed: isDisputedAfter(positionOf(row), event.type, { status, marks: effects.map(({ type }) => type) }),
    reasonCode: event.reasonCode ?? null,
    payeeName: event.payeeName ?? row.payeeName,
    bankReference: event.bankReference ?? row.bankReference,
    decidedBy: event.by ?? row.decidedBy,
    bookedAt: event.type === 'book' ? new Date(nowMs) : row.bookedAt,
  };
}
