import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { metricsInWords, metricsPorts } from './metrics-ports.ts';

test('without METRICS_PORT no program has one', async () => {
  expect(await metricsPorts(['api', 'worker'], {})).toEqual({});
  expect(metricsInWords({})).toBeUndefined();
});

test('each program gets a port of its own', async () => {
  const ports = await metricsPorts(['api', 'worker', 'signer'], { METRICS_PORT: '19464' });
  expect(ports).toEqual({ api: 19_464, worker: 19_465, signer: 19_466 });
  expect(metricsInWords(ports)).toBe('Metrics: api 19464, worker 19465, signer 19466.');
});

test('a port in the row that is taken is named with its holder', async () => {
  const { server, port } = await takeAfterFree();
  await expect(metricsPorts(['api', 'worker'], { METRICS_PORT: String(port - 1) })).rejects.toThrow(
    new RegExp(`^Port ${port} is taken by process ${process.pid} .*choose another port with METRICS_PORT\\.$`),
  );
  await closed(server);
});

/** Listens at a port after a free one; the row is named by the first that is taken, which would else be another's. */
async function takeAfterFree(): Promise<{ readonly server: Server; readonly port: number }> {
  const server = await listenAt(0);
  const { port } = server.address() as AddressInfo;
  const before = await listenAt(port - 1).catch(() => undefined);
  if (before === undefined) {
    await closed(server);
    return takeAfterFree();
  }
  await closed(before);
  return { server, port };
}

function listenAt(port: number): Promise<Server> {
  const server = createServer();
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', () => resolve(server));
  });
}

function closed(server: Server): Promise<unknown> {
  return new Promise((resolve) => server.close(resolve));
}

test('a row that leaves the range, and what is no port, are refused', async () => {
  await expect(metricsPorts(['api', 'worker'], { METRICS_PORT: '65535' })).rejects.toThrow('Set it to 65534 or less.');
  await expect(metricsPorts(['api'], { METRICS_PORT: 'x' })).rejects.toThrow('METRICS_PORT must be a port');
});
