import { once } from 'node:events';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { createServer } from 'node:tls';
import { afterEach } from 'vitest';
import type { Authority, MadeCertificate } from './certificates.fixture.ts';

/** A server that speaks TLS on `localhost` and passes on what it decrypts to a server without TLS. */
export interface TlsProxy {
  readonly port: number;
  /** The client certificates that it accepted, as their subjects. */
  readonly accepted: readonly string[];
}

export interface TlsProxyOptions {
  /** The port on 127.0.0.1 of the server without TLS. */
  readonly target: number;
  readonly certificate: MadeCertificate;
  /** If set, clients without a certificate of this authority are cut off: as Node does it, without an alert. */
  readonly clientsOf?: Authority;
  /** The protocol that it negotiates. */
  readonly protocol?: string;
}

/** Starts proxies that end with the test. */
export function useTlsProxies(): (options: TlsProxyOptions) => Promise<TlsProxy> {
  const closers: (() => Promise<unknown>)[] = [];
  afterEach(async () => {
    await Promise.all(closers.splice(0).map((close) => close()));
  });
  return async (options) => {
    const { proxy, close } = await startTlsProxy(options);
    closers.push(close);
    return proxy;
  };
}

async function startTlsProxy({ target, certificate, clientsOf, protocol }: TlsProxyOptions) {
  const sockets = new Set<Socket>();
  const accepted: string[] = [];
  const server = createServer({
    ...certificate,
    ...(clientsOf === undefined ? {} : { ca: clientsOf.cert, requestCert: true, rejectUnauthorized: true }),
    ALPNProtocols: protocol === undefined ? undefined : [protocol],
  });
  server.on('secureConnection', (client) => {
    if (clientsOf !== undefined) accepted.push(String(client.getPeerCertificate().subject.CN));
    const upstream = connect(target, '127.0.0.1');
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
  // A client that does not like the certificate is what tests look at from its side.
  server.on('tlsClientError', () => {});
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const close = async () => {
    for (const socket of sockets) socket.destroy();
    server.close();
    await once(server, 'close');
  };
  return { proxy: { port, accepted }, close };
}
