import { DomainError } from '../../domain/errors.ts';
import { newId } from '../../domain/ids.ts';
import type { Tx } from '../sequelize.ts';
import { execute, json, maybeOne, prepared, select } from '../sql.ts';

/** Anything that survives JSON unchanged: amounts as strings, times as ISO text. */
export type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json };

/** How one kind of thing changes its status. */
export interface Machine<Facts, Event, Outcome, Result> {
  /** The name in step keys, e.g. `invoice`. */
  readonly entity: string;
  /**
   * Reads what the decision needs and locks the row FOR UPDATE (or FOR NO KEY UPDATE). @throws DomainError `not_found`.
   */
  load(tx: Tx, id: string): Promise<Facts>;
  /** The pure rule. Throws `illegal_transition` (or a better code) when the event is not possible now. */
  decide(facts: Facts, event: Event, nowMs: number): Outcome;
  /**
   * Writes status and version, ledger transfers, event and outbox rows. `stepKey` is unique for the step: derive keys
   * from it.
   */
  save(tx: Tx, facts: Facts, outcome: Outcome, stepKey: string): Promise<Result>;
}

export interface Step<Event> {
  readonly id: string;
  /**
   * What caused it, once for good: e.g. `<payment key>:credit:1`, `expiry`. Null where the decision follows from facts
   * that are read anew each time, so that asked again it changes nothing by itself: nothing is remembered of it.
   */
  readonly cause: string | null;
  readonly event: Event;
  readonly nowMs: number;
}

/**
 * The one way a status changes. In the caller's transaction: locks the row, decides, saves, and records the step. Run
 * twice with the same cause, it returns the first result and changes nothing. Concurrent runs wait for each other at
 * the row.
 *
 * Nothing of a step remains unless all of it was committed, so a crash anywhere means it did not happen and can be
 * asked for again.
 */
export async function transition<Facts, Event, Outcome, Result extends object>(
  tx: Tx,
  machine: Machine<Facts, Event, Outcome, Result>,
  step: Step<Event>,
): Promise<Result> {
  const stepKey = keyOf(machine.entity, step);
  const facts = await machine.load(tx, step.id);
  // Looked up after the lock: whoever held it before may have made this very step.
  const done = step.cause === null ? undefined : await maybeOne<{ result: Result }>(tx, findStep, [stepKey]);
  if (done) return done.result;

  const result = await machine.save(tx, facts, machine.decide(facts, step.event, step.nowMs), stepKey);
  if (step.cause !== null) await execute(tx, insertStep, [stepKey, json(result)]);
  return result;
}

function keyOf(entity: string, { id, cause, nowMs }: Step<unknown>): string {
  return `${entity}:${id}:${cause ?? newId(nowMs)}`;
}

/**
 * The same for many things at once, in a fixed number of statements: what a block brings to a hundred invoices is one
 * step of work.
 */
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
 * {@link transition} for several things in one transaction: same keys, same promise. A refusal by the rules is an
 * answer of that step alone; any other error fails the whole transaction. Each thing may occur once.
 */
export async function transitionAll<Facts, Event, Outcome, Result extends object>(
  tx: Tx,
  machine: BatchMachine<Facts, Event, Outcome, Result>,
  steps: readonly Step<Event>[],
): Promise<StepAnswer<Result>[]> {
  const keyed = steps.map((step) => ({ step, stepKey: keyOf(machine.entity, step) }));
  const ids = new Set(steps.map(({ id }) => id));
  if (ids.size < steps.length) throw new Error('A batch may touch each thing once.');
  const loaded = await machine.loadAll(tx, [...ids].sort());
  const made = await stepsMade<Result>(tx, rememberedKeys(keyed));

  const refusals = new Map<string, DomainError>();
  const decided = keyed.flatMap(({ step, stepKey }): Decided<Facts, Event, Outcome>[] => {
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
    for (const [index, result] of results.entries()) made.set(decided[index]?.stepKey ?? '', result);
    const keys = rememberedKeys(decided);
    if (keys.length > 0) await execute(tx, insertSteps, [keys, keys.map((key) => json(made.get(key)))]);
  }
  return keyed.map(({ stepKey }) => answerOf(stepKey, made, refusals));
}

function rememberedKeys(steps: readonly { readonly step: Step<unknown>; readonly stepKey: string }[]): string[] {
  return steps.filter(({ step }) => step.cause !== null).map(({ stepKey }) => stepKey);
}

async function stepsMade<Result>(tx: Tx, keys: readonly string[]): Promise<Map<string, Result>> {
  const rows = keys.length === 0 ? [] : await select<{ key: string; result: Result }>(tx, findSteps, [keys]);
  return new Map(rows.map(({ key, result }) => [key, result]));
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
