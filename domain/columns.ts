/**
 * The description of stored records: their columns are named once, and the row, the record that views get and the facts
 * of the rules are types of it. `db/core/table.ts` makes tables of it.
 */
declare const value: unique symbol;

/** One column: its type in Postgres, and how its value is read and written. */
export interface Column<Value> {
  readonly sql: ColumnType;
  /** From what the driver, or JSON, gives; null is never passed. Default: as it is. */
  readonly read?: (raw: never) => unknown;
  /** Its expression within a JSON object. Default: text for what JSON numbers would round, else the column. */
  readonly json?: (column: string) => string;
  /** To what JSON takes. Default: as it is. */
  readonly write?: (value: never) => unknown;
  /** The database fills it in where a new row does not say it. */
  readonly filled?: boolean;
  readonly [value]?: Value;
}

/** Types of Postgres, as `jsonb_to_recordset` names them. */
export type ColumnType =
  | 'uuid'
  | 'uuid[]'
  | 'text'
  | 'text[]'
  | 'integer'
  | 'integer[]'
  | 'smallint'
  | 'bigint'
  | 'numeric'
  | 'boolean'
  | 'bytea'
  | 'jsonb'
  | 'timestamptz'
  | 'date'
  | 'inet';

/** The columns of a table by the name of their property; the column's own name is the same in snake_case. */
export type Columns = Readonly<Record<string, Column<unknown>>>;

/** A row as the code has it: money as bigint, moments as Date. */
export type RowOf<C extends Columns> = {
  readonly [K in keyof C]: C[K] extends Column<infer Value> ? Value : never;
};

/** A row to create: what may be NULL, and what the database fills in, can be left out. */
export type NewRow<C extends Columns> = Partial<RowOf<C>> & Pick<RowOf<C>, RequiredKey<C>>;

type RequiredKey<C extends Columns> = {
  [K in keyof C]: C[K] extends { readonly filled: true } ? never : C[K] extends Column<infer V> ? NotNull<V, K> : never;
}[keyof C];

type NotNull<Value, Key> = null extends Value ? never : Key;

export const uuid = <Id extends string = string>(): Column<Id> => ({ sql: 'uuid' });
export const text = <Word extends string = string>(): Column<Word> => ({ sql: 'text' });
export const texts = <Word extends string = string>(): Column<readonly Word[]> => ({
  sql: 'text[]',
});
export const uuids = <Id extends string = string>(): Column<readonly Id[]> => ({
  sql: 'uuid[]',
});
export const integer = (): Column<number> => ({ sql: 'integer' });
export const integers = (): Column<readonly number[]> => ({
  sql: 'integer[]',
});
export const bool = (): Column<boolean> => ({ sql: 'boolean' });
export const json = <Shape>(): Column<Shape> => ({ sql: 'jsonb' });

/** Money in minor units, of any size. */
export const minor = (): Column<bigint> => ({
  sql: 'numeric',
  read: (raw: string | bigint) => BigInt(raw),
  write: (amount: bigint) => amount.toString(),
});

/** A number beyond those that JSON can carry, such as a destination tag. */
export const big = (): Column<bigint> => ({ ...minor(), sql: 'bigint' });

/** A wide number that stays below 2^53, such as the height of a block. */
export const wide = (): Column<number> => ({
  sql: 'bigint',
  read: (raw: string | number) => Number(raw),
});

/** A key that counts up, as text. */
export const serial = (): Column<string> => ({ sql: 'bigint' });

export const small = (): Column<number> => ({ sql: 'smallint' });

/** An exact decimal, as text. */
export const decimal = (): Column<string> => ({ sql: 'numeric' });

export const time = (): Column<Date> => ({
  sql: 'timestamptz',
  read: (raw: Date | string) => (raw instanceof Date ? raw : new Date(raw)),
});

/** A calendar day, as 2026-01-31. */
export const day = (): Column<string> => ({ sql: 'date' });

/** An IP address, without its network. */
export const inet = (): Column<string> => ({ sql: 'inet' });

/** A column that may be NULL. */
export function orNull<Value>(column: Column<Value>): Column<Value | null> {
  return column as Column<Value | null>;
}

/** A column that the database fills in: it has a default, or counts. */
export function filled<Value>(column: Column<Value>): Column<Value> & { readonly filled: true } {
  return { ...column, filled: true };
}
