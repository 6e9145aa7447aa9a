import type { FastifyInstance } from 'fastify';
import { isForgiving } from '../../domain/leniency/lenient-schema.ts';
import { type BodyReader, bodyReader } from '../../domain/leniency/read-body.ts';
import type { Warning } from '../../domain/leniency/warning.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Parts of the body that were dropped, cut or changed; the answer names them. */
    warnings: readonly Warning[];
  }
}

/**
 * Reads the bodies of calls whose schema forgives before they are checked. Other calls do not notice: what they refused
 * they refuse.
 */
export function useLeniency(app: FastifyInstance): void {
  app.decorateRequest('warnings');
  app.addHook('onRequest', (request, _reply, done) => {
    request.warnings = NONE;
    done();
  });
  app.addHook('onRoute', (route) => {
    const body: unknown = route.schema?.body;
    if (!isForgiving(body)) return;
    const read = readerOf(body);
    const own = route.preValidation ?? [];
    route.preValidation = [
      (request, _reply, done) => {
        const { body: known, warnings } = read(request.body);
        request.body = known;
        request.warnings = warnings;
        done();
      },
      ...(Array.isArray(own) ? own : [own]),
    ];
  });
}

const NONE: readonly Warning[] = [];

/** By schema, for all servers of the process. */
const readers = new WeakMap<object, BodyReader>();

function readerOf(schema: Parameters<typeof bodyReader>[0]): BodyReader {
  const known = readers.get(schema) ?? bodyReader(schema);
  readers.set(schema, known);
  return known;
}
