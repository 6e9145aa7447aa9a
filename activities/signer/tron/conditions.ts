import { tokenContract } from '../../../domain/assets/token-contracts.ts';
import { transferData } from '../../../domain/assets/tron-transfer.ts';
import { ChainUnavailableError } from '../../chain/port.ts';
import { revertReason } from '../../chain/revert-reason.ts';
import { exact, pricesOf, type TronPrices } from '../../chain/tron/prices.ts';
import type { TronAccount, TronBlock, TronCallOutcome, TronRpc } from '../../chain/tron/rpc.ts';
import type { Payment } from '../family.ts';
import { balanceData, hexOf, type TronAction } from './transaction.ts';

/** Our account at one block; addresses in hex. */
export interface TronAccountView {
  readonly address: string;
  readonly height: number;
  readonly sunMinor: bigint;
  /** USDT. */
  readonly tokenMinor: bigint;
  /** Energy of staked coins that is left. */
  readonly energy: bigint;
  /** Bytes that cost nothing today. */
  readonly freeBytes: bigint;
}

/** All that signing on TRON needs to know of the chain. */
export interface TronConditions {
  readonly headMs: number;
  /** A block that stays. */
  readonly solid: TronBlock;
  readonly prices: TronPrices;
  readonly account: TronAccountView;
  /** By payout; only for these payments may be signed. */
  readonly plans: ReadonlyMap<string, TronPlan>;
}

export interface TronPlan {
  readonly payment: Payment;
  readonly action: TronAction;
  readonly needs: TronNeeds;
}

/**
 * `opening`: the address was never paid. `contract`: the network refuses transfers of coins to it. `reverts`: the
 * contract would refuse now. `unknown`: there are too few tokens to try.
 */
export type TronNeeds =
  | { readonly kind: 'coins'; readonly opening: boolean }
  | { readonly kind: 'contract' }
  | { readonly kind: 'energy'; readonly energy: bigint }
  | { readonly kind: 'reverts'; readonly words: string }
  | { readonly kind: 'unknown' };

const LONGEST_SILENCE_MS = 10 * 60_000;

export interface TronQuestion {
  /** In hex. */
  readonly address: string;
  /** In base58. */
  readonly usdtContract: string | undefined;
  readonly payments: readonly Payment[];
  readonly nowMs: number;
}

/** @throws ChainUnavailableError while the node is behind */
export async function readConditions(rpc: TronRpc, question: TronQuestion): Promise<TronConditions> {
  const { address, payments } = question;
  const [genesis, solid, head] = [await rpc.blockAt(0), await rpc.solid(), await rpc.head()];
  const headMs = head.block_header.raw_data.timestamp ?? 0;
  if (question.nowMs - headMs > LONGEST_SILENCE_MS) throw new ChainUnavailableError('The node is behind.');
  const isMain = genesis?.blockID.startsWith(MAIN_GENESIS) === true;
  const contract = tokenContract('USDT_TRC20', { isMain, configured: question.usdtContract });
  const usdt = contract === undefined ? undefined : hexOf(contract);
  const height = head.block_header.raw_data.number ?? 0;
  const account = await readAccount(rpc, { address, usdt, height });
  const plans = new Map<string, TronPlan>();
  for (const payment of payments) plans.set(payment.payoutId, await plan(rpc, { account, usdt, payment }));
  return { headMs, solid, prices: pricesOf(await rpc.parameters()), account, plans };
}

const MAIN_GENESIS = '00000000000000001ebf88508a03865c';

/** The balance may be newer than the height: reservations are then counted twice, never too little. */
async function readAccount(
  rpc: TronRpc,
  { address, usdt, height }: { readonly address: string; readonly usdt: string | undefined; readonly height: number },
): Promise<TronAccountView> {
  const [account, { EnergyLimit = 0, EnergyUsed = 0, freeNetLimit = 0, freeNetUsed = 0 }, tokens] = await Promise.all([
    rpc.account(address),
    rpc.resources(address),
    usdt === undefined
      ? null
      : rpc.constantCall({ owner_address: address, contract_address: usdt, data: balanceData(address) }),
  ]);
  return {
    address,
    height,
    sunMinor: exact(account?.balance ?? 0),
    tokenMinor: BigInt(`0x${tokens?.constant_result?.[0] || '0'}`),
    energy: exact(Math.max(0, EnergyLimit - EnergyUsed)),
    freeBytes: exact(Math.max(0, freeNetLimit - freeNetUsed)),
  };
}

interface Planning {
  readonly account: TronAccountView;
  readonly usdt: string | undefined;
  readonly payment: Payment;
}

async function plan(rpc: TronRpc, { account, usdt, payment }: Planning): Promise<TronPlan> {
  const to = hexOf(payment.addressKey);
  if (payment.gateId === 'TRX') {
    return {
      payment,
      action: { type: 'TransferContract', to, sun: payment.netMinor },
      needs: coinNeeds(await rpc.account(to)),
    };
  }
  if (payment.gateId !== 'USDT_TRC20' || usdt === undefined)
    throw new Error(`${payment.gateId} cannot be sent on this chain.`);
  const data = transferData(to, payment.netMinor);
  const action = { type: 'TriggerSmartContract', contract: usdt, data } as const;
  if (account.tokenMinor < payment.netMinor) return { payment, action, needs: { kind: 'unknown' } };
  const outcome = await rpc.constantCall({ owner_address: account.address, contract_address: usdt, data });
  return { payment, action, needs: needsOf(outcome) };
}

function coinNeeds(recipient: TronAccount | null): TronNeeds {
  return recipient?.type === 'Contract' ? { kind: 'contract' } : { kind: 'coins', opening: recipient === null };
}

/** USDT's `transfer` returns false although it pays (hazard 34): only a failed run is one. */
function needsOf({
  result,
  energy_used: energy,
  transaction,
  constant_result: [data = ''] = [],
}: TronCallOutcome): TronNeeds {
  const said = `${result?.code ?? ''} ${Buffer.from(result?.message ?? '', 'hex').toString('utf8')}`.trim();
  const words = revertReason(data) ?? said;
  if (result?.result !== true || transaction?.ret?.[0]?.ret === 'FAILED') {
    return { kind: 'reverts', words: words === '' ? 'no reason given' : words };
  }
  if (energy === undefined) throw new ChainUnavailableError('The node does not say how much energy a payment takes.');
  return { kind: 'energy', energy: exact(energy) };
}
