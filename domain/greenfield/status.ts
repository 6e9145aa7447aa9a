import { INVOICE_STATUSES, type InvoiceReason, type InvoiceStatus } from '../state/invoice-status.ts';

export const GREENFIELD_STATUSES = ['New', 'Processing', 'Settled', 'Expired', 'Invalid'] as const;
export type GreenfieldStatus = (typeof GREENFIELD_STATUSES)[number];
export type AdditionalStatus = 'None' | 'PaidPartial' | 'PaidLate' | 'PaidOver' | 'Marked' | 'Invalid';

/** The facts of an invoice that decide its state in BTCPay's terms. */
export interface StateFacts {
  readonly status: InvoiceStatus;
  readonly reason: string | null;
  /** It was completed at some time. */
  readonly isCompleted: boolean;
  /** More was paid than was due and tolerated. */
  readonly isOver: boolean;
}

export interface GreenfieldState {
  readonly status: GreenfieldStatus;
  readonly additionalStatus: AdditionalStatus;
}

/**
 * The state of an invoice in BTCPay's words: the one table. BTCPay knows no refunds, so a refunded invoice stays
 * settled. One that was never completed must not become `Settled` by a refund: a shop ships on that word.
 */
export function greenfieldState(facts: StateFacts): GreenfieldState {
  return TABLE[facts.status](facts);
}

type Cell = (facts: StateFacts) => GreenfieldState;

const say =
  (status: GreenfieldStatus, additionalStatus: AdditionalStatus = 'None'): Cell =>
  () => ({ status, additionalStatus });

const settled: Cell = ({ reason, isOver }) => ({ status: 'Settled', additionalStatus: settledHow(reason, isOver) });
/**
 * The deadline passed with less than the amount due. Later payments, or payments found invalid later, do not concern
 * it.
 */
const invalid: Cell = ({ reason }) =>
  reason === ('underpaid' satisfies InvoiceReason)
    ? { status: 'Expired', additionalStatus: 'PaidPartial' }
    : { status: 'Invalid', additionalStatus: 'None' };
/** Not `PaidLate`, which plugins take for paid. */
const afterRefund: Cell = (facts) =>
  facts.isCompleted ? settled(facts) : { status: 'Expired', additionalStatus: 'PaidPartial' };

const TABLE: Readonly<Record<InvoiceStatus, Cell>> = {
  new: say('New'),
  pending: say('New'),
  partially_paid: say('New', 'PaidPartial'),
  confirming: ({ isOver }) => ({ status: 'Processing', additionalStatus: isOver ? 'PaidOver' : 'None' }),
  processing: ({ isOver }) => ({ status: 'Processing', additionalStatus: isOver ? 'PaidOver' : 'None' }),
  done: settled,
  overpaid: say('Settled', 'PaidOver'),
  expired: say('Expired'),
  expired_paid: say('Expired', 'PaidLate'),
  invalid,
  refund_requested: afterRefund,
  refunded: afterRefund,
  partially_refunded: afterRefund,
  canceled: say('Invalid', 'Marked'),
  error: say('Invalid'),
};

function settledHow(reason: string | null, isOver: boolean): AdditionalStatus {
  switch (reason) {
    case 'completed_by_merchant':
    case 'resolved_by_operator':
      return 'Marked';
    case 'auto_completed':
      return 'PaidLate';
    default:
      return isOver ? 'PaidOver' : 'None';
  }
}

/** Everything that an invoice of one of our statuses can be, for lists by BTCPay's. */
export function statesOf(requested: readonly GreenfieldStatus[]): Omit<StateFacts, 'isOver'>[] {
  const kinds = [true, false].flatMap((isCompleted) =>
    (['underpaid', null] as const).map((reason) => ({ reason, isCompleted })),
  );
  return INVOICE_STATUSES.flatMap((status) => kinds.map((kind) => ({ status, ...kind }))).filter((facts) =>
    requested.includes(greenfieldState({ ...facts, isOver: false }).status),
  );
}

/** BTCPay's word for a status, in any case; undefined for none. */
export function readGreenfieldStatus(word: string): GreenfieldStatus | undefined {
  return GREENFIELD_STATUSES.find((each) => each.toLowerCase() === word.trim().toLowerCase());
}
