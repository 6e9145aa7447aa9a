import type { Tx } from '../core/sequelize.ts';
import { applyStep } from '../process/apply.ts';
import { type CardOrderStepEvent, cardOrderProcess } from './process.ts';
import { readCardOrder } from './read.ts';
import type { CardOrderRow } from './rows.ts';

/**
 * The customer places the draft: its workflow makes it at the partner. Repeating it changes nothing.
 * @throws DomainError `quote_expired` for a draft that is too old; `illegal_transition` while something is missing, or
 *   once it was canceled
 */
export function placeCardOrder(tx: Tx, id: string, nowMs: number): Promise<CardOrderRow> {
  return step(tx, id, { type: 'place' }, nowMs);
}

/**
 * The customer leaves an order that is not paid. The order is still followed: its page at the partner may stay open.
 * @throws DomainError `illegal_transition` while the order is being made, and once it is paid or ended
 */
export function cancelCardOrder(tx: Tx, id: string, nowMs: number): Promise<CardOrderRow> {
  return step(tx, id, { type: 'cancel' }, nowMs);
}

/**
 * The customer accepts the amounts at which the partner made the order.
 * @throws DomainError `illegal_transition` unless it waits for the customer
 */
export function acceptAmounts(
  tx: Tx,
  id: string,
  amounts: Pick<CardOrderRow, 'fiatMinor' | 'cryptoMinor'>,
  nowMs: number,
): Promise<CardOrderRow> {
  const { fiatMinor, cryptoMinor } = amounts;
  return step(tx, id, { type: 'accept_amounts', fiatMinor, cryptoMinor }, nowMs);
}

/** Somebody, such as a webhook, says that the partner has news of the order: its workflow fetches it at once. */
export function lookAtCardOrder(tx: Tx, id: string, nowMs: number): Promise<CardOrderRow> {
  return step(tx, id, { type: 'look' }, nowMs);
}

async function step(tx: Tx, id: string, event: CardOrderStepEvent, nowMs: number): Promise<CardOrderRow> {
  await applyStep(tx, cardOrderProcess, { id, event, cause: null, nowMs });
  return readCardOrder(tx, id);
}
