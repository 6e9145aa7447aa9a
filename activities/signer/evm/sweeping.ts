import { type Hex, parseTransaction, toHex } from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import type { Tx } from '../../../db/core/sequelize.ts';
import type { DepositHolding } from '../../../db/sending/deposit-holdings.ts';
import type { InternalTransfer } from '../../../db/sending/internal-transfers.ts';
import { pendingOutflows } from '../../../db/sending/pending-outflows.ts';
import { takeNonce } from '../../../db/sending/transactions.ts';
import type { Mode } from '../../../domain/assets/assets.ts';
import { deriveOwnAddress } from '../../../domain/assets/derivation.ts';
import { maxOf, minOf } from '../../../domain/money/money.ts';
import { type GasPrices, readPrices } from '../../chain/evm/gas-price.ts';
import { type EvmRpc, EvmRpcError, openEvmRpc } from '../../chain/evm/rpc.ts';
import { ChainUnavailableError } from '../../chain/port.ts';
import type { RetryLater, SigningKeys } from '../family.ts';
import type { BumpPlan, IsWorthMoving, Sweeping, SweepPlan, SweepRequest, WaitingTransfer } from '../sweeping.ts';
import { type EvmAccountView, estimate, readAccount, transferCall, usdtOn } from './conditions.ts';
import { type EvmSigningOptions, nonceOf, signCall } from './family.ts';
import {
  type GasFees,
  gasFees,
  gasLimit,
  HIGHEST_TOKEN_GAS,
  highestFee,
  PLAIN_TRANSFER,
  replacementFees,
} from './fees.ts';

/** A transfer that was found worth making. */
export interface EvmMove {
  readonly transfer: InternalTransfer;
  readonly usdt: Hex | undefined;
  readonly gas: bigint;
  readonly fees: GasFees;
  readonly chainId: number;
  /** The payer: a deposit address, or the account that pays. */
  readonly account: EvmAccountView;
  /** Where the key of the deposit address is, on the external chain. */
  readonly deposit: number;
}

/**
 * Sweeps ETH and USDT. An address with tokens and no coins is given what its transfer burns first; what that leaves
 * there is dust.
 */
export function openEvmSweeping(options: EvmSigningOptions): Sweeping<EvmMove> & { close(): Promise<void> } {
  const { mode, url, accountXpub } = options;
  const rpc = openEvmRpc(url);
  const hot = deriveOwnAddress({ network: 'ETH', accountXpub, index: 0, chain: 'main' }).addressKey as Hex;
  const usdtContract = options.usdtContract as Hex | undefined;
  return {
    async look(_db, holding, worth) {
      try {
        const view = await readView(rpc, { hot, usdtContract, holding });
        if (view.fees === null) return waiting(view, 'Gas costs more than may be paid.');
        const known = { ...view, fees: view.fees, worth };
        return await (holding.gateId === 'ETH' ? planCoins(known) : planTokens(rpc, known));
      } catch (error) {
        throw error instanceof EvmRpcError ? new ChainUnavailableError(`The node refused: ${error.message}`) : error;
      }
    },
    async lookAgain(waiting, worth) {
      try {
        return await planAgain(rpc, { hot, usdtContract, waiting, worth });
      } catch (error) {
        throw error instanceof EvmRpcError ? new ChainUnavailableError(`The node refused: ${error.message}`) : error;
      }
    },
    sign: (tx, request) => signMove(tx, mode, request),
    close: () => rpc.close(),
  };
}

interface View {
  readonly holding: DepositHolding;
  readonly hot: Hex;
  readonly usdt: Hex | undefined;
  readonly chainId: number;
  readonly height: number;
  readonly prices: GasPrices;
  readonly fees: GasFees | null;
  readonly account: EvmAccountView;
}

type Known = View & { readonly fees: GasFees; readonly worth: IsWorthMoving };

async function readView(
  rpc: EvmRpc,
  of: { readonly hot: Hex; readonly usdtContract: Hex | undefined; readonly holding: DepositHolding },
): Promise<View> {
  const { chainId, height, ...prices } = await readPrices(rpc);
  const usdt = usdtOn(chainId, of.usdtContract);
  const account = await readAccount(rpc, { address: of.holding.addressKey as Hex, usdt, height });
  return { ...of, usdt, chainId, height, prices, fees: gasFees(prices, MOST_PER_GAS), account };
}

/** In dear times deposits wait where they are. */
const MOST_PER_GAS = 100_000_000_000n;

function waiting({ holding, account }: View, words: string): SweepPlan<EvmMove> {
  const amountMinor = holding.gateId === 'ETH' ? account.etherMinor : account.tokenMinor;
  return { kind: 'waiting', amountMinor, words };
}

