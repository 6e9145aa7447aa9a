import type { FastifyInstance } from 'fastify';

declare module 'fastify' {
  interface FastifyInstance {
    draining: Draining;
  }
}

/** An API that is about to stop: it still answers everything, and tells balancers and clients to go elsewhere. */
export interface Draining {
  /** From now on the API says that it is not ready, and each connection ends with its next answer. */
  begin(): void;
  readonly hasBegun: boolean;
}

/**
 * A balancer finds out by its next health check that this process takes no more requests. Until then they are answered
 * as ever, so a process that drains for longer than the time between two checks stops without a failed request.
 */
export function useDraining(app: FastifyInstance): void {
  let hasBegun = false;
  app.decorate('draining', {
    begin: () => {
      hasBegun = true;
    },
    get hasBegun() {
      return hasBegun;
    },
  });
  app.addHook('onRequest', async (_request, reply) => {
    if (hasBegun) void reply.header('connection', 'close');
  });
}
