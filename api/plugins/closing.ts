import type { FastifyInstance } from 'fastify';
import { DomainError } from '../../domain/errors.ts';

/**
 * Answers requests over connections that were in use when the server began to close with `service_unavailable`: the
 * client retries, and another process answers.
 */
export function useClosing(app: FastifyInstance): void {
  let isClosing = false;
  app.addHook('preClose', async () => {
    isClosing = true;
  });
  app.addHook('onRequest', async () => {
    if (isClosing) throw new DomainError('service_unavailable');
  });
}
