import type { FastifyInstance } from 'fastify';
import { DomainError } from '../../domain/errors.ts';

/**
 * Who still asks over a connection that was in use when the server began to close is told to come again: another
 * process answers then.
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
