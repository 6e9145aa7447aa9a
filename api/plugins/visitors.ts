import type { FastifyInstance, FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import type { AccountSecrets } from '../../db/accounts/secrets.ts';
import { recordVisitor } from '../../db/accounts/visitors.ts';
import type { Db } from '../../db/core/sequelize.ts';
import { networkOf } from '../../domain/assets/network.ts';
import { createLimiter } from '../auth/limiter.ts';

/**
 * Records the fingerprints that browsers send: of people who are signed in, and on the pages of signing in. It comes
 * after the guard, so that what was refused there writes nothing. Records beyond the limits of a network or of
 * everybody are dropped, and nobody is refused for it.
 */
export function useVisitors(app: FastifyInstance, db: Db, secrets: AccountSecrets): void {
  const perNetwork = createLimiter(db, secrets, { name: 'visitors of', perMinute: NEW_PER_NETWORK });
  const everybody = createLimiter(db, secrets, { name: 'visitors', perMinute: NEW_ALTOGETHER });
  /** Each visitor is written at most once a minute, however many calls a page makes. */
  const seen = new LRUCache<string, true>({ max: MAX_SEEN, ttl: AGAIN_MS });

  async function record(request: FastifyRequest, id: string): Promise<void> {
    if (!(await perNetwork.mayTake(networkOf(request.ip))) || !(await everybody.mayTake(''))) return;
    await recordVisitor(db, { id, ip: request.ip, userAgent: request.headers['user-agent'] });
  }

  app.addHook('onRequest', async (request) => {
    const visitor = visitorOf(request.headers['x-visitor-id']);
    if (visitor === undefined || !isRequested(request) || seen.has(visitor)) return;
    seen.set(visitor, true);
    record(request, visitor).catch((error: unknown) =>
      request.log.warn({ err: error }, 'could not record the visitor'),
    );
  });
}

/** The visitor's fingerprint as the front ends send it, or undefined when it does not look like one. */
export function visitorOf(header: string | string[] | undefined): string | undefined {
  return typeof header === 'string' && /^[\w.:-]{8,128}$/.test(header) ? header : undefined;
}

function isRequested(request: FastifyRequest): boolean {
  return request.signedIn !== null || request.routeOptions.url?.startsWith('/auth/') === true;
}

/** Within a minute. */
const NEW_PER_NETWORK = 20;
const NEW_ALTOGETHER = 1200;
const AGAIN_MS = 60_000;
const MAX_SEEN = 10_000;
