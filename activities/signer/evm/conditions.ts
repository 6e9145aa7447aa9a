import { encodeFunctionData, erc20Abi, type Hex, toHex } from 'viem';
import type { CryptoGateId } from '../../../domain/assets/assets.ts';
import { tokenContract } from '../../../domain/assets/token-contracts.ts';
import { type GasPrices, readPrices } from '../../chain/evm/gas-price.ts';
import { type EvmCall, type EvmRpc, EvmRpcError } from '../../chain/evm/rpc.ts';
import { ChainUnavailableError } from '../../chain/port.ts';
import type { Payment } from '../family.ts';

/** An account of the gateway as of one block. */
export interface EvmAccountView {
  /** Lower-case. */
  readonly address: Hex;
  readonly height: number;
  /** Its next number at that block. */
  readonly number: bigint;
  /** Its next number with what waits in the node's mempool. */
  readonly pendingNumber: bigint;
  readonly etherMinor: bigint;
  /** In USDT; 0 without a contract. */
  readonly tokenMinor: bigint;
}

/** All that signing on Ethereum needs to know of the chain. */
export interface EvmConditions extends GasPrices {
  readonly chainId: number;
  readonly usdt: Hex | undefined;
  readonly account: EvmAccountView;
  /** By payout; only for these payments may be signed. */
  readonly calls: ReadonlyMap<string, PlannedCall>;
}

/** How a payment is made, and what it would take. */
export interface PlannedCall {
  readonly payment: Payment;
  readonly call: TransferCall;
  readonly gas: GasEstimate;
}

export interface TransferCall {
  readonly to: Hex;
  readonly value: bigint;
  readonly data: Hex;
}

/** `unknown`: the balance is too small to try. `reverts`: the call would fail now, in the words of the node. */
export type GasEstimate =
  | { readonly kind: 'known'; readonly gas: bigint }
  | { readonly kind: 'reverts'; readonly words: string }
  | { readonly kind: 'unknown' };

/** The contract of USDT on the chain with this id; undefined where there is none. */
export function usdtOn(chainId: number, configured: Hex | undefined): Hex | undefined {
  return tokenContract('USDT_ERC20', { isMain: chainId === 1, configured }) as Hex | undefined;
}

/** @throws ChainUnavailableError while the node catches up */
export async function readConditions(
  rpc: EvmRpc,
  {
    address,
    usdtContract,
    payments,
  }: { readonly address: Hex; readonly usdtContract: Hex | undefined; readonly payments: readonly Payment[] },
): Promise<EvmConditions> {
  const prices = await readPrices(rpc);
  const { chainId } = prices;
  const usdt = usdtOn(chainId, usdtContract);
  const account = await readAccount(rpc, { address, usdt, height: prices.height });
  const calls = new Map<string, PlannedCall>();
  for (const payment of payments) {
    const call = transferCall(payment.gateId, { to: payment.addressKey as Hex, amountMinor: payment.netMinor, usdt });
    const affordable = payment.netMinor <= (payment.gateId === 'ETH' ? account.etherMinor : account.tokenMinor);
    const gas = affordable ? await estimate(rpc, address, call) : ({ kind: 'unknown' } as const);
    calls.set(payment.payoutId, { payment, call, gas });
  }
  return { ...prices, usdt, account, calls };
}

/** Balances and nonce are from the same block, so that later reservations can be calculated. */
export async function readAccount(
  rpc: EvmRpc,
  { address, usdt, height }: { readonly address: Hex; readonly usdt: Hex | undefined; readonly height: number },
): Promise<EvmAccountView> {
  const block = toHex(height);
  const [ether, number, pending, token] = await Promise.all([
    rpc.balance(address, block),
    rpc.transactionCount(address, block),
    rpc.transactionCount(address, 'pending'),
    usdt === undefined ? '0x0' : rpc.callAt({ to: usdt, data: balanceCall(address) }, block),
  ]);
  return {
    address,
    height,
    number: BigInt(number),
    pendingNumber: BigInt(pending),
    etherMinor: BigInt(ether),
    // No contract at this address answers with nothing.
    tokenMinor: token === '0x' ? 0n : BigInt(token),
  };
}

/**
 * A payment as a call. USDT's `transfer` answers with nothing at all, against its standard; nothing is read from the
 * answer.
 * @throws Error for USDT where the contract is not known
 */
export function transferCall(
  gateId: CryptoGateId,
  { to, amountMinor, usdt }: { readonly to: Hex; readonly amountMinor: bigint; readonly usdt: Hex | undefined },
): TransferCall {
  if (gateId === 'ETH') return { to, value: amountMinor, data: '0x' };
  if (gateId !== 'USDT_ERC20' || usdt === undefined) throw new Error(`${gateId} cannot be sent on this chain.`);
  const data = encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [to, amountMinor] });
  return { to: usdt, value: 0n, data };
}

/** The gas of a call. */
export async function estimate(rpc: EvmRpc, from: Hex, { to, value, data }: TransferCall): Promise<GasEstimate> {
  const call: EvmCall = { from, to, value: toHex(value), ...(data === '0x' ? {} : { data }) };
  try {
    return { kind: 'known', gas: BigInt(await rpc.estimateGas(call)) };
  } catch (error) {
    if (!(error instanceof EvmRpcError)) throw error;
    if (/revert|invalid opcode|out of gas/i.test(error.message)) return { kind: 'reverts', words: error.message };
    if (/insufficient funds|exceeds (the )?balance/i.test(error.message)) return { kind: 'unknown' };
    throw new ChainUnavailableError(`The node does not estimate a payment: ${error.message}`);
  }
}

function balanceCall(address: Hex): Hex {
  return encodeFunctionData({ abi: erc20Abi, functionName: 'balanceOf', args: [address] });
}
