import { DefaultLogger, Runtime } from '@temporalio/worker';
import { type Logger, pino } from 'pino';
import { readConfig } from '../domain/config.ts';
import { isDomainError } from '../domain/errors.ts';
import { type OnStep, startWorker } from './compose.ts';

const STOP_DEADLINE_MS = 7_500;

/**
 * Runs a worker process: prints `worker ready` once it polls, stops cleanly on SIGTERM and SIGINT, and exits with
 * status 1 if the configuration is wrong.
 */
export async function runWorker(onStep?: OnStep): Promise<void> {
  try {
    await work(onStep);
  } catch (error) {
    // The user has to fix a wrong configuration, so no stack trace is shown.
    console.error(isDomainError(error, 'configuration_invalid') ? error.message : error);
    // Open connections would keep the process alive although it does nothing.
    process.exit(1);
  }
}

async function work(onStep?: OnStep): Promise<void> {
  const config = readConfig(process.env);
  const log = pino({ level: config.logLevel, base: { service: 'worker' } });
  installRuntime(log);
  const stopping = new AbortController();
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => stopping.abort());

  const worker = await startWorker(config, log, stopping.signal, onStep);
  if (worker === null) return;
  if (!stopping.signal.aborted) console.log('worker ready');
  await untilAborted(stopping.signal);
  log.info('stopping');
  // Hanging work must not block the exit: the next process can take over all of it.
  setTimeout(() => process.exit(1), STOP_DEADLINE_MS).unref();
  await worker.stop();
}

/** This process handles signals itself and writes the SDK's messages to its own log. */
function installRuntime(log: Logger): void {
  const logger = new DefaultLogger('WARN', ({ level, message, meta }) => {
    // Queues without workflows are intended.
    if (message.startsWith('No workflows registered')) return;
    log[level === 'ERROR' ? 'error' : 'warn'](meta ?? {}, message);
  });
  Runtime.install({ shutdownSignals: [], logger });
}

function untilAborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve());
  });
}
