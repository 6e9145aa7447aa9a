import type { ApiVersion } from './api-versions.ts';

/** A JSON object of an answer, a body or an event. */
export type JsonObject = Readonly<Record<string, unknown>>;

/** The parts of a JSON schema that are read here. */
export interface VersionedSchema {
  readonly title?: string;
  readonly 'x-nullable-of'?: string;
  readonly properties?: Readonly<Record<string, VersionedSchema>>;
  readonly required?: readonly string[];
  readonly items?: VersionedSchema;
  readonly [key: string]: unknown;
}

/**
 * How an object of answers and events changed. Both directions are pure, leave alone what they do not know, and undo
 * each other: stored events are read in every version.
 */
export interface ObjectChange {
  older(object: JsonObject): JsonObject;
  newer(object: JsonObject): JsonObject;
  /** The schema before the change. */
  olderSchema(schema: VersionedSchema): VersionedSchema;
}

/** How a body changed. */
interface BodyChange {
  /** The body as it is now. Unknown fields stay for the checks that follow. */
  newer(body: JsonObject): JsonObject;
  olderSchema(schema: VersionedSchema): VersionedSchema;
}

/** A change that would break clients of the versions before it, by the titles of the schemas that it is about. */
export interface VersionChange {
  /** The version that brought it. */
  readonly version: ApiVersion;
  /** A sentence for the changelog. */
  readonly summary: string;
  readonly objects: Readonly<Record<string, ObjectChange>>;
  readonly bodies: Readonly<Record<string, BodyChange>>;
}

/** A field that only has another name now. */
export function renamedField({ from, to }: { readonly from: string; readonly to: string }): ObjectChange {
  return {
    older: (object) => renamed(object, to, from),
    newer: (object) => renamed(object, from, to),
    olderSchema: ({ properties = {}, required = [], ...schema }) => ({
      ...schema,
      properties: Object.fromEntries(
        Object.entries(properties).map(([key, value]) => [key === to ? from : key, value]),
      ),
      required: required.map((name) => (name === to ? from : name)),
    }),
  };
}

/** At its place, so that the texts of events stay the same byte for byte. `in` takes a third of what entries take. */
function renamed(object: JsonObject, from: string, to: string): JsonObject {
  if (!(from in object)) return object;
  const copy: Record<string, unknown> = {};
  for (const key in object) copy[key === from ? to : key] = object[key];
  return copy;
}
