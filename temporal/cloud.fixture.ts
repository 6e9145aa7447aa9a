import { once } from 'node:events';
import {
  type ClientHttp2Session,
  connect,
  constants,
  createSecureServer,
  type IncomingHttpHeaders,
  type OutgoingHttpHeaders,
  type ServerHttp2Session,
  type ServerHttp2Stream,
} from 'node:http2';
import type { AddressInfo } from 'node:net';
import type { MadeCertificate } from '../settings/certificates.fixture.ts';

/** A Temporal server that asks each call for an API key over TLS and lets nobody make namespaces, as Temporal Cloud. */
export interface TemporalCloud {
  readonly address: string;
  /** The key that each call showed. */
  readonly shown: readonly (string | undefined)[];
  close(): Promise<void>;
}

/** Starts it before a development server, which answers the calls. */
export async function startTemporalCloud(options: {
  readonly target: string;
  readonly certificate: MadeCertificate;
  readonly apiKey: string;
}): Promise<TemporalCloud> {
  const upstream = connect(`http://${options.target}`);
  upstream.on('error', () => {});
  const sessions = new Set<ServerHttp2Session>();
  const shown: (string | undefined)[] = [];
  const server = createSecureServer(options.certificate);
  server.on('session', (session) => {
    sessions.add(session);
    session.on('close', () => sessions.delete(session));
    session.on('error', () => {});
  });
  server.on('stream', (call, headers) => {
    call.on('error', () => {});
    shown.push(headers.authorization);
    if (headers.authorization !== `Bearer ${options.apiKey}`) call.respond(UNAUTHENTICATED, { endStream: true });
    else if (FOR_OWNERS.test(headers[':path'] ?? '')) call.respond(FORBIDDEN, { endStream: true });
    else passOn(call, headers, upstream);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    address: `localhost:${(server.address() as AddressInfo).port}`,
    shown,
    close: async () => {
      upstream.destroy();
      for (const session of sessions) session.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}

/** In the words of Temporal Cloud. */
const UNAUTHENTICATED: OutgoingHttpHeaders = {
  ':status': 200,
  'content-type': 'application/grpc',
  'grpc-status': '16',
  'grpc-message': 'Request unauthorized.',
};
const FORBIDDEN: OutgoingHttpHeaders = { ...UNAUTHENTICATED, 'grpc-status': '7' };
const FOR_OWNERS = /^\/temporal\.api\.operatorservice\.|\/RegisterNamespace$/;

function passOn(call: ServerHttp2Stream, headers: IncomingHttpHeaders, upstream: ClientHttp2Session): void {
  const onward = upstream.request({ ...headers, ':scheme': 'http' });
  let trailers: OutgoingHttpHeaders = {};
  onward.on('error', () => call.destroy());
  call.on('close', () => onward.close());
  onward.on('response', (answer, flags) => {
    const endStream = (flags & constants.NGHTTP2_FLAG_END_STREAM) !== 0;
    if (!call.destroyed) call.respond({ ...answer }, { endStream, waitForTrailers: !endStream });
  });
  onward.on('trailers', (found) => {
    trailers = { ...found };
  });
  call.on('wantTrailers', () => call.sendTrailers(trailers));
  call.pipe(onward);
  onward.pipe(call);
}
