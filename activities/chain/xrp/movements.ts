import type { Movement } from '../../../db/chain/movement.ts';
import { minOf } from '../../../domain/money/money.ts';
import type { ChainTransaction } from '../port.ts';
import type { XrpAmount, XrpMetadata, XrpTransaction } from './rpc.ts';

/** A payment that may deliver less than it names (hazard 38). */
const PARTIAL_PAYMENT = 0x0002_0000;

/**
 * The payments of a transaction of a validated ledger.
 *
 * - Only `tesSUCCESS` moves anything (hazard 40).
 * - A payment gives what the ledger says was delivered, never what it names (hazard 38), and of XRP never more than the
 *   balance of its recipient grew by.
 * - Coins that come in any other way (escrow, check, channel, deleted account) have no tag that was meant for us: they
 *   arrive without one, so nobody's invoice takes them (hazard 45).
 * - The inner transactions of a batch are in the ledger beside it, each with its own result; the batch itself gives
 *   nothing (hazard 44).
 */
export function describeXrp(transaction: XrpTransaction, meta: XrpMetadata): ChainTransaction {
  const failed = meta.TransactionResult !== 'tesSUCCESS';
  return {
    txid: transaction.hash,
    movements: failed ? [] : movementsOf(transaction, meta),
    spends: [numberOf(transaction)],
    failed,
    seenAtMs: null,
  };
}

/** Each sequence number or ticket of an account is used once. */
function numberOf({ Account, Sequence, TicketSequence }: XrpTransaction): string {
  return TicketSequence === undefined ? `${Account}:${Sequence}` : `${Account}:ticket-${TicketSequence}`;
}

function movementsOf(transaction: XrpTransaction, meta: XrpMetadata): Movement[] {
  if (transaction.TransactionType === 'Payment') return delivered(transaction, meta);
  if (transaction.TransactionType === 'Batch') return [];
  return received(meta)
    .filter(({ account }) => account !== transaction.Account)
    .map(({ account, drops }, index) => movement({ ...xrp, account, amountMinor: drops, output: `balance:${index}` }));
}

function delivered(transaction: XrpTransaction, meta: XrpMetadata): Movement[] {
  const { Account: sender, Destination: account, DestinationTag: tag } = transaction;
  const amount = deliveredAmount(transaction, meta);
  if (account === undefined || amount === undefined) return [];
  const moved =
    typeof amount === 'string'
      ? { ...xrp, amountMinor: minOf(BigInt(amount), growthOf(account, meta)) }
      : issued(amount);
  if (moved.amountMinor <= 0n) return [];
  return [movement({ ...moved, sender, account, tag: tag === undefined ? null : BigInt(tag), output: '' })];
}

function deliveredAmount(transaction: XrpTransaction, meta: XrpMetadata): XrpAmount | undefined {
  const said = meta.delivered_amount ?? meta.DeliveredAmount;
  // The server does not know of payments that are older than the field.
  if (said !== undefined && said !== 'unavailable') return said;
  if (((transaction.Flags ?? 0) & PARTIAL_PAYMENT) === 0) return transaction.Amount;
  return growthOf(transaction.Destination, meta).toString();
}

function growthOf(address: string | undefined, meta: XrpMetadata): bigint {
  return received(meta).find(({ account }) => account === address)?.drops ?? 0n;
}

/** The account whose XRP increased, and by how much. */
function received(meta: XrpMetadata): { account: string; drops: bigint }[] {
  return meta.AffectedNodes.flatMap(({ CreatedNode, ModifiedNode }) => {
    const node = CreatedNode ?? ModifiedNode;
    if (node?.LedgerEntryType !== 'AccountRoot') return [];
    const { Account: account, Balance: after } = node.NewFields ?? node.FinalFields ?? {};
    const before = CreatedNode === undefined ? node.PreviousFields?.Balance : '0';
    if (account === undefined || typeof after !== 'string' || typeof before !== 'string') return [];
    const drops = BigInt(after) - BigInt(before);
    return drops > 0n ? [{ account, drops }] : [];
  });
}

interface Moved {
  readonly gateId: 'XRP' | null;
  readonly assetRef: string;
  readonly account: string;
  /** The account that owned the money, where it came by a payment. */
  readonly sender?: string;
  readonly tag?: bigint | null;
  readonly amountMinor: bigint;
  readonly output: string;
}

const xrp = { gateId: 'XRP', assetRef: 'XRP' } as const;

function movement({ account, tag = null, ...moved }: Moved): Movement {
  return { ...moved, addressKey: account, destinationTag: tag, coinbase: false, maturity: 0 };
}

/** Decimals that amounts of issued money are noted with: the ledger keeps 15 digits. */
const ISSUED_DECIMALS = 15;

/** A self-issued currency is not XRP, whatever its name: it is recorded under its issuer (hazard 39). */
function issued({
  value,
  currency,
  issuer,
}: Exclude<XrpAmount, string>): Pick<Moved, 'gateId' | 'assetRef' | 'amountMinor'> {
  const assetRef = `XRP:${currency ?? 'token'}${issuer === undefined ? '' : `.${issuer}`}`;
  return { gateId: null, assetRef, amountMinor: minorOf(value) };
}

/** Reads `12.5`, `1e-7` or `1234e10`; what is below the last decimal is left out. */
function minorOf(value: string): bigint {
  const [, sign = '', whole = '', fraction = '', exponent = '0'] =
    /^(-?)(\d*)(?:\.(\d*))?(?:[eE]([+-]?\d+))?$/.exec(value) ?? [];
  if (sign === '-' || whole + fraction === '') return 0n;
  const shift = ISSUED_DECIMALS + Number(exponent) - fraction.length;
  const digits = BigInt(whole + fraction);
  return shift >= 0 ? digits * 10n ** BigInt(shift) : digits / 10n ** BigInt(-shift);
}
