import type { Prepared } from '../core/sql.ts';

/** A metric: its name by Prometheus' conventions, what it tells, and its labels. */
export interface FigureDefinition {
  readonly name: string;
  readonly help: string;
  readonly labels: readonly string[];
}

/** A statement and the metrics that come of its rows. */
export interface FigureQuery {
  readonly labels: readonly string[];
  /** By column of the statement. */
  readonly metrics: Readonly<Record<string, { readonly name: string; readonly help: string }>>;
  readonly sql: Prepared;
  /** For what SQL does not know. */
  readonly adjust?: (value: number, labels: Readonly<Record<string, string>>) => number;
}

/** Seconds since a time, in SQL. */
export const age = (since: string) => `greatest(0, extract(epoch FROM clock_timestamp() - ${since}))::float8`;
/** Both modes as a set of rows, so that a mode without rows says zero. */
export const MODES = `unnest(ARRAY['production', 'sandbox']) AS m(mode)`;
/** More are not counted: the statement stays cheap, and so many are bad enough. */
export const MOST = 100_000;
