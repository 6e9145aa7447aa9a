// Not http-proxy or fast-proxy: neither looks at health, nor tells whether a request that failed has reached anybody.
import {
  Agent,
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  request as openRequest,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';

export interface BalancerOptions {
  readonly host: string;
  /** 0 lets the system choose. */
  readonly port: number;
  /** Where the APIs listen. */
  readonly upstreams: readonly URL[];
  /** How often each is asked whether it is ready; an API that stops must serve for longer than that. */
  readonly checkEveryMs: number;
  /** After this long without an answer a check counts as missed. */
  readonly checkTimeoutMs?: number;
}

/** A balancer that runs in this process. */
export interface RunningBalancer {
  readonly port: number;
  /** Takes no new connections, finishes open requests, and cuts event streams. */
  stop(): Promise<void>;
}

interface Upstream {
  readonly url: URL;
  isReady: boolean;
  /** The check that is under way. */
  checking: Promise<void> | undefined;
  /** Checks in a row without an answer. */
  missed: number;
  /** Requests that it is answering. */
  open: number;
}

function asUpstream(url: URL): Upstream {
  return { url, isReady: false, checking: undefined, missed: 0, open: 0 };
}

/**
 * Spreads requests over the APIs that say they are ready, to the least busy first. A request that cannot have reached
 * an API goes to the next one. For trying and testing on one machine; it speaks no TLS.
 */
export async function startBalancer(options: BalancerOptions): Promise<RunningBalancer> {
  const upstreams = options.upstreams.map(asUpstream);
  const agent = new Agent({ keepAlive: true });
  const { checkTimeoutMs = 2_000 } = options;
  const checkAll = async () => void (await Promise.all(upstreams.map((upstream) => check(upstream, checkTimeoutMs))));
  const server = createServer((incoming, answer) => {
    new Exchange({ upstreams, agent, checkAll, incoming, answer }).forward();
  });
  server.requestTimeout = 0;
  await checkAll();
  const timer = setInterval(() => void checkAll(), options.checkEveryMs);
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(options.port, options.host, resolve);
  });
  return {
    port: (server.address() as AddressInfo).port,
    async stop() {
      clearInterval(timer);
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      const cut = setTimeout(() => server.closeAllConnections(), STREAM_GRACE_MS);
      await closed;
      clearTimeout(cut);
      agent.destroy();
    },
  };
}

const STREAM_GRACE_MS = 1_000;
/** One that says it is not ready, or that nobody can reach, gets nothing at once; one that is slow is asked again. */
const MOST_MISSED = 3;

function check(upstream: Upstream, timeoutMs: number): Promise<void> {
  upstream.checking ??= ask(upstream, timeoutMs).finally(() => {
    upstream.checking = undefined;
  });
  return upstream.checking;
}

async function ask(upstream: Upstream, timeoutMs: number): Promise<void> {
  try {
    const answer = await fetch(new URL('/health/ready', upstream.url), { signal: AbortSignal.timeout(timeoutMs) });
    await answer.body?.cancel();
    upstream.isReady = answer.ok;
    upstream.missed = 0;
  } catch (error) {
    upstream.missed += 1;
    const isSlow = error instanceof Error && error.name === 'TimeoutError';
    if (!isSlow || upstream.missed >= MOST_MISSED) upstream.isReady = false;
  }
}

interface ExchangeParts {
  readonly upstreams: readonly Upstream[];
  readonly agent: Agent;
  readonly checkAll: () => Promise<void>;
  readonly incoming: IncomingMessage;
  readonly answer: ServerResponse;
}

/** One request on its way to an API, and the answer on its way back. */
class Exchange {
  readonly #parts: ExchangeParts;
  readonly #tried = new Set<Upstream>();
  #hasAsked = false;

  constructor(parts: ExchangeParts) {
    this.#parts = parts;
  }

  forward(): void {
    const upstream = this.#pick();
    if (upstream !== undefined) this.#send(upstream);
    else if (this.#hasAsked) refuse(this.#parts.answer, 503, 'No API is ready.');
    else {
      // One may have become ready since its last check, just as another stopped.
      this.#hasAsked = true;
      void this.#parts.checkAll().then(() => this.forward());
    }
  }

  #send(upstream: Upstream): void {
    const { incoming, answer, agent } = this.#parts;
    this.#tried.add(upstream);
    upstream.open += 1;
    let hasBody = false;
    const outgoing = openRequest({
      agent,
      host: upstream.url.hostname,
      port: upstream.url.port,
      method: incoming.method ?? 'GET',
      path: incoming.url ?? '/',
      headers: forwardedHeaders(incoming),
    });
    outgoing.once('close', () => {
      upstream.open -= 1;
    });
    // The body is sent only once somebody is there to take it: until then the request can go to another API.
    outgoing.once('socket', (socket) => {
      const send = () => {
        hasBody = true;
        incoming.pipe(outgoing);
      };
      if (socket.connecting) socket.once('connect', send);
      else send();
    });
    outgoing.once('response', (reply) => passOn(reply, answer));
    outgoing.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'ECONNREFUSED') upstream.isReady = false;
      if (answer.headersSent || answer.destroyed) answer.destroy();
      else if (!hasBody || isSafeToRepeat(incoming)) this.forward();
      else refuse(answer, 502, 'The API ended before it answered.');
    });
    answer.once('close', () => {
      if (!answer.writableFinished) outgoing.destroy();
    });
  }

  #pick(): Upstream | undefined {
    const { upstreams } = this.#parts;
    const ready = upstreams.filter((upstream) => upstream.isReady && !this.#tried.has(upstream));
    return ready.reduce<Upstream | undefined>(
      (best, upstream) => (best === undefined || upstream.open < best.open ? upstream : best),
      undefined,
    );
  }
}

/** A request without body that changes nothing. */
function isSafeToRepeat({ method, headers }: IncomingMessage): boolean {
  const isRead = method === 'GET' || method === 'HEAD';
  return isRead && headers['content-length'] === undefined && headers['transfer-encoding'] === undefined;
}

/** Headers about one connection, which do not concern the next. */
const hopByHop = new Set(['connection', 'keep-alive', 'proxy-connection', 'te', 'trailer', 'upgrade', 'expect']);

/** Replaces a client's own claims about its address: the APIs trust this balancer. */
function forwardedHeaders({ headers, socket }: IncomingMessage): IncomingHttpHeaders {
  const kept = Object.entries(headers).filter(([name]) => !hopByHop.has(name) && !name.startsWith('x-forwarded-'));
  return { ...Object.fromEntries(kept), 'x-forwarded-for': socket.remoteAddress ?? '' };
}

function passOn(reply: IncomingMessage, answer: ServerResponse): void {
  const headers: string[] = [];
  for (let at = 0; at < reply.rawHeaders.length; at += 2) {
    const name = reply.rawHeaders[at] ?? '';
    const skipped = hopByHop.has(name.toLowerCase()) || name.toLowerCase() === 'transfer-encoding';
    if (!skipped) headers.push(name, reply.rawHeaders[at + 1] ?? '');
  }
  answer.writeHead(reply.statusCode ?? 502, headers);
  answer.flushHeaders();
  reply.pipe(answer);
  // An answer that breaks off must not look complete.
  reply.once('error', () => answer.destroy());
}

/** In the shape of the API's errors. */
function refuse(answer: ServerResponse, status: 502 | 503, message: string): void {
  answer.writeHead(status, { 'content-type': 'application/json; charset=utf-8', 'retry-after': '2' });
  answer.end(JSON.stringify({ message, code: 'service_unavailable' }));
}
