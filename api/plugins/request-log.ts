import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Counter, type Registry } from 'prom-client';
import { type AnsweredRequest, writeRequests } from '../../db/history/request-log.ts';
import { loggedPath } from '../../domain/web/logged-path.ts';
import type { ServerDeps } from '../deps.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** Writes the requests that are not in the log yet. */
    writeRequestLog(): Promise<void>;
  }
}

/** The path of the log, whose own reads are not logged. */
export const REQUEST_LOG_PATH = '/api/v1/requests';

const WRITTEN_EVERY_MS = 1000;
/** More than a token may call within a second. One shop never takes the room of the others. */
const MOST_OF_SHOP = 1500;
const MOST = 10_000;

/**
 * Notes each answered call of an API token and writes them together once a second. It is a log: where there are more
 * than fit, or the database does not take them, they are counted and dropped, and no answer waits.
 */
export function useRequestLog(app: FastifyInstance, { db, now }: Pick<ServerDeps, 'db' | 'now'>, registry: Registry) {
  const dropped = new Counter({
    name: 'tidegate_request_log_dropped_total',
    help: 'Calls of API tokens that are missing in the request log of their shop.',
    registers: [registry],
  });
  let waiting: AnsweredRequest[] = [];
  let byShop = new Map<string, number>();
  let writing: Promise<void> = Promise.resolve();

  app.addHook('onResponse', async (request, reply) => {
    const entry = entryOf(request, { status: reply.statusCode, durationMs: reply.elapsedTime, atMs: now() });
    if (entry === undefined) return;
    const ofShop = byShop.get(entry.profileId) ?? 0;
    if (ofShop >= MOST_OF_SHOP || waiting.length >= MOST) return dropped.inc();
    byShop.set(entry.profileId, ofShop + 1);
    waiting.push(entry);
  });

  const write = () => {
    writing = writing.then(async () => {
      if (waiting.length === 0) return;
      const entries = waiting;
      waiting = [];
      byShop = new Map();
      try {
        await writeRequests(db, entries);
      } catch (error) {
        dropped.inc(entries.length);
        app.log.warn({ err: error, dropped: entries.length }, 'requests are missing in the log');
      }
    });
    return writing;
  };
  const timer = setInterval(() => void write(), WRITTEN_EVERY_MS).unref();
  app.decorate('writeRequestLog', write);
  app.addHook('onClose', async () => {
    clearInterval(timer);
    await write();
  });
}

interface Answered {
  readonly status: number;
  readonly durationMs: number;
  readonly atMs: number;
}

function entryOf(request: FastifyRequest, { status, durationMs, atMs }: Answered): AnsweredRequest | undefined {
  const { bearer, routeOptions, method } = request;
  const route = routeOptions.url;
  if (bearer === null || route === undefined || route === REQUEST_LOG_PATH) return undefined;
  return {
    atMs,
    profileId: bearer.profileId,
    tokenId: bearer.tokenId,
    requestId: request.id,
    method,
    route,
    status,
    path: loggedPath(route, request.url),
    errorCode: request.errorCode,
    apiVersion: request.apiVersion,
    durationMs: Math.round(durationMs),
    hasIdempotencyKey: request.headers['idempotency-key'] !== undefined,
  };
}
