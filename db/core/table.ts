import {
  type DataType,
  DataTypes,
  fn,
  type LOCK,
  literal,
  Model,
  type ModelAttributes,
  type ModelStatic,
  Op,
  type Sequelize,
  type Utils,
  type WhereOperators,
} from 'sequelize';
import type { Column, Columns, ColumnType, NewRow, RowOf } from '../../domain/columns.ts';
import { type Db, isDb, onConnection, type Tx } from './sequelize.ts';
import { execute } from './sql.ts';

// Most tables are described here in db/, and only those that rules or views know in domain/.
export {
  big,
  bool,
  type Column,
  day,
  decimal,
  filled,
  inet,
  integer,
  integers,
  json,
  minor,
  type NewRow,
  orNull,
  type RowOf,
  serial,
  small,
  text,
  texts,
  time,
  uuid,
  uuids,
  wide,
} from '../../domain/columns.ts';

export const bytes = (): Column<Buffer> => ({
  sql: 'bytea',
  // JSON has no bytes: Postgres reads and writes them as hexadecimal digits.
  read: (raw: Buffer | string) => (typeof raw === 'string' ? Buffer.from(raw.slice(2), 'hex') : raw),
  write: (value: Buffer) => `\\x${value.toString('hex')}`,
});

/** A time by the clock of the database, to write or to compare with. */
export type DatabaseTime = Utils.Fn | Utils.Literal;

/** When the transaction began. */
export const NOW: DatabaseTime = fn('now');

/** That many seconds after {@link NOW}; before it, where they are negative. */
export function fromNow(seconds: number): DatabaseTime {
  return literal(`now() + make_interval(secs => ${Number(seconds)})`);
}

/** All must hold. A value is compared by `=`, null by IS NULL; more by the operators of Sequelize, such as `Op.in`. */
export type Where<Row> = { readonly [K in KeyOf<Row>]?: Row[K] | WhereOperators<Row[K]> };

/** Values to write; times can be those of the database. */
export type Values<Row> = { readonly [K in keyof Row]: Row[K] | (Date & Row[K] extends never ? never : DatabaseTime) };

export interface FindOptions<Row, Key extends KeyOf<Row> = KeyOf<Row>> {
  /** Default: every column. */
  readonly columns?: readonly Key[];
  readonly order?: readonly (readonly [KeyOf<Row>, 'ASC' | 'DESC'])[];
  readonly limit?: number;
  /** Until the end of the transaction, such as `tx.LOCK.UPDATE`. */
  readonly lock?: LOCK;
}

/**
 * A table whose columns are named in one place: every list of them in SQL comes from here, and ordinary reads and
 * writes of single tables are its functions. On a `Db` each is one statement, committed by itself.
 */
