import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** A TCP proxy on loopback whose connections a test can cut. */
export interface BreakableProxy {
  /** The target's URL with this proxy's port. */
  readonly url: string;
  /** Cuts every connection; with `forGood`, new ones are cut too, as if the process behind them were dead. */
  cut(forGood?: 'forGood'): void;
  /** Resets the connection over which the target next answers with these bytes, before they arrive. */
  resetBefore(answer: Buffer): Promise<void>;
  close(): Promise<void>;
}

/** Opens a proxy to the host and port of a URL. */
export async function breakableProxy(targetUrl: string): Promise<BreakableProxy> {
  const target = new URL(targetUrl);
  const sockets = new Set<Socket>();
  let broken = false;
  let trap: { readonly answer: Buffer; readonly sprung: () => void } | undefined;
  const server = createServer((client) => {
    if (broken) return client.destroy();
    const upstream = connect(Number(target.port), target.hostname);
    upstream.on('data', (chunk) => {
      if (!trap || !chunk.includes(trap.answer)) return;
      client.resetAndDestroy();
      trap.sprung();
      trap = undefined;
    });
    for (const [socket, other] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      sockets.add(socket);
      socket.on('error', () => {});
      socket.on('close', () => {
        sockets.delete(socket);
        other.destroy();
      });
      socket.pipe(other);
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = new URL(targetUrl);
  url.port = String((server.address() as AddressInfo).port);
  const cut = (forGood?: 'forGood') => {
    broken ||= forGood === 'forGood';
    for (const socket of sockets) socket.destroy();
  };
  return {
    url: url.href,
    cut,
    resetBefore: (answer) =>
      new Promise((sprung) => {
        trap = { answer, sprung };
      }),
    close: async () => {
      cut('forGood');
      server.close();
      await once(server, 'close');
    },
  };
}
