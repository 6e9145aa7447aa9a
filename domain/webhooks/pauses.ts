const HOUR = 3_600;

/**
 * Seconds before each further attempt after a failed first one: quick at first, for a receiver that is being restarted,
 * then ever slower, for three days in all (api.md "Webhooks").
 */
export const WEBHOOK_PAUSES_SECONDS: readonly number[] = [
  5,
  30,
  120,
  600,
  1_800,
  HOUR,
  3 * HOUR,
  6 * HOUR,
  12 * HOUR,
  22 * HOUR,
  27 * HOUR,
];
