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
