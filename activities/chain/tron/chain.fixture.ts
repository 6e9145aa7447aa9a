import { createHash } from 'node:crypto';
import { utils } from 'tronweb';
import { encodeErrorResult, parseAbi } from 'viem';
import { parseTronAddress } from '../../../domain/address/tron.ts';
import type { TronBlock, TronInternalTransaction, TronLog, TronOutcome, TronTransaction } from './rpc.ts';

/** A transaction as a wallet signs it. */
export interface SignedTransaction {
  readonly txID: string;
  readonly raw_data_hex: string;
  readonly signature: readonly string[];
  readonly raw_data: {
    readonly expiration: number;
    readonly fee_limit?: number;
    readonly ref_block_bytes: string;
    readonly ref_block_hash: string;
    readonly contract: readonly {
      readonly type: string;
      readonly parameter: {
        readonly value: {
          readonly owner_address: string;
          readonly to_address?: string;
          readonly amount?: number;
          readonly contract_address?: string;
          readonly asset_name?: string;
          readonly data?: string;
        };
      };
    }[];
  };
}

type TransferValue = SignedTransaction['raw_data']['contract'][number]['parameter']['value'];

interface SimBlock {
  readonly block: TronBlock;
  readonly outcomes: readonly TronOutcome[];
}

interface Effect {
  readonly result: string;
  readonly log?: readonly TronLog[];
  readonly internal_transactions?: readonly TronInternalTransaction[];
  /** The answer to a caller without a transaction, in hex. */
  readonly answer?: string;
}

/** The effects of a contract call; the sender and the words of its call data are given, addresses in hex. */
export type SimContract = (call: {
  readonly from: string;
  readonly selector: string;
  readonly words: readonly string[];
  /** Nothing of it is kept. */
  readonly isTrial: boolean;
}) => Effect;

/** The cost of a call for a caller without energy, who has to burn it, in sun. */
export const CALL_FEE = 13_000_000;
/** Sun for a unit of energy, for a byte beyond the free ones, and for the first payment to an address. */
export const PRICES = { energy: 100, byte: 1_000, opening: 1_000_000, openingBytes: 100_000 } as const;
const LONGEST_LIFE_MS = 86_400_000;

/**
 * A TRON chain small enough for tests, with the rules that matter to somebody who is paid and who pays: signatures and
 * ids, reference blocks, expiry by the time of blocks, balances, fee limits, contracts with logs and inner transfers,
 * solid blocks that lag behind, and branches. Codes are those of java-tron.
 */
export class TronChainSimulator {
  readonly #balances = new Map<string, bigint>();
  readonly #contracts = new Map<string, SimContract>();
  #blocks: SimBlock[] = [];
  #open: SignedTransaction[] = [];
  #planted: { readonly transaction: TronTransaction; readonly outcome: Partial<TronOutcome> }[] = [];
  #made = 0;
  /** Blocks that the last solid one is behind the head. */
  solidLag = 19;
  readonly #nowMs: () => number;

  constructor(nowMs: () => number = Date.now) {
    this.#nowMs = nowMs;
    this.produce();
  }

  get head(): TronBlock {
    return this.#present(this.#blocks.length - 1).block;
  }

  get solid(): TronBlock {
    return this.#present(Math.max(0, this.#blocks.length - 1 - this.solidLag)).block;
  }

  blockAt(height: number): SimBlock | undefined {
    return this.#blocks[height];
  }

  find(id: string): { readonly transaction: TronTransaction; readonly outcome: TronOutcome } | undefined {
    for (const { block, outcomes } of this.#blocks) {
      const transaction = block.transactions?.find(({ txID }) => txID === id);
      const outcome = outcomes.find((each) => each.id === id);
      if (transaction !== undefined && outcome !== undefined) return { transaction, outcome };
    }
    return undefined;
  }

  /** Gives coins out of nothing; the address in hex. */
  give(address: string, sun: bigint): void {
    this.#balances.set(address, this.balance(address) + sun);
  }

  balance(address: string): bigint {
    return this.#balances.get(address) ?? 0n;
  }

  deploy(address: string, contract: SimContract): void {
    this.#contracts.set(address, contract);
  }

  /** Takes a signed transaction in for the next block, or answers with the node's code. */
  broadcast(transaction: SignedTransaction): { readonly result: boolean; readonly code?: string } {
    const code = this.#refusal(transaction);
    if (code !== undefined) return { result: false, code };
    this.#open.push(transaction);
    return { result: true };
  }

  /** Puts a transaction that nobody checks into the next block, with what it did there. */
  plant(transaction: object, outcome: Partial<TronOutcome>): void {
    this.#made += 1;
    const txID = createHash('sha256').update(`planted ${this.#made}`).digest('hex');
    this.#planted.push({ transaction: { txID, ...transaction } as TronTransaction, outcome });
  }

  /** Forgets what waits for the next block. */
  lose(): void {
    this.#open = [];
  }

