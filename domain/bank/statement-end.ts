/** What a statement says about its time, as it writes it. */
export interface StatementTimes {
  /** The end of its period (`FrToDt/ToDtTm`), where it says one. */
  readonly to: string | null;
  /** When the bank made it. */
  readonly created: string | null;
  /** Of its closing balance. */
  readonly closingDay: string;
}

/**
 * Up to when a statement contains every movement: the end of its period or, where it says none, when it was made, but
 * no later than its closing day. What is unclear counts as earlier. @returns Unix milliseconds
 */
export function statementEndMs({ to, created, closingDay }: StatementTimes): number {
  // The day ends in Frankfurt at 22:00 or 23:00 UTC.
  const endOfDay = Date.parse(`${closingDay}T22:00:00Z`);
  const told = momentOf(to) ?? momentOf(created);
  if (told === null) return Date.parse(`${closingDay}T00:00:00Z`);
  const isOfThatDay = to !== null || created?.startsWith(closingDay);
  return isOfThatDay ? told : Math.min(told, endOfDay);
}

/** What has to be on the statements before euro leave a restored gateway. */
export interface NeededStatement {
  /** When the database was restored: nothing left after that. */
  readonly restoredAtMs: number;
  /** The last day on which the bank may make what it had until then; null where it makes payments at once. */
  readonly executionDay: string | null;
}

/** What is missing of a statement, in words; null when it says everything that may have left. */
export function missingOf(
  { endMs, closingDay }: { readonly endMs: number; readonly closingDay: string },
  { restoredAtMs, executionDay }: NeededStatement,
): string | null {
  if (endMs < restoredAtMs) return `a statement that ends after ${new Date(restoredAtMs).toISOString()}`;
  if (executionDay !== null && closingDay < executionDay) return `the statement of ${executionDay}`;
  return null;
}

/** Banks write local time without a zone: the earliest moment that it can mean. */
function momentOf(text: string | null): number | null {
  if (text === null) return null;
  const ms = Date.parse(/(?:Z|[+-]\d{2}:\d{2})$/.test(text) ? text : `${text}+02:00`);
  return Number.isNaN(ms) ? null : ms;
}
