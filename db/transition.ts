import { DomainError } from '../domain/errors.ts';
import type { Tx } from './sequelize.ts';
import { execute, json, maybeOne, prepared, select } from './sql.ts';

/** Anything that survives JSON unchanged: amounts as strings, times as ISO text. */
export type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json };

/** How one kind of thing changes its status. */
export interface Machine<Facts, Event, Outcome, Result> {
  /** The name in step keys, e.g. `invoice`. */
  readonly entity: string;
  /** Reads what the decision needs and locks the row FOR UPDATE (or FOR NO KEY UPDATE). @throws DomainError `not_found`. */
  load(tx: Tx, id: string): Promise<Facts>;
  /** The pure rule. Throws `illegal_transition` (or a better code) when the event is not possible now. */
  decide(facts: Facts, event: Event, nowMs: number): Outcome;
  /** Writes status and version, ledger transfers, event and outbox rows. `stepKey` is unique for the step: derive keys from it. */
  save(tx: Tx, facts: Facts, outcome: Outcome, stepKey: string): Promise<Result>;
}

export interface Step<Event> {
  readonly id: string;
  /** What caused it, once for good: e.g. `<payment key>:credit:1`, `expiry`. */
  readonly cause: string;
  readonly event: Event;
  readonly nowMs: number;
}

/**
 * The one way a status changes. In the caller's transaction: locks the row, decides, saves, and records the step. Run twice with the
 * same cause, it returns the first result and changes nothing. Concurrent runs wait for each other at the row.
 *
 * Nothing of a step remains unless all of it was committed, so a crash anywhere means it did not happen and can be asked for again.
 */
export async function transition<Facts, Event, Outcome, Result extends object>(
  tx: Tx,
  machine: Machine<Facts, Event, Outcome, Result>,
  { id, cause, event, nowMs }: Step<Event>,
): Promise<Result> {
  const stepKey = `${machine.entity}:${id}:${cause}`;
  const facts = await machine.load(tx, id);
  // Looked up after the lock: whoever held it before may have made this very step.
  const done = await maybeOne<{ result: Result }>(tx, findStep, [stepKey]);
  if (done) return done.result;

  const result = await machine.save(tx, facts, machine.decide(facts, event, nowMs), stepKey);
  await execute(tx, insertStep, [stepKey, json(result)]);
  return result;
}

/** The same for many things at once, in a fixed number of statements: what a block brings to a hundred invoices is one step of work. */
export interface BatchMachine<Facts, Event, Outcome, Result> {
  readonly entity: string;
  /** Reads and locks, in the order of ids; what does not exist is missing from the answer. */
  loadAll(tx: Tx, ids: readonly string[]): Promise<ReadonlyMap<string, Facts>>;
  decide(facts: Facts, event: Event, nowMs: number): Outcome;
  /** Writes all decisions; the results in their order. */
  saveAll(tx: Tx, decided: readonly Decided<Facts, Event, Outcome>[]): Promise<Result[]>;
}

export interface Decided<Facts, Event, Outcome> {
  readonly step: Step<Event>;
  readonly stepKey: string;
  readonly facts: Facts;
  readonly outcome: Outcome;
}

/** What came of one step of a batch: its result, or the rules' refusal, which changed nothing. */
export type StepAnswer<Result> =
  | { readonly result: Result; readonly refused?: never }
  | { readonly refused: DomainError; readonly result?: never };

/**
 * {@link transition} for several things in one transaction: same keys, same promise. A refusal by the rules is an answer of that step alone;
 * any other error fails the whole transaction. Each thing may occur once.
 */
export async function transitionAll<Facts, Event, Outcome, Result extends object>(
  tx: Tx,
  machine: BatchMachine<Facts, Event, Outcome, Result>,
  steps: readonly Step<Event>[],
): Promise<StepAnswer<Result>[]> {
  const keyOf = (step: Step<Event>) => `${machine.entity}:${step.id}:${step.cause}`;
  const ids = new Set(steps.map(({ id }) => id));
  if (ids.size < steps.length) throw new Error('A batch may touch each thing once.');
  const loaded = await machine.loadAll(tx, [...ids].sort());
  const rows = await select<{ key: string; result: Result }>(tx, findSteps, [steps.map(keyOf)]);
  const made = new Map(rows.map(({ key, result }) => [key, result]));

  const refusals = new Map<string, DomainError>();
  const decided = steps.flatMap((step): Decided<Facts, Event, Outcome>[] => {
    const stepKey = keyOf(step);
    if (made.has(stepKey)) return [];
    try {
      const facts = loaded.get(step.id);
      if (facts === undefined) throw new DomainError('not_found');
      return [{ step, stepKey, facts, outcome: machine.decide(facts, step.event, step.nowMs) }];
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
      refusals.set(stepKey, error);
      return [];
    }
  });
  if (decided.length > 0) {
    const results = await machine.saveAll(tx, decided);
    const keys = decided.map(({ stepKey }) => stepKey);
    await execute(tx, insertSteps, [keys, results.map(json)]);
    for (const [index, result] of results.entries()) made.set(keys[index] ?? '', result);
  }
  return steps.map((step) => answerOf(keyOf(step), made, refusals));
}

function answerOf<Result>(
  key: string,
  made: ReadonlyMap<string, Result>,
  refusals: ReadonlyMap<string, DomainError>,
): StepAnswer<Result> {
  const result = made.get(key);
  if (result !== undefined) return { result };
  return { refused: refusals.get(key) ?? new DomainError('conflict') };
}

/**
 * To be called with the number of rows that `UPDATE … WHERE id = $1 AND version = $2` wrote.
 * @throws Error when it is not one: the row changed although it was locked, so the transaction must not be committed.
 */
export function assertVersionHeld(rowCount: number, what: string): void {
  if (rowCount !== 1) throw new Error(`${what} changed since it was read.`);
}

const findStep = prepared('SELECT result FROM step WHERE key = $1');
const findSteps = prepared('SELECT key, result FROM step WHERE key = ANY($1)');
const insertSteps = prepared('INSERT INTO step (key, result) SELECT * FROM unnest($1::text[], $2::jsonb[])');
const insertStep = prepared('INSERT INTO step (key, result) VALUES ($1, $2)');