  /** Runs a contract and keeps nothing of it. */
  try(from: string, contractAddress: string, data: string): Effect {
    return this.#call({ from, contractAddress, data, isTrial: true });
  }

  exists(address: string): boolean {
    return this.#balances.has(address) || this.#contracts.has(address);
  }

  /** As if nobody had ever paid to the address. */
  close(address: string): void {
    this.#balances.delete(address);
  }

  isContract(address: string): boolean {
    return this.#contracts.has(address);
  }

  /** Makes a block with everything that was broadcast, and empty ones on top. */
  produce(count = 1): void {
    for (let made = 0; made < count; made += 1) {
      const waiting = this.#open;
      this.#open = [];
      this.#append(waiting);
    }
  }

  /** Leaves the last blocks for a branch that is one longer; what they held waits again, or is lost. */
  fork(depth: number, { lose }: { readonly lose: boolean }): void {
    const left = this.#blocks.splice(this.#blocks.length - depth);
    if (!lose)
      this.#open.push(...left.flatMap(({ block }) => (block.transactions ?? []) as unknown as SignedTransaction[]));
    this.produce(depth + 1);
  }

  #refusal(transaction: SignedTransaction): string | undefined {
    const { txID, raw_data, raw_data_hex, signature } = transaction;
    const value = raw_data.contract[0]?.parameter.value;
    const hash = createHash('sha256').update(Buffer.from(raw_data_hex, 'hex')).digest('hex');
    if (value === undefined || hash !== txID || !utils.transaction.txCheck(transaction))
      return 'CONTRACT_VALIDATE_ERROR';
    if (!signature.some((each) => signerOf(txID, each) === value.owner_address)) return 'SIGERROR';
    const headMs = this.head.block_header.raw_data.timestamp ?? 0;
    if (raw_data.expiration <= headMs || raw_data.expiration > headMs + LONGEST_LIFE_MS)
      return 'TRANSACTION_EXPIRATION_ERROR';
    const reference = this.#blocks.findLast(
      ({ block }) => referenceOf(block).ref_block_bytes === raw_data.ref_block_bytes,
    );
    if (reference === undefined || referenceOf(reference.block).ref_block_hash !== raw_data.ref_block_hash)
      return 'TAPOS_ERROR';
    if (this.find(txID) !== undefined || this.#open.some((each) => each.txID === txID)) return 'DUP_TRANSACTION_ERROR';
    return raw_data.contract[0]?.type === 'TransferContract' ? this.#transferRefusal(value) : undefined;
  }

  /** The first payment to an address opens it, which is paid for beside the amount. */
  #transferRefusal({ owner_address, to_address = '', amount = 0 }: TransferValue): string | undefined {
    if (this.isContract(to_address)) return 'CONTRACT_VALIDATE_ERROR';
    const opens = !this.exists(to_address);
    const requested = BigInt(amount) + (opens ? BigInt(PRICES.opening) : 0n);
    if (this.balance(owner_address) < requested) return 'CONTRACT_VALIDATE_ERROR';
    return opens && this.balance(owner_address) < requested + BigInt(PRICES.openingBytes)
      ? 'BANDWITH_ERROR'
      : undefined;
  }

  #append(transactions: readonly SignedTransaction[]): void {
    const height = this.#blocks.length;
    this.#made += 1;
    const parentHash = this.#blocks.at(-1)?.block.blockID ?? '0'.repeat(64);
    const rest = createHash('sha256').update(`${parentHash}${this.#made}`).digest('hex').slice(16);
    const blockID = `${height.toString(16).padStart(16, '0')}${rest}`;
    const inTime = transactions.filter(({ raw_data }) => raw_data.expiration > this.#nowMs());
    const done = inTime.map((transaction) => ({ transaction, effect: this.#execute(transaction) }));
    const header = { ...(height === 0 ? {} : { number: height }), parentHash, timestamp: this.#nowMs() };
    const listed = done.map(
      ({ transaction, effect }): TronTransaction => ({
        ...(transaction as unknown as TronTransaction),
        ret: [{ contractRet: effect.result }],
      }),
    );
    const outcomes = done.map(({ transaction, effect }) => outcomeOf(transaction, effect, height));
    for (const { transaction, outcome } of this.#planted.splice(0)) {
      listed.unshift(transaction);
      outcomes.unshift({ id: transaction.txID, blockNumber: height, receipt: {}, ...outcome });
    }
    this.#blocks.push({
      block: { blockID, block_header: { raw_data: header }, ...(listed.length === 0 ? {} : { transactions: listed }) },
      outcomes,
    });
  }

  #execute({ raw_data }: SignedTransaction): Effect & { readonly fee: number } {
    const [contract] = raw_data.contract;
    const value = contract?.parameter.value;
    if (contract === undefined || value === undefined) return { result: 'UNKNOWN', fee: 0 };
    const { owner_address: from } = value;
    if (contract.type === 'TransferContract') {
      const sun = BigInt(value.amount ?? 0);
      const to = value.to_address ?? '';
      const fee = this.exists(to) ? 0 : PRICES.opening + PRICES.openingBytes;
      this.give(from, -sun - BigInt(fee));
      this.give(to, sun);
      return { result: 'SUCCESS', fee };
    }
    if (contract.type !== 'TriggerSmartContract') return { result: 'SUCCESS', fee: 0 };
    const limit = Math.min(raw_data.fee_limit ?? 0, Number(this.balance(from)));
    // The amount that was burnt until the energy was used up stays burnt.
    const fee = Math.min(limit, CALL_FEE);
    this.give(from, -BigInt(fee));
    if (limit < CALL_FEE) return { result: 'OUT_OF_ENERGY', fee };
    const { data = '', contract_address: contractAddress = '' } = value;
    return { ...this.#call({ from, contractAddress, data, isTrial: false }), fee };
  }

  #call({ from, contractAddress, data, isTrial }: Call): Effect {
    const call = { from, selector: data.slice(0, 8), words: data.slice(8).match(/.{64}/g) ?? [], isTrial };
    return this.#contracts.get(contractAddress)?.(call) ?? { result: 'REVERT' };
  }

  #present(height: number): SimBlock {
    const found = this.#blocks[height];
    if (found === undefined) throw new Error(`There is no block ${height}.`);
    return found;
  }
}

