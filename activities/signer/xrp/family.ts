import { Wallet, type Payment as XrpPayment } from 'xrpl';
import { takeNonce } from '../../../db/payouts/outgoing.ts';
import { promisedBy, takeFreedNumber } from '../../../db/payouts/promised.ts';
import type { Tx } from '../../../db/sequelize.ts';
import type { Mode } from '../../../domain/assets.ts';
import { deriveOwnAddress } from '../../../domain/derivation.ts';
import { DomainError } from '../../../domain/errors.ts';
import { formatTrimmed } from '../../../domain/money.ts';
import { openXrpRpc } from '../../chain/xrp/rpc.ts';
import { LEDGERS_TO_LIVE } from '../../sending/xrp.ts';
import type { Never, NotNow, Payment, SignedTransaction, SigningFamily, SigningKeys, SignRequest } from '../family.ts';
import {
  HIGHEST_IMPLIED_NETWORK,
  readConditions,
  type XrpAccountView,
  type XrpConditions,
  type XrpRecipient,
} from './conditions.ts';

export interface XrpSigningOptions {
  readonly mode: Mode;
  readonly url: string;
  readonly accountXpub: string;
}

/**
 * XRP from the account that payers pay to, one payment in each transaction. Each may enter a few ledgers only; one that entered none of them has lapsed, its
 * number is free again, and only then another one is signed for its payout. So nothing has to be replaced.
 */
export function openXrpSigning({ mode, url, accountXpub }: XrpSigningOptions): SigningFamily<XrpConditions> & {
  close(): Promise<void>;
} {
  const rpc = openXrpRpc(url);
  const { address } = deriveOwnAddress({ network: 'XRP', accountXpub, index: 0, chain: 'main' });
  return {
    mode,
    network: 'XRP',
    maxPayments: 1,
    replaceable: false,
    conditions: (_db, payments) => readConditions(rpc, { address, payments }),
    sign: (tx, request) => signPayment(tx, { mode, address }, request),
    close: () => rpc.close(),
  };
}

interface Own {
  readonly mode: Mode;
  readonly address: string;
}

async function signPayment(
  tx: Tx,
  { mode, address }: Own,
  { payments, conditions, keys, bounds, onReserved }: SignRequest<XrpConditions>,
): Promise<SignedTransaction | NotNow | Never> {
  const recipient = recipientOf(payments, conditions);
  const { payment } = recipient;
  const words = neverWords(recipient, conditions, address);
  if (words !== null) return { never: 'address_refused', words };
  const { account, feeDrops, networkId } = conditions;
  if (account === null) return { notNow: 'no_funds', words: `The account ${address} does not exist yet.` };
  if (feeDrops > bounds.maxTotalMinor || feeDrops > bounds.maxRateMinor) {
    return { notNow: 'fee_too_high', words: `The next ledger asks for ${feeDrops} drops.` };
  }
  const missing = await missingDrops(tx, { mode, address, account, wantedDrops: payment.netMinor + feeDrops });
  if (missing > 0n) {
    const kept = `${account.keptDrops} drops stay as its reserve`;
    return { notNow: 'no_funds', words: `The account ${address} lacks ${missing} drops; ${kept}.` };
  }
  const chain = { mode, network: 'XRP' } as const;
  const freed = await takeFreedNumber(tx, chain, { address, from: account.openSequence });
  const sequence = freed ?? (await takeNonce(tx, chain, address, account.openSequence));
  onReserved();
  const transaction: XrpPayment = {
    TransactionType: 'Payment',
    Account: address,
    Destination: payment.addressKey,
    Amount: payment.netMinor.toString(),
    Fee: feeDrops.toString(),
    Sequence: Number(sequence),
    LastLedgerSequence: account.ledger + LEDGERS_TO_LIVE,
    ...(payment.destinationTag === null ? {} : { DestinationTag: Number(payment.destinationTag) }),
    ...(networkId > HIGHEST_IMPLIED_NETWORK ? { NetworkID: networkId } : {}),
  };
  const { tx_blob: raw, hash: txid } = walletOf(keys, address).sign(transaction);
  return {
    ...{ txid, raw, feeMinor: feeDrops, change: [] },
    spends: [`${address}:${sequence}`],
    lines: [{ payoutId: payment.payoutId, output: '' }],
  };
}

/** What was asked of the ledger must be what is signed now. */
function recipientOf(payments: readonly Payment[], { recipients }: XrpConditions): XrpRecipient {
  const [payment] = payments;
  if (payment === undefined || payments.length > 1) throw new Error('An XRP transaction makes one payment.');
  const asked = recipients.get(payment.payoutId);
  const same =
    asked?.payment.addressKey === payment.addressKey &&
    asked.payment.destinationTag === payment.destinationTag &&
    asked.payment.netMinor === payment.netMinor;
  if (asked === undefined || !same) throw new Error(`The ledger was not asked about payout ${payment.payoutId}.`);
  return asked;
}

/** What the ledger would take the fee for and refuse, in words (hazard 43). */
function neverWords(
  { payment, exists, asksForTag, refuses }: XrpRecipient,
  { reserveDrops }: XrpConditions,
  own: string,
): string | null {
  if (payment.addressKey === own) return 'This is the account of the gateway itself.';
  if (!exists && payment.netMinor < reserveDrops) {
    const [xrp, reserve] = [payment.netMinor, reserveDrops].map((drops) => formatTrimmed(drops, 6));
    return `The account does not exist yet, and ${xrp} XRP are less than the ${reserve} XRP that would open it.`;
  }
  if (asksForTag && payment.destinationTag === null) return 'The recipient asks for a destination tag.';
  return refuses ? 'The recipient takes no XRP from us.' : null;
}

interface Wanted extends Own {
  readonly account: XrpAccountView;
  readonly wantedDrops: bigint;
}

/** What the account lacks beside its reserve and what it has promised already. */
async function missingDrops(tx: Tx, { mode, address, account, wantedDrops }: Wanted): Promise<bigint> {
  const view = { address, height: account.ledger, number: account.sequence, exceptId: null };
  const promised = (await promisedBy(tx, { mode, network: 'XRP' }, 'XRP', view)).get('XRP') ?? 0n;
  return wantedDrops + promised + account.keptDrops - account.balanceDrops;
}

/** @throws DomainError `configuration_invalid` when the keystore and the extended public key are of different accounts */
function walletOf(keys: SigningKeys, address: string): Wallet {
  const { privateKey, publicKey } = keys.key(0, 0);
  const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex').toUpperCase();
  const wallet = new Wallet(hex(publicKey), `00${hex(privateKey)}`);
  if (wallet.address === address) return wallet;
  throw new DomainError('configuration_invalid', {
    message: `The keystore does not hold the key of ${address}: keystore and extended public key are not of the same account.`,
  });
}
