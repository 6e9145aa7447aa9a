import { secp256k1 } from '@noble/curves/secp256k1.js';
import type { Tx } from '../../../db/core/sequelize.ts';
import { pendingOutflows } from '../../../db/sending/pending-outflows.ts';
import { takeNonce } from '../../../db/sending/transactions.ts';
import { tronAddressOfKey } from '../../../domain/address/tron.ts';
import type { Mode } from '../../../domain/assets/assets.ts';
import { deriveOwnAddress } from '../../../domain/assets/derivation.ts';
import { DomainError } from '../../../domain/errors.ts';
import type { FeeBounds } from '../../../domain/payouts/fee-bounds.ts';
import { MOST_BYTES } from '../../chain/tron/prices.ts';
import { openTronRpc } from '../../chain/tron/rpc.ts';
import { LIFE_MS } from '../../sending/tron.ts';
import type {
  Payment,
  PermanentRefusal,
  RetryLater,
  SignedTransaction,
  SigningFamily,
  SigningKeys,
  SignRequest,
} from '../family.ts';
import { readConditions, type TronConditions, type TronPlan } from './conditions.ts';
import { hexOf, signTron } from './transaction.ts';

export interface TronSigningOptions {
  readonly mode: Mode;
  readonly url: string;
  /** In base58; undefined is Tether's own on the main chain and none elsewhere. */
  readonly usdtContract: string | undefined;
  readonly accountXpub: string;
  readonly nowMs?: () => number;
}

/**
 * TRX and USDT from one account, `m/…/1/0`, one payment in each transaction. Transactions have no numbers, so nothing
 * can take the place of one: each lives for a few minutes, and another one is signed for its payout only after solid
 * blocks have passed its end without it.
 */
export function openTronSigning(options: TronSigningOptions): SigningFamily<TronConditions> & {
  close(): Promise<void>;
} {
  const { mode, url, usdtContract, accountXpub, nowMs = Date.now } = options;
  const rpc = openTronRpc(url);
  const own = deriveOwnAddress({ network: 'TRON', accountXpub, index: 0, chain: 'main' }).address;
  return {
    mode,
    network: 'TRON',
    maxPayments: 1,
    replaceable: false,
    conditions: (_db, payments) => readConditions(rpc, { address: hexOf(own), usdtContract, payments, nowMs: nowMs() }),
    sign: (tx, request) => signPayment(tx, { mode, own }, request),
    close: () => rpc.close(),
  };
}

interface Own {
  readonly mode: Mode;
  /** In base58. */
  readonly own: string;
}

async function signPayment(
  tx: Tx,
  { mode, own }: Own,
  { payments, conditions, keys, bounds, onReserved, nowMs }: SignRequest<TronConditions>,
): Promise<SignedTransaction | RetryLater | PermanentRefusal> {
  const plan = planFor(payments, conditions);
  const { payment, action, needs } = plan;
  if (payment.addressKey === own) {
    return { permanentRefusal: 'address_refused', words: 'This is an account of the gateway itself.' };
  }
  if (action.type === 'TriggerSmartContract' && action.contract === hexOf(payment.addressKey)) {
    return { permanentRefusal: 'address_refused', words: 'This is the token itself: what is sent there is lost.' };
  }
  if (needs.kind === 'contract') {
    return {
      permanentRefusal: 'address_refused',
      words: 'The recipient is a contract: the network takes no TRX for one.',
    };
  }
  if (needs.kind === 'reverts') {
    return { retryLater: 'token_refuses', words: `The USDT contract refuses transfers of ours now: ${needs.words}` };
  }
  const cost = costOf(plan, conditions);
  if (isTooMuch(cost, conditions, bounds)) {
    return { retryLater: 'fee_too_high', words: `The payment would burn up to ${cost.feeSun} sun.` };
  }
  const missing = await missingFunds(tx, { mode, own, conditions, plan, feeSun: cost.feeSun });
  if (missing !== null) return { retryLater: 'no_funds', words: missing };
  // Only the time distinguishes two equal payments, so like a nonce it is used once.
  const timestampMs = Number(await takeNonce(tx, { mode, network: 'TRON' }, own, BigInt(nowMs)));
  onReserved();
  const signed = signTron(
    {
      from: conditions.account.address,
      action,
      reference: conditions.solid,
      expirationMs: conditions.headMs + LIFE_MS,
      timestampMs,
      feeLimitSun: cost.limitSun,
    },
    keyOf(keys, own),
  );
  return {
    ...signed,
    feeMinor: cost.feeSun,
    change: [],
    // The chain itself does not exclude a second one; the spend only identifies the payment.
    spends: [`${own}:${signed.txid}`],
    lines: [{ payoutId: payment.payoutId, output: payment.gateId === 'TRX' ? 'trace:0' : 'log:0' }],
  };
}

