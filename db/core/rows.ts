import type { Asset, Mode } from '../../domain/assets/assets.ts';
import type { Currency } from '../../domain/money/currencies.ts';
import { decimal, defineTable, filled, integer, json, orNull, type RowOf, serial, text, time, uuid } from './table.ts';

export const alertsTable = defineTable('alert', {
  id: uuid(),
  kind: text(),
  subject: text(),
  message: text(),
  resolvedAt: orNull(time()),
  createdAt: filled(time()),
  acknowledgedAt: orNull(time()),
  acknowledgedBy: orNull(text()),
  acknowledgedNote: orNull(text()),
  /** Of a person; null where its cause has ended. */
  resolvedBy: orNull(text()),
  resolvedNote: orNull(text()),
  /** When its further notices are decided; null once none can be due. */
  planAt: filled(orNull(time())),
});

/** Loops that one process at a time runs, each with its latest run. */
export const singletonLoopsTable = defineTable('kept_loop', { name: text(), run: uuid(), beganAt: filled(time()) });

/** Lanes of the outbox, the most urgent first. A backlog in one does not delay the others. */
export const OUTBOX_LANES = ['codes', 'events', 'commands', 'later'] as const;
export type OutboxLane = (typeof OUTBOX_LANES)[number];

export const outboxTable = defineTable('outbox', {
  id: filled(serial()),
  eventId: uuid(),
  topic: text(),
  /** Follows from the topic. */
  lane: filled(text<OutboxLane>()),
  payload: json<unknown>(),
  attempts: filled(integer()),
  availableAt: filled(time()),
  createdAt: filled(time()),
  queue: orNull(text()),
  /** The span that wrote it; null outside sampled traces. */
  traceparent: orNull(text()),
});

const parkedColumns = {
  id: uuid(),
  queue: text(),
  eventId: orNull(uuid()),
  topic: text(),
  payload: json<unknown>(),
  attempts: integer(),
  reason: text(),
  parkedAt: filled(time()),
};

export const parkedMessagesTable = defineTable('parked_message', parkedColumns);
/** A message that a consumer failed to process too often; it waits for an operator. */
export type ParkedRow = RowOf<typeof parkedColumns>;

const rate = { mode: text<Mode>(), asset: text<Asset>(), currency: text<Currency>(), value: decimal() };

export const ratesTable = defineTable('rate', { ...rate, source: text(), sampledAt: time(), expiresAt: time() });

/** The first rate of each hour. */
export const hourlyRatesTable = defineTable('rate_hour', { ...rate, hour: time() });

/** The answers of steps that processes have made. */
export const stepsTable = defineTable('step', { key: text(), result: json<object>(), createdAt: filled(time()) });

/** Which keys and seeds the database belongs to. */
export const keyFingerprintsTable = defineTable('key_fingerprint', {
  name: text(),
  /** SHA-256, in hexadecimal digits. */
  fingerprint: text(),
  recordedAt: filled(time()),
});
