import type { FastifyInstance, FastifyRequest } from 'fastify';
import { recordVisitor } from '../../db/people/visitors.ts';
import type { Db } from '../../db/sequelize.ts';
import { networkOf } from '../../domain/network.ts';
import { createLimiter } from '../auth/limiter.ts';

/**
 * Records the fingerprints that browsers send: of people who are signed in, and on the pages of signing in. It comes
 * after the guard, so that what was refused there writes nothing. What a network or everybody sends beyond the limits
 * is not recorded, and nobody is refused for it.
 */
export function useVisitors(app: FastifyInstance, db: Db, now: () => number): void {
  const perNetwork = createLimiter(NEW_PER_NETWORK, now);
  const everybody = createLimiter(NEW_ALTOGETHER, now);
  const seen = new Map<string, number>();

  /** Each visitor is written at most once a minute, however many calls a page makes. */
  function isDue(visitor: string): boolean {
    const time = now();
    if ((seen.get(visitor) ?? 0) > time - AGAIN_MS) return false;
    if (seen.size >= MAX_SEEN) seen.clear();
    seen.set(visitor, time);
    return true;
  }

  app.addHook('onRequest', async (request) => {
    const visitor = visitorOf(request.headers['x-visitor-id']);
    if (visitor === undefined || !isWanted(request) || !isDue(visitor)) return;
    if (!perNetwork.mayTake(networkOf(request.ip)) || !everybody.mayTake('')) return;
    recordVisitor(db, { id: visitor, ip: request.ip, userAgent: request.headers['user-agent'] }).catch(
      (error: unknown) => request.log.warn({ err: error }, 'visitor not recorded'),
    );
  });
}

/** The visitor's fingerprint as the front ends send it, or undefined when it does not look like one. */
export function visitorOf(header: string | string[] | undefined): string | undefined {
  return typeof header === 'string' && /^[\w.:-]{8,128}$/.test(header) ? header : undefined;
}

function isWanted(request: FastifyRequest): boolean {
  return request.signedIn !== null || request.routeOptions.url?.startsWith('/auth/') === true;
}

/** Within a minute. */
const NEW_PER_NETWORK = 20;
const NEW_ALTOGETHER = 1200;
const AGAIN_MS = 60_000;
const MAX_SEEN = 10_000;
