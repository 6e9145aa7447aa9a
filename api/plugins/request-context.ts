import type { FastifyInstance } from 'fastify';

/** Gives every answer its `X-Request-Id`, and logs one line per answer. */
export function useRequestContext(app: FastifyInstance): void {
  app.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id);
  });
  app.addHook('onResponse', async (request, reply) => {
    if (request.log.level === 'silent') return;
    request.log.info(
      {
        method: request.method,
        route: request.routeOptions.url ?? null,
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime * 10) / 10,
        profile: request.bearer?.profileId,
        user: request.signedIn?.id,
        staff: request.staff?.id,
      },
      'answered',
    );
  });
}

/** The trace that a caller's request belongs to, for its log lines: the W3C header `traceparent`. */
export function traceOf(header: string | string[] | undefined): { readonly traceId?: string } {
  const traceId = /^[0-9a-f]{2}-([0-9a-f]{32})-[0-9a-f]{16}-[0-9a-f]{2}$/.exec(String(header))?.[1];
  return traceId === undefined || /^0+$/.test(traceId) ? {} : { traceId };
}
