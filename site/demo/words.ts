import type { DemoAct, DemoCase } from '../../domain/demo/cases.ts';

/** What the customer does, as its button says it. */
export const ACT_NAMES: Readonly<Record<DemoAct, string>> = {
  pay: 'Pay',
  short: 'Pay too little',
  over: 'Pay too much',
  late: 'Pay late',
  wrong: 'Wrong coin',
  slow: 'Wait for blocks',
  reorg: 'Take it back',
  block: 'Next block',
};

/** What then happens, for who has just pressed the button. */
export const ACT_NOTES: Readonly<Record<DemoAct, string>> = {
  pay: 'The payment arrives, and the chain confirms it two seconds later.',
  short: 'Half of the amount arrives. The page asks for the rest: press Pay to send it.',
  over: 'A quarter too much arrives. The order is paid, and the excess is kept apart.',
  late: 'The time of the rate is over, then the payment arrives. The shop decides about it.',
  wrong: 'Another coin arrives. It is safe, and does not count towards the amount.',
  slow: 'The payment arrives and waits for confirmations. Press Next block to make one.',
  reorg: 'The payment is confirmed, then the chain takes its block back, and mines it again.',
  block: 'One more block is mined.',
};

/** The cases of the landing page's sample. */
export const SAMPLE_CASES = ['pay', 'short', 'late', 'wrong'] as const satisfies readonly DemoCase[];

/** What the page says of a status in a few words. */
export const STATUS_WORDS: Readonly<Record<string, string>> = {
  new: 'Waiting for a coin',
  pending: 'Waiting for payment',
  confirming: 'Payment seen, not confirmed yet',
  partially_paid: 'Paid in part',
  processing: 'Confirmed, being settled',
  done: 'Paid',
  overpaid: 'Paid, with an excess',
  expired: 'Expired',
  expired_paid: 'Arrived late: safe, the shop decides',
  invalid: 'Paid too little: the shop decides',
  error: 'Taken back by the chain',
};

/** The demo invoice of the landing page. */
export const SAMPLE = {
  merchant: 'Kestrel Cycles',
  description: 'Order KC-20418',
  amount: '118.40',
  currency: 'EUR',
} as const;