interface Call {
  readonly from: string;
  readonly contractAddress: string;
  readonly data: string;
  readonly isTrial: boolean;
}

/** The signer of a signature; null for text that is none. */
function signerOf(txID: string, signature: string): string | null {
  try {
    return utils.crypto.ecRecover(txID, signature).toLowerCase();
  } catch {
    return null;
  }
}

/** A transaction's reference to the block that it was made after. */
export function referenceOf({ blockID, block_header }: TronBlock): { ref_block_bytes: string; ref_block_hash: string } {
  const number = (block_header.raw_data.number ?? 0).toString(16).padStart(16, '0');
  return { ref_block_bytes: number.slice(-4), ref_block_hash: blockID.slice(16, 32) };
}

function outcomeOf(
  { txID, raw_data }: SignedTransaction,
  { result, fee, answer: _, ...effect }: Effect & { readonly fee: number },
  height: number,
): TronOutcome {
  const isCall = raw_data.contract[0]?.type === 'TriggerSmartContract';
  return {
    id: txID,
    blockNumber: height,
    ...(fee === 0 ? {} : { fee }),
    ...(result === 'SUCCESS' ? {} : { result: 'FAILED' }),
    receipt: isCall ? { result } : {},
    ...effect,
  };
}

const transferTopic = 'ddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef';
const transferCall = 'a9059cbb';
const balanceCall = '70a08231';

/** A token like Tether's: `transfer` moves, logs it, and returns false all the same. */
export function tokenLikeUsdt(address: string): SimContract {
  return ({ from, selector, words: [to = '', amount = ''] }) => {
    if (selector !== transferCall) return { result: 'REVERT' };
    const topics = [transferTopic, from.slice(2).padStart(64, '0'), to];
    return { result: 'SUCCESS', log: [{ address: address.slice(2), topics, data: amount }] };
  };
}

/** The same with balances, given out at the start; one that is paused refuses. Addresses in hex. */
export function tokenWithBalances(
  address: string,
  balances: Map<string, bigint>,
  state: { paused: boolean } = { paused: false },
): SimContract {
  const pays = tokenLikeUsdt(address);
  const holder = (word: string) => `41${word.slice(24)}`;
  return (call) => {
    const [first = '', second = ''] = call.words;
    if (call.selector === balanceCall)
      return { result: 'SUCCESS', answer: (balances.get(holder(first)) ?? 0n).toString(16).padStart(64, '0') };
    const amount = BigInt(`0x${second}`);
    const before = balances.get(call.from) ?? 0n;
    if (state.paused) return { result: 'REVERT', answer: errorData('Pausable: paused') };
    if (before < amount) return { result: 'REVERT' };
    if (!call.isTrial) {
      balances.set(call.from, before - amount);
      balances.set(holder(first), (balances.get(holder(first)) ?? 0n) + amount);
    }
    return pays(call);
  };
}

/** A contract's returned reason for a refusal, in hex. */
function errorData(reason: string): string {
  return encodeErrorResult({ abi: parseAbi(['error Error(string)']), args: [reason] }).slice(2);
}

/** A contract that passes coins on: to the first address, and to the second in a call that is undone. */
export function passesCoinsOn(sun: number): SimContract {
  return ({ words: [first = '', second = ''] }) => ({
    result: 'SUCCESS',
    internal_transactions: [
      { transferTo_address: `41${first.slice(24)}`, callValueInfo: [{ callValue: sun }] },
      { transferTo_address: `41${second.slice(24)}`, callValueInfo: [{ callValue: sun }], rejected: true },
      { transferTo_address: `41${first.slice(24)}`, callValueInfo: [{ callValue: sun, tokenId: '1000001' }] },
    ],
  });
}

export function base58Of(hexAddress: string): string {
  return parseTronAddress(hexAddress);
}
