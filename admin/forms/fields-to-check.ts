import { type FieldErrors, type FieldValues, get } from 'react-hook-form';

export interface FormMoment {
  /** Shaped as the values: of the fields that were left, or of all once the form was sent. */
  readonly left: FieldValues;
  readonly changed: string | undefined;
  readonly errors: FieldErrors;
}

/** Which other fields are looked at again after one has changed: not those of which the server said something. */
export function fieldsToCheck({ left, changed, errors }: FormMoment): string[] {
  return fieldNames(left).filter((name) => name !== changed && !isOfServer(errors, name));
}

/** Fields of a part or of a row as `people.0.email`; a list of plain values is one field. */
function fieldNames(values: object, prefix = ''): string[] {
  return Object.entries(values).flatMap(([name, value]: [string, unknown]) =>
    isPart(value) ? fieldNames(value, `${prefix}${name}.`) : [`${prefix}${name}`],
  );
}

function isPart(value: unknown): value is object {
  if (Array.isArray(value)) return value.some(isPart);
  // Not a file or a date, which are values.
  return typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;
}

function isOfServer(errors: FieldErrors, name: string): boolean {
  const error = get(errors, name) as { readonly type?: unknown } | undefined;
  return error?.type === 'server';
}
