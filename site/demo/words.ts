import type { DemoAct, DemoCase } from '../../domain/demo/cases.ts';
import sample from '../../locales/en/sample.json' with { type: 'json' };

/** The customer's action, as its button label. */
export const ACT_NAMES: Readonly<Record<DemoAct, string>> = sample.acts;

/** The effect of the action, for a visitor who has just pressed the button. */
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

/** The texts of the sample's script, in the language of its page, which contains them. */
export interface SampleScriptWords {
  /** For numbers. */
  readonly tag: string;
  readonly order: string;
  readonly send: string;
  readonly stillToSend: string;
  readonly blocks: string;
  readonly otherCoin: string;
  readonly busy: string;
  readonly noAnswer: string;
  readonly failed: string;
  /** By status, in a few words. */
  readonly statuses: Readonly<Record<string, string>>;
}

/** The demo invoice of the landing page. */
export const SAMPLE = {
  merchant: 'Kestrel Cycles',
  amount: '118.40',
  currency: 'EUR',
} as const;
