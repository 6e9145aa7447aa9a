import { BaseError, createClient, type Hex, http, rpcSchema, type Transport, webSocket } from 'viem';
import { ChainUnavailable } from '../port.ts';

/** The JSON-RPC calls of an Ethereum node that a follower makes, with the fields that it reads. */
export interface EvmRpc {
  chainId(): Promise<Hex>;
  clientVersion(): Promise<string>;
  syncing(): Promise<unknown>;
  blockByNumber(which: Hex | 'latest' | 'finalized'): Promise<EvmHeader | null>;
  blockByHash(hash: Hex): Promise<EvmBlock | null>;
  pendingBlock(): Promise<Pick<EvmBlock, 'transactions'> | null>;
  receiptsOf(blockHash: Hex): Promise<EvmReceipt[] | null>;
  tracesOf(blockHash: Hex): Promise<EvmTrace[]>;
  transaction(hash: Hex): Promise<EvmTransaction | null>;
  receipt(hash: Hex): Promise<EvmReceipt | null>;
  newPendingFilter(): Promise<Hex>;
  filterChanges(filter: Hex): Promise<Hex[]>;
  close(): Promise<void>;
}

export interface EvmHeader {
  readonly number: Hex;
  readonly hash: Hex;
  readonly parentHash: Hex;
  readonly timestamp: Hex;
}

export interface EvmBlock extends EvmHeader {
  readonly transactions: readonly EvmTransaction[];
}

export interface EvmTransaction {
  readonly hash: Hex;
  readonly blockHash: Hex | null;
  readonly from: Hex;
  readonly to: Hex | null;
  readonly value: Hex;
  readonly nonce: Hex;
  readonly input: Hex;
}

export interface EvmReceipt {
  readonly transactionHash: Hex;
  readonly blockHash: Hex;
  readonly status: Hex;
  readonly logs: readonly EvmLog[];
}

export interface EvmLog {
  readonly address: Hex;
  readonly topics: readonly Hex[];
  readonly data: Hex;
  readonly removed?: boolean;
}

export interface EvmTrace {
  readonly txHash?: Hex;
  readonly result: EvmFrame;
}

/** A call inside a transaction, as the node's `callTracer` reports it. */
export interface EvmFrame {
  readonly type: string;
  readonly to?: Hex;
  readonly value?: Hex;
  readonly error?: string;
  readonly calls?: readonly EvmFrame[];
}

type Call<Method extends string, Parameters extends readonly unknown[], ReturnType> = {
  Method: Method;
  Parameters: Parameters;
  ReturnType: ReturnType;
};

const schema =
  rpcSchema<
    [
      Call<'eth_chainId', [], Hex>,
      Call<'web3_clientVersion', [], string>,
      Call<'eth_syncing', [], unknown>,
      Call<'eth_getBlockByNumber', [Hex | 'latest' | 'finalized' | 'pending', boolean], EvmBlock | null>,
      Call<'eth_getBlockByHash', [Hex, boolean], EvmBlock | null>,
      Call<'eth_getBlockReceipts', [Hex], EvmReceipt[] | null>,
      Call<'debug_traceBlockByHash', [Hex, { tracer: 'callTracer' }], EvmTrace[]>,
      Call<'eth_getTransactionByHash', [Hex], EvmTransaction | null>,
      Call<'eth_getTransactionReceipt', [Hex], EvmReceipt | null>,
      Call<'eth_newPendingTransactionFilter', [], Hex>,
      Call<'eth_getFilterChanges', [Hex], Hex[]>,
    ]
  >();

const timeoutMs = 20_000;

/** The node refused the call itself: it does not know the method, or a filter is gone. */
export class EvmRefusal extends Error {
  override readonly name = 'EvmRefusal';
}

/**
 * Opens a client; user and password may stand in the URL. Calls at the same moment travel in one request.
 *
 * Each call throws {@link ChainUnavailable} when there is no sensible answer, {@link EvmRefusal} when the node answers with an error.
 */
export function openEvmRpc(url: string): EvmRpc {
  const { host } = new URL(url);
  const client = createClient({ transport: transportTo(url), rpcSchema: schema, cacheTime: 0 });

  async function ask<Answer>(question: Promise<Answer>): Promise<Answer> {
    try {
      return await question;
    } catch (error) {
      // Only the short form: the long one repeats URL and request.
      const reason = error instanceof BaseError ? error.shortMessage : String(error);
      if (error instanceof BaseError && 'code' in error && typeof error.code === 'number') throw new EvmRefusal(reason);
      throw new ChainUnavailable(`The node at ${host} does not answer: ${reason}`);
    }
  }

  return {
    chainId: () => ask(client.request({ method: 'eth_chainId', params: [] })),
    clientVersion: () => ask(client.request({ method: 'web3_clientVersion', params: [] })),
    syncing: () => ask(client.request({ method: 'eth_syncing', params: [] })),
    blockByNumber: (which) => ask(client.request({ method: 'eth_getBlockByNumber', params: [which, false] })),
    blockByHash: (hash) => ask(client.request({ method: 'eth_getBlockByHash', params: [hash, true] })),
    pendingBlock: () => ask(client.request({ method: 'eth_getBlockByNumber', params: ['pending', true] })),
    receiptsOf: (hash) => ask(client.request({ method: 'eth_getBlockReceipts', params: [hash] })),
    tracesOf: (hash) =>
      ask(client.request({ method: 'debug_traceBlockByHash', params: [hash, { tracer: 'callTracer' }] })),
    transaction: (hash) => ask(client.request({ method: 'eth_getTransactionByHash', params: [hash] })),
    receipt: (hash) => ask(client.request({ method: 'eth_getTransactionReceipt', params: [hash] })),
    newPendingFilter: () => ask(client.request({ method: 'eth_newPendingTransactionFilter', params: [] })),
    filterChanges: (filter) => ask(client.request({ method: 'eth_getFilterChanges', params: [filter] })),
    async close() {
      if ('getRpcClient' in client.transport) (await client.transport.getRpcClient()).close();
    },
  };
}

function transportTo(url: string): Transport {
  const target = new URL(url);
  if (target.protocol.startsWith('ws')) return webSocket(url, { timeout: timeoutMs, retryCount: 0 });
  const headers: Record<string, string> = {};
  if (target.username !== '') {
    const pair = `${decodeURIComponent(target.username)}:${decodeURIComponent(target.password)}`;
    headers.authorization = `Basic ${Buffer.from(pair).toString('base64')}`;
    target.username = '';
    target.password = '';
  }
  return http(target.href, {
    timeout: timeoutMs,
    retryCount: 0,
    batch: { batchSize: 100 },
    fetchOptions: { headers },
  });
}
