import type { ErrorCode } from '../../domain/errors.ts';
import type { LiveMessage } from '../live.ts';
import type { OutboxRow } from '../outbox.ts';
import type { Tx } from '../sequelize.ts';
import { type Prepared, prepared } from '../sql.ts';
import type { KeyOf, Table } from '../table.ts';
import type { Guard, Moment } from './reactions.ts';

/** One thing that happens to a row, and why. */
export interface Step<Event> {
  readonly id: string;
  readonly event: Event;
  /**
   * What caused it, once for good: the step key is `<process>:<id>:<cause>`, and asked again, the first answer comes
   * back. Null where the decision follows from facts that are read anew each time: nothing is remembered of it.
   */
  readonly cause: string | null;
  readonly nowMs: number;
  /** True when the row's own workflow asks: it gets the answer, and is not signaled what it knows. */
  readonly byWorkflow?: boolean;
  /** The row of another process that asks for the step in its own transaction, and so is not told of it. */
  readonly causedBy?: string;
}

/** What the rules say to a step. */
export interface Decision {
  /** False when nothing changes: nothing is written. */
  readonly changed: boolean;
  /** What it does besides the row, in the same transaction. */
  readonly effects: readonly { readonly type: string }[];
}

/** Whether the rules want this effect. */
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
  /** The row as it is, with everything else that decides about it. */
  readonly facts: { readonly row: ProcessRow };
  readonly event: { readonly type: string };
  readonly outcome: Decision;
  /** Survives JSON: it is kept with the step. */
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

/**
 * Outbox payload of `event.<type>`: consumers read the body, which is signed and sent as it is, from the `event` row.
 */
interface PublicEvent {
  readonly eventId: string;
  readonly type: string;
  readonly merchantId: string;
  readonly profileId: string;
  readonly entityId: string;
  readonly mode: string;
}

/** A public event: one exact text, which is signed and sent as it is. */
export interface EventRow {
  readonly id: string;
  readonly profileId: string;
  readonly type: string;
  readonly body: string;
  readonly payload: PublicEvent;
}

/** Carries out effects of a batch; may say what else it changes of the rows, by id. */
export type EffectHandler<K extends Kind> = (
  tx: Tx,
  decided: readonly Decided<K>[],
) => Promise<ReadonlyMap<string, Partial<K['row']>> | undefined>;

/**
 * What an effect does. A handler gets all decisions of the batch that have the effect. `first`: others react to it
 * before anything else is done, and the outcome is revised by what is loaded after that. `row`: nothing more than what
 * the row, its event and its signal say.
 */
export type EffectRule<K extends Kind> =
  | 'row'
  | EffectHandler<K>
  | {
      readonly first: Moment<{ readonly id: string; readonly nowMs: number }>;
      readonly revise: (outcome: K['outcome'], before: K['facts']) => K['outcome'];
    };

type EffectType<K extends Kind> = K['outcome']['effects'][number]['type'];

/** All that makes a process special. The rest is apply.ts, the same for every process. */
export interface ProcessDefinition<K extends Kind> {
  /** In step keys. */
  readonly name: string;
  readonly table: Pick<Table<K['row']>, 'name' | 'column' | 'recordset' | 'write'>;
  /** The columns that a step may change. */
  readonly changes: readonly KeyOf<K['row']>[];
  /** SQL of columns whose new value depends on other rows: `t` is the row before, `c` the row that is wanted. */
  readonly expressions?: Partial<Readonly<Record<KeyOf<K['row']>, string>>>;
  /** Locks the rows in the order of their ids and reads all that decides about them; what does not exist is missing. */
  readonly lock: (tx: Tx, ids: readonly string[]) => Promise<ReadonlyMap<string, K['facts']>>;
  /** What stops some events from outside. */
  readonly guard?: { readonly at: Guard; readonly events: ReadonlySet<K['event']['type']>; readonly code: ErrorCode };
  /** The pure rule. Throws `illegal_transition` (or a better code) when the event is not possible now. */
  readonly decide: (facts: K['facts'], step: StepOf<K>) => K['outcome'];
  /** The row as the decision wants it. Pure. */
  readonly after: (decided: Decided<K>) => K['row'];
  /** Every effect that the rules know, in the order in which they are carried out. */
  readonly effects: { readonly [T in EffectType<K>]: EffectRule<K> };
  /** What merchants hear of a change; null: nothing. */
  readonly event?: (change: Change<K>) => EventRow | null;
  /** What the workflow hears of it; null: nothing. */
  readonly signal?: (change: Change<K>) => OutboxRow | null;
  /**
   * Which rows need a workflow and what its ID is, as SQL about the row `t`, and what starts it from the row alone. It
   * is nothing to a workflow that runs.
   */
  readonly workflow?: {
    readonly neededWhen: string;
    readonly workflowId: string;
    /** Rows of which only the rules know whether there is something to do. */
    readonly perhaps?: { readonly when: string; readonly needed: (facts: K['facts'], nowMs: number) => boolean };
    readonly start: (facts: K['facts'], nowMs: number) => OutboxRow;
  };
  /** What open pages hear of it; null: nothing. */
  readonly live?: (change: Change<K>) => LiveMessage | null;
  /** Others may react to every change, and to single effects; db/reactions.ts says who does. */
  readonly changed?: Moment<Change<K>>;
  readonly moments?: { readonly [T in EffectType<K>]?: Moment<Change<K>> };
  /** What the caller gets, and gets again when the step is asked for once more. */
  readonly answer: (decided: Decided<K>, after: K['row']) => K['answer'];
}

export interface Process<K extends Kind> extends ProcessDefinition<K> {
  /** $1 rows, $2 messages that leave, those to the world with their event. */
  readonly save: Prepared;
}

export function defineProcess<K extends Kind>(definition: ProcessDefinition<K>): Process<K> {
  return { ...definition, save: prepared(saveSql(definition)) };
}

/** One statement, whatever the number of rows. */
function saveSql<K extends Kind>({ table, changes, expressions }: ProcessDefinition<K>): string {
  const assignments = changes.map((key) => {
    const column = table.column(key);
    return `${column} = ${expressions?.[key] ?? `c.${column}`}`;
  });
  return `
  WITH updated AS (
    UPDATE ${table.name} t SET ${[...assignments, 'updated_at = now()'].join(', ')}
    FROM jsonb_to_recordset($1::jsonb) AS c(id uuid, version_before integer, ${table.recordset(changes)})
    WHERE t.id = c.id AND t.version = c.version_before
    RETURNING t.id),
  message AS (
    SELECT * FROM ROWS FROM (jsonb_to_recordset($2::jsonb) AS (event_id uuid, topic text, payload jsonb, told jsonb))
      WITH ORDINALITY AS m(event_id, topic, payload, told, place)),
  published AS (
    INSERT INTO event (id, profile_id, type, entity_id, body)
    SELECT m.event_id, e.profile_id, e.type, e.entity_id, e.body
    FROM message m, jsonb_to_record(m.told) AS e(profile_id uuid, type text, entity_id uuid, body text)
    WHERE m.told IS NOT NULL),
  leaving AS (
    INSERT INTO outbox (event_id, topic, payload) SELECT event_id, topic, payload FROM message ORDER BY place)
  SELECT count(*) AS updated FROM updated`;
}