export interface Table<Row, New = Partial<Row>> extends BoundTable {
  /** The rows for which all of `where` holds. */
  find<Key extends KeyOf<Row> = KeyOf<Row>>(
    on: Tx | Db,
    where: Where<Row>,
    options?: FindOptions<Row, Key>,
  ): Promise<Pick<Row, Key>[]>;
  /** The first of {@link find}. */
  findOne<Key extends KeyOf<Row> = KeyOf<Row>>(
    on: Tx | Db,
    where: Where<Row>,
    options?: FindOptions<Row, Key>,
  ): Promise<Pick<Row, Key> | undefined>;
  /** How many rows there are for which all of `where` holds. */
  count(on: Tx | Db, where: Where<Row>): Promise<number>;
  /** @returns the row with what the database filled in. */
  create(on: Tx | Db, row: Values<New>): Promise<Row>;
  /** One UPDATE. @returns how many rows it wrote. */
  update(on: Tx | Db, values: Values<Partial<Row>>, where: Where<Row>): Promise<number>;
  /** One DELETE. @returns how many rows are gone. */
  destroy(on: Tx | Db, where: Where<Row>): Promise<number>;
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

/** The common part of tables of all kinds of rows. */
export interface BoundTable {
  readonly name: string;
  /** By the column's own name. */
  readonly columns: ReadonlyMap<string, { readonly sql: ColumnType; readonly filled: boolean }>;
  /** Gives the Sequelize model its connection. Every function runs in a transaction, which decides where. */
  bind(sequelize: Sequelize): void;
}

export function isTable(value: unknown): value is BoundTable {
  return typeof value === 'object' && value !== null && 'bind' in value && 'columns' in value;
}

export type KeyOf<Row> = keyof Row & string;

export function defineTable<C extends Columns>(name: string, columns: C): Table<RowOf<C>, NewRow<C>> {
  const all = Object.keys(columns) as KeyOf<RowOf<C>>[];
  const names = new Map(all.map((key) => [key, snake(key)] as const));
  const converted = all.filter((key) => columns[key]?.read !== undefined);
  const column = (key: KeyOf<RowOf<C>>) => names.get(key) ?? snake(key);
  const model: ModelStatic<Model> = class extends Model {};
  const read: Table<RowOf<C>>['read'] = (raw) => {
    const row = { ...raw } as Record<string, unknown>;
    for (const key of converted) {
      if (row[key] !== null && row[key] !== undefined) row[key] = columns[key]?.read?.(row[key] as never);
    }
    return row as never;
  };
  return {
    name,
    columns: new Map(all.map((key) => [column(key), { sql: 'text', filled: false, ...columns[key] }])),
    bind: (sequelize) => {
      model.init(attributesOf(columns), { sequelize, tableName: name, modelName: name });
      // Sequelize adds one where it finds no primary key.
      if (!('id' in columns)) model.removeAttribute('id');
    },
    ...accessTo(model, { columns, read }),
    names: all.map(column).join(', '),
    selected: (alias = name) => all.map((key) => `${alias}.${column(key)} AS "${key}"`).join(', '),
    selectedJson: (alias) =>
      all.map((key) => `'${key}', ${jsonText(columns[key], `${alias}.${column(key)}`)}`).join(', '),
    recordset: (keys) => keys.map((key) => `${column(key)} ${columns[key]?.sql}`).join(', '),
    column,
    read,
    write: (row, keys = all) => Object.fromEntries(keys.map((key) => [column(key), written(columns[key], row[key])])),
  };
}

type Access = 'find' | 'findOne' | 'count' | 'create' | 'update' | 'destroy';

/** The functions that Sequelize carries out. Rows are read raw, so that they are those of a statement. */
function accessTo<C extends Columns>(
  model: ModelStatic<Model>,
  { columns, read }: { readonly columns: C; readonly read: Table<RowOf<C>>['read'] },
): Pick<Table<RowOf<C>, NewRow<C>>, Access> {
  const find: Table<RowOf<C>>['find'] = async (on, where, options = {}) => {
    const { columns: attributes, order, ...rest } = options;
    const listed = { ...(attributes && { attributes: [...attributes] }), ...(order && { order: order as never }) };
    const rows = await within(on, (transaction) =>
      model.findAll({ where: where as never, raw: true, transaction, ...listed, ...rest }),
    );
    return rows.map((row) => read(row) as never);
  };
  return {
    find,
    findOne: async (on, where, options) => (await find(on, where, { ...options, limit: 1 }))[0],
    count: (on, where) => within(on, (transaction) => model.count({ where: where as never, transaction })),
    create: async (on, row) => {
      const made = await within(on, (transaction) =>
        model.create(toDriver(columns, row), { transaction, hooks: false, validate: false }),
      );
      return read(made.get() as object) as never;
    },
    update: async (on, values, where) => {
      const [count] = await within(on, (transaction) =>
        model.update(toDriver(columns, values), {
          where: bindable(conditionOf(where)),
          transaction,
          hooks: false,
          validate: false,
          sideEffects: false,
        }),
      );
      return count;
    },
    destroy: (on, where) =>
      within(on, (transaction) => model.destroy({ where: conditionOf(where), transaction, hooks: false })),
  };
}

/**
 * In the transaction, or a statement that commits itself. Code after an error, even if it swallows the error, must see
 * that the transaction has failed: Postgres says so after the error, so an empty statement is waited for.
 */
function within<T>(on: Tx | Db, statement: (on: Tx) => Promise<T>): Promise<T> {
  if (isDb(on)) return onConnection(on, statement);
  return statement(on).catch(async (error: unknown) => {
    await execute(on, '').catch(() => undefined);
    throw error;
  });
}

/** To write without a condition would be to write the whole table. */
function conditionOf(where: object): never {
  if (Object.keys(where).length === 0) throw new Error('A condition is missing.');
  return where as never;
}

/**
 * Sequelize writes a list of texts into the SQL of an update, and then takes `$word` in one of them for a parameter
 * without a value. Compared one by one, they are parameters themselves.
 */
function bindable(where: object): never {
  const compared = Object.entries(where).flatMap(([column, condition]) => {
    const list = isListed(condition) ? condition[Op.in] : [];
    const isMistaken = list.some((each) => typeof each === 'string' && each.includes('$'));
    return isMistaken ? [[column, { [Op.or]: [...list] }] as const] : [];
  });
  return { ...where, ...Object.fromEntries(compared) } as never;
}

function isListed(condition: unknown): condition is { readonly [Op.in]: readonly unknown[] } {
  return typeof condition === 'object' && condition !== null && Array.isArray(Reflect.get(condition, Op.in));
}

function toDriver(columns: Columns, row: object): Record<string, unknown> {
  const given = Object.entries(row).filter(([, each]) => each !== undefined);
  // The driver takes bytes as they are; only in JSON are they digits.
  return Object.fromEntries(
    given.map(([key, each]) => [key, Buffer.isBuffer(each) ? each : written(columns[key], each)]),
  );
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
    Object.entries(columns).map(([key, { sql, filled: byDatabase = false }]) => {
      const isId = key === 'id';
      // A primary key that is left out would be written as NULL, unless it is known to count.
      const type = SEQUELIZE_TYPES[sql];
      return [key, { type, field: snake(key), primaryKey: isId, autoIncrement: isId && byDatabase && sql !== 'uuid' }];
    }),
  );
}

const SEQUELIZE_TYPES: Readonly<Record<ColumnType, DataType>> = {
  uuid: DataTypes.UUID,
  'uuid[]': DataTypes.ARRAY(DataTypes.UUID),
  text: DataTypes.TEXT,
  'text[]': DataTypes.ARRAY(DataTypes.TEXT),
  integer: DataTypes.INTEGER,
  'integer[]': DataTypes.ARRAY(DataTypes.INTEGER),
  smallint: DataTypes.SMALLINT,
  bigint: DataTypes.BIGINT,
  numeric: DataTypes.DECIMAL,
  boolean: DataTypes.BOOLEAN,
  bytea: DataTypes.BLOB,
  jsonb: DataTypes.JSONB,
  timestamptz: DataTypes.DATE,
  date: DataTypes.DATEONLY,
  inet: DataTypes.INET,
};
