/** The actions of the simulated payer of a sandbox invoice, in the order people usually try them. */
export const SCENARIOS = [
  'paid',
  'partial',
  'over',
  'late',
  'wrong_asset',
  'failed',
  'replaced',
  'reorg',
  'zero_conf',
] as const;

export type Scenario = (typeof SCENARIOS)[number];

/** Events of a payment to a customer's address: there is no amount due and no deadline. */
export const DEPOSIT_SCENARIOS = ['paid', 'replaced', 'reorg', 'wrong_asset'] as const satisfies readonly Scenario[];

export type DepositScenario = (typeof DEPOSIT_SCENARIOS)[number];
