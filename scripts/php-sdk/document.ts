import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { NEWEST_VERSION } from '../../domain/versions/api-versions.ts';
import { openApiFile } from '../../domain/versions/documents.ts';

/** The keywords of JSON Schema that the public document uses. */
export interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly description?: string;
  readonly enum?: readonly string[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly additionalProperties?: boolean | Schema;
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
}

export interface Parameter {
  readonly $ref?: string;
  readonly name: string;
  readonly in: string;
  readonly required?: boolean;
  readonly schema: Schema;
}

/** A call of the public document. */
export interface Operation {
  readonly operationId: string;
  readonly summary: string;
  readonly description?: string;
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: { readonly content: { readonly 'application/json': { readonly schema: Schema } } };
  readonly responses: Readonly<Record<string, { readonly content?: Readonly<Record<string, { schema: Schema }>> }>>;
}

export interface PublicDocument {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: {
    readonly schemas: Readonly<Record<string, Schema>>;
    readonly parameters: Readonly<Record<string, Parameter>>;
  };
}

export function readPublicDocument(): PublicDocument {
  return JSON.parse(readFileSync(join(import.meta.dirname, '../../docs', openApiFile(NEWEST_VERSION)), 'utf8'));
}

/** The name of the schema that a reference names. */
export function nameOf(ref: string): string {
  return ref.slice(ref.lastIndexOf('/') + 1);
}

/** The schema itself, of a reference too. */
export function resolved(document: PublicDocument, schema: Schema): Schema {
  if (schema.$ref === undefined) return schema;
  const found = document.components.schemas[nameOf(schema.$ref)];
  if (found === undefined) throw new Error(`${schema.$ref} is not in the document.`);
  return found;
}

/** The schemas of a successful answer; none for a stream or nothing. */
export function answersOf(operation: Operation): Schema[] {
  return Object.entries(operation.responses)
    .filter(([status]) => status.startsWith('2'))
    .flatMap(([, { content }]) => content?.['application/json']?.schema ?? []);
}

/** The names of the schemas that `data` of the answers may have, and whether it is a list of them. */
export function dataOf(document: PublicDocument, operation: Operation): { names: string[]; isList: boolean } {
  const envelopes = answersOf(operation).map((schema) => resolved(document, schema).properties ?? {});
  const each = envelopes.flatMap(({ data }) => data ?? []);
  const items = each.flatMap((data) => data.items ?? data.anyOf ?? data);
  return {
    names: [...new Set(items.flatMap(({ $ref }) => ($ref === undefined ? [] : nameOf($ref))))],
    isList: each.some(({ items: listed }) => listed !== undefined),
  };
}

/** Whether the list goes on after a cursor instead of in pages. */
export function hasCursor(document: PublicDocument, operation: Operation): boolean {
  return answersOf(operation).some((schema) => resolved(document, schema).properties?.next !== undefined);
}

/** The alternatives of a schema, without null. */
export function withoutNull(schema: Schema): { schema: Schema; nullable: boolean } {
  const { anyOf, type } = schema;
  if (anyOf !== undefined) {
    const others = anyOf.filter((each) => each.type !== 'null');
    const [only] = others;
    if (only === undefined || others.length > 1) throw new Error('A union within an object has no type in PHP yet.');
    return { schema: { ...only, ...describedAs(schema) }, nullable: others.length < anyOf.length };
  }
  if (!Array.isArray(type)) return { schema, nullable: false };
  const types = type.filter((each) => each !== 'null');
  const [first] = types;
  return {
    schema: { ...schema, type: types.length === 1 && first !== undefined ? first : types },
    nullable: types.length < type.length,
  };
}

function describedAs({ description }: Schema): { description?: string } {
  return description === undefined ? {} : { description };
}
