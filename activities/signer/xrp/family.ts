import type { Tx } from '../../../db/core/sequelize.ts';
import type { Mode } from '../../../domain/assets/assets.ts';
import { deriveOwnAddress } from '../../../domain/assets/derivation.ts';
import { formatTrimmed } from '../../../domain/money/money.ts';
import { openXrpRpc } from '../../chain/xrp/rpc.ts';
import type {
  Payment,
  PermanentRefusal,
  RetryLater,
  SignedTransaction,
  SigningFamily,
  SignRequest,
} from '../family.ts';
import { readConditions, type XrpConditions, type XrpRecipient } from './conditions.ts';
import { type Own, signXrp } from './transaction.ts';

export interface XrpSigningOptions {
  readonly mode: Mode;
  readonly url: string;
  readonly accountXpub: string;
}

/**
 * XRP from the account that payers pay to, one payment in each transaction. Each may enter a few ledgers only; one that
 * entered none of them has lapsed, its number is free again, and only then another one is signed for its payout. So
 * nothing has to be replaced.
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

async function signPayment(
  tx: Tx,
  { mode, address }: Own,
  { payments, conditions, keys, bounds, onReserved }: SignRequest<XrpConditions>,
): Promise<SignedTransaction | RetryLater | PermanentRefusal> {
  const recipient = recipientOf(payments, conditions);
  const { payment } = recipient;
  const words = permanentRefusalOf(recipient, conditions, address);
  if (words !== null) return { permanentRefusal: 'address_refused', words };
  const signed = await signXrp(
    tx,
    { mode, address },
    {
      conditions,
      keys,
      bounds,
      onReserved,
      drops: payment.netMinor,
      fields: {
        TransactionType: 'Payment',
        Destination: payment.addressKey,
        Amount: payment.netMinor.toString(),
        ...(payment.destinationTag === null ? {} : { DestinationTag: Number(payment.destinationTag) }),
      },
    },
  );
  return 'retryLater' in signed ? signed : { ...signed, lines: [{ payoutId: payment.payoutId, output: '' }] };
}

/** The signed transaction must be exactly what the ledger was asked about. */
function recipientOf(payments: readonly Payment[], { recipients }: XrpConditions): XrpRecipient {
  const [payment] = payments;
  if (payment === undefined || payments.length > 1) throw new Error('An XRP transaction makes one payment.');
  const requested = recipients.get(payment.payoutId);
  const same =
    requested?.payment.addressKey === payment.addressKey &&
    requested.payment.destinationTag === payment.destinationTag &&
    requested.payment.netMinor === payment.netMinor;
  if (requested === undefined || !same) throw new Error(`The ledger was not asked about payout ${payment.payoutId}.`);
  return requested;
}

/** Payments that the ledger would take the fee for and refuse, in words (hazard 43). */
function permanentRefusalOf(
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
