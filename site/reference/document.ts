import type { Answer, OpenApiDocument, Operation, SchemaNode } from '../../contract/open-api.ts';

/** One call. */
export interface Call {
  /** Its anchor on the page of its group. */
  readonly id: string;
  readonly method: string;
  readonly path: string;
  readonly operation: Operation;
}

/** The content of one page: the calls of a tag, and the objects that they take and return. */
export interface Group {
  readonly slug: string;
  readonly name: string;
  readonly description: string;
  /** Needs the session of a person: serves the gateway's own pages, and is not for integrations. */
  readonly isInternal: boolean;
  readonly calls: readonly Call[];
  readonly schemas: readonly (readonly [name: string, schema: SchemaNode])[];
}

/**
 * The groups in the order of the document's tags; a tag that the document does not list comes after those of its kind.
 */
export function groupsOf(document: OpenApiDocument): Group[] {
  const calls = callsOf(document);
  const listed = (document.tags ?? []).map(({ name }) => name);
  const used = calls.flatMap(({ operation }) => operation.tags ?? []);
  const names = [...new Set([...listed, ...used])];
  const groups = names
    .map((name) => groupOf(document, name, calls))
    .filter((group) => group.calls.length > 0)
    .sort((one, other) => Number(one.isInternal) - Number(other.isInternal));
  const slugs = new Set(groups.map(({ slug }) => slug));
  if (slugs.size !== groups.length) throw new Error('Two groups of the reference have the same address.');
  return groups;
}

/** A name as part of an address. */
export function slugOf(text: string): string {
  return text
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '');
}

/** The name in a reference to a schema. */
export function refName($ref: string): string {
  return $ref.slice($ref.lastIndexOf('/') + 1);
}

/** The schema of a body or answer; undefined when it has none. */
export function contentSchema(content: Answer['content']): SchemaNode | undefined {
  return Object.values(content ?? {})[0]?.schema;
}

/** The schema itself where another one refers to it. @throws Error when the document does not have it */
export function resolved({ components }: OpenApiDocument, schema: SchemaNode): SchemaNode {
  if (schema.$ref === undefined) return schema;
  const found = components.schemas?.[refName(schema.$ref)];
  if (found === undefined) throw new Error(`${schema.$ref} is not in the document.`);
  return found;
}

function callsOf({ paths, components }: OpenApiDocument): Call[] {
  const inFull = ([status, answer]: [string, Answer]): [string, Answer] => {
    if (answer.$ref === undefined) return [status, answer];
    const found = components.responses?.[refName(answer.$ref)];
    if (found === undefined) throw new Error(`${answer.$ref} is not in the document.`);
    return [status, found];
  };
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      id: slugOf(`${method} ${path}`),
      method: method.toUpperCase(),
      path,
      operation: { ...operation, responses: Object.fromEntries(Object.entries(operation.responses).map(inFull)) },
    })),
  );
}

function groupOf(document: OpenApiDocument, name: string, all: readonly Call[]): Group {
  const calls = all.filter(({ operation }) => operation.tags?.includes(name));
  const description = document.tags?.find((tag) => tag.name === name)?.description ?? '';
  const isInternal = calls.some(({ operation }) => operation.security?.some(isForPeople));
  return { slug: slugOf(name), name, description, isInternal, calls, schemas: schemasOf(document, calls) };
}

function isForPeople(requirement: Readonly<Record<string, unknown>>): boolean {
  return Object.keys(requirement).some((scheme) => scheme !== 'apiToken');
}

/** Every schema that the calls refer to, directly or through another one, by name. */
function schemasOf(document: OpenApiDocument, calls: readonly Call[]): Group['schemas'] {
  const found = new Map<string, SchemaNode>();
  const collect = (node: unknown): void => {
    if (typeof node !== 'object' || node === null) return;
    const { $ref } = node as SchemaNode;
    if (typeof $ref === 'string' && !found.has(refName($ref))) {
      const schema = resolved(document, { $ref });
      found.set(refName($ref), schema);
      collect(schema);
    }
    for (const inner of Object.values(node)) collect(inner);
  };
  collect(calls.map(({ operation }) => operation));
  return [...found].sort(([one], [other]) => one.localeCompare(other));
}
