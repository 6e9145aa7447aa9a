/** The kinds by which a merchant's operations are summed; `conversion` counts those of settlements, too. */
export const OPERATION_KINDS = [
  'invoice',
  'deposit',
  'conversion',
  'payout',
  'mass_payout',
  'withdrawal',
  'refund',
] as const;

/** The kinds that count as revenue. */
export const REVENUE_KINDS = ['invoice', 'deposit', 'refund'] as const satisfies readonly OperationKind[];

export type OperationKind = (typeof OPERATION_KINDS)[number];