/** Everything, to the last unit: the fee is offered in one sum, none of which can come back. */
async function planCoins(view: Known): Promise<SweepPlan<EvmMove>> {
  const { account, fees, prices, hot, worth, chainId, holding } = view;
  if (account.etherMinor === 0n) return { kind: 'empty' };
  const perGas = sweepPrice(prices, fees);
  const costMinor = perGas * PLAIN_TRANSFER;
  const amountMinor = account.etherMinor - costMinor;
  if (amountMinor <= 0n || !(await worth(account.etherMinor, 'ETH', costMinor))) {
    return { kind: 'dust', amountMinor: account.etherMinor };
  }
  const transfer = { kind: 'sweep', gateId: 'ETH', fromKey: account.address, toKey: hot, amountMinor } as const;
  const exact = { maxFeePerGas: perGas, maxPriorityFeePerGas: perGas };
  const deposit = holding.index;
  const move = { transfer, usdt: undefined, gas: PLAIN_TRANSFER, fees: exact, chainId, account, deposit };
  return { kind: 'move', transfer, move };
}

async function planTokens(rpc: EvmRpc, view: Known): Promise<SweepPlan<EvmMove>> {
  const { account, fees, hot, usdt, worth, chainId, holding } = view;
  const amountMinor = account.tokenMinor;
  if (amountMinor === 0n) return { kind: 'empty' };
  const call = transferCall('USDT_ERC20', { to: hot, amountMinor, usdt });
  const estimated = await estimate(rpc, account.address, call);
  if (estimated.kind !== 'known') {
    const reason = estimated.kind === 'reverts' ? `: ${estimated.words}` : '.';
    return waiting(view, `The USDT contract refuses to move it now${reason}`);
  }
  const gas = gasLimit(estimated.gas);
  if (gas > HIGHEST_TOKEN_GAS) return waiting(view, `Moving it takes ${gas} gas.`);
  const needed = gas * fees.maxFeePerGas;
  const isWorth = await worth(amountMinor, 'USDT_ERC20', needed + PLAIN_TRANSFER * fees.maxFeePerGas);
  if (isWorth === null) return waiting(view, 'There is no rate to tell what it is worth.');
  if (!isWorth) return { kind: 'dust', amountMinor };
  // Coins that were sent for the fee are used as they are, although fees have changed a little since.
  const affordable = account.etherMinor / gas;
  if (affordable < lowest(view)) return planGas(rpc, view, needed - account.etherMinor);
  const maxFeePerGas = minOf(affordable, fees.maxFeePerGas);
  const transfer = { kind: 'sweep', gateId: 'USDT_ERC20', fromKey: account.address, toKey: hot, amountMinor } as const;
  const move = { transfer, usdt, gas, fees: { ...fees, maxFeePerGas }, chainId, account, deposit: holding.index };
  return { kind: 'move', transfer, move };
}

/** The maximum fee of the next block. */
function lowest({ prices, fees }: Known): bigint {
  return (prices.baseFee * 9n) / 8n + fees.maxPriorityFeePerGas;
}

async function planGas(rpc: EvmRpc, view: Known, amountMinor: bigint): Promise<SweepPlan<EvmMove>> {
  const { hot, usdt, account: deposit, fees, chainId, height, holding } = view;
  const account = await readAccount(rpc, { address: hot, usdt, height });
  const transfer = gasTransfer({ hot, deposit: deposit.address, amountMinor });
  const move = { transfer, usdt, gas: PLAIN_TRANSFER, fees, chainId, account, deposit: holding.index };
  return { kind: 'move', transfer, move };
}

interface AgainQuestion {
  readonly hot: Hex;
  readonly usdtContract: Hex | undefined;
  readonly waiting: WaitingTransfer;
  readonly worth: IsWorthMoving;
}

/**
 * The same transfer with the same number and both fees an eighth higher at the least. Of the bytes before only gas and
 * fees are believed.
 */
