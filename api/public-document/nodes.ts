import type { OpenApiDocument, Operation, SchemaNode } from '../../contract/open-api.ts';

export type Schemas = Record<string, SchemaNode>;
export type Paths = OpenApiDocument['paths'];

/** Returns the replacement of one call. */
export type ChangeOperation = (
  operation: Operation,
  call: { readonly path: string; readonly method: string },
) => Operation;

/** The document's calls, each replaced. */
export function mapOperations(paths: Paths, change: ChangeOperation): Paths {
  return mapValues(paths, (methods, path) =>
    mapValues(methods, (operation, method) => change(operation, { path, method })),
  );
}

export function mapValues<From, To>(
  record: Readonly<Record<string, From>>,
  to: (value: From, key: string) => To,
): Record<string, To> {
  return Object.fromEntries(Object.entries(record).map(([key, value]) => [key, to(value, key)]));
}

/** Rebuilds a part of the document, inner objects first. */
export function rebuild(node: unknown, change: (object: SchemaNode) => SchemaNode): unknown {
  if (Array.isArray(node)) return node.map((inner) => rebuild(inner, change));
  if (typeof node !== 'object' || node === null) return node;
  return change(mapValues(node as Record<string, unknown>, (inner) => rebuild(inner, change)) as SchemaNode);
}

/** The same of one schema. */
export function rebuildSchema(schema: SchemaNode, change: (object: SchemaNode) => SchemaNode): SchemaNode {
  return rebuild(schema, change) as SchemaNode;
}

export function schemaRef(name: string): SchemaNode {
  return { $ref: `${SCHEMA}${name}` };
}

/** The name of the schema that a node refers to; undefined for other nodes. */
export function schemaName(node: SchemaNode | undefined): string | undefined {
  return node?.$ref?.startsWith(SCHEMA) === true ? node.$ref.slice(SCHEMA.length) : undefined;
}

const SCHEMA = '#/components/schemas/';

/** The names of all schemas that a part of the document needs, directly or through others. */
export function schemasNeeded(node: unknown, schemas: Readonly<Schemas>): Set<string> {
  const found = new Set<string>();
  const collect = (part: unknown): void => {
    rebuild(part, (object) => {
      const name = schemaName(object);
      if (name !== undefined && !found.has(name)) {
        found.add(name);
        collect(schemas[name]);
      }
      return object;
    });
  };
  collect(node);
  return found;
}

/** `list_webhook-deliveries` as `ListWebhookDeliveries`. */
export function pascal(text: string): string {
  const words = text.split(/[^A-Za-z0-9]/);
  return words.map((word) => word.slice(0, 1).toUpperCase() + word.slice(1)).join('');
}

/** By name. */
export function sorted<Value>(record: Readonly<Record<string, Value>>): Record<string, Value> {
  return Object.fromEntries(Object.entries(record).sort(([one], [other]) => (one < other ? -1 : 1)));
}
