import type { CryptoGateId } from '../../domain/assets/assets.ts';
import { DomainError } from '../../domain/errors.ts';
import { newId } from '../../domain/ids.ts';
import type { InvoiceRow } from '../../domain/invoices/record.ts';
import type { PayoutRow } from '../../domain/payouts/record.ts';
import type { PayoutTarget } from '../../domain/payouts/target.ts';
import type { PayoutActor } from '../../domain/state/payout-event.ts';
import { convertBack } from '../conversions/back.ts';
import type { Tx } from '../core/sequelize.ts';
import { applyInvoiceEvent } from '../invoices/process.ts';
import { type InvoiceScope, lockInvoice } from '../invoices/read.ts';
import type { InvoiceParts } from '../invoices/rows.ts';
import { coolOffEnd } from '../outflows/cool-off.ts';
import { type Creators, readCreators } from '../outflows/creators.ts';
import { holdOutflow } from '../outflows/holds.ts';
import { refuseRestricted } from '../outflows/merchant-statuses.ts';
import { beginPayout, type RequestedPayout } from '../payouts/begin.ts';
import { withGathering } from '../payouts/network-fees.ts';
import type { PayoutSettings } from '../payouts/settings.ts';
import { convertedPart } from './converted.ts';
import { inOtherCoin, type OtherCoin, paidMinor, refundCoversTable } from './other-coin.ts';
import {
  checkSmallest,
  quoteRefund,
  type RefundContext,
  type RefundQuote,
  type RefundTerms,
  refundContext,
} from './quote.ts';
import { refundSources } from './source.ts';
import { refundTarget } from './target.ts';

export interface NewRefund extends RefundTerms {
  readonly invoiceId: string;
  readonly scope: InvoiceScope;
  /** The gate of money on another quote; without it, the invoice's own. */
  readonly gateId?: CryptoGateId | undefined;
  /** The coin that the payer chose instead of the one that was paid. */
  readonly inCoin?: CryptoGateId | undefined;
  readonly address: string;
  readonly destinationTag: string | null;
  /** For the merchant's records and webhooks. */
  readonly reason: string | null;
  readonly by: PayoutActor & { readonly kind: 'user' | 'token' };
  /**
   * The payer entered this address through the mailed link, so it needs no cool-off: nobody of the merchant chose it.
   */
  readonly addressIsPayers?: boolean;
  readonly nowMs: number;
}

/**
 * Creates a refund: the row, the hold on the account with the invoice's money, its approval if the creator may approve,
 * the invoice's new status, events, and the start of its workflow, all in the caller's transaction. Coins that the
 * settlement converted are bought back at the rate of the moment, and so is another coin that the payer chose. The
 * invoice's lock serializes concurrent requests, so together they never exceed what was paid (hazard 54).
 * @throws DomainError `illegal_transition` also while another refund of the invoice is open, `amount_too_small`,
 *   `amount_too_large`, `address_invalid`, `destination_tag_invalid`, `insufficient_balance`, `account_frozen`,
 *   `gate_not_offered`, `rate_unavailable`, `not_found`, `merchant_restricted`
 */
export async function createRefund(tx: Tx, settings: PayoutSettings, input: NewRefund): Promise<PayoutRow> {
  const { invoiceId, scope, by, nowMs } = input;
  const parts = await lockInvoice(tx, invoiceId);
  const { row: invoice } = parts;
  if (scope.profileId !== undefined && invoice.profileId !== scope.profileId) throw new DomainError('not_found');
  await refuseRestricted(tx, invoice.profileId);
  const own = await refundContext(tx, settings, { parts, gateId: input.gateId, nowMs });
  const other =
    input.inCoin === undefined
      ? null
      : await inOtherCoin(tx, settings, { parts, own, terms: input, to: input.inCoin, nowMs });
  const context = other?.context ?? own;
  const terms = other === null ? input : { ...input, amount: { type: 'all' } as const };
  const { networkFee: fee, ...quoted } = quoteRefund(context, terms);
  const gateId = quoted.gate.id;
  const networkFee = await withGathering(tx, fee, { mode: invoice.mode, gateId, netMinor: quoted.netMinor });
  const quote = { ...quoted, networkFee };
  await checkSmallest(tx, invoice.merchantId, quote);
  const target = await refundTarget(tx, settings, { invoice, context, ...input });

  const policyRequired = context.approvalRequired;
  const { creators, armedAt, isDraft } = await readCreators(tx, { by, kind: 'refund', policyRequired });
  const notBefore = await coolOff(tx, { input, invoice, context, target, armedAt, isDraft });
  const approvalRequired = policyRequired || isDraft;
  const requested = { ...requestedFrom({ input, invoice, context, quote, target, notBefore }), approvalRequired };
  const row = await beginPayout(tx, settings, { payout: requested, by, creators, nowMs });
  if (other === null) await holdOwn(tx, invoice, row);
  else await holdOther(tx, parts, row, other);
  const { gateId: returnedGate, minor } = other?.covers ?? { gateId, minor: quote.amountMinor };
  if (returnedGate === invoice.gateId) {
    const event = { type: 'refund', minor } as const;
    await applyInvoiceEvent(tx, { id: invoiceId, event, cause: `refund:${row.id}`, nowMs });
  }
  return row;
}

