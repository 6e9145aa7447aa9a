import { DomainError, type ErrorCode } from '../errors.ts';

/** A named question about the facts, so that tables read as sentences and docs/states.md can be drawn from them. */
export interface Condition<Position> {
  readonly description: string;
  readonly isMet: (position: Position) => boolean;
}

/**
 * One rule of a cell. The first rule whose condition is met decides; if none is met, the event is refused. `same` keeps
 * the status, `before` returns to the status from before an error or a refund request.
 */
export interface Rule<Status extends string, Position, Reason extends string, Mark extends string> {
  readonly when: Condition<Position>;
  readonly to: Status | 'same' | 'before' | 'refused';
  readonly code?: ErrorCode;
  readonly reason?: Reason;
  readonly marks?: readonly Mark[];
  /** The paragraph of the specification that this rule implements. */
  readonly letter?: string;
}

export type Cells<
  Status extends string,
  EventType extends string,
  Position,
  Reason extends string,
  Mark extends string,
> = {
  readonly [E in EventType]?: readonly Rule<Status, Position, Reason, Mark>[];
};

/** Status × event → rules. An event that is not listed is refused and changes nothing. */
export type StateTable<
  Status extends string,
  EventType extends string,
  Position,
  Reason extends string,
  Mark extends string,
> = { readonly [S in Status]: Cells<Status, EventType, Position, Reason, Mark> };

/** For rules without a condition. */
export const always = { description: 'always', isMet: () => true } as const;

/** Is met when both conditions are. */
export function both<P>(one: Condition<P>, other: Condition<P>): Condition<P> {
  const descriptions = [one, other].filter((each) => each !== always).map((each) => each.description);
  return { description: descriptions.join(', '), isMet: (position) => one.isMet(position) && other.isMet(position) };
}

/** The status that a rule leads to, in tables that never return to an earlier one. */
export function statusAfter<S extends string>(to: S | 'same' | 'before', status: S): S {
  return to === 'same' || to === 'before' ? status : to;
}

/** The rule that decides, including one that refuses; null if the cell does not exist or no rule's condition is met. */
export function findRule<S extends string, E extends string, P, R extends string, M extends string>(
  table: StateTable<S, E, P, R, M>,
  at: { status: S; event: E; position: P },
): Rule<S, P, R, M> | null {
  const rules = table[at.status][at.event] ?? [];
  return rules.find((rule) => rule.when.isMet(at.position)) ?? null;
}

/**
 * The events of a list that a status takes in some position, but for the one that was refused. By the status alone: the
 * facts may hold what its owner must not learn.
 */
export function possibleIn<S extends string, E extends string, P, R extends string, M extends string>(
  table: StateTable<S, E, P, R, M>,
  at: { readonly status: S; readonly event?: E },
  events: readonly E[],
): E[] {
  const takes = (event: E) => (table[at.status][event] ?? []).some(({ to }) => to !== 'refused');
  return events.filter((event) => event !== at.event && takes(event));
}

/**
 * The rule that decides.
 * @param commands events that the owner may send: a refusal then says which of them the status takes
 * @throws DomainError with the rule's own code, or `illegal_transition` for a cell that is not listed
 */
export function ruleFor<S extends string, E extends string, P, R extends string, M extends string>(
  table: StateTable<S, E, P, R, M>,
  at: { status: S; event: E; position: P },
  commands: readonly E[] = [],
): Rule<S, P, R, M> & { readonly to: S | 'same' | 'before' } {
  const rule = findRule(table, at);
  if (rule === null || rule.to === 'refused') {
    const possible = commands.includes(at.event) ? possibleIn(table, at, commands) : undefined;
    throw new DomainError(rule?.code ?? 'illegal_transition', {
      state: possible === undefined ? undefined : { status: at.status, possible },
      cause: `${at.status} does not take ${at.event}`,
    });
  }
  return { ...rule, to: rule.to };
}
