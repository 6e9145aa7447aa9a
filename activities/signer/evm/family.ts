import { type Hex, keccak256, parseTransaction, toHex } from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import type { Tx } from '../../../db/core/sequelize.ts';
import { pendingOutflows } from '../../../db/sending/pending-outflows.ts';
import { type Outgoing, takeNonce } from '../../../db/sending/transactions.ts';
import type { CryptoGateId, Mode } from '../../../domain/assets/assets.ts';
import { deriveOwnAddress } from '../../../domain/assets/derivation.ts';
import { DomainError } from '../../../domain/errors.ts';
import type { GasPrices } from '../../chain/evm/gas-price.ts';
import { EvmRpcError, openEvmRpc } from '../../chain/evm/rpc.ts';
import { ChainUnavailableError } from '../../chain/port.ts';
import type {
  CancelRequest,
  Payment,
  PermanentRefusal,
  RetryLater,
  SignedTransaction,
  SigningFamily,
  SigningKeys,
  SignRequest,
} from '../family.ts';
import {
  type EvmConditions,
  type GasEstimate,
  type PlannedCall,
  readConditions,
  type TransferCall,
} from './conditions.ts';
import { type GasFees, gasFees, highestFee, PLAIN_TRANSFER, paymentGas, replacementFees } from './fees.ts';

export interface EvmSigningOptions {
  readonly mode: Mode;
  readonly url: string;
  /** Lower-case; undefined is Tether's own on the main chain and none elsewhere. */
  readonly usdtContract: string | undefined;
  readonly accountXpub: string;
}

/**
 * ETH and USDT from one account, `m/…/1/0`, one payment in each transaction. A number is used once, and one that was
 * taken for nothing goes back with the signer's transaction, so that there is never a gap that everything behind it
 * would wait for.
 */
export function openEvmSigning(options: EvmSigningOptions): SigningFamily<EvmConditions> & { close(): Promise<void> } {
  const { mode, url, accountXpub } = options;
  const rpc = openEvmRpc(url);
  const own = deriveOwnAddress({ network: 'ETH', accountXpub, index: 0, chain: 'main' });
  const address = own.addressKey as Hex;
  const usdtContract = options.usdtContract as Hex | undefined;
  return {
    mode,
    network: 'ETH',
    maxPayments: 1,
    conditions: (_db, payments) =>
      readConditions(rpc, { address, usdtContract, payments }).catch((error: unknown) => {
        throw error instanceof EvmRpcError ? new ChainUnavailableError(`The node refused: ${error.message}`) : error;
      }),
    sign: (tx, request) => signPayment(tx, mode, request),
    cancel: (tx, request) => signCancellation(tx, mode, request),
    close: () => rpc.close(),
  };
}

async function signPayment(
  tx: Tx,
  mode: Mode,
  { payments, conditions, keys, replaces, bounds, onReserved }: SignRequest<EvmConditions>,
): Promise<SignedTransaction | RetryLater | PermanentRefusal> {
  const { payment, call, gas } = plannedFor(payments, conditions);
  const { account } = conditions;
  if (call.to === account.address || payment.addressKey === account.address) {
    return { permanentRefusal: 'address_refused', words: 'This is an account of the gateway itself.' };
  }
  if (payment.gateId !== 'ETH' && payment.addressKey === call.to) {
    return { permanentRefusal: 'address_refused', words: 'This is the token itself: what is sent there is lost.' };
  }
  if (gas.kind === 'reverts') return refusalOf(payment, gas.words);
  const limit = gas.kind === 'known' ? paymentGas(payment.gateId, gas.gas) : PLAIN_TRANSFER;
  if (limit === null) return tooMuchGas(payment, gas);
  const fees = feesFor(conditions, highestFee(bounds, limit), replaces);
  if (fees === null) return tooDear(conditions);

  const chain = { mode, network: 'ETH' } as const;
  const [etherMinor, tokenMinor] = payment.gateId === 'ETH' ? [payment.netMinor, 0n] : [0n, payment.netMinor];
  const takes = { etherMinor: etherMinor + limit * fees.maxFeePerGas, tokenMinor };
  const missing = await missingFunds(tx, { mode, conditions, takes, replaces });
  if (missing !== null || gas.kind === 'unknown') {
    return { retryLater: 'no_funds', words: missing ?? 'The balance was too small when it was looked at.' };
  }
  const nonce =
    replaces === null ? await takeNonce(tx, chain, account.address, account.pendingNumber) : nonceOf(replaces);
  onReserved();
  const signed = await signCall(keyOf(keys, account.address), {
    call,
    fees,
    gas: limit,
    nonce,
    chainId: conditions.chainId,
  });
  const output = payment.gateId === 'ETH' ? 'trace:0' : 'log:0';
  return { ...signed, lines: [{ payoutId: payment.payoutId, output }], change: [] };
}

/** Nothing, from the account to itself, with the number of the payment: whichever a block takes, the other is void. */
async function signCancellation(
  tx: Tx,
  mode: Mode,
  { conditions, keys, replaces, bounds }: CancelRequest<EvmConditions>,
): Promise<SignedTransaction | RetryLater> {
  const { account, chainId } = conditions;
  const fees = feesFor(conditions, highestFee(bounds, PLAIN_TRANSFER), replaces);
  if (fees === null) return tooDear(conditions);
  const takes = { etherMinor: PLAIN_TRANSFER * fees.maxFeePerGas, tokenMinor: 0n };
  const missing = await missingFunds(tx, { mode, conditions, takes, replaces });
  if (missing !== null) return { retryLater: 'no_funds', words: missing };
  const call = { to: account.address, value: 0n, data: '0x' } as const;
  const [gas, nonce] = [PLAIN_TRANSFER, nonceOf(replaces)];
  const signed = await signCall(keyOf(keys, account.address), { call, fees, gas, nonce, chainId });
  return { ...signed, lines: [], change: [] };
}

