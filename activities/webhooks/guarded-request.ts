import { isIP, type LookupFunction } from 'node:net';
import { Agent, buildConnector, type Dispatcher } from 'undici';
import { type AddressGuard, createAddressGuard } from '../../domain/web/address-guard.ts';
import { listeningPorts } from './own-listeners.ts';
import { type ResolveHost, resolveHost } from './resolve-host.ts';

/** Why there is no usable answer, as stored in `webhook_attempt.error`. */
export type RequestError = 'refused_address' | 'timeout' | 'redirect' | 'tls' | 'connect' | 'too_large';

export interface RequestResult {
  /** The answer was 2xx. */
  readonly ok: boolean;
  readonly httpStatus: number | null;
  readonly error: RequestError | null;
  /** The start of the answer's text, without characters that the database cannot store. */
  readonly answer: string | null;
  readonly startedAt: Date;
  readonly durationMs: number;
}

export interface GuardedClient {
  /** Sends one POST. Never rejects: failures are part of the result. */
  post(url: string, headers: Readonly<Record<string, string>>, body: string): Promise<RequestResult>;
  close(): Promise<void>;
}

export interface GuardedClientOptions {
  /** CIDR networks that may be reached although they are private. */
  readonly allowedNetworks: readonly string[];
  /** Ports on which the product listens: never reached behind a private address. */
  readonly ownPorts?: ReadonlySet<number>;
  /** A process of the product: ports of what it has started are never reached behind a private address either. */
  readonly ownProcess?: number | undefined;
  readonly resolve?: ResolveHost;
  /** From the start to the last byte that is read; by default 10 s. */
  readonly deadlineMs?: number;
  readonly nowMs?: () => number;
}

/**
 * Sends to addresses that strangers chose (hazard 59). The resolved address is checked while connecting, and again once
 * connected, so DNS rebinding has no effect. Redirects are not followed. At most 64 KB of an answer are read, until the
 * deadline; its status counts as soon as it arrives.
 */
export function openGuardedClient(options: GuardedClientOptions): GuardedClient {
  const own = createOwnPorts(options);
  const guard = createAddressGuard(options.allowedNetworks, own.ports);
  const agent = new Agent({ connect: guardedConnector(guard, options.resolve ?? resolveHost), maxHeaderSize: 16_384 });
  const { deadlineMs = 10_000, nowMs = Date.now } = options;
  return {
    post: async (url, headers, body) => {
      const startedAt = new Date(nowMs());
      const begin = performance.now();
      await own.refresh();
      const signal = AbortSignal.timeout(deadlineMs);
      const outcome = await send(agent, { url, headers, body, signal });
      return { ...outcome, startedAt, durationMs: Math.round(performance.now() - begin) };
    },
    close: () => agent.destroy(),
  };
}

/** The known ports of the product: those in its settings, and those that its processes opened. */
function createOwnPorts({ allowedNetworks, ownPorts = new Set(), ownProcess }: GuardedClientOptions) {
  const ports = new Set(ownPorts);
  let refreshed: Promise<void> | undefined;
  async function look(pid: number): Promise<void> {
    const found = await listeningPorts(pid);
    ports.clear();
    for (const port of [...ownPorts, ...found]) ports.add(port);
  }
  return {
    ports,
    async refresh(): Promise<void> {
      // Without private networks, no port of this machine can be reached.
      if (ownProcess === undefined || allowedNetworks.length === 0) return;
      if (refreshed === undefined) {
        refreshed = look(ownProcess);
        setTimeout(() => {
          refreshed = undefined;
        }, KNOWN_MS).unref();
      }
      await refreshed;
    },
  };
}

interface Post {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly signal: AbortSignal;
}

type Outcome = Omit<RequestResult, 'startedAt' | 'durationMs'>;

async function send(agent: Agent, post: Post): Promise<Outcome> {
  if (!URL.canParse(post.url) || !/^https?:$/.test(new URL(post.url).protocol)) return failed('refused_address');
  try {
    return await read(await request(agent, post));
  } catch (error) {
    return failed(codeOf(error));
  }
}

async function request(agent: Agent, { url, headers, body, signal }: Post): Promise<Dispatcher.ResponseData> {
  const once = () =>
    agent.request({ origin: new URL(url).origin, path: pathOf(url), method: 'POST', headers, body, signal });
  try {
    return await once();
  } catch (error) {
    // The receiver may close an idle connection just before it is used. The id lets it recognize a repeat.
    if (!isClosedConnection(error) || signal.aborted) throw error;
    return once();
  }
}

