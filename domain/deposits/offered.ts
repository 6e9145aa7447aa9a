import type { Mode } from '../assets.ts';

// The checks of suspicious and linked operations do not count deposits yet: real money must not pass by them.
const OFFERED_IN: Readonly<Record<Mode, boolean>> = { sandbox: true, production: false };

/** Whether the mode gives customers addresses. What was paid to one is credited in any case. */
export function offersDeposits(mode: Mode): boolean {
  return OFFERED_IN[mode];
}
