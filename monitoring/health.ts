import { brieflyCached } from './briefly-cached.ts';

export type HealthState = 'up' | 'degraded' | 'down';

export interface HealthReport {
  readonly state: HealthState;
  /** Details for an operator, in words; never a secret or an address with credentials. */
  readonly detail?: string;
}

/** One dependency and how to ask it. */
export interface HealthProbe {
  readonly name: string;
  /** Without it the process cannot do its work; the others only make things slower or later. */
  readonly required: boolean;
  check(): Promise<HealthReport>;
}

/** The answer of `/health/ready`. */
export interface Readiness {
  readonly status: 'ready' | 'not_ready';
  readonly dependencies: Readonly<Record<string, HealthReport & { readonly required: boolean }>>;
}

/** Asks all dependencies, at most once a second however many ask for the answer. */
export function readinessOf(probes: readonly HealthProbe[]): () => Promise<Readiness> {
  return brieflyCached(async () => {
    const reports = await Promise.all(probes.map((probe) => ask(probe)));
    const isReady = reports.every(({ required, state }) => !required || state !== 'down');
    const dependencies = Object.fromEntries(reports.map(({ name, ...report }) => [name, report]));
    return { status: isReady ? 'ready' : 'not_ready', dependencies };
  });
}

/** A process that stops is not ready, whatever it depends on. */
export async function unlessStopping(isStopping: boolean, readiness: () => Promise<Readiness>): Promise<Readiness> {
  const found = await readiness();
  return isStopping ? { ...found, status: 'not_ready' } : found;
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
