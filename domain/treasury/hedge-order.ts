import { always, type StateTable } from '../process/table.ts';

/** How an order trades: in an order book, or by accepting a quote. */
export type OrderKind = 'order_book' | 'quote';

export type Side = 'buy' | 'sell';

/**
 * The life of an order at an exchange. It is stored as `new`; `sending` is committed before it leaves, so from then on
 * it may exist at the exchange. `done` has fills, `canceled` has none.
 */
export type HedgeOrderStatus = 'new' | 'sending' | 'open' | 'done' | 'canceled';

export const OPEN_ORDER_STATUSES = ['new', 'sending', 'open'] as const satisfies readonly HedgeOrderStatus[];

/**
 * `send`: the caller sends it now. `refuse`: the exchange said a definite no. `find`: what the exchange says about it.
 * `give_up`: the exchange does not know it although its deadline has passed. `withdraw`: it never left.
 */
export type HedgeOrderEventType = 'send' | 'refuse' | 'find' | 'give_up' | 'withdraw';

/** The facts that the rules need beside the status. */
export interface HedgeOrderPosition {
  /** The exchange's answer; false for other events. */
  readonly isOpen: boolean;
  /** Whether it names fills that are not booked. */
  readonly hasNewFills: boolean;
  readonly hasFills: boolean;
  /** The deadline, with some seconds for clocks that differ, has passed. */
  readonly isOverdue: boolean;
}

type Position = HedgeOrderPosition;

const found = [
  { when: { description: 'it is open', isMet: ({ isOpen }: Position) => isOpen }, to: 'open', marks: ['book_fills'] },
  { when: { description: 'it has fills', isMet: (of: Position) => of.hasFills }, to: 'done', marks: ['book_fills'] },
  { when: always, to: 'canceled' },
] as const;

const late = [
  {
    when: { description: 'it has more fills', isMet: (of: Position) => of.hasNewFills },
    to: 'done',
    marks: ['book_fills'],
  },
  { when: always, to: 'same' },
] as const;

export const hedgeOrderTable: StateTable<HedgeOrderStatus, HedgeOrderEventType, Position, never, 'book_fills'> = {
  new: { send: [{ when: always, to: 'sending' }], withdraw: [{ when: always, to: 'canceled' }] },
  sending: {
    find: found,
    refuse: [{ when: always, to: 'canceled' }],
    give_up: [
      { when: { description: 'its deadline has passed', isMet: ({ isOverdue }) => isOverdue }, to: 'canceled' },
    ],
  },
  open: { find: found },
  done: { find: late },
  canceled: { find: late },
};

/** An exchange's clock and ours may differ by so much. */
export const DEADLINE_GRACE_MS = 30_000;
