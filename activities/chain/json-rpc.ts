import { Agent, request } from 'undici';
import { ChainUnavailable } from './port.ts';

/** A node that speaks JSON-RPC over HTTP. */
export interface RpcClient {
  /**
   * @throws RpcRefusal when the node answered with an error
   * @throws ChainUnavailable when there is no sensible answer
   */
  call<Result>(method: string, params?: readonly unknown[]): Promise<Result>;
  /** Many calls in few requests. Each result or refusal stands where its call stood. */
  batch<Result>(calls: readonly RpcCall[]): Promise<(Result | RpcRefusal)[]>;
  close(): Promise<void>;
}

export interface RpcCall {
  readonly method: string;
  readonly params: readonly unknown[];
}

/** The node understood the call and said no. */
export class RpcRefusal extends Error {
  override readonly name = 'RpcRefusal';
  readonly code: number;

  constructor(code: number, message: string) {
    super(message);
    this.code = code;
  }
}

export interface RpcOptions {
  /** User and password may stand in it. */
  readonly url: string;
  readonly timeoutMs?: number;
}

/** Calls per request of a batch. */
const batchSize = 100;
/** A block of the largest chains is below 70 MB as hex; more is no block. */
const longestAnswer = 160_000_000;

/** Opens a client with a connection that is kept. Nothing is contacted yet. */
export function openRpc({ url, timeoutMs = 15_000 }: RpcOptions): RpcClient {
  const target = new URL(url);
  const headers: Record<string, string> = { 'content-type': 'application/json' };
  if (target.username !== '') {
    const pair = `${decodeURIComponent(target.username)}:${decodeURIComponent(target.password)}`;
    headers.authorization = `Basic ${Buffer.from(pair).toString('base64')}`;
  }
  target.username = '';
  target.password = '';
  const dispatcher = new Agent({ connections: 4, keepAliveTimeout: 30_000, maxResponseSize: longestAnswer });

  async function post(body: unknown): Promise<unknown> {
    try {
      const answer = await request(target, {
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
        throw new ChainUnavailable(`The node at ${target.host} refuses the user or password (${answer.statusCode}).`);
      }
      return JSON.parse(text);
    } catch (error) {
      if (error instanceof ChainUnavailable) throw error;
      // Only host and reason: the URL holds a password.
      const reason = error instanceof Error ? error.message : String(error);
      throw new ChainUnavailable(`The node at ${target.host} does not answer: ${reason}`);
    }
  }

  return {
    async call<Result>(method: string, params: readonly unknown[] = []) {
      const outcome = readOutcome<Result>(await post({ jsonrpc: '1.0', id: 0, method, params }), target.host);
      if (outcome instanceof RpcRefusal) throw outcome;
      return outcome;
    },
    async batch<Result>(calls: readonly RpcCall[]) {
      const outcomes: (Result | RpcRefusal)[] = [];
      for (let start = 0; start < calls.length; start += batchSize) {
        const part = calls.slice(start, start + batchSize);
        const answers = await post(part.map((call, id) => ({ jsonrpc: '2.0', id, ...call })));
        if (!Array.isArray(answers))
          throw new ChainUnavailable(`The node at ${target.host} does not take several calls.`);
        const byId = new Map(answers.map((answer: { id?: unknown }) => [answer?.id, answer]));
        for (let id = 0; id < part.length; id += 1) outcomes.push(readOutcome<Result>(byId.get(id), target.host));
      }
      return outcomes;
    },
    close: () => dispatcher.destroy(),
  };
}

function readOutcome<Result>(answer: unknown, host: string): Result | RpcRefusal {
  if (typeof answer !== 'object' || answer === null)
    throw new ChainUnavailable(`The node at ${host} answers nonsense.`);
  const { result, error } = answer as { result?: Result; error?: { code?: number; message?: string } | null };
  if (error) return new RpcRefusal(error.code ?? 0, error.message ?? 'no reason given');
  if (result === undefined) throw new ChainUnavailable(`The node at ${host} answers nonsense.`);
  return result;
}