function pathOf(url: string): string {
  const { pathname, search } = new URL(url);
  return pathname + search;
}

async function read({ statusCode, body }: Dispatcher.ResponseData): Promise<Outcome> {
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of body as AsyncIterable<Buffer>) {
      chunks.push(chunk);
      size += chunk.length;
      if (size >= MAX_ANSWER_BYTES) break;
    }
  } catch {
    // Cut off by the deadline or by the other side: the status is what counts.
  } finally {
    body.destroy();
  }
  const isRedirect = statusCode >= 300 && statusCode < 400;
  return {
    ok: statusCode >= 200 && statusCode < 300,
    httpStatus: statusCode,
    error: isRedirect ? 'redirect' : null,
    answer: Buffer.concat(chunks).toString('utf8').replaceAll('\u0000', '').slice(0, KEPT_CHARACTERS),
  };
}

function failed(error: RequestError): Outcome {
  return { ok: false, httpStatus: null, error, answer: null };
}

class RefusedAddressError extends Error {
  readonly code = 'REFUSED_ADDRESS';
}

/** Connects only to addresses that the guard allows, checked before and after connecting. */
function guardedConnector(guard: AddressGuard, resolve: ResolveHost): buildConnector.connector {
  const connectors = new Map<number, buildConnector.connector>();
  const connectorTo = (port: number) => {
    const known = connectors.get(port);
    if (known !== undefined) return known;
    const lookup = guardedLookup((address) => guard(address, port), resolve);
    const connector = buildConnector({ lookup, timeout: CONNECT_TIMEOUT_MS, allowH2: false });
    connectors.set(port, connector);
    return connector;
  };
  return (options, callback) => {
    const port = Number(options.port) || (options.protocol === 'https:' ? 443 : 80);
    // A literal address is dialled without any lookup.
    const literal = options.hostname.replace(/^\[|\]$/g, '');
    if (isIP(literal) !== 0 && !guard(literal, port)) {
      queueMicrotask(() => callback(new RefusedAddressError(literal), null));
      return;
    }
    connectorTo(port)(options, (...result) => {
      const [error, socket] = result;
      if (error !== null || guard(socket.remoteAddress ?? '', port)) return callback(...result);
      socket.destroy();
      callback(new RefusedAddressError(socket.remoteAddress), null);
    });
  };
}

/** Resolves a name for the socket that is being opened. One refused address among several refuses the name. */
function guardedLookup(guard: AddressGuard, resolve: ResolveHost): LookupFunction {
  return (hostname, options, callback) => {
    resolve(hostname).then(
      (addresses) => {
        const [first] = addresses;
        if (first === undefined || !addresses.every((address) => guard(address)))
          return callback(new RefusedAddressError(hostname), '', 0);
        if (options.all === true)
          callback(
            null,
            addresses.map((address) => ({ address, family: isIP(address) })),
          );
        else callback(null, first, isIP(first));
      },
      (error: NodeJS.ErrnoException) => callback(error, '', 0),
    );
  };
}

function codeOf(error: unknown): RequestError {
  const { code, name } = error instanceof Error ? (error as NodeJS.ErrnoException) : { code: undefined, name: '' };
  if (code === 'REFUSED_ADDRESS') return 'refused_address';
  if (name === 'TimeoutError' || name === 'AbortError' || code?.endsWith('TIMEOUT') || code === 'ETIMEDOUT')
    return 'timeout';
  if (code === 'UND_ERR_HEADERS_OVERFLOW') return 'too_large';
  return code !== undefined && TLS_CODE.test(code) ? 'tls' : 'connect';
}

function isClosedConnection(error: unknown): boolean {
  const code = error instanceof Error ? (error as NodeJS.ErrnoException).code : undefined;
  return code === 'UND_ERR_SOCKET' || code === 'ECONNRESET' || code === 'EPIPE';
}

const TLS_CODE = /^ERR_(TLS|SSL)|CERT|^EPROTO$|^UNABLE_TO_|HOSTNAME_MISMATCH/;
/** A server that was started again may listen elsewhere. */
const KNOWN_MS = 1_000;
const MAX_ANSWER_BYTES = 65_536;
const KEPT_CHARACTERS = 1_000;
const CONNECT_TIMEOUT_MS = 5_000;
