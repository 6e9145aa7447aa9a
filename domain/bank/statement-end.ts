/** A statement's times, as it writes them. */
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
 * no later than its closing day. An unclear time counts as earlier. @returns Unix milliseconds
 */
export function statementEndMs({ to, created, closingDay }: StatementTimes): number {
  const endsMs = momentOf(to);
  if (endsMs !== null) return endsMs;
  const madeMs = momentOf(created);
  if (madeMs === null) return Date.parse(`${closingDay}T00:00:00Z`);
  // The day ends in Frankfurt at 22:00 or 23:00 UTC.
  return created?.startsWith(closingDay) === true ? madeMs : Math.min(madeMs, Date.parse(`${closingDay}T22:00:00Z`));
}

/** The period that statements must cover before euro leave a restored gateway. */
export interface NeededStatement {
  /** When the database was restored: nothing left after that. */
  readonly restoredAtMs: number;
  /** The last day on which the bank may make what it had until then; null where it makes payments at once. */
  readonly executionDay: string | null;
}

/** The missing part of a statement, in words; null if it contains everything that may have left. */
export function missingOf(
  { endMs, closingDay }: { readonly endMs: number; readonly closingDay: string },
  { restoredAtMs, executionDay }: NeededStatement,
): string | null {
  if (endMs < restoredAtMs) return `a statement that ends after ${new Date(restoredAtMs).toISOString()}`;
  if (executionDay !== null && closingDay < executionDay) return `the statement of ${executionDay}`;
  return null;
}

/** The times of a report of today's movements (camt.052), as it writes them. */
export interface ReportTimes extends Omit<StatementTimes, 'closingDay'> {
  /** The begin of its period: a moment or a day. */
  readonly from: string | null;
  /** It says with what the day began. */
  readonly hasOpening: boolean;
}

/** The time of which a report, or several that follow each other, have every movement. Unix milliseconds. */
export interface ReportedSpan {
  readonly fromMs: number;
  readonly untilMs: number;
}

/**
 * A report ends when it was made, or with its period where that is earlier: what is unclear makes it shorter.
 * @returns null where it does not say its time
 */
export function reportedSpan({ from, to, created, hasOpening }: ReportTimes): ReportedSpan | null {
  const madeMs = momentOf(created);
  if (madeMs === null) return null;
  const today = hasOpening && created !== null ? created.slice(0, 10) : null;
  const begin = from ?? today;
  const fromMs = momentOf(begin !== null && /^\d{4}-\d{2}-\d{2}$/.test(begin) ? `${begin}T00:00:00` : begin, WINTER);
  return fromMs === null ? null : { fromMs, untilMs: Math.min(madeMs, momentOf(to) ?? madeMs) };
}

/** From when a report leads on from a statement: after a whole day with the next one, whatever the zone of both. */
export function followedFromMs({ endMs, closingDay }: { readonly endMs: number; readonly closingDay: string }): number {
  const dayEndsMs = Date.parse(`${closingDay}T22:00:00Z`);
  return endMs >= dayEndsMs - 60_000 ? Math.max(endMs, dayEndsMs + 3_600_000) : endMs;
}

/** Up to when everything is known that moved since a moment: by one report after the other, without a gap. */
export function reportedUntilMs(sinceMs: number, spans: readonly ReportedSpan[]): number {
  let untilMs = sinceMs;
  for (const span of spans.toSorted((one, other) => one.fromMs - other.fromMs))
    if (span.fromMs <= untilMs) untilMs = Math.max(untilMs, span.untilMs);
  return untilMs;
}

/** The day of a moment at the bank; in the hour before its midnight in summer, still the day before. */
export function bankDayOf(ms: number): string {
  return new Date(ms + 3_600_000).toISOString().slice(0, 10);
}

const [WINTER, SUMMER] = ['+01:00', '+02:00'] as const;

/** Banks write local time without a zone: in summer, that is the earlier moment. */
function momentOf(text: string | null, zone: typeof WINTER | typeof SUMMER = SUMMER): number | null {
  if (text === null) return null;
  const ms = Date.parse(/(?:Z|[+-]\d{2}:\d{2})$/.test(text) ? text : `${text}${zone}`);
  return Number.isNaN(ms) ? null : ms;
}
