import { openNodeHttp } from '../node-http.ts';
import { ChainUnavailable } from '../port.ts';

/** The calls of a TRON node (java-tron's HTTP interface) that a follower makes, with the fields that it reads. Addresses are in hex, `41…`. */
export interface TronRpc {
  head(): Promise<TronBlock>;
  /** The last block that enough producers have built on: it stays. */
  solid(): Promise<TronBlock>;
  blockAt(height: number): Promise<TronBlock | null>;
  /** What the transactions of a block did. */
  outcomesAt(height: number): Promise<readonly TronOutcome[]>;
  transaction(id: string): Promise<TronTransaction | null>;
  /** Null while it is in no block. */
  outcome(id: string): Promise<TronOutcome | null>;
  close(): Promise<void>;
}

export interface TronBlock {
  readonly blockID: string;
  readonly block_header: {
    /** The first block has no number; times are in milliseconds. */
    readonly raw_data: { readonly number?: number; readonly parentHash: string; readonly timestamp?: number };
  };
  readonly transactions?: readonly TronTransaction[];
}

export interface TronTransaction {
  readonly txID: string;
  readonly ret?: readonly { readonly contractRet?: string }[];
  readonly raw_data: { readonly contract: readonly TronContract[] };
}

interface TronContract {
  readonly type: string;
  readonly parameter: {
    readonly value: { readonly owner_address: string; readonly to_address?: string; readonly amount?: number };
  };
}

export interface TronOutcome {
  readonly id: string;
  readonly blockNumber: number;
  /** `FAILED`, or not there. */
  readonly result?: string;
  readonly receipt?: { readonly result?: string };
  readonly log?: readonly TronLog[];
  readonly internal_transactions?: readonly TronInternalTransaction[];
}

export interface TronLog {
  /** Without the `41` in front. */
  readonly address: string;
  readonly topics?: readonly string[];
  readonly data?: string;
}

export interface TronInternalTransaction {
  readonly transferTo_address?: string;
  readonly rejected?: boolean;
  readonly callValueInfo?: readonly { readonly callValue?: number; readonly tokenId?: string }[];
}

/**
 * Opens a client; user and password may stand in the URL. The node has to serve `/wallet` and `/walletsolidity`, as gateways do and as a
 * reverse proxy before the two ports of a node of one's own does.
 *
 * Each call throws {@link ChainUnavailable} when there is no sensible answer.
 */
export function openTronRpc(url: string): TronRpc {
  const node = openNodeHttp(url);

  async function ask(path: string, body: object = {}): Promise<unknown> {
    const answer = await node.post(path, body);
    if (typeof answer !== 'object' || answer === null)
      throw new ChainUnavailable(`The node at ${node.host} answers nonsense.`);
    if ('Error' in answer) throw new ChainUnavailable(`The node at ${node.host} refused: ${String(answer.Error)}`);
    return answer;
  }

  /** An empty object is the node's way to say that there is none. */
  async function find<Answer extends object>(path: string, body: object, mark: keyof Answer): Promise<Answer | null> {
    const answer = (await ask(path, body)) as Answer;
    return mark in answer ? answer : null;
  }

  async function present(path: string): Promise<TronBlock> {
    const block = await find<TronBlock>(path, {}, 'blockID');
    if (block === null) throw new ChainUnavailable(`The node at ${node.host} has no block to show at ${path}.`);
    return block;
  }

  return {
    head: () => present('/wallet/getnowblock'),
    solid: () => present('/walletsolidity/getnowblock'),
    blockAt: (height) => find<TronBlock>('/wallet/getblockbynum', { num: height }, 'blockID'),
    async outcomesAt(height) {
      const answer = await ask('/wallet/gettransactioninfobyblocknum', { num: height });
      return Array.isArray(answer) ? (answer as TronOutcome[]) : [];
    },
    transaction: (id) => find<TronTransaction>('/wallet/gettransactionbyid', { value: id }, 'txID'),
    outcome: (id) => find<TronOutcome>('/wallet/gettransactioninfobyid', { value: id }, 'id'),
    close: () => node.close(),
  };
}
