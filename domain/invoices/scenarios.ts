/** What the simulated payer of a sandbox invoice can do, in the order people usually try it. */
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

/** What can happen to a payment to a customer's address: there is no amount due and no deadline. */
export const DEPOSIT_SCENARIOS = ['paid', 'replaced', 'reorg', 'wrong_asset'] as const satisfies readonly Scenario[];

export type DepositScenario = (typeof DEPOSIT_SCENARIOS)[number];
