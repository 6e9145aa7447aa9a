import fastJsonStringify, { type AnySchema } from 'fast-json-stringify';
import type { FastifyInstance } from 'fastify';

export type Serialize = (answer: unknown) => string;

/** By schema, for all servers of the process. */
const compiled = new WeakMap<object, Serialize>();

/**
 * Answers hold what the route's schema names. Fastify would compile each schema for each route that answers with it;
 * most are shared, above all those of errors.
 */
export function useSerialization(app: FastifyInstance): void {
  app.setSerializerCompiler<AnySchema>(({ schema }) => serializerOf(schema as object));
}

/** Writes values as the schema says. */
export function serializerOf(schema: object): Serialize {
  const known = compiled.get(schema);
  if (known !== undefined) return known;
  const serialize = fastJsonStringify(schema as AnySchema);
  compiled.set(schema, serialize);
  return serialize;
}
