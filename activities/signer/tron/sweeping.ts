import { secp256k1 } from '@noble/curves/secp256k1.js';
import type { Tx } from '../../../db/core/sequelize.ts';
import type { DepositHolding } from '../../../db/sending/deposit-holdings.ts';
import type { InternalTransfer } from '../../../db/sending/internal-transfers.ts';
import { pendingOutflows } from '../../../db/sending/pending-outflows.ts';
import { takeNonce } from '../../../db/sending/transactions.ts';
import { tronAddressOfKey } from '../../../domain/address/tron.ts';
import type { Mode } from '../../../domain/assets/assets.ts';
import { deriveOwnAddress } from '../../../domain/assets/derivation.ts';
import { MOST_BYTES, type TronPrices } from '../../chain/tron/prices.ts';
import { openTronRpc } from '../../chain/tron/rpc.ts';
import { LIFE_MS } from '../../sending/tron.ts';
import type { RetryLater, SigningKeys } from '../family.ts';
import type { IsWorthMoving, Sweeping, SweepPlan, SweepRequest } from '../sweeping.ts';
import { readConditions, type TronConditions } from './conditions.ts';
import type { TronSigningOptions } from './family.ts';
import { hexOf, signTron, type TronAction } from './transaction.ts';

/** A transfer that was found worth making; addresses in base58. */
export interface TronMove {
  readonly transfer: InternalTransfer;
  readonly action: TronAction;
  readonly limitSun: bigint;
  readonly feeSun: bigint;
  readonly conditions: TronConditions;
  /** Where the key of the deposit address is, on the external chain. */
  readonly deposit: number;
}

/**
 * Sweeps TRX and USDT. An address that was only ever paid tokens does not exist as an account: the coins for its
 * energy, sent ahead, open it.
 */
export function openTronSweeping(options: TronSigningOptions): Sweeping<TronMove> & { close(): Promise<void> } {
  const { mode, url, usdtContract, accountXpub, nowMs = Date.now } = options;
  const rpc = openTronRpc(url);
  const own = deriveOwnAddress({ network: 'TRON', accountXpub, index: 0, chain: 'main' }).address;
  return {
    async look(_db, holding, worth) {
      const read = (from: string, payment: Payment) =>
        readConditions(rpc, { address: hexOf(from), usdtContract, payments: [payment], nowMs: nowMs() });
      const payment = paymentTo(own, holding);
      const view = { own, holding, worth, conditions: await read(holding.addressKey, payment) };
      if (holding.gateId === 'TRX') return planCoins(view);
      const { tokenMinor } = view.conditions.account;
      if (tokenMinor === 0n) return { kind: 'empty' };
      // Asked again with the amount that is there, to learn what moving it takes.
      const conditions = await read(holding.addressKey, { ...payment, netMinor: tokenMinor });
      return planTokens({ ...view, conditions }, () => read(own, paymentTo(holding.addressKey, coins(holding))));
    },
    sign: (tx, request) => signMove(tx, mode, request),
    close: () => rpc.close(),
  };
}

type Payment = Parameters<typeof readConditions>[1]['payments'][number];

/** A made-up payment for questions to the chain. */
function paymentTo(address: string, { gateId }: DepositHolding): Payment {
  return { payoutId: PLANNED, gateId, address, addressKey: address, destinationTag: null, netMinor: 1n };
}

function coins(holding: DepositHolding): DepositHolding {
  return { ...holding, gateId: 'TRX' };
}

const PLANNED = 'planned';

interface View {
  /** In base58. */
  readonly own: string;
  readonly holding: DepositHolding;
  readonly worth: IsWorthMoving;
  /** With the deposit address as the account. */
  readonly conditions: TronConditions;
}

/** Everything, mostly for nothing: an address that does this once has free bytes enough. */
async function planCoins({ own, holding, worth, conditions }: View): Promise<SweepPlan<TronMove>> {
  const { account, prices } = conditions;
  if (account.sunMinor === 0n) return { kind: 'empty' };
  const opening = openingSun(conditions);
  // Nothing is free for the transfer that opens the account that pays.
  const feeSun = opening > 0n ? opening : account.freeBytes >= MOST_BYTES ? 0n : bytesSun(prices);
  const sun = account.sunMinor - feeSun;
  if (sun <= 0n || !(await worth(account.sunMinor, 'TRX', bytesSun(prices) + opening)))
    return { kind: 'dust', amountMinor: account.sunMinor };
  const transfer = { kind: 'sweep', gateId: 'TRX', fromKey: holding.addressKey, toKey: own, amountMinor: sun } as const;
  const action = { type: 'TransferContract', to: hexOf(own), sun } as const;
  const move = { transfer, action, limitSun: 0n, feeSun, conditions, deposit: holding.index };
  return { kind: 'move', transfer, move };
}

