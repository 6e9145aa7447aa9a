import type { CardOrderMoment, SpaCardOrder, SpaCardOrderStory, StaffCardOrder } from '../../contract/card-orders.ts';
import { maskEmail } from '../../contract/customer-invoice.view.ts';
import { coinText } from '../../contract/invoice.view.ts';
import type { CardOrderPeople } from '../../db/card-orders/list.ts';
import type { CardOrderRow } from '../../db/card-orders/rows.ts';
import { MATURITY_MS } from '../../domain/card-orders/earnings.ts';
import { formatAmount } from '../../domain/money/money.ts';
import { fiatText } from './card-orders.ts';

/** The order as its shop sees it: of the customer, the country and a masked address. */
export function presentShopOrder(row: CardOrderRow, people: CardOrderPeople | undefined): SpaCardOrder {
  const { fiat, gateId, deliveredAt } = row;
  return {
    id: row.id,
    version: row.version,
    status: row.status,
    status_reason: row.statusReason,
    needs_operator: row.needsOperator,
    mode: row.mode,
    invoice_id: row.invoiceId,
    gate_id: gateId,
    fiat,
    fiat_amount: fiatText(row.fiatMinor, fiat),
    crypto_amount: coinText(row.cryptoMinor, gateId),
    country: row.country,
    method: row.method,
    customer_email: people?.email == null ? null : maskEmail(people.email),
    address: row.address,
    destination_tag: row.destinationTag?.toString() ?? null,
    txid: row.deliveredTxid ?? row.txid,
    ...earningsOf(row),
    created_at: row.createdAt.toISOString(),
    delivered_at: deliveredAt?.toISOString() ?? null,
    closed_at: row.closedAt?.toISOString() ?? null,
  };
}

function earningsOf({ status, shareMinor, deliveredAt, maturedAt }: CardOrderRow) {
  if (shareMinor === null || deliveredAt === null)
    return { earnings: null, earnings_status: null, earnings_available_at: null };
  const earnings = fiatText(shareMinor, 'EUR');
  if (status === 'charged_back') return { earnings, earnings_status: 'reversed', earnings_available_at: null } as const;
  const availableAt = maturedAt ?? new Date(deliveredAt.getTime() + MATURITY_MS);
  return {
    earnings,
    earnings_status: maturedAt === null ? 'pending' : 'available',
    earnings_available_at: availableAt.toISOString(),
  } as const;
}

interface OrderContext {
  readonly people: CardOrderPeople | undefined;
  readonly explorerUrl: string | null;
}

/** The same with its timeline. */
export function presentOrderStory(row: CardOrderRow, { people, explorerUrl }: OrderContext): SpaCardOrderStory {
  return {
    ...presentShopOrder(row, people),
    delivered_amount: row.deliveredMinor === null ? null : coinText(row.deliveredMinor, row.gateId),
    explorer_url: explorerUrl,
    timeline: timelineOf(row),
  };
}

/** The order as the staff sees it. */
export function presentStaffOrder(row: CardOrderRow, context: OrderContext): StaffCardOrder {
  const { fiat, gateId, partnerFiatMinor, partnerCryptoMinor, euroMinor, commissionMinor } = row;
  return {
    ...presentOrderStory(row, context),
    merchant: { id: row.merchantId, name: context.people?.merchantName ?? null },
    partner: row.partner,
    partner_order_id: row.partnerOrderId,
    partner_status: row.partnerStatus,
    partner_fiat_amount: partnerFiatMinor === null ? null : fiatText(partnerFiatMinor, fiat),
    partner_crypto_amount: partnerCryptoMinor === null ? null : coinText(partnerCryptoMinor, gateId),
    value: euroMinor === null ? null : fiatText(euroMinor, 'EUR'),
    commission: commissionMinor === null ? null : fiatText(commissionMinor, 'EUR'),
    commission_percent: formatAmount(BigInt(row.commissionBps), 2),
    share_percent: formatAmount(BigInt(row.shareBps), 2),
  };
}

/** The moments in the row, oldest first; those of one time in the order in which they must have happened. */
function timelineOf(row: CardOrderRow): CardOrderMoment[] {
  const { status, placedAt, paidAt, sentAt, deliveredAt, maturedAt, closedAt } = row;
  const isDelivered = status === 'delivered' || status === 'charged_back';
  const moments: readonly (readonly [Date | null, CardOrderMoment['kind']])[] = [
    [placedAt, 'placed'],
    [paidAt, 'paid'],
    [sentAt, 'sent'],
    [deliveredAt, 'delivered'],
    [maturedAt, 'earnings_available'],
    [status === 'charged_back' ? closedAt : null, 'charged_back'],
    [isDelivered ? null : closedAt, 'ended'],
  ];
  return moments
    .flatMap(([at, kind]) => (at === null ? [] : [{ at, kind }]))
    .toSorted((one, other) => one.at.getTime() - other.at.getTime())
    .map(({ at, kind }) => ({ at: at.toISOString(), kind, ...(kind === 'ended' ? { status } : {}) }));
}
