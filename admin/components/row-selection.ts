/** Rows that are chosen to do one thing to all of them. */
export interface RowSelection<Row> {
  readonly nameOf: (row: Row) => string;
  readonly has: (row: Row) => boolean;
  readonly toggle: (row: Row) => void;
  readonly isAll: boolean;
  readonly isSome: boolean;
  readonly toggleAll: () => void;
}
