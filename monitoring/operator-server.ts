import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { DomainError } from '../domain/errors.ts';
import type { Config } from '../settings/config.ts';
import { brieflyCached } from './briefly-cached.ts';
import type { Readiness } from './health.ts';
import { mayReadMetrics } from './metrics-access.ts';

export interface OperatorServerOptions {
  readonly host: string;
  /** 0 for any free port. */
  readonly port: number;
  readonly token: string | undefined;
  readonly readiness: () => Promise<Readiness>;
  /** In Prometheus' text format. */
  readonly metrics: () => Promise<string>;
}

export interface OperatorServer {
  readonly port: number;
  close(): Promise<void>;
}

/** The same as the configuration wants it; null where it names no port. */
export async function openOperatorServerOf(
  { metricsHost, metricsPort, metricsToken }: Pick<Config, 'metricsHost' | 'metricsPort' | 'metricsToken'>,
  parts: Pick<OperatorServerOptions, 'readiness' | 'metrics'>,
): Promise<OperatorServer | null> {
  if (metricsPort === undefined) return null;
  return openOperatorServer({ host: metricsHost, port: metricsPort, token: metricsToken, ...parts });
}

/**
 * The endpoints of every process on its port for operators: `GET /metrics`, `/health/live` and `/health/ready`. No
 * merchant and no payer reaches it.
 * @throws DomainError `configuration_invalid` if the port is taken
 */
export async function openOperatorServer(options: OperatorServerOptions): Promise<OperatorServer> {
  const metrics = brieflyCached(options.metrics);
  const server = createServer((request, response) => {
    respond({ ...options, metrics }, request, response).catch(() => send(response, 500, { message: 'It failed.' }));
  });
  server.requestTimeout = REQUEST_TIMEOUT_MS;
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => reject(explained(error, options)));
    server.listen(options.port, options.host, resolve);
  });
  // Monitoring must not keep the process alive.
  server.unref();
  return {
    port: (server.address() as AddressInfo).port,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

const REQUEST_TIMEOUT_MS = 5_000;
const METRICS_TYPE = 'text/plain; version=0.0.4; charset=utf-8';

async function respond(
  { token, readiness, metrics }: OperatorServerOptions,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  if (request.method !== 'GET' && request.method !== 'HEAD') return send(response, 405, { message: 'Only GET works.' });
  switch (new URL(request.url ?? '/', 'http://localhost').pathname) {
    case '/health/live':
      return send(response, 200, { status: 'up' });
    case '/health/ready': {
      const answer = await readiness();
      return send(response, answer.status === 'ready' ? 200 : 503, answer);
    }
    case '/metrics':
      if (!mayReadMetrics(request, token)) return send(response, 401, { message: 'METRICS_TOKEN is needed.' });
      response.writeHead(200, { 'content-type': METRICS_TYPE, 'cache-control': 'no-store' });
      response.end(await metrics());
      return;
    default:
      return send(response, 404, { message: 'There are /metrics, /health/live and /health/ready.' });
  }
}

function send(response: ServerResponse, status: number, body: object): void {
  if (!response.headersSent) {
    response.writeHead(status, { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' });
  }
  response.end(JSON.stringify(body));
}

function explained(error: NodeJS.ErrnoException, { host, port }: OperatorServerOptions): Error {
  const why =
    error.code === 'EADDRINUSE'
      ? 'is taken. Each process on a machine needs a METRICS_PORT of its own'
      : `cannot be used (${error.code ?? error.message})`;
  return new DomainError('configuration_invalid', { message: `METRICS_PORT ${port} on ${host} ${why}.` });
}
