import type { Scenario } from '../invoices/scenarios.ts';
import { type InvoiceStatus, OPEN_STATUSES } from '../state/invoice-status.ts';

/** The actions of the customer of a demo invoice, in the order of the buttons. */
export const DEMO_CASES = ['pay', 'short', 'over', 'late', 'wrong', 'slow', 'reorg'] as const;
export type DemoCase = (typeof DEMO_CASES)[number];

/** The requests of a visitor: a case, or another block for a payment that waits for it. */
export const DEMO_ACTS = [...DEMO_CASES, 'block'] as const;
export type DemoAct = (typeof DEMO_ACTS)[number];

/** The simulated payer's actions in each case. */
export const DEMO_SCENARIOS: Readonly<Record<DemoCase, Scenario>> = {
  pay: 'paid',
  short: 'partial',
  over: 'over',
  late: 'late',
  wrong: 'wrong_asset',
  slow: 'zero_conf',
  reorg: 'reorg',
};

/** Whether an invoice in this status can still be paid so: once it has ended, only a late payment is something new. */
export function canPlay(played: DemoCase, status: InvoiceStatus): boolean {
  return OPEN_STATUSES.has(status) || (played === 'late' && status === 'expired');
}

export function isDemoAct(text: string): text is DemoAct {
  return (DEMO_ACTS as readonly string[]).includes(text);
}
