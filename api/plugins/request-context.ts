import type { FastifyInstance } from 'fastify';
import { beginTrace, type Span, underSpan } from '../../tracing/spans.ts';
import { readTraceparent } from '../../tracing/traceparent.ts';

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

/**
 * A trace of its own for each request of a route, from its arrival to the end of its answer. The trace of the caller is
 * noted and never continued: a stranger decides neither what is traced nor what it is called.
 */
export function useTracing(app: FastifyInstance): void {
  app.decorateRequest('span', null);
  app.addHook('onRequest', (request, _reply, done) => {
    const { method, id, routeOptions } = request;
    const route = routeOptions.url;
    // Checks of balancers are most of the requests and lead nowhere.
    if (route === undefined || route.startsWith('/health/') || route === '/metrics') return done();
    const attributes = { 'http.request.method': method, 'http.route': route, 'request.id': id };
    const { traceparent } = request.headers;
    const link = typeof traceparent === 'string' ? traceparent : undefined;
    request.span = beginTrace({ name: `${method} ${route}`, kind: 'server', attributes }, link);
    underSpan(request.span, done);
  });
  // A body arrives outside of what the first hook began.
  app.addHook('preValidation', (request, _reply, done) => underSpan(request.span, done));
  app.addHook('onResponse', async ({ span }, { statusCode }) => {
    span?.set({ 'http.response.status_code': statusCode });
    if (statusCode >= 500) span?.set({ 'error.type': String(statusCode) });
    span?.end();
  });
}

/** The trace that a caller's request belongs to, for its log lines: the W3C header `traceparent`. */
export function callerTraceOf(header: string | string[] | undefined): { readonly callerTraceId?: string } {
  const { traceId } = readTraceparent(header) ?? {};
  return traceId === undefined ? {} : { callerTraceId: traceId };
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Null unless its trace is sampled. */
    span: Span | null;
  }
}
