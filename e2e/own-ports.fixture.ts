import { expect } from 'vitest';
import { listeningPorts } from '../activities/webhooks/own-listeners.ts';
import { until } from '../scripts/testing/until.ts';
import { openShop } from './shop.fixture.ts';

interface Delivery {
  readonly id: string;
  readonly attempts: readonly { readonly error: string | null }[];
}

/**
 * Sends a webhook to every port that listens below a process, and to those named. @returns the ports at which anything
 * but a refusal came back
 */
export async function reachedPorts(
  started: Parameters<typeof openShop>[0],
  { below, named }: { readonly below: number; readonly named: readonly number[] },
): Promise<number[]> {
  const shop = openShop(started);
  const ports = [...new Set([...(await listeningPorts(below)), ...named])];
  expect(ports.length).toBeGreaterThan(named.length);
  const errors = await Promise.all(
    ports.map(async (port) => {
      const sent = await shop.call<{ data: { id: string } }>('POST', '/api/v1/webhooks/test', {
        url: `http://127.0.0.1:${port}/`,
      });
      expect(sent.status).toBe(202);
      const { id } = sent.body.data;
      const attempt = async () => {
        const { body } = await shop.call<{ data: Delivery[] }>('GET', `/api/v1/webhooks/deliveries?search=${id}`);
        return body.data[0]?.attempts[0];
      };
      await until(async () => (await attempt()) !== undefined, `the webhook to port ${port} was tried`);
      return { port, error: (await attempt())?.error };
    }),
  );
  return errors.flatMap(({ port, error }) => (error === 'refused_address' ? [] : [port]));
}
