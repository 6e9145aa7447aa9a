import { connect } from 'node:net';
import type { HealthReport } from './health.ts';

/**
 * Whether something accepts connections there. The driver that would tell more costs more memory than the
 * rest of the API.
 */
export function reachable(address: string, defaultPort: number): Promise<HealthReport> {
  const { hostname, port } = new URL(`tcp://${address}`);
  return new Promise((resolve) => {
    const socket = connect({ host: hostname.replaceAll(/[[\]]/g, ''), port: Number(port || defaultPort) });
    const end = (report: HealthReport) => {
      socket.destroy();
      resolve(report);
    };
    socket.setTimeout(1000, () => end({ state: 'down', detail: 'no answer in time' }));
    socket.once('connect', () => end({ state: 'up' }));
    socket.once('error', (error: NodeJS.ErrnoException) =>
      end({ state: 'down', detail: error.code ?? 'not reachable' }),
    );
  });
}
