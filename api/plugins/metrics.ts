import type { FastifyInstance } from 'fastify';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { anyoneUnlimited } from '../access.ts';

/** Counts answers and their times by route, and serves them with the process's own figures at `GET /metrics`. */
export function useMetrics(app: FastifyInstance): void {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry, prefix: 'tidegate_api_' });
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

  app.addHook('onResponse', async (request, reply) => {
    // The pattern, not the path: the id of an invoice is a capability, and labels must stay few.
    const route = request.routeOptions.url ?? 'none';
    answers.inc({ method: request.method, route, status: reply.statusCode });
    seconds.observe({ method: request.method, route }, reply.elapsedTime / 1000);
  });

  app.get(
    '/metrics',
    {
      config: anyoneUnlimited('Figures without personal data; keep it from the outside by the proxy.'),
      schema: { hide: true },
    },
    async (_request, reply) => {
      return reply.type(registry.contentType).send(await registry.metrics());
    },
  );
}
