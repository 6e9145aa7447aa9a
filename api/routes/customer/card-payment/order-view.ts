import type { CardOrder } from '../../../../contract/card-payment.ts';
import { maskEmail } from '../../../../contract/customer-invoice.view.ts';
import { coinText } from '../../../../contract/invoice.view.ts';
import { customerOf } from '../../../../db/card-orders/read.ts';
import type { CardOrderRow } from '../../../../db/card-orders/rows.ts';
import { findSellingShop, type SellingShop } from '../../../../db/card-orders/shops.ts';
import { gate } from '../../../../domain/assets/assets.ts';
import { mustAcceptAmounts } from '../../../../domain/card-orders/amounts.ts';
import { DomainError } from '../../../../domain/errors.ts';
import { isSimulated } from '../../../../settings/config.ts';
import { cardExplorerUrl } from '../../../card-explorer.ts';
import type { ServerDeps } from '../../../deps.ts';
import { presentPriced, presentQuote, presentShop } from '../../../presenters/card-orders.ts';
import type { OpenPrice } from './desk.ts';

/** The order as its customer sees it. `present`: the price of the moment, of a draft whose own is over. */
export async function presentCardOrder(
  { db, config, now }: Pick<ServerDeps, 'db' | 'config' | 'now'>,
  row: CardOrderRow,
  present: OpenPrice | null = null,
): Promise<CardOrder> {
  const { mode, gateId, fiat: currency } = row;
  const { network, confirmations } = gate(gateId);
  const shop = await shopOf(db, row);
  const customer = await customerOf(db, row);
  const txid = row.deliveredTxid ?? row.txid;
  return {
    id: row.id,
    version: row.version,
    status: row.status,
    status_reason: row.statusReason,
    mode,
    simulated: isSimulated(config, mode, network),
    shop: presentShop(shop),
    invoice_id: row.invoiceId,
    gate_id: gateId,
    network,
    fiat: currency,
    ...presentPriced(priceOf(row), { gateId, currency }),
    quote_expires_at: row.quoteExpiresAt.toISOString(),
    new_quote: newQuote(row, present),
    address: row.address,
    destination_tag: row.destinationTag === null ? null : row.destinationTag.toString(),
    country: row.country,
    method: row.method,
    customer: customer === null ? null : { email_masked: maskEmail(customer.email), verified: true },
    txid,
    explorer_url: await cardExplorerUrl(db, row),
    confirmations: row.deliveredAt === null ? null : confirmations,
    required_confirmations: confirmations,
    delivered_amount: row.deliveredMinor === null ? null : coinText(row.deliveredMinor, gateId),
    checkout_available: hasCheckout(row, now()),
    return_url: row.returnUrl,
    created_at: row.createdAt.toISOString(),
    closed_at: row.closedAt?.toISOString() ?? null,
    server_time: new Date(now()).toISOString(),
  };
}

async function shopOf(db: ServerDeps['db'], { profileId }: CardOrderRow): Promise<SellingShop> {
  const shop = await findSellingShop(db, profileId);
  // The shop of an order may be deleted; its customer has no business with it any more.
  if (shop === undefined) throw new DomainError('not_found');
  return shop;
}

/** The amounts that the customer agreed to. */
export function priceOf({ fiatMinor, cryptoMinor, processingFeeMinor, networkFeeMinor }: CardOrderRow) {
  return { fiatMinor, cryptoMinor, partnerFeeMinor: processingFeeMinor, networkFeeMinor };
}

/** At the seller, and not paid yet. */
function isUnpaid({ status }: CardOrderRow): boolean {
  return status === 'payment' || status === 'identity';
}

/**
 * True while the customer can go to the seller's page. The seller sets the price when it makes the order: until the
 * order was read there for the first time, nobody knows whether it is the one that the customer saw.
 */
export function hasCheckout(row: CardOrderRow, nowMs: number): boolean {
  const isPriceKnown = row.partnerStatus !== null && !mustAcceptAmounts(row);
  return isUnpaid(row) && isPriceKnown && (row.payerUrl !== null || isCheckoutOpen(row, nowMs));
}

/** The first page of the seller lasts a minute. */
function isCheckoutOpen(
  { checkoutUrl, checkoutUntil }: Pick<CardOrderRow, 'checkoutUrl' | 'checkoutUntil'>,
  nowMs: number,
): boolean {
  return checkoutUrl !== null && checkoutUntil !== null && checkoutUntil.getTime() > nowMs;
}

/** The price that the customer has to accept: a draft's current one, or that of the order as the partner made it. */
function newQuote(row: CardOrderRow, present: OpenPrice | null): CardOrder['new_quote'] {
  const { gateId, fiat: currency, method, country } = row;
  const purchase = { gateId, currency, method, country };
  if (present !== null) return presentQuote(present, purchase);
  if (!isUnpaid(row) || !mustAcceptAmounts(row)) return null;
  return presentQuote({ ...priceOf(row), ...madeAt(row), expiresAt: row.deadlineAt }, purchase);
}

/** The amounts of the order that the seller made. */
export function madeAt(row: CardOrderRow): { readonly fiatMinor: bigint; readonly cryptoMinor: bigint } {
  return {
    fiatMinor: row.partnerFiatMinor ?? row.fiatMinor,
    cryptoMinor: row.partnerCryptoMinor ?? row.cryptoMinor,
  };
}
