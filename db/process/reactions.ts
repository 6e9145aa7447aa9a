import { dbOf, type Handlers, type Tx } from '../sequelize.ts';

declare const change: unique symbol;

/** Something of a process that others may react to, in its transaction. */
export interface Moment<Change> {
  readonly name: string;
  readonly [change]?: Change;
}

/** Something that may stop an operation from outside its process, such as staff who hold it. */
export interface Guard {
  readonly guard: string;
}

/** One line of db/reactions.ts. */
export interface Reaction {
  readonly to: string;
  readonly handler: (tx: Tx, subjects: readonly never[]) => Promise<unknown>;
}

/** Declares a moment, next to the process that it belongs to; `name` is unique. */
export function moment<Change>(name: string): Moment<Change> {
  return { name };
}

export function guard(name: string): Guard {
  return { guard: name };
}

/** Both or neither: the handler runs in the transaction of what it reacts to, and an error of it rolls all back. */
export function on<Change>(
  to: Moment<Change>,
  handler: (tx: Tx, changes: readonly Change[]) => Promise<void>,
): Reaction {
  return { to: to.name, handler };
}

/** The ids, of those asked about, that are stopped. Asked after their rows are locked. */
export function stop(at: Guard, handler: (tx: Tx, ids: readonly string[]) => Promise<ReadonlySet<string>>): Reaction {
  return { to: at.guard, handler };
}

/** The reactions in the order in which they are written down. */
export function listReactions(reactions: readonly Reaction[]): Handlers {
  const byName = Map.groupBy(reactions, ({ to }) => to);
  return new Map([...byName].map(([name, all]) => [name, all.map(({ handler }) => handler)]));
}

/** Lets others react to what has just changed. Nothing happens for no changes. */
export async function react<Change>(tx: Tx, { name }: Moment<Change>, changes: readonly Change[]): Promise<void> {
  if (changes.length === 0) return;
  for (const handler of dbOf(tx).reactions.get(name) ?? []) await handler(tx, changes as readonly never[]);
}

/** Which of these others stop now. */
export async function stoppedBy(tx: Tx, at: Guard, ids: readonly string[]): Promise<ReadonlySet<string>> {
  const stopped = new Set<string>();
  if (ids.length === 0) return stopped;
  for (const handler of dbOf(tx).reactions.get(at.guard) ?? []) {
    for (const id of (await handler(tx, ids as readonly never[])) as ReadonlySet<string>) stopped.add(id);
  }
  return stopped;
}
