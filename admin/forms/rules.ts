import type { FieldErrors, FieldValues, Resolver } from 'react-hook-form';
import type { TSchema } from 'typebox';
import { schemaProblems } from './schema-problems.ts';

/** What is wrong, in words, by the name of the field. */
export type Problems<V> = { readonly [Name in keyof V]?: string | undefined };

/** What can be told before the server is asked. */
export interface Rules<V> {
  /** The schema of what is sent, from the API's contract: what it refuses is told at the field of the same name. */
  readonly schema?: TSchema;
  /** What is sent of these values, where that is not the values themselves. */
  readonly toBody?: (values: V) => unknown;
  /** What no schema can say, or says in better words. */
  readonly check?: (values: V) => Problems<V>;
}

/** The rules as react-hook-form asks them. What it hands on is trimmed. */
export function resolverOf<V extends FieldValues>({ schema, toBody, check }: Rules<V>): Resolver<V> {
  return (typed) => {
    const values = trimmed(typed);
    const bySchema = schema ? schemaProblems(schema, toBody ? toBody(values) : values) : {};
    const problems = { ...bySchema, ...withoutEmpty(check?.(values) ?? {}) };
    const errors = Object.entries(problems).map(([name, message]) => [name, { type: 'rule', message }]);
    if (errors.length === 0) return { values, errors: {} };
    return { values: {}, errors: Object.fromEntries(errors) as FieldErrors<V> };
  };
}

function withoutEmpty(problems: Readonly<Record<string, string | undefined>>): Record<string, string> {
  return Object.fromEntries(Object.entries(problems).flatMap(([name, text]) => (text ? [[name, text]] : [])));
}

/** Passwords are sent as they are: a space at the end may be meant. */
function trimmed<V extends FieldValues>(values: V): V {
  const pairs = Object.entries(values).map(([name, value]: [string, unknown]) => [
    name,
    typeof value === 'string' && !name.includes('password') ? value.trim() : value,
  ]);
  return Object.fromEntries(pairs) as V;
}
