import type { ErrorCode } from '../../domain/errors.ts';
import type { LiveMessage } from '../core/live.ts';
import type { OutboxRow } from '../core/outbox.ts';
import type { Tx } from '../core/sequelize.ts';
import { type Prepared, prepared } from '../core/sql.ts';
import type { KeyOf, Table } from '../core/table.ts';
import type { Guard, Moment } from './reactions.ts';
import type { RowRun } from './workflow-run.ts';

/** An event on a row, and its cause. */
export interface Step<Event> {
  readonly id: string;
  readonly event: Event;
  /**
   * The cause, permanently unique: the step key is `<process>:<id>:<cause>`, and a repeat returns the first answer.
   * Null if the decision follows from facts that are read each time: then no answer is stored.
   */
  readonly cause: string | null;
  readonly nowMs: number;
  /** True if the row's own workflow requests it: it gets the answer and no signal. */
  readonly byWorkflow?: boolean;
  /** The span that it is part of; default: the present one. For steps that share a transaction. */
  readonly traceparent?: string | null;
  /** The row of another process that requests the step in its own transaction, and so does not react to it. */
  readonly causedBy?: string;
}

/** The decision of the rules on a step. */
export interface Decision {
  /** False when nothing changes: nothing is written. */
  readonly changed: boolean;
  /** Its effects besides the row, in the same transaction. */
  readonly effects: readonly { readonly type: string }[];
}

/** Whether the decision has this effect. */
export function hasEffect<O extends Decision>({ effects }: O, type: O['effects'][number]['type']): boolean {
  return effects.some((effect) => effect.type === type);
}

export interface ProcessRow {
  readonly id: string;
  readonly version: number;
  readonly status: string;
}

/** The types that make up a process. */
export interface Kind {
  readonly row: ProcessRow;
  /** The current row and everything else that decisions need. */
  readonly facts: { readonly row: ProcessRow };
  readonly event: { readonly type: string };
  readonly outcome: Decision;
  /** Must survive JSON: it is stored with the step. */
  readonly answer: object;
}

export type StepOf<K extends Kind> = Step<K['event']>;

export interface Decided<K extends Kind> {
  readonly step: StepOf<K>;
  /** Unique for the step: ledger keys derive from it. */
  readonly stepKey: string;
  readonly before: K['facts'];
  readonly outcome: K['outcome'];
}

/** A step that changed something, and the row after it. */
export interface Change<K extends Kind> extends Decided<K> {
  readonly after: K['row'];
}

/** The facts known before a change, with the row after it. */
export function factsAfter<K extends Kind>({ before, after }: Change<K>): K['facts'] {
  return { ...before, row: after };
}

/**
 * Outbox payload of `event.<type>`: consumers read the body, which is signed and sent unchanged, from the `event` row.
 */
interface PublicEvent {
  readonly eventId: string;
  readonly type: string;
  readonly merchantId: string;
  readonly profileId: string;
  readonly entityId: string;
  readonly mode: string;
}

/** A public event: one exact text, signed and sent unchanged. */
export interface EventRow {
  readonly id: string;
  readonly profileId: string;
  readonly type: string;
  readonly body: string;
  readonly payload: PublicEvent;
}

/** A row of another table that a step made, as its table writes it, and its public event. */
export interface Made {
  readonly row: object;
  readonly event: EventRow;
}

/** The additions of a batch's effects to the saved rows. */
export interface Effected<K extends Kind> {
  /** More changes to the rows, by id. */
  readonly columns: ReadonlyMap<string, Partial<K['row']>>;
  /** Rows of the table that the process `makes`. */
  readonly made?: readonly Made[];
}

/** Carries out effects of a batch. */
export type EffectHandler<K extends Kind> = (
  tx: Tx,
  decided: readonly Decided<K>[],
) => Promise<Effected<K> | undefined>;

/**
 * How an effect is carried out. A handler gets all decisions of the batch with the effect. `first`: other processes
 * react before anything else happens, and the outcome is revised with what is loaded afterwards. `row`: nothing beyond
 * the row, its event and its signal.
 */
export type EffectRule<K extends Kind> =
  | 'row'
  | EffectHandler<K>
  | {
      readonly first: Moment<{ readonly id: string; readonly nowMs: number }>;
      readonly revise: (outcome: K['outcome'], before: K['facts']) => K['outcome'];
    };

type EffectType<K extends Kind> = K['outcome']['effects'][number]['type'];

