/** The limits of an asset that staff change; amounts in euro cents, as text. */
export interface AssetLimitValues {
  readonly threshold_minor: string;
  readonly max_age_seconds: string;
  readonly max_order_minor: string;
  readonly position_minor: string;
  readonly bound_bps: string;
}

/** The limits of a mode that staff change. */
export interface ModeLimitValues {
  readonly daily_loss_minor: string;
}

export type LimitValues = AssetLimitValues | ModeLimitValues;

/** Problems of limits, by field; empty if there are none. */
export function limitProblems(values: AssetLimitValues): Record<string, string> {
  const [threshold, order, position] = [values.threshold_minor, values.max_order_minor, values.position_minor].map(
    BigInt,
  );
  const problems: Record<string, string> = {};
  if (threshold === undefined || order === undefined || position === undefined) return problems;
  if (order <= 0n) problems.max_order = 'The largest order must be more than zero.';
  if (position < threshold) problems.position = 'The position limit must not be below the threshold.';
  return problems;
}
