import { Type } from 'typebox';
import type { Db } from '../../db/sequelize.ts';
import { select } from '../../db/sql.ts';
import { anyoneUnlimited } from '../access.ts';
import type { App } from '../app.ts';
import { Exact } from '../contract/basics.ts';
import { brieflyCached } from './briefly-cached.ts';

export type HealthState = 'up' | 'degraded' | 'down';

export interface HealthReport {
  readonly state: HealthState;
  /** What an operator wants to know, in words; never a secret or an address with credentials. */
  readonly detail?: string;
}

/** One dependency and how to ask it. */
export interface HealthProbe {
  readonly name: string;
  /** Without it no request can be answered; the others only make things slower or later. */
  readonly required: boolean;
  check(): Promise<HealthReport>;
}

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

/** `GET /health/live`: the process answers. `GET /health/ready`: what it needs is there; each dependency is named. */
export function healthRoutes(app: App, probes: readonly HealthProbe[]): void {
  const config = anyoneUnlimited('Tells states only, found out once a second; load balancers have no credentials.');
  const reportsOfNow = brieflyCached(() => Promise.all(probes.map((probe) => ask(probe))));
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
        response: { 200: Ready, 503: { ...Ready, description: 'A required dependency is down.' } },
      },
    },
    async (_request, reply) => {
      const reports = await reportsOfNow();
      const ready = reports.every(({ required, state }) => !required || state !== 'down');
      const dependencies = Object.fromEntries(reports.map(({ name, ...report }) => [name, report]));
      if (!ready) void reply.header('retry-after', '2');
      return reply
        .code(ready ? 200 : 503)
        .header('cache-control', 'no-store')
        .send({ status: ready ? ('ready' as const) : ('not_ready' as const), dependencies });
    },
  );
}

async function ask(probe: HealthProbe) {
  const { name, required } = probe;
  try {
    return { name, required, ...(await withDeadline(probe.check())) };
  } catch (error) {
    return { name, required, state: 'down' as const, detail: error instanceof Error ? reasonOf(error) : 'unknown' };
  }
}

/** A code says enough; messages of drivers may hold addresses and users. */
function reasonOf(error: Error): string {
  return 'code' in error && typeof error.code === 'string' ? error.code : error.name;
}

function withDeadline(report: Promise<HealthReport>): Promise<HealthReport> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => resolve({ state: 'down', detail: 'no answer in time' }), DEADLINE_MS);
    report.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}

const DEADLINE_MS = 1500;

/** Postgres, without which nothing can be answered. */
export function databaseProbe(db: Db): HealthProbe {
  return {
    name: 'postgres',
    required: true,
    check: async () => {
      await select(db, 'SELECT 1');
      return { state: 'up' };
    },
  };
}
