import { type FieldErrors, type FieldValues, type Resolver, set } from 'react-hook-form';

/** Error messages by field name; nested fields and rows are named like `people.0.email`. */
export type Problems<V> = {
  readonly [Name in (keyof V & string) | `${keyof V & string}.${string}`]?: string | undefined;
};

/** Checks that need no server. For rules in a body's schema use `bodyRules`. */
export type Rules<V> = (values: V) => Problems<V> | Promise<Problems<V>>;

/** The rules as a resolver of react-hook-form, which gets trimmed values. */
export function resolverOf<V extends FieldValues>(rules: Rules<V>): Resolver<V> {
  return async (typed) => {
    const values = trimmed(typed);
    const problems = Object.entries(withoutEmpty(await rules(values)));
    if (problems.length === 0) return { values, errors: {} };
    const errors: FieldErrors<V> = {};
    for (const [name, message] of problems) set(errors, name, { type: 'rule', message });
    return { values: {}, errors };
  };
}

/** Of a form in which nothing can be wrong. */
export const NO_RULES = () => ({});

export function withoutEmpty(problems: Readonly<Record<string, string | undefined>>): Record<string, string> {
  return Object.fromEntries(Object.entries(problems).flatMap(([name, text]) => (text ? [[name, text]] : [])));
}

/** Passwords are sent as they are: a space at the end may be meant. */
function trimmed<V extends FieldValues>(values: V): V {
  const pairs = Object.entries(values).map(([name, value]: [string, unknown]) => [
    name,
    name.includes('password') ? value : trimmedValue(value),
  ]);
  return Object.fromEntries(pairs) as V;
}

function trimmedValue(value: unknown): unknown {
  if (typeof value === 'string') return value.trim();
  if (Array.isArray(value)) return value.map(trimmedValue);
  return isRecord(value) ? trimmed(value) : value;
}

/** Not a file or a date, which are handed on as they are. */
function isRecord(value: unknown): value is FieldValues {
  return typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;
}
