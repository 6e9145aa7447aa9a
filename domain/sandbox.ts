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