function tooDear({ baseFee }: GasPrices): RetryLater {
  return { retryLater: 'fee_too_high', words: `The base fee is ${baseFee} wei.` };
}

/** The signed transaction must be exactly what the chain was asked about. */
function plannedFor(payments: readonly Payment[], { calls }: EvmConditions): PlannedCall {
  const [payment] = payments;
  if (payment === undefined || payments.length > 1) throw new Error('An Ethereum transaction makes one payment.');
  const planned = calls.get(payment.payoutId);
  const same =
    planned?.payment.addressKey === payment.addressKey &&
    planned.payment.netMinor === payment.netMinor &&
    planned.payment.gateId === payment.gateId;
  if (planned === undefined || !same) throw new Error(`The chain was not asked about payout ${payment.payoutId}.`);
  return planned;
}

/**
 * A payment that runs a program at the gateway's cost is never made; a token's contract may need less another time.
 */
function tooMuchGas({ gateId }: Payment, gas: GasEstimate): RetryLater | PermanentRefusal {
  const taken = gas.kind === 'known' ? `${gas.gas} gas` : 'more gas than it may';
  return gateId === 'ETH'
    ? {
        permanentRefusal: 'address_refused',
        words: `The recipient is a contract that takes ${taken} to receive coins.`,
      }
    : { retryLater: 'fee_too_high', words: `The USDT contract takes ${taken} for this transfer.` };
}

/**
 * A contract that takes no coins never will; USDT that is paused, or has blocked our account, is waited for (hazard
 * 27).
 */
function refusalOf({ gateId }: Payment, words: string): RetryLater | PermanentRefusal {
  return gateId === 'ETH'
    ? { permanentRefusal: 'address_refused', words: `The recipient is a program that refuses coins: ${words}` }
    : { retryLater: 'token_refuses', words: `The USDT contract refuses transfers of ours now: ${words}` };
}

function feesFor(prices: GasPrices, highest: bigint, replaces: Outgoing | null): GasFees | null {
  if (replaces === null) return gasFees(prices, highest);
  const { maxFeePerGas = 0n, maxPriorityFeePerGas = 0n } = parseTransaction(replaces.raw as `0x02${string}`);
  return replacementFees(prices, { maxFeePerGas, maxPriorityFeePerGas }, highest);
}

/** The nonce that a transaction of the gateway uses. */
export function nonceOf({ txid, spends }: Outgoing): bigint {
  const number = spends[0]?.split(':')[1];
  if (number === undefined) throw new Error(`${txid} has no number.`);
  return BigInt(number);
}

interface Funds {
  readonly mode: Mode;
  readonly conditions: EvmConditions;
  /** The maximum that the transaction takes: coins with its fee, and USDT. */
  readonly takes: { readonly etherMinor: bigint; readonly tokenMinor: bigint };
  readonly replaces: Outgoing | null;
}

/** The amount that the account lacks, beyond what is already reserved, as a sentence. */
async function missingFunds(tx: Tx, { mode, conditions, takes, replaces }: Funds): Promise<string | null> {
  const { account } = conditions;
  const promised = await pendingOutflows(tx, { mode, network: 'ETH' }, 'ETH', {
    ...account,
    exceptId: replaces?.id ?? null,
  });
  const free = (gateId: CryptoGateId, minor: bigint) => minor - (promised.get(gateId) ?? 0n);
  const short = [
    { gateId: 'ETH', needed: takes.etherMinor, missing: takes.etherMinor - free('ETH', account.etherMinor) },
    {
      gateId: 'USDT_ERC20',
      needed: takes.tokenMinor,
      missing: takes.tokenMinor - free('USDT_ERC20', account.tokenMinor),
    },
  ].filter(({ needed, missing }) => needed > 0n && missing > 0n);
  if (short.length === 0) return null;
  const list = short.map(({ gateId, missing }) => `${missing} minor units of ${gateId}`).join(' and ');
  return `The account ${account.address} lacks ${list}.`;
}

/**
 * @throws DomainError `configuration_invalid` when the keystore and the extended public key are of different accounts
 */
function keyOf(keys: SigningKeys, address: Hex): Hex {
  const key = toHex(keys.key(1, 0).privateKey);
  if (privateKeyToAccount(key).address.toLowerCase() === address) return key;
  throw new DomainError('configuration_invalid', {
    message:
      `The keystore does not hold the key of ${address}: ` +
      'keystore and extended public key are not of the same account.',
  });
}

export interface CallToSign {
  readonly call: TransferCall;
  readonly fees: GasFees;
  readonly gas: bigint;
  readonly nonce: bigint;
  readonly chainId: number;
}

/** Signs a call (EIP-1559). */
export async function signCall(
  key: Hex,
  { call, fees, gas, nonce, chainId }: CallToSign,
): Promise<Pick<SignedTransaction, 'txid' | 'raw' | 'spends' | 'feeMinor'>> {
  const account = privateKeyToAccount(key);
  const raw = await account.signTransaction({ type: 'eip1559', ...call, ...fees, gas, nonce: Number(nonce), chainId });
  return {
    txid: keccak256(raw),
    raw,
    spends: [`${account.address.toLowerCase()}:${nonce}`],
    feeMinor: gas * fees.maxFeePerGas,
  };
}
