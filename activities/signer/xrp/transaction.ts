import { type SubmittableTransaction, Wallet } from 'xrpl';
import type { Tx } from '../../../db/core/sequelize.ts';
import { pendingOutflows, takeFreedNonce } from '../../../db/sending/pending-outflows.ts';
import { takeNonce } from '../../../db/sending/transactions.ts';
import type { Mode } from '../../../domain/assets/assets.ts';
import { DomainError } from '../../../domain/errors.ts';
import type { FeeBounds } from '../../../domain/payouts/fee-bounds.ts';
import { LEDGERS_TO_LIVE } from '../../sending/xrp.ts';
import type { RetryLater, SignedTransaction, SigningKeys } from '../family.ts';
import { HIGHEST_IMPLIED_NETWORK, type XrpAccountView, type XrpConditions } from './conditions.ts';

/** The account that payers pay to. */
export interface Own {
  readonly mode: Mode;
  readonly address: string;
}

export interface XrpRequest {
  readonly conditions: XrpConditions;
  readonly keys: SigningKeys;
  readonly bounds: FeeBounds;
  /** The amount that it takes from the account beside its fee. */
  readonly drops: bigint;
  /** The kind of transaction, and its own fields. */
  readonly fields:
    | {
        readonly TransactionType: 'Payment';
        readonly Destination: string;
        readonly Amount: string;
        readonly DestinationTag?: number;
      }
    | { readonly TransactionType: 'AccountSet'; readonly SetFlag: number };
  readonly onReserved: () => void;
}

export type SignedXrp = Omit<SignedTransaction, 'lines'> & { readonly referenceHeight: number };

/** Takes a number and signs, all in the signer's transaction. Each transaction may enter a few ledgers only. */
export async function signXrp(
  tx: Tx,
  { mode, address }: Own,
  { conditions, keys, bounds, drops, fields, onReserved }: XrpRequest,
): Promise<SignedXrp | RetryLater> {
  const { account, feeDrops, networkId } = conditions;
  if (account === null) return { retryLater: 'no_funds', words: `The account ${address} does not exist yet.` };
  if (feeDrops > bounds.maxTotalMinor || feeDrops > bounds.maxRateMinor) {
    return { retryLater: 'fee_too_high', words: `The next ledger asks for ${feeDrops} drops.` };
  }
  const missing = await missingDrops(tx, { mode, address, account, feeDrops: drops + feeDrops });
  if (missing > 0n) {
    const kept = `${account.keptDrops} drops stay as its reserve`;
    return { retryLater: 'no_funds', words: `The account ${address} lacks ${missing} drops; ${kept}.` };
  }
  const chain = { mode, network: 'XRP' } as const;
  const freed = await takeFreedNonce(tx, chain, { address, from: account.openSequence });
  const sequence = freed ?? (await takeNonce(tx, chain, address, account.openSequence));
  onReserved();
  const transaction: SubmittableTransaction = {
    ...fields,
    Account: address,
    Fee: feeDrops.toString(),
    Sequence: Number(sequence),
    LastLedgerSequence: account.ledger + LEDGERS_TO_LIVE,
    ...(networkId > HIGHEST_IMPLIED_NETWORK ? { NetworkID: networkId } : {}),
  };
  const { tx_blob: raw, hash: txid } = walletOf(keys, address).sign(transaction);
  return {
    txid,
    raw,
    feeMinor: feeDrops,
    change: [],
    referenceHeight: account.ledger,
    spends: [`${address}:${sequence}`],
  };
}

interface Requested extends Own {
  readonly account: XrpAccountView;
  readonly feeDrops: bigint;
}

/** The amount that the account lacks beyond its reserve and what is already reserved for others. */
async function missingDrops(tx: Tx, { mode, address, account, feeDrops }: Requested): Promise<bigint> {
  const view = { address, height: account.ledger, number: account.sequence, exceptId: null };
  const promised = (await pendingOutflows(tx, { mode, network: 'XRP' }, 'XRP', view)).get('XRP') ?? 0n;
  return feeDrops + promised + account.keptDrops - account.balanceDrops;
}

/**
 * @throws DomainError `configuration_invalid` when the keystore and the extended public key are of different accounts
 */
function walletOf(keys: SigningKeys, address: string): Wallet {
  const { privateKey, publicKey } = keys.key(0, 0);
  const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex').toUpperCase();
  const wallet = new Wallet(hex(publicKey), `00${hex(privateKey)}`);
  if (wallet.address === address) return wallet;
  throw new DomainError('configuration_invalid', {
    message:
      `The keystore does not hold the key of ${address}: ` +
      'keystore and extended public key are not of the same account.',
  });
}
