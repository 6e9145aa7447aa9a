import type { FastifyInstance } from 'fastify';
import { recordVisitor } from '../../db/people/visitors.ts';
import type { Db } from '../../db/sequelize.ts';

/** Gives every answer its `X-Request-Id`, logs one line per answer, and records visitors. */
export function useRequestContext(app: FastifyInstance, db: Db): void {
  app.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id);
    const visitor = visitorOf(request.headers['x-visitor-id']);
    if (visitor !== undefined && isDue(visitor)) {
      recordVisitor(db, { id: visitor, ip: request.ip, userAgent: request.headers['user-agent'] }).catch(
        (error: unknown) => request.log.warn({ err: error }, 'visitor not recorded'),
      );
    }
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

/** The visitor's fingerprint as the front ends send it, or undefined when it does not look like one. */
export function visitorOf(header: string | string[] | undefined): string | undefined {
  return typeof header === 'string' && /^[\w.:-]{8,128}$/.test(header) ? header : undefined;
}

const seen = new Map<string, number>();
const AGAIN_MS = 60_000;
const MAX_SEEN = 10_000;

/** Each visitor is written at most once a minute, however many calls a page makes. */
function isDue(visitor: string): boolean {
  const now = Date.now();
  if ((seen.get(visitor) ?? 0) > now - AGAIN_MS) return false;
  if (seen.size >= MAX_SEEN) seen.clear();
  seen.set(visitor, now);
  return true;
}
