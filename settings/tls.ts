import { isIP } from 'node:net';
import { connect, type TLSSocket } from 'node:tls';
import type { TlsSettings } from '../domain/config.ts';
import { tlsAdvice } from './tls-advice.ts';

/** What Node's drivers need to connect with these settings. */
export function tlsOptions({ ca, client, serverName }: TlsSettings): DriverOptions {
  return {
    ...(ca === undefined ? {} : { ca }),
    ...(client === undefined ? {} : client),
    ...(serverName === undefined ? {} : { servername: serverName }),
  };
}

export interface DriverOptions {
  readonly ca?: string;
  readonly cert?: string;
  readonly key?: string;
  readonly servername?: string;
}

export interface TlsServer {
  readonly host: string;
  readonly port: number;
  /** What the settings are called: `TEMPORAL_TLS`. */
  readonly prefix: string;
  /** Undefined: the program connects without TLS. */
  readonly tls: TlsSettings | undefined;
  /** How TLS is turned on: `set TEMPORAL_TLS=true`. */
  readonly turnOn: string;
  /** The protocol to negotiate, for servers that require it. */
  readonly protocol?: string;
  /** What the client says first, to which the server answers. */
  readonly greeting: Uint8Array;
}

/**
 * Says what to do if the TLS settings and the server do not fit together, and undefined if that is not the reason. Call
 * it when a driver could not connect: most of them say only that the connection was closed.
 */
export async function explainTls(server: TlsServer): Promise<string | undefined> {
  const { host, port, prefix, tls, turnOn, protocol, greeting } = server;
  const socket = connect({
    host,
    port,
    ...(isIP(host) ? {} : { servername: host }),
    ...(tls === undefined ? { rejectUnauthorized: false } : tlsOptions(tls)),
    ...(protocol === undefined ? {} : { ALPNProtocols: [protocol] }),
  });
  const { isSecured, error } = await tryHandshake(socket, greeting);
  if (tls !== undefined) return error && tlsAdvice(error, prefix);
  return isSecured ? `The server speaks TLS: ${turnOn}.` : undefined;
}

/** With TLS 1.3 a server refuses a client's certificate only after the client has finished, so it must answer. */
function tryHandshake(socket: TLSSocket, greeting: Uint8Array): Promise<{ isSecured: boolean; error?: Error }> {
  return new Promise((resolve) => {
    let isSecured = false;
    const end = (error?: Error) => {
      socket.destroy();
      resolve({ isSecured, ...(error === undefined ? {} : { error }) });
    };
    socket.setTimeout(ANSWER_MS, () => end());
    socket.on('error', end);
    socket.on('secureConnect', () => {
      isSecured = true;
      socket.write(greeting);
    });
    socket.once('data', () => end());
    socket.once('close', () => end());
  });
}

const ANSWER_MS = 2_000;
