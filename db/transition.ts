import type { Tx } from './sequelize.ts';
import { execute, json, maybeOne, prepared } from './sql.ts';

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

/**
 * To be called with the number of rows that `UPDATE … WHERE id = $1 AND version = $2` wrote.
 * @throws Error when it is not one: the row changed although it was locked, so the transaction must not be committed.
 */
export function assertVersionHeld(rowCount: number, what: string): void {
  if (rowCount !== 1) throw new Error(`${what} changed since it was read.`);
}

const findStep = prepared('SELECT result FROM step WHERE key = $1');
const insertStep = prepared('INSERT INTO step (key, result) VALUES ($1, $2)');
