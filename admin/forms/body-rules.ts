import type { TSchema } from 'typebox';
import { NO_RULES, type Problems, type Rules, withoutEmpty } from './rules.ts';

/** Loads a schema of the contract, or a part of one. */
export type LoadSchema = () => Promise<TSchema>;

/**
 * Form rules from the API contract: violations of the schema in the body that `toBody` builds are reported at the field
 * of the same name. `check` adds rules that no schema can express, or better messages.
 *
 * The schema is loaded at the first check: the contract and its interpreter are larger than a form, and a page must not
 * wait for them.
 */
export function bodyRules<V>(
  loadSchema: LoadSchema,
  { toBody, check = NO_RULES }: { readonly toBody: (values: V) => unknown; readonly check?: Rules<V> },
): Rules<V> {
  return async (values) => {
    const problems = { ...(await refused(loadSchema, toBody(values))), ...withoutEmpty(await check(values)) };
    return problems as Problems<V>;
  };
}

/** Nothing where the code cannot be loaded: the server reads every body all the same. */
async function refused(loadSchema: LoadSchema, body: unknown): Promise<Record<string, string>> {
  const loading = Promise.all([loadSchema(), import('./schema-problems.ts')]);
  const loaded = await loading.catch(() => undefined);
  if (loaded === undefined) return {};
  const [schema, { schemaProblems }] = loaded;
  return schemaProblems(schema, body);
}
