import { openNodeHttp } from './node-http.ts';
import { ChainUnavailableError } from './port.ts';

/** A node that speaks JSON-RPC over HTTP. */
export interface RpcClient {
  /**
   * @throws RpcError when the node answered with an error
   * @throws ChainUnavailableError when there is no sensible answer
   */
  call<Result>(method: string, params?: readonly unknown[]): Promise<Result>;
  /** Sends many calls in few requests. Results and errors are in the order of the calls. */
  batch<Result>(calls: readonly RpcCall[]): Promise<(Result | RpcError)[]>;
  close(): Promise<void>;
}

export interface RpcCall {
  readonly method: string;
  readonly params: readonly unknown[];
}

/** The node understood the call and said no. */
export class RpcError extends Error {
  override readonly name = 'RpcError';
  readonly code: number;

  constructor(code: number, message: string) {
    super(message);
    this.code = code;
  }
}

export interface RpcOptions {
  /** May contain user and password. */
  readonly url: string;
  readonly timeoutMs?: number;
}

/** Calls per request of a batch. */
const batchSize = 100;

/** Opens a client with a connection that is kept. Nothing is contacted yet. */
export function openRpc({ url, timeoutMs = 15_000 }: RpcOptions): RpcClient {
  const node = openNodeHttp(url, { timeoutMs });
  const { host } = node;

  return {
    async call<Result>(method: string, params: readonly unknown[] = []) {
      const outcome = readOutcome<Result>(await node.post('', { jsonrpc: '1.0', id: 0, method, params }), host);
      if (outcome instanceof RpcError) throw outcome;
      return outcome;
    },
    async batch<Result>(calls: readonly RpcCall[]) {
      const outcomes: (Result | RpcError)[] = [];
      for (let start = 0; start < calls.length; start += batchSize) {
        const part = calls.slice(start, start + batchSize);
        const answers = await node.post(
          '',
          part.map((call, id) => ({ jsonrpc: '2.0', id, ...call })),
        );
        if (!Array.isArray(answers))
          throw new ChainUnavailableError(`The node at ${host} does not take several calls.`);
        const byId = new Map(answers.map((answer: { id?: unknown }) => [answer?.id, answer]));
        for (let id = 0; id < part.length; id += 1) outcomes.push(readOutcome<Result>(byId.get(id), host));
      }
      return outcomes;
    },
    close: () => node.close(),
  };
}

function readOutcome<Result>(answer: unknown, host: string): Result | RpcError {
  if (typeof answer !== 'object' || answer === null)
    throw new ChainUnavailableError(`The node at ${host} answers nonsense.`);
  const { result, error } = answer as { result?: Result; error?: { code?: number; message?: string } | null };
  if (error) return new RpcError(error.code ?? 0, error.message ?? 'no reason given');
  if (result === undefined) throw new ChainUnavailableError(`The node at ${host} answers nonsense.`);
  return result;
}
