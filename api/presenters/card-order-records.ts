import type {
  CardOrderMoment,
  SpaCardOrder,
  SpaCardOrderListQuery,
  SpaCardOrderStory,
  StaffCardOrder,
} from '../../contract/card-orders.ts';
import { fiatText, presentCardOrder } from '../../contract/card-orders.view.ts';
import { coinText } from '../../contract/invoice.view.ts';
import type { CardOrderPeople, CardOrderQuery } from '../../db/card-orders/list.ts';
import type { CardOrderRow } from '../../db/card-orders/rows.ts';
import { formatAmount } from '../../domain/money/money.ts';
import { isCardOrderStatus } from '../../domain/state/card-order-status.ts';
import { listQueryOf } from './list-query.ts';

/** The list contract as the database's query. @throws DomainError `validation_failed` for a day that is none */
export function toCardOrderQuery({ status, ...query }: SpaCardOrderListQuery, profileId: string) {
  return {
    ...listQueryOf(query),
    of: { profileId },
    status: status?.split(',').filter(isCardOrderStatus),
  } satisfies CardOrderQuery;
}

/** The order as its shop sees it: of the customer, the country and a masked address. */
export function presentShopOrder(row: CardOrderRow, people: CardOrderPeople | undefined): SpaCardOrder {
  return { ...presentCardOrder(row, people?.email ?? null), needs_operator: row.needsOperator };
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
