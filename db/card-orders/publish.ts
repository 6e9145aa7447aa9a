import { presentCardOrder } from '../../contract/card-orders.view.ts';
import { gate, gateDecimals } from '../../domain/assets/assets.ts';
import { currencyDecimals } from '../../domain/money/currencies.ts';
import { formatAmount, formatTrimmed } from '../../domain/money/money.ts';
import type { CardOrderStatus } from '../../domain/state/card-order-status.ts';
import type { CardOrderSnapshot } from '../../domain/state/card-order-waits.ts';
import type { OutboxRow } from '../core/outbox.ts';
import type { EventRow } from '../process/define.ts';
import { publicEvent } from '../process/public-event.ts';
import type { RowRun } from '../process/workflow-run.ts';
import type { CardOrderParts } from './read.ts';
import type { CardOrderRow } from './rows.ts';

/** The public event `card_order.<status>` with the current order. */
export function cardOrderEvent({ row, email }: CardOrderParts, nowMs: number): EventRow {
  return publicEvent('card_order', row, presentCardOrder(row, email), nowMs);
}

/** The outbox topic of mails to the customer of a card order. */
export const CARD_ORDER_MAIL = 'mail.card_order';

/** The order, and the status that the mail is about. */
export interface CardOrderMail {
  readonly cardOrderId: string;
  readonly status: CardOrderStatus;
}

export function cardOrderMail(cardOrderId: string, status: CardOrderStatus): OutboxRow {
  return { topic: CARD_ORDER_MAIL, payload: { cardOrderId, status } satisfies CardOrderMail };
}

/** Both amounts that the customer agreed to, for people. */
export function amountsOf({ gateId, cryptoMinor, fiat, fiatMinor }: CardOrderRow): string {
  const coins = formatTrimmed(cryptoMinor, gateDecimals(gateId));
  return `${coins} ${gateId} for ${formatAmount(fiatMinor, currencyDecimals(fiat))} ${fiat}`;
}

export function snapshotOf(row: CardOrderRow): CardOrderSnapshot {
  const { version, status, statusReason: reason, needsOperator, txid } = row;
  return {
    version,
    status,
    reason,
    needsOperator,
    txid,
    isPlaced: row.partnerOrderId !== null,
    knowsAmounts: row.partnerFiatMinor !== null && row.partnerCryptoMinor !== null,
    isMatured: row.maturedAt !== null,
    stageAtMs: stageAt(row).getTime(),
    checkAtMs: row.nextCheckAt?.getTime() ?? null,
  };
}

/** When the order reached the part of its life that has a deadline. */
function stageAt(row: CardOrderRow): Date {
  const { status, paidAt, sentAt, deliveredAt, closedAt } = row;
  const at = status === 'processing' ? paidAt : status === 'sending' ? sentAt : (deliveredAt ?? closedAt);
  return at ?? row.placedAt ?? row.createdAt;
}

export function cardOrderRun(row: CardOrderRow): RowRun {
  const { id, merchantId, mode, gateId } = row;
  const { network } = gate(gateId);
  return {
    workflowType: 'cardOrderWorkflow',
    workflowId: `card-order:${id}`,
    summary: `${mode} purchase by card of ${amountsOf(row)}`,
    input: { version: 2, cardOrderId: id, merchantId, mode, network, watch: snapshotOf(row) },
    searchAttributes: { MerchantId: merchantId, Network: network },
  };
}