/** The definition of a process. Everything else is in apply.ts, shared by all processes. */
export interface ProcessDefinition<K extends Kind> {
  /** Part of step keys. */
  readonly name: string;
  readonly table: Pick<Table<K['row']>, 'name' | 'names' | 'column' | 'recordset' | 'write'>;
  /** The columns that a step may change. */
  readonly changes: readonly KeyOf<K['row']>[];
  /** A table of which steps may make rows: the statement that saves a step writes them, too. */
  readonly makes?: Pick<Table<object>, 'name' | 'names'>;
  /** Locks the rows in the order of their ids and reads everything that decisions need; missing rows are omitted. */
  readonly lock: (tx: Tx, ids: readonly string[]) => Promise<ReadonlyMap<string, K['facts']>>;
  /** A stop of some events by other processes. */
  readonly guard?: { readonly at: Guard; readonly events: ReadonlySet<K['event']['type']>; readonly code: ErrorCode };
  /** The pure rule. Throws `illegal_transition` (or a better code) when the event is not possible now. */
  readonly decide: (facts: K['facts'], step: StepOf<K>) => K['outcome'];
  /** The row after the decision. Pure. */
  readonly after: (decided: Decided<K>) => K['row'];
  /** Every effect of the rules, in the order of execution. */
  readonly effects: { readonly [T in EffectType<K>]: EffectRule<K> };
  /** The public event that presents the row as it is; null: none. */
  readonly event?: (facts: K['facts'], nowMs: number) => EventRow | null;
  /** Which changes have a public event. */
  readonly publishes?: (change: Change<K>) => boolean;
  /** Other public events of a change, which has no new status. */
  readonly moreEvents?: (change: Change<K>) => readonly EventRow[];
  /** The message that a change sends besides its event; null: nothing. Default: {@link Workflow.hears}. */
  readonly signal?: (change: Change<K>) => OutboxRow | null;
  /**
   * Which rows need a workflow and what its ID is, as SQL about the row `t`, and what starts it from the row alone. It
   * is nothing to a workflow that runs.
   */
  readonly workflow?: {
    readonly neededWhen: string;
    readonly workflowId: string;
    /** The name of its signal. */
    readonly signal: string;
    /** Which changes it is signaled; default: all. It is not signaled its own steps. */
    readonly hears?: (change: Change<K>) => boolean;
    /**
     * Rows whose workflow may have to act now, as SQL that few rows match; only the rules know. They need a workflow in
     * any status, and one that stays so missed a signal.
     */
    readonly due?: { readonly when: string; readonly isDue: (facts: K['facts'], nowMs: number) => boolean };
    readonly run: (facts: K['facts'], nowMs: number) => RowRun;
  };
  /** The message to open pages about a new version of the row. */
  readonly live?: (row: K['row']) => LiveMessage;
  /** Other processes may react to every change and to single effects; db/reactions.ts lists them. */
  readonly changed?: Moment<Change<K>>;
  readonly moments?: { readonly [T in EffectType<K>]?: Moment<Change<K>> };
  /** The answer to the caller, also when the step is repeated. */
  readonly answer: (decided: Decided<K>, after: K['row']) => K['answer'];
}

export interface Process<K extends Kind> extends ProcessDefinition<K> {
  /** $1 rows, $2 outbox messages, public ones with their event, $3 step keys and $4 answers, $5 made rows if any. */
  readonly save: Prepared;
  /** $1 the new row, $2 outbox messages. */
  readonly insert: Prepared;
}

export function defineProcess<K extends Kind>(definition: ProcessDefinition<K>): Process<K> {
  return { ...definition, save: prepared(saveSql(definition)), insert: prepared(insertSql(definition.table)) };
}

/** One statement, whatever the number of rows. */
function saveSql<K extends Kind>({ table, changes, makes }: ProcessDefinition<K>): string {
  const assignments = changes.map((key) => {
    const column = table.column(key);
    return `${column} = c.${column}`;
  });
  const made =
    makes === undefined
      ? ''
      : `made AS (
    INSERT INTO ${makes.name} (${makes.names})
    SELECT ${makes.names} FROM jsonb_populate_recordset(NULL::${makes.name}, $5::jsonb)),`;
  return `
  WITH ${made} updated AS (
    UPDATE ${table.name} t SET ${[...assignments, 'updated_at = now()'].join(', ')}
    FROM jsonb_to_recordset($1::jsonb) AS c(id uuid, version_before integer, ${table.recordset(changes)})
    WHERE t.id = c.id AND t.version = c.version_before
    RETURNING t.id),
  remembered AS (INSERT INTO step (key, result) SELECT * FROM unnest($3::text[], $4::jsonb[])),
  ${SENT}
  SELECT count(*) AS updated FROM updated`;
}

function insertSql({ name, names }: Pick<Table<object>, 'name' | 'names'>): string {
  return `
  WITH made AS (
    INSERT INTO ${name} (${names}) SELECT ${names} FROM jsonb_populate_record(NULL::${name}, $1::jsonb)),
  ${SENT}
  SELECT count(*) AS sent FROM message`;
}

/** The messages of $2: what leaves by the outbox, and the public events among them. */
const SENT = `
  message AS (
    SELECT *
    FROM ROWS FROM (jsonb_to_recordset($2::jsonb) AS (event_id uuid, topic text, payload jsonb, event_row jsonb,
        traceparent text))
      WITH ORDINALITY AS m(event_id, topic, payload, event_row, traceparent, place)),
  published AS (
    INSERT INTO event (id, profile_id, type, entity_id, body)
    SELECT m.event_id, e.profile_id, e.type, e.entity_id, e.body
    FROM message m, jsonb_to_record(m.event_row) AS e(profile_id uuid, type text, entity_id uuid, body text)
    WHERE m.event_row IS NOT NULL),
  leaving AS (
    INSERT INTO outbox (event_id, topic, payload, traceparent)
    SELECT event_id, topic, payload, traceparent FROM message ORDER BY place)`;
