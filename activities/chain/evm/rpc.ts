import { BaseError, createClient, type Hex, http, rpcSchema, type Transport, webSocket } from 'viem';
import { ChainUnavailableError } from '../port.ts';

/** The JSON-RPC calls of an Ethereum node that following and sending make, with the fields that they read. */
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
  balance(address: Hex, block: Hex): Promise<Hex>;
  /** How many transactions an account has made. */
  transactionCount(address: Hex, block: Hex | 'latest' | 'pending'): Promise<Hex>;
  callAt(call: EvmCall, block: Hex): Promise<Hex>;
  /** Throws {@link EvmRpcError} where the call would fail. */
  estimateGas(call: EvmCall): Promise<Hex>;
  /** The node's suggested tip for each unit of gas. */
  suggestedTip(): Promise<Hex>;
  /** Answers with the hash. Throws {@link EvmRpcError} in the node's own words. */
  sendRaw(bytes: Hex): Promise<Hex>;
  close(): Promise<void>;
}

export interface EvmHeader {
  readonly number: Hex;
  readonly hash: Hex;
  readonly parentHash: Hex;
  readonly timestamp: Hex;
  readonly baseFeePerGas?: Hex;
}

export interface EvmCall {
  readonly from?: Hex;
  readonly to: Hex;
  readonly value?: Hex;
  readonly data?: Hex;
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
  /** The most that it uses, and what it pays for each unit of it at the most; some nodes leave them out. */
  readonly gas?: Hex;
  readonly maxFeePerGas?: Hex;
  readonly gasPrice?: Hex;
}

export interface EvmReceipt {
  readonly transactionHash: Hex;
  readonly blockHash: Hex;
  readonly status: Hex;
  readonly gasUsed: Hex;
  /** The price paid for each unit of gas. */
  readonly effectiveGasPrice: Hex;
  readonly logs: readonly EvmLog[];
}

export interface EvmLog {
  readonly address: Hex;
  readonly topics: readonly Hex[];
  readonly data: Hex;
  readonly removed?: boolean;
}

/** The internal calls of one transaction of a block; without a result if the node could not trace this one. */
export interface EvmTrace {
  readonly txHash?: Hex;
  readonly result?: EvmFrame;
  readonly error?: string;
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
      Call<'eth_getBalance', [Hex, Hex], Hex>,
      Call<'eth_getTransactionCount', [Hex, Hex | 'latest' | 'pending'], Hex>,
      Call<'eth_call', [EvmCall, Hex], Hex>,
      Call<'eth_estimateGas', [EvmCall], Hex>,
      Call<'eth_maxPriorityFeePerGas', [], Hex>,
      Call<'eth_sendRawTransaction', [Hex], Hex>,
    ]
  >();

/** A main-chain block with its traces has tens of megabytes; anything larger is not a valid answer. */
const longestAnswer = 160_000_000;

/**
 * The node refused the call itself: it does not know the method, a filter is gone, a call would fail, or it does not
 * take a transaction.
 */
export class EvmRpcError extends Error {
  override readonly name = 'EvmRpcError';
}

/**
 * Opens a client; the URL may contain user and password. Simultaneous calls are sent in one request, except traces:
 * they may take too long or be too large, and must not take other answers with them. Each call throws
 * {@link ChainUnavailableError} without a sensible answer, and {@link EvmRpcError} if the node answers with an error.
 */
export function openEvmRpc(url: string, timeoutMs = 20_000): EvmRpc {
  const { host } = new URL(url);
  const open = (connection: 'shared' | 'traces') =>
    createClient({ transport: transportTo(url, { timeoutMs, connection }), rpcSchema: schema, cacheTime: 0 });
  const client = open('shared');
  let tracer: typeof client | undefined;

  async function ask<Answer>(question: Promise<Answer>): Promise<Answer> {
    try {
      return await question;
    } catch (error) {
      if (error instanceof BaseError && 'code' in error && typeof error.code === 'number') {
        throw new EvmRpcError(error.details || error.shortMessage);
      }
      // Only the short form: the long one repeats URL and request.
      const reason = error instanceof BaseError ? error.shortMessage : String(error);
      throw new ChainUnavailableError(`The node at ${host} does not answer: ${reason}`);
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
    tracesOf(hash) {
      tracer ??= open('traces');
      return ask(tracer.request({ method: 'debug_traceBlockByHash', params: [hash, { tracer: 'callTracer' }] }));
    },
    transaction: (hash) => ask(client.request({ method: 'eth_getTransactionByHash', params: [hash] })),
    receipt: (hash) => ask(client.request({ method: 'eth_getTransactionReceipt', params: [hash] })),
    newPendingFilter: () => ask(client.request({ method: 'eth_newPendingTransactionFilter', params: [] })),
    filterChanges: (filter) => ask(client.request({ method: 'eth_getFilterChanges', params: [filter] })),
    balance: (address, block) => ask(client.request({ method: 'eth_getBalance', params: [address, block] })),
    transactionCount: (address, block) =>
      ask(client.request({ method: 'eth_getTransactionCount', params: [address, block] })),
    callAt: (call, block) => ask(client.request({ method: 'eth_call', params: [call, block] })),
    estimateGas: (call) => ask(client.request({ method: 'eth_estimateGas', params: [call] })),
    suggestedTip: () => ask(client.request({ method: 'eth_maxPriorityFeePerGas', params: [] })),
    sendRaw: (bytes) => ask(client.request({ method: 'eth_sendRawTransaction', params: [bytes] })),
    async close() {
      for (const each of tracer === undefined ? [client] : [client, tracer]) {
        if ('getRpcClient' in each.transport) (await each.transport.getRpcClient()).close();
      }
    },
  };
}

interface Connection {
  readonly timeoutMs: number;
  readonly connection: 'shared' | 'traces';
}

function transportTo(url: string, { timeoutMs, connection }: Connection): Transport {
  const target = new URL(url);
  const isShared = connection === 'shared';
  if (target.protocol.startsWith('ws')) {
    // viem shares a socket between clients with equal options; these two mean the same and are not equal.
    const keepAlive = isShared ? true : { interval: 30_000 };
    return webSocket(url, { timeout: timeoutMs, retryCount: 0, keepAlive });
  }
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
    batch: isShared && { batchSize: 100 },
    fetchOptions: { headers },
    maxResponseBodySize: longestAnswer,
    // The time above ends with the first bytes; this one holds for all of them.
    fetchFn: (input, init) => {
      const whole = AbortSignal.timeout(timeoutMs * 3);
      return fetch(input, { ...init, signal: init?.signal ? AbortSignal.any([init.signal, whole]) : whole });
    },
  });
}
