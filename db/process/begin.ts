import { presentTraceparent } from '../../tracing/spans.ts';
import { notifyLiveAfterCommit } from '../core/live.ts';
import { wakeRelay } from '../core/outbox.ts';
import { dbOf, onCommit, type Tx } from '../core/sequelize.ts';
import { execute, json } from '../core/sql.ts';
import { type Change, factsAfter, type Kind, type Process } from './define.ts';
import { outboxMessage, publicMessage } from './messages.ts';
import { startOf } from './workflow.ts';

/** A new row, and what happens to it at once. */
export interface Born<K extends Kind> {
  /** The row in its first status, and everything else that decisions need. */
  readonly facts: K['facts'];
  /** Decided by the rules one after another; none of them may have effects outside the row. */
  readonly events: readonly K['event'][];
  readonly nowMs: number;
}

/**
 * Creates a row, with one statement: the row as the events leave it, a public event for each status that it passes, and
 * the start of its workflow. @returns the resulting row
 * @throws DomainError the code by which the rules refuse an event
 */
export async function begin<K extends Kind>(
  tx: Tx,
  process: Process<K>,
  { facts: first, events, nowMs }: Born<K>,
): Promise<K['row']> {
  const passed = [first];
  let facts = first;
  for (const event of events) {
    const change = changeBy(process, { facts, event, nowMs });
    facts = factsAfter(change);
    if (process.publishes?.(change) === true) passed.push(facts);
  }
  const traceparent = presentTraceparent();
  const published = passed.flatMap((each) => process.event?.(each, nowMs) ?? []);
  const messages = [
    ...(process.workflow === undefined ? [] : [outboxMessage(startOf(process, facts, nowMs), traceparent)]),
    ...published.map((event) => publicMessage(event, traceparent)),
  ];
  const { row } = facts;
  await execute(tx, process.insert, [json(process.table.write(row)), json(messages)]);
  if (messages.length > 0) onCommit(tx, () => wakeRelay(dbOf(tx)));
  if (process.live !== undefined) notifyLiveAfterCommit(tx, process.live(row));
  return row;
}

function changeBy<K extends Kind>(
  process: Process<K>,
  { facts: before, event, nowMs }: { readonly facts: K['facts']; readonly event: K['event']; readonly nowMs: number },
): Change<K> {
  const step = { id: before.row.id, event, cause: event.type, nowMs };
  const outcome = process.decide(before, step);
  const rules: Readonly<Record<string, unknown>> = process.effects;
  const effect = outcome.effects.find(({ type }) => rules[type] !== 'row');
  if (effect !== undefined) throw new Error(`A new ${process.name} cannot have the effect ${effect.type}.`);
  const decided = { step, stepKey: `${process.name}:${step.id}:${step.cause}`, before, outcome };
  return { ...decided, after: process.after(decided) };
}
