import { type CryptoGateId, type GateId, gate } from '../../domain/assets/assets.ts';
import { checkConvertedAmount, positionRefusal } from '../../domain/conversion/limits.ts';
import { midPrice, priceTo } from '../../domain/conversion/price.ts';
import { DomainError } from '../../domain/errors.ts';
import type { CoveredCoins } from '../../domain/invoices/record.ts';
import { amountInstead, canPayIn, payingBalance } from '../../domain/refunds/other-coin.ts';
import { conversionContextOf } from '../conversions/quotes.ts';
import { fullPosition } from '../conversions/terms.ts';
import type { Db, Tx } from '../core/sequelize.ts';
import { defineTable, minor, text, uuid } from '../core/table.ts';
import type { InvoiceParts } from '../invoices/rows.ts';
import { unsettledOf } from '../invoices/unsettled.ts';
import type { PayoutSettings } from '../payouts/settings.ts';
import { coinContext, quoteRefund, type RefundContext, type RefundTerms } from './quote.ts';

export const refundCoversTable = defineTable('refund_cover', {
  refundId: uuid(),
  invoiceId: uuid(),
  gateId: text<CryptoGateId>(),
  minor: minor(),
});

/** A refund in the coin that its payer chose. */
export interface OtherCoin {
  /** Of the coin that is sent; all of its amount is this refund's. */
  readonly context: RefundContext;
  /** The coins of the invoice that it counts as. */
  readonly covers: CoveredCoins;
  /** The balance that pays: converted, unless it is in that coin already. */
  readonly from: GateId;
}

interface Requested {
  readonly parts: InvoiceParts;
  /** Of the invoice's own coin. */
  readonly own: RefundContext;
  readonly terms: RefundTerms;
  readonly to: CryptoGateId;
  readonly nowMs: number;
}

/**
 * A refund in another coin than the one that was paid, at the present price. Stays valid under the invoice's
 * lock, but for the price.
 * @throws DomainError `gate_not_offered` where the money of the invoice cannot pay in it, `rate_unavailable`,
 *   `amount_too_small`
 */
export async function inOtherCoin(
  on: Tx | Db,
  settings: PayoutSettings,
  { parts, own, terms, to, nowMs }: Requested,
): Promise<OtherCoin> {
  const { row } = parts;
  const from = await payingFrom(on, parts, own);
  if (from === null || !canPayIn(to, { own: own.gate.id, from })) throw new DomainError('gate_not_offered');
  const { amountMinor: coveredMinor } = quoteRefund(own, terms);
  const pair = { from: own.gate.id, to };
  const { rates, spreadBps, feeBps } = await conversionContextOf(on, row, pair);
  const minorOf = amountInstead(pair, coveredMinor, midPrice(pair, rates, nowMs), { spreadBps, feeBps });
  const facts = { confirmedMinor: minorOf, refundedMinor: 0n, excessMinor: 0n };
  return {
    context: await coinContext(on, settings, { row, of: gate(to), facts, nowMs }),
    covers: { gateId: own.gate.id, minor: coveredMinor },
    from,
  };
}

async function payingFrom(on: Tx | Db, { row }: InvoiceParts, own: RefundContext): Promise<GateId | null> {
  if (own.gate.id !== row.gateId) return null;
  const { id: invoiceId, merchantId, mode, autoconversion, convertingMinor, conversion } = row;
  const unsettledMinor = await unsettledOf(on, { invoiceId, merchantId, mode, asset: own.gate.id });
  const convertedTo = conversion?.to ?? null;
  return payingBalance({ own: own.gate.id, autoconversion, convertedTo, convertingMinor, unsettledMinor });
}

/**
 * The amount that the paying balance loses, so that `heldMinor` of the coin can leave: converted, unless it is in that
 * coin already.
 * @throws DomainError `amount_too_small`, `amount_too_large`, `position_limit`, `rate_unavailable`
 */
export async function paidMinor(
  on: Tx | Db,
  { row }: InvoiceParts,
  { from, to, heldMinor, nowMs }: { from: GateId; to: CryptoGateId; heldMinor: bigint; nowMs: number },
): Promise<bigint> {
  if (from === to) return heldMinor;
  const context = await conversionContextOf(on, row, { from, to });
  const { rates, spreadBps, feeBps } = context;
  const price = priceTo({ from, to }, heldMinor, midPrice({ from, to }, rates, nowMs), { spreadBps, feeBps });
  checkConvertedAmount(from, price.amountFromMinor, context.from.limits);
  // The payer has chosen this coin, so unlike what is bought back for a refund it has to fit.
  const full = fullPosition(price, context);
  if (full !== null) throw positionRefusal(full);
  return price.amountFromMinor;
}
