import type { RefundOffer } from '../../contract/customer-invoice.ts';
import { coinText } from '../../contract/invoice.view.ts';
import type { LinkOffer, RefundCoin } from '../../contract/refunds.ts';
import type { Db, Tx } from '../../db/core/sequelize.ts';
import { toRecord } from '../../db/invoices/facts.ts';
import { readInvoiceParts } from '../../db/invoices/read.ts';
import type { InvoiceParts } from '../../db/invoices/rows.ts';
import { spendableOf } from '../../db/outflows/balance.ts';
import { networkFee } from '../../db/payouts/network-fees.ts';
import type { PayoutSettings } from '../../db/payouts/settings.ts';
import { currentRates } from '../../db/rates/rates.ts';
import { openLink, payerGatesOf } from '../../db/refunds/granted-links.ts';
import { inOtherCoin, paidMinor } from '../../db/refunds/other-coin.ts';
import { type PreparedRefund, preparedRefund } from '../../db/refunds/prepared.ts';
import { checkSmallest, quoteRefund, type RefundContext, refundContext } from '../../db/refunds/quote.ts';
import { type ChosenCoin, refuseUsedLink } from '../../db/refunds/requests.ts';
import { type Asset, type CryptoGateId, gate, gates } from '../../domain/assets/assets.ts';
import { DomainError, isDomainError } from '../../domain/errors.ts';
import type { InvoiceRecord } from '../../domain/invoices/record.ts';
import { currencyDecimals } from '../../domain/money/currencies.ts';
import { formatAmount, maxOf, parseAmount } from '../../domain/money/money.ts';
import { isCurrent, type Rate } from '../../domain/money/rates.ts';
import { type RefundOffer as Offer, refundOffer } from '../../domain/refunds/offer.ts';
import { refundAmountOfValue } from '../../domain/refunds/refund.ts';
import { type Config, isOpen } from '../../settings/config.ts';
import { isRefundable } from './invoice-actions.ts';

/** The coin and amount that a payer chose. @throws DomainError `amount_invalid` */
export function toChosenCoin({ gate_id: gateId, amount }: { gate_id: CryptoGateId; amount: string }): ChosenCoin {
  return { gateId, leastMinor: parseAmount(amount, gate(gateId).decimals) };
}

/**
 * The present offer of a refund link: the value that its shop named, otherwise all that the page offers; in the coin
 * that was paid, and in those that the payer may take instead. A coin that the balance, a limit or the lack of a rate
 * refuses now is left out.
 * @throws DomainError `not_found`, `link_used`, `rate_unavailable`, and as `refundContext`
 */
export async function readLinkOffer(
  db: Db,
  settings: PayoutSettings,
  { invoiceId, link, nowMs }: { readonly invoiceId: string; readonly link: string; readonly nowMs: number },
): Promise<LinkOffer> {
  const parts = await readInvoiceParts(db, invoiceId);
  await refuseUsedLink(db, { invoiceId, link });
  const prepared = await preparedRefund(db, { invoiceId, link });
  const own = await refundContext(db, settings, { parts, gateId: prepared?.gateId ?? undefined, nowMs });
  const { currency } = parts.row;
  const coins = [coinOf(own, ownOffer(parts, own, prepared))];
  if (prepared !== null) {
    for (const to of await payerGatesOf(db, { invoiceId, link, nowMs })) {
      const other = await otherOffer(db, settings, { parts, own, prepared, to, nowMs });
      if (other !== null) coins.push(other);
    }
  }
  const value = prepared === null ? null : formatAmount(prepared.valueMinor, currencyDecimals(currency));
  return { value, currency, coins };
}

function ownOffer(parts: InvoiceParts, { facts, rate, ...context }: RefundContext, prepared: PreparedRefund | null) {
  // Without a rate nobody knows how many coins a value is.
  if (prepared !== null && rate === null) throw new DomainError('rate_unavailable');
  const offer = refundOffer(facts, {
    grantedMinor:
      prepared === null || rate === null ? undefined : refundAmountOfValue(facts, prepared.valueMinor, rate),
    networkFeeMinor: context.networkFee.chargedMinor,
    serviceFeeBps: context.serviceFeeBps,
    excessOnly: isExcessOffered(toRecord(parts), facts.excessMinor - facts.refundedMinor),
  });
  if (offer === null) throw new DomainError('amount_too_small');
  return offer;
}

interface InCoin {
  readonly parts: InvoiceParts;
  readonly own: RefundContext;
  readonly prepared: PreparedRefund;
  readonly to: CryptoGateId;
  readonly nowMs: number;
}

