/** The statuses of a deposit (spec §4). */
export const DEPOSIT_STATUSES = ['created', 'pending', 'confirming', 'processing', 'done', 'error'] as const;

export type DepositStatus = (typeof DEPOSIT_STATUSES)[number];

/** Why a deposit is in its status, or what keeps it there. */
export type DepositReason =
  /** It waits until further payments to its address bring it to the gate's minimum. */
  | 'below_minimum'
  | 'awaiting_finality'
  | 'reorganized'
  /** None of its transactions can happen any more. */
  | 'replaced'
  | 'dropped'
  | 'failed'
  | 'conversion_not_possible'
  /** The coins are held until they can be converted. */
  | 'conversion_waiting'
  /** That was not possible in time: the merchant has the coins. */
  | 'conversion_given_up'
  | 'resolved_by_operator';

export function isDepositStatus(text: string): text is DepositStatus {
  return DEPOSIT_STATUSES.some((status) => status === text);
}