async function planAgain(
  rpc: EvmRpc,
  { hot, usdtContract, waiting, worth }: AgainQuestion,
): Promise<BumpPlan<EvmMove> | null> {
  const { raw, transfer } = waiting;
  const { gas, maxFeePerGas, maxPriorityFeePerGas } = parseTransaction(raw as `0x02${string}`);
  if (gas === undefined || maxFeePerGas === undefined || maxPriorityFeePerGas === undefined) return null;
  const { chainId, height, ...prices } = await readPrices(rpc);
  const raised = replacementFees(prices, { maxFeePerGas, maxPriorityFeePerGas }, MOST_PER_GAS);
  if (raised === null) return null;
  const { gateId, kind, depositIndex: deposit } = transfer;
  const usdt = usdtOn(chainId, usdtContract);
  const account = await readAccount(rpc, { address: transfer.fromKey as Hex, usdt: undefined, height });
  const move = { transfer, usdt, gas, fees: raised, chainId, account, deposit };
  if (kind === 'gas') return { transfer, move, replaces: true };
  if (gateId === 'ETH') return dearer({ move, before: maxFeePerGas, prices, worth });
  if (!(await worth(transfer.amountMinor, gateId, gas * raised.maxFeePerGas))) return null;
  const missing = gas * raised.maxFeePerGas - account.etherMinor;
  if (missing <= 0n) return { transfer, move, replaces: true };
  // Coins that were sent for the fee covered the fee at that time.
  const payer = await readAccount(rpc, { address: hot, usdt: undefined, height });
  const ahead = gasTransfer({ hot, deposit: account.address, amountMinor: missing });
  const sending = { transfer: ahead, usdt, gas: PLAIN_TRANSFER, chainId, account: payer, deposit };
  const now = gasFees(prices, MOST_PER_GAS);
  return now === null ? null : { transfer: ahead, move: { ...sending, fees: now }, replaces: false };
}

interface Dearer {
  readonly move: EvmMove;
  /** The offered price of each unit of gas. */
  readonly before: bigint;
  readonly prices: GasPrices;
  readonly worth: IsWorthMoving;
}

/** Coins pay for their own way: what the fee takes more is taken from what arrives. */
async function dearer({ move, before, prices, worth }: Dearer): Promise<BumpPlan<EvmMove> | null> {
  const { gas, fees } = move;
  const perGas = maxOf(sweepPrice(prices, fees), fees.maxPriorityFeePerGas);
  const everything = move.transfer.amountMinor + gas * before;
  const amountMinor = everything - gas * perGas;
  if (amountMinor <= 0n || !(await worth(everything, 'ETH', gas * perGas))) return null;
  const transfer = { ...move.transfer, amountMinor };
  const exact = { maxFeePerGas: perGas, maxPriorityFeePerGas: perGas };
  return { transfer, move: { ...move, transfer, fees: exact }, replaces: true };
}

/** Offered in one sum, none of which comes back: enough for the next blocks. */
function sweepPrice({ baseFee }: GasPrices, { maxPriorityFeePerGas }: GasFees): bigint {
  return (baseFee * 5n) / 4n + maxPriorityFeePerGas;
}

function gasTransfer({ hot, deposit, amountMinor }: { hot: Hex; deposit: Hex; amountMinor: bigint }) {
  return { kind: 'gas', gateId: 'ETH', fromKey: hot, toKey: deposit, amountMinor } as const;
}

async function signMove(tx: Tx, mode: Mode, { move, replaces, keys, bounds }: SweepRequest<EvmMove>) {
  const { transfer, usdt, account, gas, fees, chainId } = move;
  const key = payerOf(move, keys);
  if (key === null) {
    return {
      retryLater: 'no_funds',
      words: 'The keystore does not hold the key of this address.',
    } satisfies RetryLater;
  }
  const { gateId, amountMinor } = transfer;
  const call = transferCall(gateId, { to: transfer.toKey as Hex, amountMinor, usdt });
  if (fees.maxFeePerGas > highestFee(bounds, gas)) {
    return { retryLater: 'fee_too_high', words: `Gas would cost ${fees.maxFeePerGas} wei.` } satisfies RetryLater;
  }
  const chain = { mode, network: 'ETH' } as const;
  const promised = await pendingOutflows(tx, chain, 'ETH', { ...account, exceptId: replaces?.id ?? null });
  const missing = call.value + gas * fees.maxFeePerGas + (promised.get('ETH') ?? 0n) - account.etherMinor;
  if (missing > 0n) {
    const words = `The account ${account.address} lacks ${missing} minor units of ETH.`;
    return { retryLater: 'no_funds', words } satisfies RetryLater;
  }
  const nonce =
    replaces === null ? await takeNonce(tx, chain, account.address, account.pendingNumber) : nonceOf(replaces);
  return signCall(key, { call, fees, gas, nonce, chainId });
}

/**
 * The private key of who pays, where both ends are accounts of these keys, whatever rows say (hazard 68); null where
 * one is not.
 */
function payerOf({ transfer, account, deposit }: EvmMove, keys: SigningKeys): Hex | null {
  const [address, paying] = [accountAt(keys, 0, deposit), accountAt(keys, 1, 0)];
  const [from, to] = transfer.kind === 'gas' ? [paying, address] : [address, paying];
  const isOurs = transfer.fromKey === from.address && account.address === from.address && transfer.toKey === to.address;
  return isOurs ? from.key : null;
}

function accountAt(keys: SigningKeys, branch: 0 | 1, index: number) {
  const key = toHex(keys.key(branch, index).privateKey);
  return { key, address: privateKeyToAccount(key).address.toLowerCase() };
}
