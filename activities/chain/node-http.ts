import { Agent, request } from 'undici';
import { withoutTrailing } from '../../domain/text/trailing.ts';
import { ChainUnavailableError } from './port.ts';

/** A node that takes questions as JSON over HTTP. */
export interface NodeHttp {
  readonly host: string;
  /**
   * Posts to a path below the node's URL and reads the answer, whatever its status.
   * @throws ChainUnavailableError when there is no answer, or none that is JSON
   */
  post(path: string, body: unknown): Promise<unknown>;
  close(): Promise<void>;
}

export interface NodeHttpOptions {
  readonly timeoutMs?: number;
  /** Parses an answer. Throws if it is not JSON. */
  readonly parse?: (text: string) => unknown;
}

/** A block of the largest chains has less than 70 MB as hex; anything larger is not a block. */
const longestAnswer = 160_000_000;

/** Opens a client with persistent connections; the URL may contain user and password. Nothing is contacted yet. */
export function openNodeHttp(
  url: string,
  { timeoutMs = 15_000, parse = (text) => JSON.parse(text) }: NodeHttpOptions = {},
): NodeHttp {
  const target = new URL(url);
  const headers: Record<string, string> = { 'content-type': 'application/json' };
  if (target.username !== '') {
    const pair = `${decodeURIComponent(target.username)}:${decodeURIComponent(target.password)}`;
    headers.authorization = `Basic ${Buffer.from(pair).toString('base64')}`;
  }
  target.username = '';
  target.password = '';
  const base = withoutTrailing(target.href, '/');
  const dispatcher = new Agent({ connections: 4, keepAliveTimeout: 30_000, maxResponseSize: longestAnswer });

  return {
    host: target.host,
    async post(path, body) {
      try {
        const answer = await request(path === '' ? target.href : base + path, {
          method: 'POST',
          headers,
          body: JSON.stringify(body),
          dispatcher,
          headersTimeout: timeoutMs,
          bodyTimeout: timeoutMs,
          signal: AbortSignal.timeout(timeoutMs * 4),
        });
        const text = await answer.body.text();
        if (answer.statusCode === 401 || answer.statusCode === 403) {
          throw new ChainUnavailableError(
            `The node at ${target.host} refuses the user or password (${answer.statusCode}).`,
          );
        }
        return parse(text);
      } catch (error) {
        if (error instanceof ChainUnavailableError) throw error;
        // Only host and reason: the URL holds a password.
        const reason = error instanceof Error ? error.message : String(error);
        throw new ChainUnavailableError(`The node at ${target.host} does not answer: ${reason}`);
      }
    },
    close: () => dispatcher.destroy(),
  };
}
