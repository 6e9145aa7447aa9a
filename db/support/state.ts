import { DomainError } from '../../domain/errors.ts';
import { next, type TicketEvent, type TicketState, takes } from '../../domain/support/ticket.ts';
import type { Tx } from '../core/sequelize.ts';
import { NOW } from '../core/table.ts';
import { type TicketRow, ticketsTable } from './rows.ts';

/** The state of a ticket, for the rules. */
export function stateOf(row: TicketRow): TicketState {
  return {
    waitingSinceMs: row.askedAt?.getTime() ?? null,
    answeredAtMs: row.answeredAt?.getTime() ?? null,
    needsCustomer: row.needsCustomer,
    closedAtMs: row.closedAt?.getTime() ?? null,
    isSpam: row.spamAt !== null,
  };
}

/** The columns of a state. */
export function columnsOf(state: TicketState, nowMs: number) {
  const moment = (ms: number | null) => (ms === null ? null : new Date(ms));
  return {
    askedAt: moment(state.waitingSinceMs),
    answeredAt: moment(state.answeredAtMs),
    needsCustomer: state.needsCustomer,
    closedAt: moment(state.closedAtMs),
    spamAt: state.isSpam ? new Date(nowMs) : null,
  };
}

/** The ticket, until the end of the transaction. @throws DomainError `not_found` */
export async function lockTicket(tx: Tx, id: string): Promise<TicketRow> {
  const row = await ticketsTable.findOne(tx, { id }, { lock: tx.LOCK.UPDATE });
  if (row === undefined) throw new DomainError('not_found');
  return row;
}

/** Writes the ticket as it is after the event. @returns false where the event changes nothing */
export async function change(tx: Tx, row: TicketRow, event: TicketEvent, nowMs: number): Promise<boolean> {
  const state = stateOf(row);
  if (!takes(state, event, nowMs)) return false;
  await ticketsTable.update(tx, { ...columnsOf(next(state, event, nowMs), nowMs), updatedAt: NOW }, { id: row.id });
  return true;
}