/** Null where it would be refused now. */
async function otherOffer(
  db: Db,
  settings: PayoutSettings,
  { prepared, ...asked }: InCoin,
): Promise<RefundCoin | null> {
  const { parts, to, nowMs } = asked;
  const feePayer = prepared.feePayer ?? undefined;
  try {
    const terms = { amount: { type: 'value', fiatMinor: prepared.valueMinor }, feePayer } as const;
    const { context, from } = await inOtherCoin(db, settings, { ...asked, terms });
    const quote = quoteRefund(context, { amount: { type: 'all' }, feePayer });
    await checkSmallest(db, parts.row.merchantId, quote);
    const minor = await paidMinor(db, parts, { from, to, heldMinor: quote.heldMinor, nowMs });
    const { availableMinor, frozen } = await spendableOf(db, { ...parts.row, gateId: from });
    if (frozen || availableMinor < minor) return null;
    const { networkFee: fee, serviceFeeBps, facts } = context;
    const of = { networkFeeMinor: fee.chargedMinor, serviceFeeBps, excessOnly: false };
    const offer = refundOffer(facts, of);
    return offer === null ? null : coinOf(context, offer);
  } catch (error) {
    if (!isDomainError(error)) throw error;
    return null;
  }
}

function coinOf({ gate: { id }, serviceFeeBps, rate }: RefundContext, offer: Offer): RefundCoin {
  return {
    gate_id: id,
    takes_tag: gates[id].tag !== 'none',
    ...presentOffer(offer, id, serviceFeeBps),
    rate: rate === null ? null : rate.value,
    rate_expires_at: rate?.expiresAt.toISOString() ?? null,
  };
}

function presentOffer(offer: Offer, gateId: CryptoGateId, serviceFeeBps: number): RefundOffer {
  const coins = (minor: bigint) => coinText(minor, gateId);
  return {
    amount: coins(offer.amountMinor),
    service_fee_percent: formatAmount(BigInt(serviceFeeBps), 2),
    fees: { service: coins(offer.serviceFeeMinor), network: coins(offer.networkFeeMinor) },
    net_amount: coins(offer.netMinor),
  };
}

/** An excess of which a refund left something is offered alone: the rest paid for the order. */
function isExcessOffered({ status, completedAt, unclaimedMinor }: InvoiceRecord, excessLeftMinor: bigint): boolean {
  return status === 'overpaid' || (completedAt !== null && unclaimedMinor > 0n && excessLeftMinor > 0n);
}

/** The amount that can be refunded now; null while a refund is under way, or where none could be sent. */
export async function offerOf(
  on: Db | Tx,
  config: Config,
  record: InvoiceRecord,
  serviceFeeBps: number,
): Promise<RefundOffer | null> {
  const { quote, mode, merchantId, amountConfirmedMinor, amountRefundedMinor } = record;
  if (quote === null || !isRefundable(record) || !isOpen(config, mode, quote.network)) return null;
  const excessMinor = maxOf(0n, amountConfirmedMinor - quote.amountDueMinor);
  // The current fee of a refund, so that the payer is not promised more than arrives.
  const { chargedMinor } = await networkFee(
    on,
    { networkFeeBoundsOf: (network) => config.networkFeeBounds[network] },
    { mode, merchantId, gateId: quote.gateId },
  );
  const of = { confirmedMinor: amountConfirmedMinor, refundedMinor: amountRefundedMinor, excessMinor };
  const link = await openLink(on, record.id);
  // A link for money on another quote is about that money alone.
  const granted = link?.gateId === null ? link : null;
  const rate = granted === null ? undefined : await rateNow(on, record, gate(quote.gateId).asset);
  // Without a rate nobody knows how many coins a granted value is.
  if (granted !== null && rate === undefined) return null;
  const offer = refundOffer(of, {
    grantedMinor:
      granted === null || rate === undefined ? undefined : refundAmountOfValue(of, granted.valueMinor, rate),
    networkFeeMinor: chargedMinor,
    serviceFeeBps,
    excessOnly: isExcessOffered(record, excessMinor - amountRefundedMinor),
  });
  return offer === null ? null : presentOffer(offer, quote.gateId, serviceFeeBps);
}

async function rateNow(on: Db | Tx, { mode, currency }: InvoiceRecord, asset: Asset): Promise<Rate | undefined> {
  const [rate] = await currentRates(on, { mode, assets: [asset], currencies: [currency] });
  return rate !== undefined && isCurrent(rate, Date.now()) ? rate : undefined;
}
