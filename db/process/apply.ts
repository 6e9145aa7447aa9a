import { DomainError } from '../../domain/errors.ts';
import { newId } from '../../domain/ids.ts';
import { presentTraceparent } from '../../tracing/spans.ts';
import { notifyLiveAfterCommit } from '../core/live.ts';
import { type OutboxRow, wakeRelay } from '../core/outbox.ts';
import { dbOf, onCommit, type Tx } from '../core/sequelize.ts';
import { execute, json, one, prepared, select, unseen } from '../core/sql.ts';
import {
  type Change,
  type Decided,
  type EffectHandler,
  type EffectRule,
  factsAfter,
  hasEffect,
  type Kind,
  type Made,
  type Process,
  type StepOf,
} from './define.ts';
import { outboxMessage, publicMessage } from './messages.ts';
import { type Moment, react, stoppedBy } from './reactions.ts';
import { signalOf } from './workflow.ts';

/** The result of one step of a batch: its answer, or a refusal by the rules, which changed nothing. */
export type StepAnswer<Answer> =
  | { readonly answer: Answer; readonly refused?: never }
  | { readonly refused: DomainError; readonly answer?: never };

/**
 * The only way to change a status. In the caller's transaction: locks the rows, decides by the rules, carries out the
 * effects (including the ledger), writes rows, events and outbox with one statement, and runs reactions.
 *
 * Repeated with the same cause, a step returns its first answer and changes nothing. Everything is committed together,
 * so after a crash the step has not happened and can be repeated. A refusal by the rules is the answer of its step
 * alone; any other error fails the whole transaction. Each row may occur once.
 */
export async function applySteps<K extends Kind>(
  tx: Tx,
  process: Process<K>,
  steps: readonly StepOf<K>[],
): Promise<StepAnswer<K['answer']>[]> {
  const ids = new Set(steps.map(({ id }) => id));
  if (ids.size < steps.length) throw new Error('A batch may touch each row once.');
  const keyed = steps.map((step) => ({ step, stepKey: keyOf(process, step) }));
  const loaded = await process.lock(tx, [...ids].sort());
  // Looked up after the lock, because the previous holder may have made this very step.
  const answers = await answersOf<K>(tx, remembered(keyed));
  const fresh = keyed.filter(({ stepKey }) => !answers.has(stepKey));
  const { decided, refusals } = decideAll(process, fresh, { loaded, stopped: await stoppedSteps(tx, process, fresh) });
  if (decided.length > 0) await carryOut(tx, process, { decided, answers });
  return keyed.map(({ stepKey }) => {
    const answer = answers.get(stepKey);
    return answer === undefined ? { refused: refusals.get(stepKey) ?? new DomainError('conflict') } : { answer };
  });
}

/** {@link applySteps} for one step. @throws DomainError `not_found`, or the code by which the rules refuse */
export async function applyStep<K extends Kind>(tx: Tx, process: Process<K>, step: StepOf<K>): Promise<K['answer']> {
  const [result] = await applySteps(tx, process, [step]);
  if (result?.answer === undefined) throw result?.refused ?? new Error('A step has an answer.');
  return result.answer;
}

interface Keyed<K extends Kind> {
  readonly step: StepOf<K>;
  readonly stepKey: string;
}

function keyOf<K extends Kind>({ name }: Process<K>, { id, cause, nowMs }: StepOf<K>): string {
  return `${name}:${id}:${cause ?? newId(nowMs)}`;
}

/** Checked after the lock, so that a stop and the step cannot miss each other. */
async function stoppedSteps<K extends Kind>(
  tx: Tx,
  { guard }: Process<K>,
  steps: readonly Keyed<K>[],
): Promise<ReadonlySet<string>> {
  if (guard === undefined) return new Set();
  const stoppable = steps.filter(({ step }) => guard.events.has(step.event.type));
  return stoppedBy(
    tx,
    guard.at,
    stoppable.map(({ step }) => step.id),
  );
}

