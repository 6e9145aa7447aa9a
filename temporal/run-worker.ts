import { DefaultLogger, Runtime } from '@temporalio/worker';
import type { Logger } from 'pino';
import { type Config, readConfig } from '../domain/config.ts';
import { isDomainError } from '../domain/errors.ts';
import { createLogger, type ProcessLogger } from '../monitoring/logger.ts';
import { taskQueues } from '../workflows/messages.ts';
import { type OnStep, startWorker } from './compose.ts';

const STOP_DEADLINE_MS = 7_500;

/**
 * Runs a worker process: logs `worker ready` once it polls, stops cleanly on SIGTERM and SIGINT, and exits with status 1
 * if the configuration is wrong.
 */
export async function runWorker(onStep?: OnStep): Promise<void> {
  const config = readOrExit();
  const log = createLogger({ level: config.logLevel, service: serviceOf(config) });
  try {
    await work(config, log, onStep);
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
    return readConfig(process.env);
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

async function work(config: Config, { logger: log, announce, discard }: ProcessLogger, onStep?: OnStep): Promise<void> {
  installRuntime(log);
  const stopping = new AbortController();
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => stopping.abort());

  const worker = await startWorker(config, log, stopping.signal, onStep);
  if (worker === null) return;
  if (!stopping.signal.aborted) announce('worker ready');
  await untilAborted(stopping.signal);
  log.info('stopping');
  // Hanging work must not block the exit: the next process can take over all of it.
  setTimeout(() => {
    discard();
    process.exit(1);
  }, STOP_DEADLINE_MS).unref();
  await worker.stop();
}

/** This process handles signals itself and writes the SDK's messages to its own log. */
function installRuntime(log: Logger): void {
  const logger = new DefaultLogger('WARN', ({ level, message, meta }) => {
    // Queues without workflows are intended.
    if (message.startsWith('No workflows registered')) return;
    log[level === 'ERROR' ? 'error' : 'warn'](meta ?? {}, message);
  });
  // Lines of the SDK's native part would otherwise go to the terminal, in colors and in their own format.
  const logging = { filter: { core: 'WARN', other: 'ERROR' }, forward: {} } as const;
  Runtime.install({ shutdownSignals: [], logger, telemetryOptions: { logging } });
}

function untilAborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve());
  });
}
