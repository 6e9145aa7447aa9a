import { createServer, type IncomingHttpHeaders, type RequestListener, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Webhook } from 'standardwebhooks';

export interface Received {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
  readonly atMs: number;
}

export interface Receiver {
  readonly url: string;
  readonly port: number;
  readonly received: Received[];
  /** How it answers from now on. Default: 200. */
  answer: (response: ServerResponse, received: Received) => void;
  close(): Promise<void>;
}

/** A merchant's server on this machine that keeps what it was sent. */
export async function startReceiver(): Promise<Receiver> {
  const received: Received[] = [];
  const listener: RequestListener = (request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const { url: path = '', headers } = request;
      const each = { path, headers, body: Buffer.concat(chunks).toString('utf8'), atMs: Date.now() };
      received.push(each);
      receiver.answer(response, each);
    });
    request.on('error', () => {});
    response.on('error', () => {});
  };
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const receiver: Receiver = {
    url: `http://127.0.0.1:${port}/hook`,
    port,
    received,
    answer: (response) => response.writeHead(200).end('ok'),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  return receiver;
}

/**
 * Whether the official library would have taken it when it came. Asked later, the library refuses what is older than
 * five minutes, and many tests take longer.
 */
export function isGenuine({ headers, body, atMs }: Received, notificationKey: string): boolean {
  const sentAt = new Date(Number(headers['webhook-timestamp']) * 1_000);
  const signature = new Webhook(notificationKey).sign(String(headers['webhook-id']), sentAt, body);
  const isFresh = Math.abs(atMs - sentAt.getTime()) < 300_000;
  return isFresh && String(headers['webhook-signature']).split(' ').includes(signature);
}
