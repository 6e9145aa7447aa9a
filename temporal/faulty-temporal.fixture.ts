import { once } from 'node:events';
import {
  connect,
  constants,
  createServer,
  type Http2Server,
  type IncomingHttpHeaders,
  type ServerHttp2Session,
  type ServerHttp2Stream,
} from 'node:http2';
import type { AddressInfo } from 'node:net';
import { gunzipSync } from 'node:zlib';

/** A fault in the polls of a queue: an error that no retry cures, or no answer at all. */
export type PollFault = 'refused' | 'swallowed';

/** A Temporal server as a broken network or proxy shows it: polls of some queues fail, all other calls get through. */
export interface FaultyTemporal {
  readonly address: string;
  /** Fails the polls of a queue from now on, the waiting ones too. */
  fail(queue: string, fault: PollFault): void;
  heal(queue: string): void;
  close(): Promise<void>;
}

export async function faultyTemporal(address: string): Promise<FaultyTemporal> {
  const upstream = connect(`http://${address}`);
  upstream.on('error', () => {});
  const faults = new Map<string, PollFault>();
  const polls = new Map<ServerHttp2Stream, Buffer>();
  const sessions = new Set<ServerHttp2Session>();
  const server: Http2Server = createServer();
  server.on('session', (session) => {
    sessions.add(session);
    session.on('error', () => {});
  });
  server.on('stream', (stream, headers) => {
    stream.on('error', () => {});
    // A caller that went away while it was asking.
    forward(stream, headers).catch(() => stream.destroy());
  });
  const forward = async (stream: ServerHttp2Stream, headers: IncomingHttpHeaders) => {
    const chunks: Buffer[] = [];
    for await (const chunk of stream) chunks.push(chunk as Buffer);
    const body = Buffer.concat(chunks);
    const isPoll = /\/Poll(Activity|Workflow)TaskQueue$/.test(headers[':path'] ?? '');
    const fault = isPoll ? [...faults].find(([queue]) => names(body, queue))?.[1] : undefined;
    if (fault === 'swallowed' || stream.destroyed) return;
    if (fault === 'refused') {
      const denied = { 'grpc-status': '7', 'grpc-message': 'refused by the test' };
      return stream.respond({ ':status': 200, 'content-type': 'application/grpc', ...denied }, { endStream: true });
    }
    if (isPoll) polls.set(stream, body);
    const call = upstream.request({ ...headers, ':authority': address });
    call.on('error', () => stream.destroy());
    stream.on('close', () => {
      polls.delete(stream);
      call.close();
    });
    let trailers: IncomingHttpHeaders = {};
    call.on('trailers', (sent) => {
      trailers = sent;
    });
    call.on('response', (answer) => {
      if (stream.destroyed) return;
      stream.respond(answer, { waitForTrailers: true });
      stream.on('wantTrailers', () => stream.sendTrailers(trailers));
      call.pipe(stream);
    });
    call.end(body);
  };
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    address: `127.0.0.1:${(server.address() as AddressInfo).port}`,
    fail: (queue, fault) => {
      faults.set(queue, fault);
      for (const [stream, body] of polls) if (names(body, queue)) stream.close(constants.NGHTTP2_INTERNAL_ERROR);
    },
    heal: (queue) => void faults.delete(queue),
    close: async () => {
      for (const session of sessions) session.destroy();
      upstream.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}

/** The queue's name is in the request as it is written; a gRPC frame begins with a flag and four bytes of length. */
function names(frame: Buffer, queue: string): boolean {
  const message = frame[0] === 1 ? gunzipSync(frame.subarray(5)) : frame.subarray(5);
  return message.includes(Buffer.from([0x0a, queue.length, ...Buffer.from(queue)]));
}
