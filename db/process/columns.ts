import { type DataType, DataTypes, Model, type ModelAttributes, type ModelStatic, type Sequelize } from 'sequelize';

declare const value: unique symbol;

/** One column: its type in Postgres and in Sequelize, and how its value is read and written. */
export interface Column<Value> {
  /** As `jsonb_to_recordset` names the type. */
  readonly sql: string;
  readonly type: DataType;
  /** From what the driver, or JSON, gives; null is never passed. Default: as it is. */
  readonly read?: (raw: never) => unknown;
  /** Its expression within a JSON object. Default: text for what JSON numbers would round, else the column. */
  readonly json?: (column: string) => string;
  /** To what JSON takes. Default: as it is. */
  readonly write?: (value: never) => unknown;
  readonly [value]?: Value;
}

/** The columns of a table by the name of their property; the column's own name is the same in snake_case. */
export type Columns = Readonly<Record<string, Column<unknown>>>;

/** A row as the code has it: money as bigint, moments as Date. */
export type RowOf<C extends Columns> = {
  readonly [K in keyof C]: C[K] extends Column<infer Value> ? Value : never;
};

export const uuid = <Id extends string = string>(): Column<Id> => ({ sql: 'uuid', type: DataTypes.UUID });
export const text = <Word extends string = string>(): Column<Word> => ({ sql: 'text', type: DataTypes.TEXT });
export const texts = <Word extends string = string>(): Column<readonly Word[]> => ({
  sql: 'text[]',
  type: DataTypes.ARRAY(DataTypes.TEXT),
});
export const integer = (): Column<number> => ({ sql: 'integer', type: DataTypes.INTEGER });
export const bool = (): Column<boolean> => ({ sql: 'boolean', type: DataTypes.BOOLEAN });
export const bytes = (): Column<Buffer> => ({ sql: 'bytea', type: DataTypes.BLOB });
export const json = <Shape>(): Column<Shape> => ({ sql: 'jsonb', type: DataTypes.JSONB });

/** Money in minor units, of any size. */
export const minor = (): Column<bigint> => ({
  sql: 'numeric',
  type: DataTypes.DECIMAL,
  read: (raw: string | bigint) => BigInt(raw),
  write: (amount: bigint) => amount.toString(),
});

/** A number beyond those that JSON can carry, such as a destination tag. */
export const big = (): Column<bigint> => ({ ...minor(), sql: 'bigint', type: DataTypes.BIGINT });

export const time = (): Column<Date> => ({
  sql: 'timestamptz',
  type: DataTypes.DATE,
  read: (raw: Date | string) => (raw instanceof Date ? raw : new Date(raw)),
});

/** A column that may be NULL. */
export function orNull<Value>(column: Column<Value>): Column<Value | null> {
  return column as Column<Value | null>;
}

/** A table whose columns are named in one place: its model and every list of them in SQL come from here. */
export interface Table<Row> {
  readonly name: string;
  /** The type of each column, by its own name. */
  readonly types: Readonly<Record<string, string>>;
  /** For ordinary reads and writes, always with a transaction. Bound to a connection by `bind`. */
  readonly model: ModelStatic<Model<Row & object, Partial<Row>>>;
  bind(sequelize: Sequelize): void;
  /** `id, merchant_id, …`, for INSERT. */
  readonly names: string;
  /** `t.id AS "id", t.merchant_id AS "merchantId", …`, for SELECT; read the rows by {@link read}. */
  selected(alias?: string): string;
  /** The same as the arguments of `jsonb_build_object`: amounts as text, so that no number is ever rounded. */
  selectedJson(alias: string): string;
  /** `id uuid, merchant_id uuid, …`, for `jsonb_to_recordset`. */
  recordset(keys: readonly KeyOf<Row>[]): string;
  /** The column's own name. */
  column(key: KeyOf<Row>): string;
  /** A row, or its JSON, as the code has it; what was selected beside the columns stays as it is. */
  read<Raw extends object>(raw: Raw): Row & Omit<Raw, keyof Row>;
  /** As JSON for `jsonb_populate_record` and `jsonb_to_recordset`; default: every column. */
  write(row: Partial<Row>, keys?: readonly KeyOf<Row>[]): Record<string, unknown>;
}

export type KeyOf<Row> = keyof Row & string;

export function defineTable<C extends Columns>(name: string, columns: C): Table<RowOf<C>> {
  const all = Object.keys(columns) as KeyOf<RowOf<C>>[];
  const converted = all.filter((key) => columns[key]?.read !== undefined);
  const model = class extends Model {} as unknown as Table<RowOf<C>>['model'];
  return {
    name,
    types: Object.fromEntries(all.map((key) => [snake(key), columns[key]?.sql ?? ''])),
    model,
    bind: (sequelize) => {
      model.init(attributesOf(columns), { sequelize, tableName: name, modelName: name });
      // Sequelize adds one where it finds no primary key.
      if (!('id' in columns)) model.removeAttribute('id');
    },
    names: all.map(snake).join(', '),
    selected: (alias = name) => all.map((key) => `${alias}.${snake(key)} AS "${key}"`).join(', '),
    selectedJson: (alias) =>
      all.map((key) => `'${key}', ${jsonText(columns[key], `${alias}.${snake(key)}`)}`).join(', '),
    recordset: (keys) => keys.map((key) => `${snake(key)} ${columns[key]?.sql}`).join(', '),
    column: snake,
    read: (raw) => {
      const row = { ...raw } as Record<string, unknown>;
      for (const key of converted) {
        if (row[key] !== null) row[key] = columns[key]?.read?.(row[key] as never);
      }
      return row as never;
    },
    write: (row, keys = all) => Object.fromEntries(keys.map((key) => [snake(key), written(columns[key], row[key])])),
  };
}

/** `excessKeptMinor` → `excess_kept_minor`. */
function snake(key: string): string {
  return key.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

function jsonText(column: Column<unknown> | undefined, expression: string): string {
  if (column?.json !== undefined) return column.json(expression);
  return column?.sql === 'numeric' || column?.sql === 'bigint' ? `${expression}::text` : expression;
}

function written(column: Column<unknown> | undefined, raw: unknown): unknown {
  if (raw === null || raw === undefined || column?.write === undefined) return raw ?? null;
  return column.write(raw as never);
}

function attributesOf(columns: Columns): ModelAttributes {
  return Object.fromEntries(
    Object.entries(columns).map(([key, { type, read, write }]) => [
      key,
      {
        type,
        primaryKey: key === 'id',
        ...(read === undefined ? {} : { get: getter(key, read) }),
        ...(write === undefined ? {} : { set: setter(key, write) }),
      },
    ]),
  ) as ModelAttributes;
}

function getter(key: string, read: (raw: never) => unknown) {
  return function get(this: Model) {
    const raw: unknown = this.getDataValue(key as never);
    return raw === null || raw === undefined ? raw : read(raw as never);
  };
}

function setter(key: string, write: (value: never) => unknown) {
  return function set(this: Model, given: unknown) {
    this.setDataValue(key as never, (given === null || given === undefined ? given : write(given as never)) as never);
  };
}
