import { DefaultLogger, Runtime } from '@temporalio/worker';
import { type Logger, pino } from 'pino';
import { readConfig } from '../domain/config.ts';
import { isDomainError } from '../domain/errors.ts';
import { type OnStep, startWorker } from './compose.ts';

const STOP_PATIENCE_MS = 7_500;

/**
 * A worker process from its start to its end: prints `worker ready` once it polls, SIGTERM and SIGINT stop it cleanly.
 * A wrong configuration ends it with status 1.
 */
export async function runWorker(onStep?: OnStep): Promise<void> {
  try {
    await work(onStep);
  } catch (error) {
    // A wrong configuration is the user's to mend: no stack.
    console.error(isDomainError(error, 'configuration_invalid') ? error.message : error);
    // Connections that were opened already would keep a worker alive that does nothing.
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
  // What hangs must not keep the process: everything it does can be taken up by the next one.
  setTimeout(() => process.exit(1), STOP_PATIENCE_MS).unref();
  await worker.stop();
}

/** Signals are ours to handle; the SDK's own messages go to our log. */
function installRuntime(log: Logger): void {
  const logger = new DefaultLogger('WARN', ({ level, message, meta }) => {
    // Queues without workflows are by design.
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