function decideAll<K extends Kind>(
  process: Process<K>,
  steps: readonly Keyed<K>[],
  { loaded, stopped }: { readonly loaded: ReadonlyMap<string, K['facts']>; readonly stopped: ReadonlySet<string> },
) {
  const refusals = new Map<string, DomainError>();
  const decided = steps.flatMap(({ step, stepKey }): Decided<K>[] => {
    try {
      const before = loaded.get(step.id);
      if (before === undefined) throw new DomainError('not_found');
      if (stopped.has(step.id)) throw new DomainError(process.guard?.code ?? 'conflict');
      return [{ step, stepKey, before, outcome: process.decide(before, step) }];
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
      refusals.set(stepKey, error);
      return [];
    }
  });
  return { decided, refusals };
}

async function carryOut<K extends Kind>(
  tx: Tx,
  process: Process<K>,
  { decided, answers }: { readonly decided: readonly Decided<K>[]; readonly answers: Map<string, K['answer']> },
): Promise<void> {
  const revised = await reviseFirst(
    tx,
    process,
    decided.filter(({ outcome }) => outcome.changed),
  );
  const { changes, made } = await withEffects(tx, process, revised);
  const after = new Map(changes.map((change) => [change.step.id, change.after]));
  for (const each of decided) {
    answers.set(each.stepKey, process.answer(each, after.get(each.step.id) ?? each.before.row));
  }
  const keys = remembered(decided);
  const steps = [keys, keys.map((key) => json(answers.get(key)))] as const;
  if (changes.length > 0) await saveChanges(tx, process, { changes, made, steps });
  else if (keys.length > 0) await execute(tx, rememberSql, steps);
  await letReact(tx, process, changes);
}

/** Reactions that run first may change loaded data: rows are read again and the outcome is revised. */
async function reviseFirst<K extends Kind>(
  tx: Tx,
  process: Process<K>,
  changed: readonly Decided<K>[],
): Promise<readonly Decided<K>[]> {
  let revised = changed;
  for (const [type, rule] of rulesOf(process)) {
    if (rule === 'row' || typeof rule === 'function') continue;
    const concerned = revised.filter((each) => hasEffect(each.outcome, type));
    if (concerned.length === 0) continue;
    const ids = concerned.map(({ step: { id, nowMs } }) => ({ id, nowMs }));
    await react(tx, rule.first, ids);
    const again = await process.lock(tx, ids.map(({ id }) => id).sort());
    revised = revised.map((each) => {
      const before = hasEffect(each.outcome, type) ? again.get(each.step.id) : undefined;
      return before === undefined ? each : { ...each, before, outcome: rule.revise(each.outcome, before) };
    });
  }
  return revised;
}

/** A handler runs once per batch, even if it carries out several effects. */
async function withEffects<K extends Kind>(
  tx: Tx,
  process: Process<K>,
  decided: readonly Decided<K>[],
): Promise<{ readonly changes: readonly Change<K>[]; readonly made: readonly Made[] }> {
  const handlers = new Map<EffectHandler<K>, string[]>();
  for (const [type, rule] of rulesOf(process)) {
    if (typeof rule === 'function') handlers.set(rule, [...(handlers.get(rule) ?? []), type]);
  }
  const more = new Map<string, Partial<K['row']>>();
  const made: Made[] = [];
  for (const [handler, types] of handlers) {
    const concerned = decided.filter((each) => types.some((type) => hasEffect(each.outcome, type)));
    if (concerned.length === 0) continue;
    const effected = await handler(tx, concerned);
    for (const [id, columns] of effected?.columns ?? []) more.set(id, { ...more.get(id), ...columns });
    made.push(...(effected?.made ?? []));
  }
  const changes = decided.map((each) => ({ ...each, after: { ...process.after(each), ...more.get(each.step.id) } }));
  return { changes, made };
}

