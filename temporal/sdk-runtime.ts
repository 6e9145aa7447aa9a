import { once } from 'node:events';
import { createServer } from 'node:net';
import { DefaultLogger, Runtime, type TelemetryOptions } from '@temporalio/worker';
import type { Logger } from 'pino';

/** The metrics of the SDK's workers, which its native part serves by itself. */
export interface SdkMetrics {
  /** Where on loopback; no webhook is to reach it. */
  readonly port: number;
  /** In Prometheus' text format. */
  read(): Promise<string>;
}

/**
 * Installs the SDK's runtime: this process handles signals itself, and the SDK's messages, native ones too, go to its
 * log in its format. Its metrics are served on a free port of loopback, because the exporter knows no token.
 */
export async function installRuntime(log: Logger, withMetrics: boolean): Promise<SdkMetrics | null> {
  const logger = new DefaultLogger('WARN', ({ level, message, meta }) => {
    // Queues without workflows are intended.
    if (message.startsWith('No workflows registered')) return;
    log[level === 'ERROR' ? 'error' : 'warn'](meta ?? {}, message);
  });
  const logging = { filter: { core: 'WARN', other: 'ERROR' }, forward: {} } as const;
  const install = (telemetryOptions: TelemetryOptions) =>
    Runtime.install({ shutdownSignals: [], logger, telemetryOptions });
  if (!withMetrics) {
    install({ logging });
    return null;
  }
  const port = await freePort();
  const prometheus = { bindAddress: `127.0.0.1:${port}`, countersTotalSuffix: true, unitSuffix: true };
  install({
    logging,
    metrics: { prometheus: { ...prometheus, useSecondsForDurations: true }, attachServiceName: false },
  });
  return { port, read: () => readFrom(`http://127.0.0.1:${port}/metrics`) };
}

async function readFrom(url: string): Promise<string> {
  const response = await fetch(url, { signal: AbortSignal.timeout(READ_MS) });
  if (!response.ok) throw new Error(`The SDK's metrics answered ${response.status}.`);
  return response.text();
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (address === null || typeof address === 'string') throw new Error('No port is free.');
  return address.port;
}

const READ_MS = 1_000;
