import type { Hex } from 'viem';
import type { DepositHolding } from '../../../db/payouts/deposits.ts';
import type { InternalTransfer } from '../../../db/payouts/internal-transfers.ts';
import { takeNonce } from '../../../db/payouts/outgoing.ts';
import { promisedBy } from '../../../db/payouts/promised.ts';
import type { Tx } from '../../../db/sequelize.ts';
import type { Mode } from '../../../domain/assets.ts';
import { deriveOwnAddress } from '../../../domain/derivation.ts';
import { minOf } from '../../../domain/money.ts';
import { MAIN_USDT_CONTRACT } from '../../chain/evm/movements.ts';
import { EvmRefusal, type EvmRpc, openEvmRpc } from '../../chain/evm/rpc.ts';
import { ChainUnavailable } from '../../chain/port.ts';
import type { NotNow } from '../family.ts';
import type { Sweeping, SweepPlan, SweepRequest, Worth } from '../sweeping.ts';
import {
  type EvmAccountView,
  estimate,
  readAccount,
  readPrices,
  type TransferCall,
  transferCall,
} from './conditions.ts';
import { type EvmSigningOptions, keyOf, signCall } from './family.ts';
import { type GasFees, type GasPrices, gasFees, gasLimit, HIGHEST_GAS, highestFee, PLAIN_TRANSFER } from './fees.ts';

/** A transfer that was found worth making. */
export interface EvmMove {
  readonly transfer: InternalTransfer;
  readonly call: TransferCall;
  readonly gas: bigint;
  readonly fees: GasFees;
  readonly chainId: number;
  /** Who pays: a deposit address, or the account that pays. */
  readonly account: EvmAccountView;
  readonly key: { readonly branch: 0 | 1; readonly index: number };
}

/**
 * Sweeps ETH and USDT. An address with tokens and no coins is given what its transfer burns first; what that leaves there is dust.
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
        throw error instanceof EvmRefusal ? new ChainUnavailable(`The node refused: ${error.message}`) : error;
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

type Known = View & { readonly fees: GasFees; readonly worth: Worth };

async function readView(
  rpc: EvmRpc,
  of: { readonly hot: Hex; readonly usdtContract: Hex | undefined; readonly holding: DepositHolding },
): Promise<View> {
  const { chainId, height, ...prices } = await readPrices(rpc);
  const usdt = of.usdtContract ?? (chainId === 1 ? MAIN_USDT_CONTRACT : undefined);
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
  const perGas = (prices.baseFee * 5n) / 4n + fees.maxPriorityFeePerGas;
  const costMinor = perGas * PLAIN_TRANSFER;
  const amountMinor = account.etherMinor - costMinor;
  if (amountMinor <= 0n || !(await worth(account.etherMinor, 'ETH', costMinor))) {
    return { kind: 'dust', amountMinor: account.etherMinor };
  }
  const transfer = { kind: 'sweep', gateId: 'ETH', fromKey: account.address, toKey: hot, amountMinor } as const;
  const call = transferCall('ETH', { to: hot, amountMinor, usdt: undefined });
  const exact = { maxFeePerGas: perGas, maxPriorityFeePerGas: perGas };
  const key = { branch: 0, index: holding.index } as const;
  return { kind: 'move', transfer, move: { transfer, call, gas: PLAIN_TRANSFER, fees: exact, chainId, account, key } };
}

async function planTokens(rpc: EvmRpc, view: Known): Promise<SweepPlan<EvmMove>> {
  const { account, fees, hot, usdt, worth, chainId, holding } = view;
  const amountMinor = account.tokenMinor;
  if (amountMinor === 0n) return { kind: 'empty' };
  const call = transferCall('USDT_ERC20', { to: hot, amountMinor, usdt });
  const estimated = await estimate(rpc, account.address, call);
  if (estimated.kind !== 'known') return waiting(view, 'The USDT contract refuses to move it now.');
  const gas = gasLimit(estimated.gas);
  if (gas > HIGHEST_GAS) return waiting(view, `Moving it takes ${gas} gas.`);
  const needed = gas * fees.maxFeePerGas;
  const isWorth = await worth(amountMinor, 'USDT_ERC20', needed + PLAIN_TRANSFER * fees.maxFeePerGas);
  if (isWorth === null) return waiting(view, 'There is no rate to tell what it is worth.');
  if (!isWorth) return { kind: 'dust', amountMinor };
  // What was sent ahead for the fee is used as it is, although fees have changed a little since.
  const affordable = account.etherMinor / gas;
  if (affordable < lowest(view)) return planGas(rpc, view, needed - account.etherMinor);
  const maxFeePerGas = minOf(affordable, fees.maxFeePerGas);
  const transfer = { kind: 'sweep', gateId: 'USDT_ERC20', fromKey: account.address, toKey: hot, amountMinor } as const;
  const key = { branch: 0, index: holding.index } as const;
  const move = { transfer, call, gas, fees: { ...fees, maxFeePerGas }, chainId, account, key };
  return { kind: 'move', transfer, move };
}

/** What the next block asks at most. */
function lowest({ prices, fees }: Known): bigint {
  return (prices.baseFee * 9n) / 8n + fees.maxPriorityFeePerGas;
}

async function planGas(rpc: EvmRpc, view: Known, amountMinor: bigint): Promise<SweepPlan<EvmMove>> {
  const { hot, usdt, account: deposit, fees, chainId, height } = view;
  const account = await readAccount(rpc, { address: hot, usdt, height });
  const transfer = { kind: 'gas', gateId: 'ETH', fromKey: hot, toKey: deposit.address, amountMinor } as const;
  const call = transferCall('ETH', { to: deposit.address, amountMinor, usdt: undefined });
  const key = { branch: 1, index: 0 } as const;
  return { kind: 'move', transfer, move: { transfer, call, gas: PLAIN_TRANSFER, fees, chainId, account, key } };
}

async function signMove(tx: Tx, mode: Mode, { move, keys, bounds }: SweepRequest<EvmMove>) {
  const { account, call, gas, fees, chainId, key } = move;
  if (fees.maxFeePerGas > highestFee(bounds, gas)) {
    return { notNow: 'fee_too_high', words: `Gas would cost ${fees.maxFeePerGas} wei.` } satisfies NotNow;
  }
  const chain = { mode, network: 'ETH' } as const;
  const promised = await promisedBy(tx, chain, 'ETH', { ...account, exceptId: null });
  const missing = call.value + gas * fees.maxFeePerGas + (promised.get('ETH') ?? 0n) - account.etherMinor;
  if (missing > 0n) {
    const words = `The account ${account.address} lacks ${missing} minor units of ETH.`;
    return { notNow: 'no_funds', words } satisfies NotNow;
  }
  const nonce = await takeNonce(tx, chain, account.address, account.pendingNumber);
  return signCall(keyOf(keys, account.address, key), { call, fees, gas, nonce, chainId });
}
