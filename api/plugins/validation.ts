import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv';
import addFormats from 'ajv-formats';
import type { FastifyInstance, FastifySchema } from 'fastify';
import { DomainError, type FieldErrors } from '../../domain/errors.ts';
import { nearestField } from '../../domain/leniency/did-you-mean.ts';

const options = { allErrors: true, verbose: true, useDefaults: true, strict: false } as const;
/** Each keeps what it compiled: a second server of the same process, as in tests, compiles nothing again. */
const strict = withFormats(new Ajv(options));
const fromText = withFormats(new Ajv({ ...options, coerceTypes: true }));

/**
 * Checks requests against the route's schemas. Bodies are never coerced (hazard 56: a JSON number is no amount); query
 * and path are text, so their numbers are read from it. Text that Postgres cannot hold is refused before it gets there.
 */
export function useValidation(app: FastifyInstance): void {
  app.setValidatorCompiler<FastifySchema>(({ schema, httpPart }) => {
    const validate = (httpPart === 'body' ? strict : fromText).compile(schema as object);
    const numbers = httpPart === 'body' ? [] : wholeNumbersOf(schema);
    return (data: unknown) => {
      const wrong = numbers.filter((name) => !isWholeNumber((data as Readonly<Record<string, unknown>>)[name]));
      if (wrong.length > 0) return { error: notWhole(wrong, httpPart) };
      if (validate(data)) return { value: data };
      return { error: refusal(validate, httpPart ?? 'body') };
    };
  });
}

/** The fields of a query or path that are whole numbers. */
function wholeNumbersOf(schema: FastifySchema): string[] {
  const { properties = {} } = schema as { properties?: Readonly<Record<string, { readonly type?: unknown }>> };
  return Object.entries(properties).flatMap(([name, { type }]) => (type === 'integer' ? [name] : []));
}

/** Texts that JavaScript reads as a number besides decimal digits (`0x10`, `1e3`, blanks) are no numbers here. */
function isWholeNumber(value: unknown): boolean {
  return typeof value !== 'string' || /^-?\d{1,15}$/.test(value);
}

function notWhole(names: readonly string[], part: string | undefined): DomainError {
  if (part === 'params') return new DomainError('not_found');
  const fields = Object.fromEntries(names.map((name) => [name, ['Must be a whole number.']]));
  return new DomainError('validation_failed', { fields });
}

function refusal(validate: ValidateFunction, part: string): DomainError {
  // A path that is not of the right form names nothing.
  if (part === 'params') return new DomainError('not_found');
  return new DomainError('validation_failed', { fields: fieldErrors(validate.errors ?? []) });
}

/** Ajv's errors as messages by field path, e.g. `items.0.price`. */
export function fieldErrors(errors: readonly ErrorObject[]): FieldErrors {
  const fields: FieldErrors = {};
  for (const error of errors.slice(0, MAX_MESSAGES)) {
    const path = pathOf(error);
    const message = messageFor(error, path);
    const messages = fields[path] ?? [];
    if (!messages.includes(message)) messages.push(message);
    fields[path] = messages;
  }
  return fields;
}

const MAX_MESSAGES = 50;
const MAX_NAME = 100;

function pathOf(error: ErrorObject): string {
  const steps = error.instancePath.split('/').slice(1).map(unescapePointer);
  if (error.keyword === 'required') steps.push(String(error.params.missingProperty));
  if (error.keyword === 'additionalProperties') steps.push(String(error.params.additionalProperty).slice(0, MAX_NAME));
  return steps.join('.') || 'body';
}

function unescapePointer(step: string): string {
  return step.replaceAll('~1', '/').replaceAll('~0', '~').slice(0, MAX_NAME);
}

function messageFor(error: ErrorObject, path: string): string {
  const { params } = error;
  switch (error.keyword) {
    case 'required':
      return `The ${path.split('.').at(-1)?.replaceAll('_', ' ')} field is required.`;
    case 'additionalProperties':
      return unknownField(error);
    case 'type':
      return `Must be ${typeNames(params.type)}.`;
    case 'enum':
      return `Must be one of: ${(params.allowedValues as unknown[]).filter((value) => value !== null).join(', ')}.`;
    case 'pattern':
      if (error.parentSchema?.description === 'An email address.') return 'Email is not valid.';
      if (isAmount(error)) return 'Must be a plain decimal amount such as "49.90".';
      return expected(error) ?? 'The format is not valid.';
    case 'format':
      return params.format === 'email' ? 'Must be an email address.' : 'The format is not valid.';
    case 'minLength':
      return params.limit === 1 ? 'Must not be empty.' : `Must have at least ${params.limit} characters.`;
    case 'maxLength':
      return `Must have at most ${params.limit} characters.`;
    case 'minimum':
      return `Must be at least ${params.limit}.`;
    case 'maximum':
      return `Must be at most ${params.limit}.`;
    case 'minItems':
      return `Must have at least ${params.limit} entries.`;
    case 'maxItems':
    case 'maxProperties':
      return `Must have at most ${params.limit} entries.`;
    case 'uniqueItems':
      return 'Must not name the same twice.';
    default:
      return 'The value is not valid.';
  }
}

/** The description that a schema has of its own pattern. */
function expected({ parentSchema }: ErrorObject): string | undefined {
  const text: unknown = parentSchema?.['x-expects'];
  return typeof text === 'string' ? `Must be ${text}.` : undefined;
}

/** With what may have been meant: calls are written by hand, and for another gateway first. */
function unknownField(error: ErrorObject): string {
  const { params, parentSchema = {} } = error;
  const { properties = {} } = parentSchema as { readonly properties?: object };
  const words = expected(error);
  if (words !== undefined) return words;
  const meant = nearestField(String(params.additionalProperty), Object.keys(properties));
  return `This field is not known.${meant === undefined ? '' : ` Did you mean \`${meant}\`?`}`;
}

function isAmount(error: ErrorObject): boolean {
  return String(error.parentSchema?.description ?? '').startsWith('A decimal amount');
}

function typeNames(types: unknown): string {
  const names: Record<string, string> = {
    string: 'text',
    integer: 'a whole number',
    number: 'a number',
    boolean: 'true or false',
    object: 'an object',
    array: 'a list',
    null: 'null',
  };
  const list = Array.isArray(types) ? types : [types];
  return list.map((type) => names[String(type)] ?? String(type)).join(' or ');
}

function withFormats(ajv: Ajv): Ajv {
  boundPatterns(ajv);
  addFormats.default(ajv, ['email', 'date-time']);
  // The packaged format takes "urn:uuid:…" too, which the database does not.
  ajv.addFormat('uuid', /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i);
  return ajv;
}

/**
 * Tries patterns only on text of an allowed length. With all errors wanted, a text that is too long would still be
 * matched, and an expression of quadratic time over a whole body holds up every other request for seconds.
 */
function boundPatterns(ajv: Ajv): void {
  ajv.removeKeyword('pattern');
  ajv.addKeyword({
    keyword: 'pattern',
    type: 'string',
    schemaType: 'string',
    errors: false,
    compile: (pattern: string, schema) => {
      const maxLength: unknown = schema.maxLength;
      const limit = typeof maxLength === 'number' ? maxLength : undefined;
      const expression = new RegExp(pattern, 'u');
      return (text: string) =>
        // A text that is too long for its own limit is reported as too long.
        text.length > (limit ?? MAX_UNBOUNDED) ? limit !== undefined : expression.test(text);
    },
  });
}

/** The longest text that is compared with a pattern where the schema sets no limit. */
const MAX_UNBOUNDED = 5_000;
