import type { TSchema } from 'typebox';
import { Errors } from 'typebox/schema';
import { t } from '../i18n/translate.ts';

interface SchemaError {
  readonly keyword: string;
  readonly instancePath: string;
  readonly schemaPath: string;
  readonly params: object;
}

/**
 * The first schema violation of each field, by field name. The schema is interpreted, not compiled, because the page's
 * policy forbids `eval`.
 */
export function schemaProblems(schema: TSchema, body: unknown): Record<string, string> {
  const [, errors] = Errors(schema, body) as [boolean, readonly SchemaError[]];
  const problems: Record<string, string> = {};
  for (const error of errors) {
    const words = isEmpty(body, error) ? t('form.required') : wordsOf(error, schema);
    for (const name of fieldsOf(error)) problems[name] ??= words;
  }
  return problems;
}

/** Nobody typed anything, so its format is not the problem. */
function isEmpty(body: unknown, { keyword, instancePath }: SchemaError): boolean {
  const path = instancePath.split('/').slice(1);
  return keyword !== 'enum' && path.length > 0 && path.reduce<unknown>(partOf, body) === '';
}

/** Fields that are missing are named by the object that misses them. */
function fieldsOf({ keyword, instancePath, params }: SchemaError): readonly string[] {
  const path = instancePath.split('/').slice(1).join('.');
  if (keyword !== 'required') return path === '' ? [] : [path];
  const { requiredProperties = [] } = params as { requiredProperties?: readonly string[] };
  return requiredProperties.map((name) => (path === '' ? name : `${path}.${name}`));
}

function wordsOf({ keyword, schemaPath, params }: SchemaError, schema: TSchema): string {
  const { limit } = params as { limit?: number };
  switch (keyword) {
    case 'required':
      return t('form.required');
    case 'minLength':
      return limit === 1 ? t('form.required') : t(formatOf(schema, schemaPath));
    case 'maxLength':
      return t('form.tooLong', { smart_count: limit ?? 0 });
    case 'minimum':
      return t('form.atLeast', { limit: limit ?? 0 });
    case 'maximum':
      return t('form.atMost', { limit: limit ?? 0 });
    case 'enum':
      return t('form.choose');
    default:
      return t(formatOf(schema, schemaPath));
  }
}

function formatOf(schema: TSchema, schemaPath: string) {
  const part = schemaPath.split('/').slice(1).reduce<unknown>(partOf, schema);
  const { description = '' } = (part ?? {}) as { description?: string };
  if (description === 'An email address.') return 'form.emailInvalid';
  return description.startsWith('A decimal amount') ? 'form.amountInvalid' : 'form.invalid';
}

function partOf(whole: unknown, name: string): unknown {
  return typeof whole === 'object' && whole !== null ? Reflect.get(whole, name) : undefined;
}
