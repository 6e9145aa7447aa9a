import type { FastifyInstance } from 'fastify';
import { Counter, Gauge, Histogram, type Registry } from 'prom-client';
import { DomainError } from '../../domain/errors.ts';
import { brieflyCached } from '../../monitoring/briefly-cached.ts';
import { mayReadMetrics } from '../../monitoring/metrics-access.ts';
import { anyone } from '../access.ts';

/**
 * Counts answers and their times by route, and serves them with the process's own figures at `GET /metrics`: to callers
 * with the token, or without a token to programs of this machine. The figures are put together at most once a second.
 */
export function useMetrics(app: FastifyInstance, registry: Registry, token: string | undefined): void {
  const registers = [registry];
  const answers = new Counter({
    name: 'tidegate_http_requests_total',
    help: 'Answers by method, route and status.',
    labelNames: ['method', 'route', 'status'],
    registers,
  });
  const seconds = new Histogram({
    name: 'tidegate_http_request_seconds',
    help: 'Time to answer, by method and route.',
    labelNames: ['method', 'route'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
    registers,
  });
  new Gauge({
    name: 'tidegate_event_streams',
    help: 'Open streams of Server-Sent Events.',
    registers,
    collect() {
      this.set(app.eventStreams.count);
    },
  });

  const figures = brieflyCached(() => registry.metrics());
  app.addHook('onResponse', async (request, reply) => {
    // The pattern, not the path: the id of an invoice is a capability, and labels must stay few.
    const route = request.routeOptions.url ?? 'none';
    answers.inc({ method: request.method, route, status: reply.statusCode });
    seconds.observe({ method: request.method, route }, reply.elapsedTime / 1000);
  });

  app.get(
    '/metrics',
    {
      config: anyone('Checked by the route: METRICS_TOKEN as a bearer token, or a program of this machine.'),
      schema: { hide: true },
    },
    async (request, reply) => {
      if (!mayReadMetrics(request.raw, token)) throw new DomainError('unauthenticated');
      return reply.type(registry.contentType).send(await figures());
    },
  );
}
