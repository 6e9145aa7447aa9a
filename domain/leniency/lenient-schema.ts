/**
 * How a field of a public body forgives. Declared at the field of its schema, as `x-lenient`, so that every call that
 * has the field forgives alike.
 *
 * - `upper`: letters may be lower case
 * - `text`: a whole number is taken as its digits
 * - `cut`: only decorates: cut to its length, cleaned, or dropped
 * - `email`: only decorates: dropped unless it is an address; a host in any script becomes ASCII
 * - `url`: a host in any script becomes ASCII
 * - `locale`: the nearest language of ours, or dropped
 * - `values`: an object whose values are texts or whole numbers
 * - `decoration`: an object that only decorates: dropped where it is none
 */
export type Leniency = 'upper' | 'text' | 'cut' | 'email' | 'url' | 'locale' | 'values' | 'decoration';

/** The parts of a JSON schema that this folder reads. */
export interface LenientSchema {
  readonly type?: unknown;
  readonly properties?: Readonly<Record<string, object>>;
  readonly required?: readonly string[] | undefined;
  readonly items?: unknown;
  readonly maxLength?: unknown;
  readonly 'x-lenient'?: Leniency;
  /** Of a whole body: it forgives. */
  readonly 'x-lenient-body'?: true;
  /** Of an object: more names that only inform, beside those that do everywhere. */
  readonly 'x-informational'?: readonly string[];
}

/** Marks a field. */
export function forgiving<Schema extends object>(leniency: Leniency, schema: Schema): Schema {
  return marked(schema, { 'x-lenient': leniency });
}

/** Marks a body that forgives: what is not marked within it is trimmed, and may be null or empty to be left out. */
export function forgivingBody<Schema extends object>(schema: Schema): Schema {
  return marked(schema, { 'x-lenient-body': true, 'x-informational': [] });
}

/** Marks an object of such a body, with the names that only inform in it. */
export function informing<Schema extends object>(schema: Schema, informational: readonly string[]): Schema {
  return marked(schema, { 'x-informational': informational });
}

/** The same for one that only decorates. */
export function decorating<Schema extends object>(schema: Schema, informational: readonly string[]): Schema {
  return forgiving('decoration', informing(schema, informational));
}

/** Whether requests with this body are read leniently. */
export function isForgiving(schema: unknown): schema is LenientSchema {
  return typeof schema === 'object' && schema !== null && 'x-lenient-body' in schema;
}

/** A copy with what the schema's library keeps out of sight. */
function marked<Schema extends object>(schema: Schema, marks: object): Schema {
  const copy = Object.defineProperties({}, Object.getOwnPropertyDescriptors(schema)) as Schema;
  return Object.assign(copy, marks);
}
