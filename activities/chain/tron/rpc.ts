import { openNodeHttp } from '../node-http.ts';
import { ChainUnavailableError } from '../port.ts';

/**
 * The calls of a TRON node (java-tron's HTTP interface) that following and sending make, with the fields that they
 * read. Addresses are in hex, `41…`.
 */
export interface TronRpc {
  head(): Promise<TronBlock>;
  /** The last block that enough producers have built on: it stays. */
  solid(): Promise<TronBlock>;
  blockAt(height: number): Promise<TronBlock | null>;
  /** The results of a block's transactions. */
  outcomesAt(height: number): Promise<readonly TronOutcome[]>;
  transaction(id: string): Promise<TronTransaction | null>;
  /** Its signed bytes as {@link broadcast} takes them; null if the node does not know it. */
  signedText(id: string): Promise<string | null>;
  /** Null while it is in no block. */
  outcome(id: string): Promise<TronOutcome | null>;
  /** Null if nothing was ever sent to the address. */
  account(address: string): Promise<TronAccount | null>;
  resources(address: string): Promise<TronResources>;
  /** Prices in sun by the names of the chain's parameters. */
  parameters(): Promise<ReadonlyMap<string, number>>;
  /** Runs a contract without a transaction. */
  constantCall(call: TronCall): Promise<TronCallOutcome>;
  /** Takes a signed transaction as JSON text. */
  broadcast(signed: string): Promise<TronBroadcast>;
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

/** A whole number of the node: a bigint where a number would not be exact. */
type SafeOrBig = number | bigint;

interface TronContract {
  readonly type: string;
  /** Without a value where the node itself cannot read it. */
  readonly parameter?: {
    readonly value?: { readonly owner_address: string; readonly to_address?: string; readonly amount?: SafeOrBig };
  };
}

export interface TronOutcome {
  readonly id: string;
  readonly blockNumber: number;
  /** `FAILED`, or not there. */
  readonly result?: string;
  /** Its total cost, in sun; missing if it was free. */
  readonly fee?: number;
  readonly receipt?: { readonly result?: string };
  readonly log?: readonly TronLog[];
  readonly internal_transactions?: readonly TronInternalTransaction[];
}

export interface TronAccount {
  /** Sun; not there for none. */
  readonly balance?: number;
  /** `Contract`, or not there for an account with a key. */
  readonly type?: string;
}

/** The free resources of an account; numbers that are 0 are left out. */
export interface TronResources {
  readonly freeNetLimit?: number;
  readonly freeNetUsed?: number;
  readonly EnergyLimit?: number;
  readonly EnergyUsed?: number;
}

export interface TronCall {
  readonly owner_address: string;
  readonly contract_address: string;
  /** The whole call, in hex. */
  readonly data: string;
}

export interface TronCallOutcome {
  readonly result?: { readonly result?: boolean; readonly code?: string; readonly message?: string };
  readonly energy_used?: number;
  readonly constant_result?: readonly string[];
  readonly transaction?: { readonly ret?: readonly { readonly ret?: string }[] };
}

export interface TronBroadcast {
  readonly result?: boolean;
  readonly code?: string;
  /** Words in hex. */
  readonly message?: string;
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
  readonly callValueInfo?: readonly { readonly callValue?: SafeOrBig; readonly tokenId?: string }[];
}

/**
 * Opens a client; the URL may contain user and password. The node has to serve `/wallet` and `/walletsolidity`, as
 * gateways do, or a reverse proxy before the two ports of an own node. Each call throws {@link ChainUnavailableError}
 * without a sensible answer.
 */
export function openTronRpc(url: string): TronRpc {
  const node = openNodeHttp(url, { parse: parseExactly });

  async function ask(path: string, body: object = {}): Promise<unknown> {
    const answer = await node.post(path, body);
    if (typeof answer !== 'object' || answer === null)
      throw new ChainUnavailableError(`The node at ${node.host} answers nonsense.`);
    if ('Error' in answer) throw new ChainUnavailableError(`The node at ${node.host} refused: ${String(answer.Error)}`);
    return answer;
  }

  /** The node answers with an empty object if there is none. */
  async function find<Answer extends object>(path: string, body: object, mark: keyof Answer): Promise<Answer | null> {
    const answer = (await ask(path, body)) as Answer;
    return mark in answer ? answer : null;
  }

  async function present(path: string): Promise<TronBlock> {
    const block = await find<TronBlock>(path, {}, 'blockID');
    if (block === null) throw new ChainUnavailableError(`The node at ${node.host} has no block to show at ${path}.`);
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
    async signedText(id) {
      const known = await find<TronTransaction>('/wallet/gettransactionbyid', { value: id }, 'txID');
      if (known === null) return null;
      // Its result is no part of the signed content.
      const { ret: _ret, ...signed } = known;
      return writeExactly(signed);
    },
    outcome: (id) => find<TronOutcome>('/wallet/gettransactioninfobyid', { value: id }, 'id'),
    account: (address) => find<TronAccount & { address: string }>('/wallet/getaccount', { address }, 'address'),
    resources: async (address) => (await ask('/wallet/getaccountresource', { address })) as TronResources,
    async parameters() {
      const { chainParameter = [] } = (await ask('/wallet/getchainparameters')) as {
        chainParameter?: readonly { readonly key: string; readonly value?: number }[];
      };
      return new Map(chainParameter.map(({ key, value = 0 }) => [key, value]));
    },
    constantCall: async (call) => (await ask('/wallet/triggerconstantcontract', call)) as TronCallOutcome,
    broadcast: async (signed) =>
      (await ask('/wallet/broadcasttransaction', JSON.parse(signed) as object)) as TronBroadcast,
    close: () => node.close(),
  };
}

/** The node writes amounts of 64 bits as bare numbers. Whole ones that a number would round are read as bigints. */
function parseExactly(text: string): unknown {
  return JSON.parse(text, (_key, value: unknown, context?: { readonly source?: string }) => {
    if (typeof value !== 'number' || Number.isSafeInteger(value)) return value;
    return /^-?\d+$/.test(context?.source ?? '') ? BigInt(context?.source ?? '') : value;
  });
}

/** The counterpart of {@link parseExactly}. */
function writeExactly(value: object): string {
  const { rawJSON } = JSON as unknown as { rawJSON(text: string): unknown };
  return JSON.stringify(value, (_key, each: unknown) => (typeof each === 'bigint' ? rawJSON(String(each)) : each));
}
