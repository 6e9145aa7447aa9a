import type { SchemaNode } from '../contract/open-api.ts';

/**
 * Replaces every schema that has a title by a reference, inner ones first, and collects it by its title. With
 * `namesNullable`, `Nullable()` of a schema with a title becomes a reference or null; else it is written where it is.
 */
export function hoistSchemas(
  node: unknown,
  schemas: Record<string, SchemaNode>,
  options: { readonly namesNullable?: boolean } = {},
): unknown {
  if (Array.isArray(node)) return node.map((inner) => hoistSchemas(inner, schemas, options));
  if (typeof node !== 'object' || node === null) return node;
  const copy = Object.fromEntries(
    Object.entries(node).map(([key, inner]) => [key, hoistSchemas(inner, schemas, options)]),
  );
  if (typeof copy[NULLABLE_OF] === 'string') {
    const { [NULLABLE_OF]: title, ...schema } = copy;
    return options.namesNullable === true ? referenceOrNull({ ...schema, title }, schemas) : schema;
  }
  if (typeof copy.title !== 'string' || !('type' in copy)) return copy;
  return reference(copy, schemas);
}

/** Where `Nullable()` keeps the title of the schema that may be null. */
const NULLABLE_OF = 'x-nullable-of';

function reference({ title, ...schema }: SchemaNode, schemas: Record<string, SchemaNode>): SchemaNode {
  const name = String(title);
  // Each answer says itself why it is an error.
  const { description: _, ...bare } = schema;
  const plain: SchemaNode = name === 'Error' ? bare : schema;
  const known = schemas[name];
  if (known !== undefined && !sameSchema(known, plain)) throw new Error(`Two schemas are called ${name}.`);
  schemas[name] ??= plain;
  return { $ref: `#/components/schemas/${name}` };
}

function referenceOrNull(schema: SchemaNode, schemas: Record<string, SchemaNode>): SchemaNode {
  const { description, examples: _examples, ...rest } = schema;
  const type = [rest.type ?? []].flat().find((each) => each !== 'null');
  const values = rest.enum?.filter((value) => value !== null);
  const plain = { ...rest, type, ...(values === undefined ? {} : { enum: values }) } as SchemaNode;
  const known = schemas[String(schema.title)];
  const named = reference({ ...plain, ...(known?.description ? { description: known.description } : {}) }, schemas);
  return { anyOf: [named, { type: 'null' }], ...(description === undefined ? {} : { description }) };
}

// Error answers share a schema and differ in their description, which each answer has itself.
function sameSchema(one: object, other: object): boolean {
  const plain = (schema: object) => JSON.stringify({ ...schema, description: '' });
  return plain(one) === plain(other);
}