async function holdOwn(tx: Tx, invoice: InvoiceRow, row: PayoutRow): Promise<void> {
  const sources = await refundSources(tx, { ...row, invoiceId: invoice.id });
  await buyBack(tx, invoice, row, sources[1].minor);
  await holdOutflow(tx, row, sources);
}

/** Another coin than the one that was paid comes from the balance that has the invoice's money. */
async function holdOther(tx: Tx, parts: InvoiceParts, row: PayoutRow, { covers, from }: OtherCoin): Promise<void> {
  const { id: refundId, gateId: to, heldMinor, createdAt } = row;
  const nowMs = createdAt.getTime();
  const { id: invoiceId, merchantId, profileId, mode } = parts.row;
  // Refuses what the pair's limits and positions refuse; that the balance is enough, the ledger does.
  await paidMinor(tx, parts, { from, to, heldMinor, nowMs });
  if (from !== to) {
    const owner = { merchantId, profileId, mode };
    await convertBack(tx, { owner, invoiceId, refundId, from, to, minor: heldMinor, nowMs });
  }
  await refundCoversTable.create(tx, { refundId, invoiceId, ...covers });
  await holdOutflow(tx, row);
}

/** Coins that the settlement converted are bought back from what it was converted into (spec §9). */
async function buyBack(
  tx: Tx,
  invoice: InvoiceRow,
  { id: refundId, gateId, createdAt }: PayoutRow,
  fromBalanceMinor: bigint,
): Promise<void> {
  const minor = await convertedPart(tx, invoice, { gateId, minor: fromBalanceMinor });
  if (minor === 0n || invoice.conversion === null) return;
  const { id: invoiceId, merchantId, profileId, mode, conversion } = invoice;
  const owner = { merchantId, profileId, mode };
  await convertBack(tx, {
    owner,
    invoiceId,
    refundId,
    from: conversion.to,
    to: gateId,
    minor,
    nowMs: createdAt.getTime(),
  });
}

interface Requested {
  readonly input: NewRefund;
  readonly invoice: InvoiceRow;
  readonly context: RefundContext;
  readonly quote: RefundQuote;
  readonly target: PayoutTarget;
  readonly notBefore: Date | null;
}

/** An address that the merchant's people entered, or a young token sent, cools off like one of a payout. */
function coolOff(
  tx: Tx,
  {
    input,
    invoice,
    context,
    target,
    armedAt,
    isDraft,
  }: Pick<Requested, 'input' | 'invoice' | 'context' | 'target'> & Pick<Creators, 'armedAt' | 'isDraft'>,
): Promise<Date | null> {
  const { by, addressIsPayers = false, nowMs } = input;
  if (addressIsPayers) return Promise.resolve(null);
  const { coolOffSeconds } = context;
  const { profileId } = invoice;
  const { network } = context.gate;
  return coolOffEnd(tx, { ...target, by, armedAt, isDraft, profileId, network, coolOffSeconds, nowMs });
}

function requestedFrom({ input, invoice, context, quote, target, notBefore }: Requested): RequestedPayout {
  return {
    id: newId(input.nowMs),
    kind: 'refund',
    merchantId: invoice.merchantId,
    profileId: invoice.profileId,
    mode: invoice.mode,
    gateId: quote.gate.id,
    network: quote.gate.network,
    amountMinor: quote.amountMinor,
    netMinor: quote.netMinor,
    serviceFeeMinor: quote.serviceFeeMinor,
    networkFeeMinor: quote.networkFeeMinor,
    heldMinor: quote.heldMinor,
    feeCeilingMinor: quote.networkFee.ceilingMinor,
    feeSampledAt: quote.networkFee.sampledAt,
    feePayer: quote.feePayer,
    chain: context.chain,
    address: target.address,
    addressKey: target.addressKey,
    destinationTag: target.destinationTag,
    reference: null,
    description: input.reason,
    methodId: null,
    invoiceId: invoice.id,
    approvalRequired: context.approvalRequired,
    notBefore,
  };
}
