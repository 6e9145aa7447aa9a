import { Type } from 'typebox';
import { Exact } from '../../contract/basics.ts';
import { type Readiness, unlessStopping } from '../../monitoring/health.ts';
import { anyoneUnlimited } from '../access.ts';
import type { App } from '../app.ts';

const Live = Exact({ status: Type.Enum(['up'], { type: 'string' }) }, { title: 'Live' });
const Ready = Exact(
  {
    status: Type.Enum(['ready', 'not_ready'], { type: 'string' }),
    dependencies: Type.Record(
      Type.String(),
      Exact({
        state: Type.Enum(['up', 'degraded', 'down'], { type: 'string' }),
        required: Type.Boolean(),
        detail: Type.Optional(Type.String()),
      }),
    ),
  },
  { title: 'Ready', description: 'Each dependency and its state.' },
);

/**
 * `GET /health/live`: the process answers. `GET /health/ready`: what it needs is there and it is not stopping; each
 * dependency is named.
 */
export function healthRoutes(app: App, readiness: () => Promise<Readiness>): void {
  const config = anyoneUnlimited('Tells states only, found out once a second; load balancers have no credentials.');
  app.get(
    '/health/live',
    { config, schema: { tags: ['Operations'], summary: 'Is the process alive?', response: { 200: Live } } },
    async () => ({ status: 'up' as const }),
  );
  app.get(
    '/health/ready',
    {
      config,
      schema: {
        tags: ['Operations'],
        summary: 'Is the API ready for requests?',
        response: {
          200: Ready,
          503: { ...Ready, description: 'A required dependency is down, or the API is stopping.' },
        },
      },
    },
    async (_request, reply) => {
      const found = await unlessStopping(app.draining.hasBegun, readiness);
      const isReady = found.status === 'ready';
      if (!isReady) void reply.header('retry-after', '2');
      return reply
        .code(isReady ? 200 : 503)
        .header('cache-control', 'no-store')
        .send(found);
    },
  );
}