async function saveChanges<K extends Kind>(
  tx: Tx,
  process: Process<K>,
  {
    changes,
    made,
    steps,
  }: {
    readonly changes: readonly Change<K>[];
    readonly made: readonly Made[];
    /** The keys and their answers, as JSON. */
    readonly steps: readonly [keys: readonly string[], answers: readonly string[]];
  },
): Promise<void> {
  const { table } = process;
  const rows = changes.map(({ before, after }) => ({
    id: after.id,
    version_before: before.row.version,
    ...table.write(after, process.changes),
  }));
  const messages = [
    ...made.map(({ event }) => publicMessage(event, presentTraceparent())),
    ...changes.flatMap((change) => messagesOf(process, change)),
  ];
  if (process.makes === undefined && made.length > 0) throw new Error(`Steps of ${process.name} make no rows.`);
  const madeRows = process.makes === undefined ? [] : [json(made.map(({ row }) => row))];
  const { updated } = await one<{ updated: string }>(tx, process.save, [
    json(rows),
    json(messages),
    ...steps,
    ...madeRows,
  ]);
  if (Number(updated) !== rows.length) throw new Error(`A row of ${table.name} changed since it was read.`);
  if (messages.length > 0) onCommit(tx, () => wakeRelay(dbOf(tx)));
  for (const change of changes) {
    const isNew = change.after.version !== change.before.row.version;
    if (isNew && process.live !== undefined) notifyLiveAfterCommit(tx, process.live(change.after));
  }
}

/** A workflow is not signaled about its own step. */
function messagesOf<K extends Kind>(process: Process<K>, change: Change<K>): object[] {
  const { byWorkflow, nowMs, traceparent = presentTraceparent() } = change.step;
  const published = process.publishes?.(change) === true ? process.event?.(factsAfter(change), nowMs) : null;
  const signaled = byWorkflow === true ? null : signalAbout(process, change);
  const messages: object[] = [];
  if (published != null) messages.push(publicMessage(published, traceparent));
  for (const more of process.moreEvents?.(change) ?? []) messages.push(publicMessage(more, traceparent));
  if (signaled !== null) messages.push(outboxMessage(signaled, traceparent));
  return messages;
}

function signalAbout<K extends Kind>(process: Process<K>, change: Change<K>): OutboxRow | null {
  const { signal, workflow } = process;
  if (signal !== undefined) return signal(change);
  if (workflow === undefined || workflow.hears?.(change) === false) return null;
  return signalOf(process, factsAfter(change), change.step.nowMs);
}

async function letReact<K extends Kind>(tx: Tx, process: Process<K>, changes: readonly Change<K>[]): Promise<void> {
  if (process.changed !== undefined) await react(tx, process.changed, changes);
  for (const [type, moment] of Object.entries<Moment<Change<K>> | undefined>(process.moments ?? {})) {
    if (moment === undefined) continue;
    await react(
      tx,
      moment,
      changes.filter((each) => hasEffect(each.outcome, type)),
    );
  }
}

function rulesOf<K extends Kind>({ effects }: Process<K>): [string, EffectRule<K>][] {
  return Object.entries<EffectRule<K>>(effects);
}

function remembered<K extends Kind>(steps: readonly Keyed<K>[]): string[] {
  return steps.filter(({ step }) => step.cause !== null).map(({ stepKey }) => stepKey);
}

async function answersOf<K extends Kind>(tx: Tx, keys: readonly string[]): Promise<Map<string, K['answer']>> {
  const rows = keys.length === 0 ? [] : await select<{ key: string; result: K['answer'] }>(tx, findSql, [keys]);
  return new Map(rows.map(({ key, result }) => [key, result]));
}

const findSql = prepared(`SELECT key, result FROM step WHERE key = ANY(${unseen('$1::text[]')}::text[])`);
const rememberSql = prepared('INSERT INTO step (key, result) SELECT * FROM unnest($1::text[], $2::jsonb[])');
