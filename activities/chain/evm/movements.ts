import type { Hex } from 'viem';
import type { FeeOffer, Movement } from '../../../db/chain/movement.ts';
import type { ChainTransaction } from '../port.ts';
import type { EvmFrame, EvmReceipt, EvmTransaction } from './rpc.ts';

/** The USDT contract in lower case; undefined if there is none. */
export type UsdtContract = Hex | undefined;

/** A transaction that a block holds: what its receipt says, and its trace where the node makes one. */
export interface MinedTransaction {
  readonly transaction: EvmTransaction;
  readonly receipt: EvmReceipt;
  readonly trace: EvmFrame | undefined;
}

/** The payments of a mined transaction. One without effect gave nothing (hazard 21). */
export function describeMined({ transaction, receipt, trace }: MinedTransaction, usdt: UsdtContract): ChainTransaction {
  const failed = receipt.status !== '0x1';
  const movements = failed ? [] : [...etherMoved(transaction, trace), ...tokensMoved(receipt, usdt)];
  return { txid: transaction.hash, movements, spends: [numberOf(transaction)], failed, seenAtMs: null };
}

/**
 * The payments that a transaction in the mempool promises: its own value, or the USDT that it transfers. Its effects in
 * other contracts are known only once it is mined.
 */
export function describePending(transaction: EvmTransaction, usdt: UsdtContract): ChainTransaction {
  const movements = [...etherMoved(transaction, undefined), ...tokensRequested(transaction, usdt)];
  const fee = offerOf(transaction);
  return { txid: transaction.hash, movements, spends: [numberOf(transaction)], failed: false, seenAtMs: null, fee };
}

/** Until it is mined, its sender can send another one with the same number. */
function offerOf({ gas, maxFeePerGas, gasPrice }: EvmTransaction): FeeOffer | undefined {
  const price = maxFeePerGas ?? gasPrice;
  if (gas === undefined || price === undefined) return undefined;
  return { feeMinor: BigInt(gas) * BigInt(price), units: BigInt(gas), isReplaceable: true };
}

/** Each number of a sender is used once: two transactions with the same one exclude each other (hazard 29). */
function numberOf({ from, nonce }: EvmTransaction): string {
  return `${from.toLowerCase()}:${BigInt(nonce)}`;
}

function etherMoved({ from, to, value }: EvmTransaction, trace: EvmFrame | undefined): Movement[] {
  const own = to === null ? [] : ether({ from, to, amountMinor: BigInt(value), path: rootPath });
  return trace === undefined ? own : [...own, ...innerEther(trace, rootPath)];
}

const rootPath = '0';
/** Frames that carry coins. A DELEGATECALL repeats the value of the frame around it and moves nothing. */
const carriers = new Set(['CALL', 'SELFDESTRUCT', 'CREATE', 'CREATE2']);

/** Coins that contracts sent. A frame that failed gives nothing, and nothing in it does (hazard 24). */
function innerEther(frame: EvmFrame, path: string): Movement[] {
  if (frame.error !== undefined) return [];
  return (frame.calls ?? []).flatMap((call, index) => {
    if (call.error !== undefined) return [];
    const place = `${path}.${index}`;
    const carries = call.to !== undefined && carriers.has(call.type);
    // A contract's own coins, for which nobody can sign.
    const sent = carries ? ether({ to: call.to, amountMinor: BigInt(call.value ?? '0x0'), path: place }) : [];
    return [...sent, ...innerEther(call, place)];
  });
}

function ether({ path, ...moved }: Omit<Moved, 'output'> & { readonly path: string }): Movement[] {
  return movement('ETH', { ...moved, output: `trace:${path}` });
}

const transferTopic = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef';

/**
 * Token transfers as logged: by this contract, with this event and both addresses as topics (hazard 22). The log shows
 * what arrived, regardless of who called the contract (hazard 23) and which fee it kept (hazard 26).
 */
function tokensMoved({ logs }: EvmReceipt, usdt: UsdtContract): Movement[] {
  if (usdt === undefined) return [];
  return logs.flatMap((log, index) => {
    const [topic, owner, recipient] = log.topics;
    if (log.removed === true || log.address.toLowerCase() !== usdt || topic !== transferTopic) return [];
    if (owner === undefined || recipient === undefined || log.topics.length !== 3 || log.data.length !== 66) return [];
    return movement('USDT_ERC20', {
      from: `0x${owner.slice(26)}`,
      to: `0x${recipient.slice(26)}`,
      amountMinor: BigInt(log.data),
      output: `log:${index}`,
    });
  });
}

const transferCall = '0xa9059cbb';
const transferFromCall = '0x23b872dd';

function tokensRequested({ from, to, input }: EvmTransaction, usdt: UsdtContract): Movement[] {
  if (usdt === undefined || to?.toLowerCase() !== usdt) return [];
  const words = (input.slice(10).match(/.{64}/g) ?? []).slice(0, 3);
  const isAllowance = input.startsWith(transferFromCall);
  const [recipient, amount] = input.startsWith(transferCall) ? words : isAllowance ? words.slice(1) : [];
  if (recipient === undefined || amount === undefined) return [];
  return movement('USDT_ERC20', {
    from: isAllowance ? `0x${words[0]?.slice(24)}` : from,
    to: `0x${recipient.slice(24)}`,
    amountMinor: BigInt(`0x${amount}`),
    output: 'log:0',
  });
}

interface Moved {
  /** The account that owned the money; missing for a contract's. */
  readonly from?: Hex;
  readonly to: Hex;
  readonly amountMinor: bigint;
  readonly output: string;
}

/** Nothing for an amount of zero: such logs are made by strangers to poison address books (hazard 25). */
function movement(gateId: 'ETH' | 'USDT_ERC20', { from, to, amountMinor, output }: Moved): Movement[] {
  if (amountMinor === 0n) return [];
  const addressKey = to.toLowerCase();
  const sender = from === undefined ? {} : { sender: from.toLowerCase() };
  const place = { output, addressKey, destinationTag: null, ...sender };
  return [{ gateId, assetRef: gateId, ...place, amountMinor, coinbase: false, maturity: 0 }];
}
