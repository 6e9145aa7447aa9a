import type { SchemaNode } from '../../contract/open-api.ts';
import {
  mapOperations,
  mapValues,
  type Paths,
  pascal,
  rebuild,
  rebuildSchema,
  type Schemas,
  schemaName,
  schemaRef,
  schemasNeeded,
} from './nodes.ts';

/**
 * Records say their values by `additionalProperties`, and values or null are alternatives: what generators of code
 * understand.
 */
export function plainSchema(node: SchemaNode): SchemaNode {
  return alternatives(recordOf(anyLocale(node)));
}

/** A locale is brought to the nearest of our languages: what is sent may be any. */
function anyLocale(node: SchemaNode): SchemaNode {
  if (node['x-lenient'] !== 'locale') return node;
  const { enum: _ours, ...rest } = node;
  return rest;
}

function recordOf(node: SchemaNode): SchemaNode {
  const { patternProperties, ...rest } = node;
  const [values] = Object.values((patternProperties ?? {}) as Record<string, SchemaNode>);
  return values === undefined ? node : { ...rest, additionalProperties: values };
}

/** Enums and objects that may be null; text or numbers that may be null have two types. */
function alternatives(node: SchemaNode): SchemaNode {
  const types = [node.type ?? []].flat();
  if (!types.includes('null') || (node.enum === undefined && node.properties === undefined)) return node;
  const { description, ...rest } = node;
  const values = node.enum?.filter((value) => value !== null);
  const plain = {
    ...rest,
    type: types.find((each) => each !== 'null'),
    ...(values === undefined ? {} : { enum: values }),
  } as SchemaNode;
  return { ...(description === undefined ? {} : { description }), anyOf: [plain, { type: 'null' }] };
}

/**
 * Opens answers to fields of later versions, and keeps requests strict. A schema that both use becomes two: `Item` of
 * answers, `ItemInput` of requests.
 */
export function openAnswers(paths: Paths, schemas: Schemas): { paths: Paths; schemas: Schemas } {
  const bodies = Object.values(paths).flatMap((methods) =>
    Object.values(methods).map(({ requestBody }) => requestBody),
  );
  const taken = schemasNeeded(bodies, schemas);
  const answers = Object.values(paths).flatMap((methods) => Object.values(methods).map(({ responses }) => responses));
  const roots = [
    answers,
    ...Object.keys(schemas)
      .filter((name) => !taken.has(name))
      .map(schemaRef),
  ];
  const answered = schemasNeeded(roots, schemas);
  const isStrict = (name: string) =>
    isClosed(schemas[name]) || [...schemasNeeded(schemas[name], schemas)].some((each) => isClosed(schemas[each]));
  const both = new Set([...taken].filter((name) => answered.has(name) && isStrict(name)));
  const asInput = (node: unknown) =>
    rebuild(node, (object) => {
      const name = schemaName(object);
      return name !== undefined && both.has(name) ? schemaRef(`${name}Input`) : object;
    });
  const inputs = [...taken].flatMap((name): [string, SchemaNode][] => {
    const schema = asInput(schemas[name]) as SchemaNode;
    return both.has(name) ? [[`${name}Input`, schema]] : [[name, schema]];
  });
  const open = mapValues(schemas, (schema) => rebuildSchema(schema, withoutClosing));
  return {
    schemas: { ...open, ...Object.fromEntries(inputs) },
    paths: mapOperations(paths, ({ requestBody, responses, ...operation }) => ({
      ...operation,
      ...(requestBody === undefined ? {} : { requestBody: asInput(requestBody) as typeof requestBody }),
      responses: rebuild(responses, withoutClosing) as typeof responses,
    })),
  };
}

/** JSON Schema allows further fields where nothing is said about them. */
function withoutClosing(node: SchemaNode): SchemaNode {
  if (node.additionalProperties !== false) return node;
  const { additionalProperties: _, ...open } = node;
  return open;
}

function isClosed(schema: SchemaNode | undefined): boolean {
  let found = false;
  rebuild(schema, (node) => {
    if (node.additionalProperties === false) found = true;
    return node;
  });
  return found;
}

/**
 * Names the envelopes of answers: `InvoiceResponse` has an Invoice as `data`, `InvoiceWithWarningsResponse` warnings
 * beside it, `InvoiceList` a page of them.
 */
export function nameEnvelopes(paths: Paths, schemas: Schemas): Paths {
  return mapOperations(paths, (operation) => ({
    ...operation,
    responses: mapValues(operation.responses, (answer) => {
      const schema = answer.content?.['application/json']?.schema;
      if (schema?.properties?.data === undefined) return answer;
      const name = envelopeName(schema, operation.operationId ?? '');
      // The answer itself describes its meaning.
      const { description: _, ...envelope } = schema;
      if (name in schemas && JSON.stringify(schemas[name]) !== JSON.stringify(envelope))
        throw new Error(`Two envelopes are called ${name}.`);
      schemas[name] = envelope;
      return { ...answer, content: { 'application/json': { schema: schemaRef(name) } } };
    }),
  }));
}

function envelopeName(schema: SchemaNode, operationId: string): string {
  const data = schema.properties?.data;
  const of = schemaName(data);
  const forgiven = schema.properties?.warnings === undefined ? '' : 'WithWarnings';
  if (of !== undefined) return `${of}${forgiven}Response`;
  const listed = schemaName(data?.items);
  return listed === undefined ? `${pascal(operationId)}Response` : `${listed}List`;
}
