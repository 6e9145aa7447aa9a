/** The parts of an OpenAPI document that types are made of. */
export interface ApiDocument {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: {
    readonly schemas: Readonly<Record<string, Schema>>;
    readonly parameters: Readonly<Record<string, Parameter>>;
  };
}

interface Operation {
  readonly operationId: string;
  readonly parameters?: readonly (Parameter | Reference)[];
  readonly requestBody?: unknown;
}

interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly required?: boolean;
  readonly description?: string;
  readonly schema: Schema;
}

interface Reference {
  readonly $ref: string;
}

export type Schema = Readonly<Record<string, unknown>>;

/**
 * The schemas of the document as a Python programmer needs them: without the envelopes of answers, with the query of
 * each call, amounts of requests also as `Decimal`, any locale that the API reads, and webhooks with their id.
 */
export function pythonSchemas(document: ApiDocument): Record<string, Schema> {
  const { schemas } = document.components;
  const sent = sentSchemas(document);
  const kept = Object.entries(schemas).filter(([name]) => !/(Response|List)$/.test(name));
  return {
    ...Object.fromEntries(
      kept.map(([name, schema]) => [name, sent.has(name) ? lenient(schema) : withId(name, schema)]),
    ),
    ...queries(document),
  };
}

/** The names of all schemas that only requests are made of. */
function sentSchemas({ paths, components: { schemas } }: ApiDocument): Set<string> {
  const reachable = (from: unknown[]): Set<string> => {
    const found = new Set<string>();
    const collect = (part: unknown): void => {
      for (const [, name = ''] of (JSON.stringify(part) ?? '').matchAll(/"#\/components\/schemas\/([^"]+)"/g)) {
        if (found.has(name)) continue;
        found.add(name);
        collect(schemas[name]);
      }
    };
    from.forEach(collect);
    return found;
  };
  const operations = Object.values(paths).flatMap((methods) => Object.values(methods));
  const answered = reachable(operations.map(({ requestBody: _, ...answers }) => answers));
  const sent = reachable(operations.map(({ requestBody }) => requestBody));
  return new Set([...sent].filter((name) => !answered.has(name)));
}

/** A schema of requests: Python has decimals, and texts of a locale are not only the seven that are stored. */
function lenient(schema: Schema): Schema {
  return JSON.parse(JSON.stringify(schema), (key, value: unknown) => {
    if (!isSchema(value)) return value;
    if (value['x-lenient'] === 'locale' || key === 'locale') return { ...value, enum: undefined, type: 'string' };
    const isAmount = value.type === 'string' && typeof value.pattern === 'string' && AMOUNT.test(value.pattern);
    if (!isAmount) return value;
    const { type: _, pattern: __, maxLength: ___, ...rest } = value;
    return { ...rest, anyOf: [{ type: 'string' }, { type: 'string', format: 'decimal' }] };
  }) as Schema;
}

/** A number with decimals, as `contract/` writes it. */
const AMOUNT = /\[0-9\]\{1,\d+\}\)\?\$$/;

/** `verify_webhook` adds the id, which the gateway sends as a header. */
function withId(name: string, schema: Schema): Schema {
  if (!/^\w+Webhook$/.test(name)) return schema;
  const { properties, required, ...rest } = schema as { properties?: object; required?: readonly string[] };
  const id = { type: 'string', description: 'The `webhook-id`. The same webhook can arrive several times.' };
  return { ...rest, properties: { id, ...properties }, required: ['id', ...(required ?? [])] };
}

/** `ListInvoicesQuery` has what `listInvoices` takes in its query. */
function queries({ paths, components: { parameters } }: ApiDocument): Record<string, Schema> {
  const operations = Object.values(paths).flatMap((methods) => Object.values(methods));
  return Object.fromEntries(
    operations.flatMap(({ operationId, parameters: own = [] }) => {
      const all = own.map((each) => ('$ref' in each ? parameters[each.$ref.split('/').at(-1) ?? ''] : each));
      const taken = all.flatMap((each) => (each?.in === 'query' && each.name !== 'validate_only' ? [each] : []));
      if (taken.length === 0) return [];
      const properties = taken.map(({ name, description, schema }) => [name, lenient({ description, ...schema })]);
      const schema = {
        type: 'object',
        properties: Object.fromEntries(properties),
        required: taken.flatMap(({ name, required }) => (required ? [name] : [])),
        additionalProperties: false,
      };
      return [[`${operationId[0]?.toUpperCase()}${operationId.slice(1)}Query`, schema] as const];
    }),
  );
}

function isSchema(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
