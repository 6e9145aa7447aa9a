import { isDomainError } from '../domain/errors.ts';
import { readinessOf, unlessStopping } from '../monitoring/health.ts';
import { createLogger, type ProcessLogger } from '../monitoring/logger.ts';
import { openOperatorServerOf } from '../monitoring/operator-server.ts';
import type { Config } from '../settings/config.ts';
import { loadConfig } from '../settings/load.ts';
import { startTracing } from '../tracing/start.ts';
import { taskQueues } from '../workflows/messages.ts';
import { installRuntime } from './sdk-runtime.ts';
import { startWorker, type WorkerHooks } from './start-worker.ts';
import { createWorkerMetrics } from './worker-metrics.ts';
import { WorkerStatus } from './worker-status.ts';

type TestHooks = Pick<WorkerHooks, 'onStep' | 'paces'>;

const STOP_DEADLINE_MS = 7_500;

/**
 * Runs a worker process: logs `worker ready` once it polls, stops cleanly on SIGTERM and SIGINT, and exits with status
 * 1 if the configuration is wrong or a queue stays without a poller.
 */
export async function runWorker(hooks: TestHooks = {}): Promise<void> {
  const config = readOrExit();
  const log = createLogger({ level: config.logLevel, service: serviceOf(config) });
  try {
    await work(config, log, hooks);
    // Without this, a log that nobody reads any more would keep the process.
    await log.close();
  } catch (error) {
    // The user has to fix a wrong configuration, so no stack trace is shown.
    if (isDomainError(error, 'configuration_invalid')) console.error(error.message);
    else log.logger.fatal({ err: error }, 'the worker failed');
    await log.close();
    // Open connections would keep the process alive although it does nothing.
    process.exit(1);
  }
}

function readOrExit(): Config {
  try {
    return loadConfig(process.env);
  } catch (error) {
    console.error(isDomainError(error, 'configuration_invalid') ? error.message : error);
    process.exit(1);
  }
}

/** A process that only signs is called so in logs and metrics. */
function serviceOf({ workerQueues }: Config): 'signer' | 'worker' {
  const signs: readonly string[] = [taskQueues.signer, taskQueues.sweeps];
  return workerQueues?.every((queue) => signs.includes(queue)) ? 'signer' : 'worker';
}

async function work(
  config: Config,
  { logger: log, announce, discard }: ProcessLogger,
  hooks: TestHooks,
): Promise<void> {
  const stopping = new AbortController();
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => stopping.abort());

  const onTrouble = (message: string) => log.warn({ tracing: message }, 'traces are lost');
  const stopTracing = await startTracing(config, serviceOf(config), onTrouble);
  const sdk = await installRuntime(log, config.metricsPort !== undefined);
  const metrics = createWorkerMetrics(serviceOf(config), sdk);
  const status = new WorkerStatus();
  const relays = config.workerQueues?.includes(taskQueues.core) ?? true;
  const reports = readinessOf(status.probes({ temporalAddress: config.temporalAddress, relays }));
  const readiness = () => unlessStopping(stopping.signal.aborted, reports);
  // First, so that operators see a worker that waits for its servers.
  const operators = await openOperatorServerOf(config, { readiness, metrics: metrics.read });

  const end = (facts: object, why: string) => {
    log.fatal(facts, `${why}; the process ends to be started again`);
    process.exitCode = 1;
    stopping.abort();
    exitSoon(discard);
  };
  const worker = await startWorker(config, log, stopping.signal, {
    ...hooks,
    onLost: (queues) => end({ queues }, 'queues have no poller although Temporal answers'),
    onWrongClock: (problem) => end({ problem }, 'the clock is wrong'),
    observer: { status, metrics, ports: sdk === null ? [] : [sdk.port] },
  });
  if (worker === null) return operators?.close();
  if (!stopping.signal.aborted) announce('worker ready');
  await untilAborted(stopping.signal);
  log.info('stopping');
  exitSoon(discard);
  await worker.stop();
  await stopTracing();
  await operators?.close();
}

/** Hanging work must not block the exit: the next process can take over all of it. */
function exitSoon(discard: () => void): void {
  setTimeout(() => {
    discard();
    process.exit(1);
  }, STOP_DEADLINE_MS).unref();
}

function untilAborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve());
  });
}