/** The signed transaction must be exactly what the chain was asked about. */
function planFor(payments: readonly Payment[], { plans }: TronConditions): TronPlan {
  const [payment] = payments;
  if (payment === undefined || payments.length > 1) throw new Error('A TRON transaction makes one payment.');
  const plan = plans.get(payment.payoutId);
  const same =
    plan?.payment.addressKey === payment.addressKey &&
    plan.payment.netMinor === payment.netMinor &&
    plan.payment.gateId === payment.gateId;
  if (plan === undefined || !same) throw new Error(`The chain was not asked about payout ${payment.payoutId}.`);
  return plan;
}

interface Cost {
  /** For energy alone. */
  readonly limitSun: bigint;
  /** Altogether, at most: free bytes may be used up by then. */
  readonly feeSun: bigint;
}

/** Contracts in great use ask for more energy from one period to the next; a fifth more than now is allowed. */
function costOf({ needs }: TronPlan, { prices }: TronConditions): Cost {
  const bytesSun = MOST_BYTES * prices.byteSun;
  if (needs.kind === 'coins') return { limitSun: 0n, feeSun: bytesSun + (needs.opening ? prices.openingSun : 0n) };
  const energy = needs.kind === 'energy' ? needs.energy : 0n;
  const limitSun = ((energy * 6n + 4n) / 5n) * prices.energySun;
  return { limitSun, feeSun: limitSun + bytesSun };
}

function isTooMuch({ feeSun, limitSun }: Cost, { prices }: TronConditions, bounds: FeeBounds): boolean {
  return feeSun > bounds.maxTotalMinor || (limitSun > 0n && prices.energySun > bounds.maxRateMinor);
}

interface Funds extends Own {
  readonly conditions: TronConditions;
  readonly plan: TronPlan;
  readonly feeSun: bigint;
}

/**
 * The amount that the account lacks beyond what is already reserved, as a sentence. Without energy the call would burn
 * its fee without effect, so it waits until TRX was sent or staked (hazard 36).
 */
async function missingFunds(tx: Tx, { mode, own, conditions, plan, feeSun }: Funds): Promise<string | null> {
  const { account, prices } = conditions;
  const view = { address: own, height: account.height, number: null, exceptId: null };
  const promised = await pendingOutflows(tx, { mode, network: 'TRON' }, 'TRX', view);
  const { gateId, netMinor } = plan.payment;
  const missingTokens = gateId === 'TRX' ? 0n : netMinor + (promised.get('USDT_TRC20') ?? 0n) - account.tokenMinor;
  if (missingTokens > 0n) return `The account ${own} lacks ${missingTokens} minor units of USDT.`;
  if (plan.needs.kind === 'unknown') return 'The balance of USDT was too small when it was looked at.';
  const stakedSun = gateId === 'TRX' ? 0n : account.energy * prices.energySun;
  const requestedSun = feeSun + (promised.get('TRX') ?? 0n) + (gateId === 'TRX' ? netMinor : 0n);
  const missingSun = requestedSun - account.sunMinor - stakedSun;
  if (missingSun <= 0n) return null;
  const what = gateId === 'TRX' ? 'the payment and its fee' : 'energy';
  return `The account ${own} lacks ${missingSun} sun for ${what}: send TRX to it, or stake some for it.`;
}

/**
 * @throws DomainError `configuration_invalid` when the keystore and the extended public key are of different accounts
 */
function keyOf(keys: SigningKeys, own: string): Uint8Array {
  const { privateKey } = keys.key(1, 0);
  if (tronAddressOfKey(secp256k1.getPublicKey(privateKey, false)) === own) return privateKey;
  throw new DomainError('configuration_invalid', {
    message:
      `The keystore does not hold the key of ${own}: ` +
      'keystore and extended public key are not of the same account.',
  });
}
