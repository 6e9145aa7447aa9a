/**
 * The tables that grow with every payment, each partitioned by the months of its ids, which begin with the time. An id
 * names an event, its delivery and the attempts, so all three have it in the same month. Later ones refer to earlier.
 */
export const MONTHLY_TABLES = ['event', 'webhook_delivery', 'webhook_attempt'] as const;

export type MonthlyTable = (typeof MONTHLY_TABLES)[number];

/** A calendar month in UTC: one partition of the tables that grow with every payment. */
export interface Month {
  /** `2027_01`, the end of the partition's name. */
  readonly name: string;
  readonly fromMs: number;
  /** Where the next month begins. */
  readonly toMs: number;
}

/** Tables always have this many months after the current one, so that nothing fails while nobody makes new ones. */
export const MONTHS_AHEAD = 3;

/** The month of a moment, or the one that is this many months later. */
export function monthOf(atMs: number, later = 0): Month {
  const at = new Date(atMs);
  const from = new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + later));
  return {
    name: from.toISOString().slice(0, 7).replace('-', '_'),
    fromMs: from.getTime(),
    toMs: Date.UTC(from.getUTCFullYear(), from.getUTCMonth() + 1),
  };
}

/** The months, oldest first, that a table lacks whose last partition ends at `endMs`. */
export function missingMonths(endMs: number, nowMs: number): Month[] {
  const last = monthOf(nowMs, MONTHS_AHEAD);
  const missing: Month[] = [];
  for (let month = monthOf(endMs); month.fromMs <= last.fromMs; month = monthOf(month.toMs)) missing.push(month);
  return missing;
}

/**
 * The lowest UUID that begins with this millisecond: every UUID v7 that was made before is lower, none that was made
 * since (RFC 9562 §5.7).
 */
export function firstIdOf(ms: number): string {
  const hex = ms.toString(16).padStart(12, '0');
  return `${hex.slice(0, 8)}-${hex.slice(8)}-0000-0000-000000000000`;
}

/** A month of a table in the archive: a file of its rows, each as one line of JSON, compressed with gzip. */
export interface ArchivedFile {
  readonly table: MonthlyTable;
  /** Its name in the archive's folder. */
  readonly file: string;
  readonly rows: number;
  readonly bytes: number;
  /** Of the file as it is, in hex. */
  readonly sha256: string;
}
