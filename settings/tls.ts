import { isIP } from 'node:net';
import { connect, type TLSSocket } from 'node:tls';
import type { TlsSettings } from './config.ts';
import { closedAdvice, type TlsPrefix, tlsAdvice } from './tls-advice.ts';

/** These settings as options of Node's drivers. */
export function tlsOptions({ ca, client, serverName }: TlsSettings): DriverOptions {
  return {
    ca,
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
  /** The prefix of the settings' names. */
  readonly prefix: TlsPrefix;
  /** Undefined: the program connects without TLS. */
  readonly tls: TlsSettings | undefined;
  /** How TLS is turned on: `set TEMPORAL_TLS=true`. */
  readonly turnOn: string;
  /** The protocol to negotiate, for servers that require it. */
  readonly protocol?: string;
  /** The client's first message, to which the server answers. */
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
    ALPNProtocols: protocol === undefined ? undefined : [protocol],
  });
  const { isSecured, isClosed, error } = await tryHandshake(socket, greeting);
  if (tls === undefined) return isSecured ? `The server speaks TLS: ${turnOn}.` : undefined;
  const advice = error && tlsAdvice(error, prefix);
  if (advice !== undefined || !isSecured || !isClosed) return advice;
  return closedAdvice(prefix, tls.client !== undefined);
}

interface Handshake {
  readonly isSecured: boolean;
  /** True if the server ended the connection without an answer. */
  readonly isClosed: boolean;
  readonly error?: Error;
}

/**
 * With TLS 1.3 a server refuses a client's certificate only after the client has finished, so it must answer. Some
 * servers send an alert then, others only close the connection.
 */
function tryHandshake(socket: TLSSocket, greeting: Uint8Array): Promise<Handshake> {
  return new Promise((resolve) => {
    let isSecured = false;
    const end = (found: Omit<Handshake, 'isSecured'>) => {
      socket.destroy();
      resolve({ isSecured, ...found });
    };
    socket.setTimeout(ANSWER_MS, () => end({ isClosed: false }));
    socket.on('error', (error) => end({ isClosed: true, error }));
    socket.on('secureConnect', () => {
      isSecured = true;
      socket.write(greeting);
    });
    socket.once('data', () => end({ isClosed: false }));
    socket.once('close', () => end({ isClosed: true }));
  });
}

const ANSWER_MS = 2_000;
