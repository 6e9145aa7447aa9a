import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { networkOf } from '../../domain/assets/network.ts';
import { DomainError } from '../../domain/errors.ts';
import { whenAnswerEnds } from '../answer-end.ts';

/** One open answer of Server-Sent Events. */
export interface EventStream {
  /** Sends one event; a reader too slow to take it is cut off and comes back by itself. */
  send(event: { id?: string; event?: string; data: string }): void;
  /** Resolves once the reader has taken most of what was sent, or is gone. */
  drained(): Promise<void>;
  /** Sends the reader away. */
  end(): void;
  /** Called once, when the reader is gone or the server stops. */
  onClose(hook: () => void): void;
  readonly closed: boolean;
}

/** How many streams a person or a token may have open. */
export const STREAMS_PER_USER = 30;

declare module 'fastify' {
  interface FastifyInstance {
    eventStreams: EventStreams;
  }
}

export interface EventStreams {
  /**
   * Turns the answer into an event stream.
   * @param viewer who is signed in; undefined for the page of a payer
   * @throws DomainError `rate_limited` when this address, person, merchant or process has too many open
   */
  open(request: FastifyRequest, reply: FastifyReply, viewer?: Viewer): EventStream;
  readonly count: number;
}

interface Viewer {
  readonly userId: string;
  readonly merchantId: string;
}

export interface EventStreamOptions {
  readonly now: () => number;
  readonly heartbeatMs: number;
  readonly maxPerAddress: number;
  readonly maxPerUser: number;
  readonly maxPerMerchant: number;
  readonly max: number;
}

/** Keeps the open streams: one timer beats for all, and all end when the server closes. */
export function useEventStreams(app: FastifyInstance, options: EventStreamOptions): void {
  const open = new Set<OpenStream>();
  const counts = new Map<string, number>();
  const beat = setInterval(() => {
    for (const stream of open) stream.beat(new Date(options.now()));
  }, options.heartbeatMs);
  beat.unref();

  app.decorate('eventStreams', {
    get count() {
      return open.size;
    },
    open(request, reply, viewer) {
      const limits: [key: string, max: number][] = [[`address ${networkOf(request.ip)}`, options.maxPerAddress]];
      if (viewer !== undefined) {
        limits.push([`user ${viewer.userId}`, options.maxPerUser]);
        limits.push([`merchant ${viewer.merchantId}`, options.maxPerMerchant]);
      }
      if (open.size >= options.max || limits.some(([key, max]) => (counts.get(key) ?? 0) >= max)) {
        throw new DomainError('rate_limited', { retryAfterSeconds: 30 });
      }
      request.endTurn();
      for (const [key] of limits) counts.set(key, (counts.get(key) ?? 0) + 1);
      const stream = new OpenStream(reply);
      open.add(stream);
      stream.onClose(() => {
        open.delete(stream);
        for (const [key] of limits) {
          const left = (counts.get(key) ?? 1) - 1;
          if (left > 0) counts.set(key, left);
          else counts.delete(key);
        }
      });
      stream.start();
      return stream;
    },
  });

  // Streams never end by themselves, so a server that is closing ends them before it waits for its answers.
  app.addHook('preClose', async () => {
    clearInterval(beat);
    for (const stream of Array.from(open)) stream.end();
  });
}

class OpenStream implements EventStream {
  readonly #reply: FastifyReply;
  readonly #hooks: (() => void)[] = [];
  #closed = false;

  constructor(reply: FastifyReply) {
    this.#reply = reply;
    reply.raw.on('error', () => this.#close());
    whenAnswerEnds(reply.raw, () => this.#close());
  }

  get closed(): boolean {
    return this.#closed;
  }

  start(): void {
    const { raw } = this.#reply;
    this.#reply.hijack();
    if (this.#closed) return;
    raw.socket?.setKeepAlive(true);
    raw.socket?.setNoDelay(true);
    raw.writeHead(200, {
      ...(this.#reply.getHeaders() as Record<string, string>),
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store, no-transform',
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
      'x-accel-buffering': 'no',
    });
    raw.write(`retry: ${RECONNECT_MS}\n\n`);
  }

  send({ id, event, data }: { id?: string; event?: string; data: string }): void {
    const head = `${id === undefined ? '' : `id: ${id}\n`}${event === undefined ? '' : `event: ${event}\n`}`;
    this.#write(`${head}data: ${data.replaceAll('\n', '\ndata: ')}\n\n`);
  }

  beat(now: Date): void {
    // An event, since a page cannot see comments.
    this.send({ event: 'heartbeat', data: JSON.stringify({ server_time: now.toISOString() }) });
  }

  drained(): Promise<void> {
    const { raw } = this.#reply;
    if (this.#closed || !raw.writableNeedDrain) return Promise.resolve();
    return new Promise((resolve) => {
      raw.once('drain', resolve);
      this.onClose(resolve);
    });
  }

  end(): void {
    if (!this.#closed) this.#reply.raw.end();
    this.#close();
  }

  onClose(hook: () => void): void {
    if (this.#closed) hook();
    else this.#hooks.push(hook);
  }

  #write(text: string): void {
    const { raw } = this.#reply;
    if (this.#closed || raw.destroyed) return;
    if (raw.writableLength > MAX_UNREAD_BYTES) raw.destroy();
    else raw.write(text);
  }

  #close(): void {
    if (this.#closed) return;
    this.#closed = true;
    for (const hook of this.#hooks) hook();
  }
}

const RECONNECT_MS = 2000;
const MAX_UNREAD_BYTES = 512 * 1024;
