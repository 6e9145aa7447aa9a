import { dbOf, type Handlers, type Tx } from '../core/sequelize.ts';

declare const change: unique symbol;

/** A moment in a process that others may react to, in its transaction. */
export interface Moment<Change> {
  readonly name: string;
  readonly [change]?: Change;
}

/** A point at which others may stop an operation, such as staff who suspend it. */
export interface Guard {
  readonly guard: string;
}

/** One line of db/reactions.ts. */
export interface Reaction {
  readonly to: string;
  readonly handler: (tx: Tx, subjects: readonly never[]) => Promise<unknown>;
}

/** Declares a moment of a process; `name` is unique. */
export function moment<Change>(name: string): Moment<Change> {
  return { name };
}

export function guard(name: string): Guard {
  return { guard: name };
}

/** The handler runs in the transaction that it reacts to, and its error rolls everything back. */
export function on<Change>(
  to: Moment<Change>,
  handler: (tx: Tx, changes: readonly Change[]) => Promise<void>,
): Reaction {
  return { to: to.name, handler };
}

/** Registers a check that returns the stopped ones of the given ids. Runs after their rows are locked. */
export function stop(at: Guard, handler: (tx: Tx, ids: readonly string[]) => Promise<ReadonlySet<string>>): Reaction {
  return { to: at.guard, handler };
}

/** The reactions in the order of the list. */
export function listReactions(reactions: readonly Reaction[]): Handlers {
  const byName = Map.groupBy(reactions, ({ to }) => to);
  return new Map([...byName].map(([name, all]) => [name, all.map(({ handler }) => handler)]));
}

/** Runs the reactions to changes. Does nothing for no changes. */
export async function react<Change>(tx: Tx, { name }: Moment<Change>, changes: readonly Change[]): Promise<void> {
  if (changes.length === 0) return;
  for (const handler of dbOf(tx).reactions.get(name) ?? []) await handler(tx, changes as readonly never[]);
}

/** Which of these ids are stopped now. */
export async function stoppedBy(tx: Tx, at: Guard, ids: readonly string[]): Promise<ReadonlySet<string>> {
  const stopped = new Set<string>();
  if (ids.length === 0) return stopped;
  for (const handler of dbOf(tx).reactions.get(at.guard) ?? []) {
    for (const id of (await handler(tx, ids as readonly never[])) as ReadonlySet<string>) stopped.add(id);
  }
  return stopped;
}
