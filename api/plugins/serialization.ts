import fastJsonStringify, { type AnySchema } from 'fast-json-stringify';
import type { FastifyInstance } from 'fastify';

type Serialize = (answer: unknown) => string;

/** By schema, for all servers of the process. */
const compiled = new WeakMap<object, Serialize>();

/**
 * Answers hold what the route's schema names. Fastify would compile each schema for each route that answers with it;
 * most are shared, above all those of errors.
 */
export function useSerialization(app: FastifyInstance): void {
  app.setSerializerCompiler<AnySchema>(({ schema }) => {
    const known = compiled.get(schema as object);
    if (known !== undefined) return known;
    const serialize = fastJsonStringify(schema);
    compiled.set(schema as object, serialize);
    return serialize;
  });
}
