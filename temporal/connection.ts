import { Client, Connection, isGrpcServiceError, type TLSConfig } from '@temporalio/client';
import type { DataConverter } from '@temporalio/common';
import { NativeConnection } from '@temporalio/worker';
import { pause } from '../activities/pause.ts';
import type { TemporalSettings, TlsSettings } from '../settings/config.ts';
import { explainTls } from '../settings/tls.ts';
import { createPayloadCodec } from './payload-codec.ts';
import { tracedCalls } from './tracing.ts';

/** Includes the encrypting codec if its key is set. Workers and clients need the same key. */
export async function dataConverter({
  temporalCodecKey,
}: Pick<TemporalSettings, 'temporalCodecKey'>): Promise<DataConverter> {
  return temporalCodecKey === undefined ? {} : { payloadCodecs: [await createPayloadCodec(temporalCodecKey)] };
}

/** How every client and worker connects: with TLS, a client certificate and an API key where they are set. */
export function serverOptions({ temporalAddress, temporalTls, temporalApiKey }: ServerSettings): ServerOptions {
  return {
    address: temporalAddress,
    tls: temporalTls === undefined ? undefined : tlsConfig(temporalTls),
    apiKey: temporalApiKey,
  };
}

/** The settings of a connection; the rest concerns what goes over it. */
export type ServerSettings = Pick<TemporalSettings, 'temporalAddress' | 'temporalTls' | 'temporalApiKey'>;

interface ServerOptions {
  readonly address: string;
  readonly tls?: TLSConfig;
  readonly apiKey?: string;
}

/** The error of a connection, with what to do about it if the TLS settings or the API key are the reason. */
export async function explained(error: unknown, settings: ServerSettings): Promise<unknown> {
  const advice = isRefusedKey(error, settings) ? REFUSED_KEY : await explainServerTls(settings);
  if (advice === undefined) return error;
  return new Error(`Temporal at ${settings.temporalAddress}: ${advice}`, { cause: error });
}

function isRefusedKey(error: unknown, { temporalApiKey }: ServerSettings): boolean {
  if (temporalApiKey === undefined || !(error instanceof Error)) return false;
  return isGrpcServiceError(error) ? error.code === UNAUTHENTICATED : UNAUTHENTICATED_IN_WORDS.test(error.message);
}

const REFUSED_KEY =
  'The server refuses the API key. Set TEMPORAL_API_KEY_FILE to a key that is valid for the namespace.';

/** Of gRPC; the workers' connection keeps only what the Rust library says of it. */
const UNAUTHENTICATED = 16;
const UNAUTHENTICATED_IN_WORDS = /does not have valid authentication credentials/;

function explainServerTls({ temporalAddress, temporalTls }: ServerSettings): Promise<string | undefined> {
  const { hostname, port } = new URL(`tcp://${temporalAddress}`);
  return explainTls({
    host: hostname.replaceAll(/[[\]]/g, ''),
    port: Number(port || 7233),
    prefix: 'TEMPORAL_TLS',
    tls: temporalTls,
    turnOn: 'set TEMPORAL_TLS=true',
    protocol: 'h2',
    greeting: HTTP2_GREETING,
  });
}

/** A client that connects on first use and reconnects after a loss. Close its connection when done. */
export async function openClient(config: TemporalSettings): Promise<Client> {
  const connection = Connection.lazy(serverOptions(config));
  return new Client({
    connection,
    namespace: config.temporalNamespace,
    dataConverter: await dataConverter(config),
    interceptors: { workflow: [tracedCalls] },
  });
}

export interface WaitOptions {
  /** Ends the wait. */
  readonly signal: AbortSignal;
  readonly onTrouble: (error: unknown) => void;
}

/** The connection that all workers share. Waits without limit for a server that is not up yet. */
export async function connectWorkers(config: ServerSettings, waiting: WaitOptions): Promise<NativeConnection | null> {
  const connect = async () => {
    try {
      return await NativeConnection.connect(serverOptions(config));
    } catch (error) {
      throw await explained(error, config);
    }
  };
  return retryUntilDone(connect, waiting);
}

/** Retries with pauses of up to five seconds until it succeeds; null if it was stopped. */
export async function retryUntilDone<T>(work: () => Promise<T>, { signal, onTrouble }: WaitOptions): Promise<T | null> {
  for (let attempt = 1; !signal.aborted; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      onTrouble(error);
      await pause(signal, Math.min(200 * 2 ** attempt, 5_000));
    }
  }
  return null;
}

function tlsConfig({ ca, client, serverName }: TlsSettings): TLSConfig {
  return {
    ...(ca === undefined ? {} : { serverRootCACertificate: Buffer.from(ca) }),
    ...(client === undefined
      ? {}
      : { clientCertPair: { crt: Buffer.from(client.cert), key: Buffer.from(client.key) } }),
    ...(serverName === undefined ? {} : { serverNameOverride: serverName }),
  };
}

/** The preface and an empty SETTINGS frame (RFC 9113 §3.4); the server answers with its own. */
const HTTP2_GREETING = Buffer.concat([
  Buffer.from('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'),
  Buffer.from([0, 0, 0, 4, 0, 0, 0, 0, 0]),
]);