async function planTokens(
  { own, holding, worth, conditions }: View,
  readOwn: () => Promise<TronConditions>,
): Promise<SweepPlan<TronMove>> {
  const { account, prices, plans } = conditions;
  const plan = plans.get(PLANNED);
  const amountMinor = account.tokenMinor;
  if (plan?.needs.kind !== 'energy') {
    const reason = plan?.needs.kind === 'reverts' ? `: ${plan.needs.words}` : '.';
    return { kind: 'waiting', amountMinor, words: `The USDT contract refuses to move it now${reason}` };
  }
  const limitSun = ((plan.needs.energy * 6n + 4n) / 5n) * prices.energySun;
  const feeSun = limitSun + bytesSun(prices);
  const isWorth = await worth(amountMinor, 'USDT_TRC20', feeSun + prices.openingSun + bytesSun(prices));
  if (isWorth === null) return { kind: 'waiting', amountMinor, words: 'There is no rate to tell what it is worth.' };
  if (!isWorth) return { kind: 'dust', amountMinor };
  if (account.sunMinor + account.energy * prices.energySun < feeSun) {
    return planGas({ own, holding, sun: feeSun - account.sunMinor, conditions: await readOwn() });
  }
  const transfer = {
    kind: 'sweep',
    gateId: 'USDT_TRC20',
    fromKey: holding.addressKey,
    toKey: own,
    amountMinor,
  } as const;
  const move = { transfer, action: plan.action, limitSun, feeSun, conditions, deposit: holding.index };
  return { kind: 'move', transfer, move };
}

interface Gas {
  readonly own: string;
  readonly holding: DepositHolding;
  readonly sun: bigint;
  /** With our paying account as the account. */
  readonly conditions: TronConditions;
}

function planGas({ own, holding, sun, conditions }: Gas): SweepPlan<TronMove> {
  const transfer = { kind: 'gas', gateId: 'TRX', fromKey: own, toKey: holding.addressKey, amountMinor: sun } as const;
  const action = { type: 'TransferContract', to: hexOf(holding.addressKey), sun } as const;
  const feeSun = bytesSun(conditions.prices) + openingSun(conditions);
  const move = { transfer, action, limitSun: 0n, feeSun, conditions, deposit: holding.index };
  return { kind: 'move', transfer, move };
}

/** The fee of the planned transfer for opening the account of its recipient. */
function openingSun({ prices, plans }: TronConditions): bigint {
  const needs = plans.get(PLANNED)?.needs;
  return needs?.kind === 'coins' && needs.opening ? prices.openingSun : 0n;
}

function bytesSun({ byteSun }: TronPrices): bigint {
  return MOST_BYTES * byteSun;
}

async function signMove(tx: Tx, mode: Mode, { move, keys, bounds }: SweepRequest<TronMove>) {
  const { transfer, action, limitSun, feeSun, conditions } = move;
  const { fromKey } = transfer;
  const key = payerOf(move, keys);
  if (key === null) {
    return {
      retryLater: 'no_funds',
      words: 'The keystore does not hold the key of this address.',
    } satisfies RetryLater;
  }
  const { account, prices, solid, headMs } = conditions;
  if (feeSun > bounds.maxTotalMinor || prices.energySun > bounds.maxRateMinor) {
    return { retryLater: 'fee_too_high', words: `Moving it would burn up to ${feeSun} sun.` } satisfies RetryLater;
  }
  const chain = { mode, network: 'TRON' } as const;
  const view = { address: fromKey, height: account.height, number: null, exceptId: null };
  const promised = (await pendingOutflows(tx, chain, 'TRX', view)).get('TRX') ?? 0n;
  const staked = action.type === 'TransferContract' ? 0n : account.energy * prices.energySun;
  const missing =
    feeSun + promised + (action.type === 'TransferContract' ? action.sun : 0n) - account.sunMinor - staked;
  if (missing > 0n) {
    return { retryLater: 'no_funds', words: `The account ${fromKey} lacks ${missing} sun.` } satisfies RetryLater;
  }
  const timestampMs = Number(await takeNonce(tx, chain, fromKey, BigInt(headMs)));
  const draft = { from: account.address, action, reference: solid, feeLimitSun: limitSun };
  const times = { expirationMs: headMs + LIFE_MS, timestampMs };
  const signed = signTron({ ...draft, ...times }, key);
  return { ...signed, spends: [`${fromKey}:${signed.txid}`], feeMinor: feeSun };
}

/**
 * The private key of who pays, where both ends are accounts of these keys, whatever rows say (hazard 68); null where
 * one is not.
 */
function payerOf({ transfer, deposit }: TronMove, keys: SigningKeys): Uint8Array | null {
  const [address, paying] = [addressAt(keys, 0, deposit), addressAt(keys, 1, 0)];
  const [from, to] = transfer.kind === 'gas' ? [paying, address] : [address, paying];
  return transfer.fromKey === from.address && transfer.toKey === to.address ? from.privateKey : null;
}

function addressAt(keys: SigningKeys, branch: 0 | 1, index: number) {
  const { privateKey } = keys.key(branch, index);
  return { privateKey, address: tronAddressOfKey(secp256k1.getPublicKey(privateKey, false)) };
}
