import type { CardOrderResolution } from '../../domain/state/card-order-table.ts';
import type { Tx } from '../core/sequelize.ts';
import { applyStep } from '../process/apply.ts';
import { auditOperator, operator } from '../staff/operators.ts';
import { earningsNow } from './euro-value.ts';
import { cardOrderProcess } from './process.ts';
import { amountsOf } from './publish.ts';
import { readCardOrder } from './read.ts';
import type { CardOrderRow } from './rows.ts';

export interface ResolveCardOrder {
  readonly cardOrderId: string;
  readonly outcome: CardOrderResolution;
  /** The email address of a staff member. */
  readonly by: string;
  readonly note: string;
  /** Unique for this decision; repeating it returns the first result. */
  readonly cause: string;
  readonly nowMs: number;
}

/**
 * A permitted staff member decides how a card order ended, after asking the partner and the chain. As `delivered`, its
 * earnings are booked. Recorded in the staff's audit log.
 * @throws DomainError `permission_denied`; `illegal_transition` unless it needs an operator; `rate_unavailable`
 */
export async function resolveCardOrder(tx: Tx, resolve: ResolveCardOrder): Promise<CardOrderRow> {
  const { cardOrderId: id, outcome, cause, nowMs } = resolve;
  const member = await operator(tx, resolve.by);
  const row = await readCardOrder(tx, id);
  const earnings = outcome === 'delivered' ? await earningsNow(tx, row) : null;
  const note = resolve.note.trim();
  const event = { type: 'resolve', outcome, by: member.id, note, earnings } as const;
  await applyStep(tx, cardOrderProcess, { id, event, cause: `operator:${cause}`, nowMs, byWorkflow: true });
  await auditOperator(tx, member, {
    action: 'card_order.resolved',
    target: { kind: 'card_order', id, label: `the purchase by card of ${amountsOf(row)}` },
    data: { note, outcome },
  });
  return readCardOrder(tx, id);
}
