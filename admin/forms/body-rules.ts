import type { TSchema } from 'typebox';
import { NO_RULES, type Problems, type Rules, withoutEmpty } from './rules.ts';
import type { schemaProblems } from './schema-problems.ts';

type SchemaCheck = typeof schemaProblems;

let checkSchema: SchemaCheck = () => ({});

/**
 * Comes a moment after the form: what reads schemas is more code than a form, and the server reads them all the same.
 */
export const schemaCheck: Promise<void> = import('./schema-problems.ts').then(
  (read) => {
    checkSchema = read.schemaProblems;
  },
  () => undefined,
);

/**
 * Rules from the contract of the API: what `schema` refuses of the body that `toBody` makes of the values is told at
 * the field of the same name. `check` says what no schema can say, or says it in better words.
 */
export function bodyRules<V>(
  schema: TSchema | LaterSchema,
  { toBody, check = NO_RULES }: { readonly toBody: (values: V) => unknown; readonly check?: Rules<V> },
): Rules<V> {
  const refused = (body: unknown) => {
    const read = schema instanceof LaterSchema ? schema.read : schema;
    return read === undefined ? {} : checkSchema(read, body);
  };
  return (values) => ({ ...refused(toBody(values)), ...withoutEmpty(check(values)) }) as Problems<V>;
}

/** A schema that also comes a moment after the form, where the contract would be too much for a first load. */
export class LaterSchema {
  read: TSchema | undefined;
  readonly ready: Promise<void>;

  constructor(load: () => Promise<TSchema>) {
    const read = load().then(
      (schema) => {
        this.read = schema;
      },
      () => undefined,
    );
    this.ready = Promise.all([read, schemaCheck]).then(() => undefined);
  }
}
