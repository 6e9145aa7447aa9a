import { continueTrace, outsideTraces } from '../../tracing/spans.ts';
import { raiseAlert, resolveAlert } from '../alerts/alerts.ts';
import { listen } from '../core/live.ts';
import { OUTBOX_CHANNEL, registerRelay } from '../core/outbox.ts';
import { OUTBOX_LANES, type OutboxLane } from '../core/rows.ts';
import type { Db } from '../core/sequelize.ts';
import { execute, prepared, RELAXED, select, unseen } from '../core/sql.ts';
import { isOutage, Outages, WAITING_ALERT_MS } from './outage.ts';
import { resolveStuck, STUCK_ATTEMPTS } from './parked.ts';
import type { Bus } from './port.ts';

export interface RelayOptions {
  /** Receives every error, for the log; the relay continues. */
  readonly onError?: (error: unknown, topic?: string) => void;
  /** The polling interval. */
  readonly pollMs?: number;
  /** How long rows of a dead relay wait until another one takes them. */
  readonly leaseMs?: number;
  /** Rows in flight per lane, so that slow receivers in one do not delay the others. */
  readonly maxInFlight?: number;
  /** The longest time that rows of other lanes wait for events in flight. */
  readonly courtesyMs?: number;
  /** How long they wait after events for others to follow, for each event but the first. */
  readonly restPerEventMs?: number;
  /** How long an outage lasts before an alert. */
  readonly waitingAlertMs?: number;
  readonly now?: () => number;
  /** From 0 to 1, for jitter. */
  readonly random?: () => number;
}

export interface Relay {
  /** Stops claiming rows, waits for those in flight and releases the others. */
  close(): Promise<void>;
  /** How long ago it last read the outbox, whether or not something was there. */
  sinceRunMs(): number;
  /** Whether messages wait because a service is away. */
  isHindered(): boolean;
}

/**
 * Moves outbox rows to the bus. A row is deleted only after the bus has stored it safely, so each arrives at least
 * once; a failed one comes back after an increasing pause until it succeeds. A claim moves a row's `available_at` into
 * the future, so any number of relays may run, and rows of a killed one become available again automatically.
 *
 * Register the consumers of an in-process bus first.
 */
export async function startRelay(db: Db, bus: Bus, options: RelayOptions = {}): Promise<Relay> {
  const relay = new OutboxRelay(db, bus, options);
  const unregister = registerRelay(db, () => relay.wake());
  const listener = await listen(
    db.url,
    OUTBOX_CHANNEL,
    () => relay.wake(),
    () => relay.wake(),
  );
  relay.start();
  return {
    close: async () => {
      unregister();
      await listener.close();
      await relay.stop();
    },
    sinceRunMs: () => relay.sinceRunMs(),
    isHindered: () => relay.isHindered(),
  };
}

interface OutboxEntry {
  id: string;
  event_id: string;
  topic: string;
  lane: OutboxLane;
  payload: unknown;
  attempts: number;
  queue: string | null;
  traceparent: string | null;
}

class OutboxRelay {
  readonly #db: Db;
  readonly #bus: Bus;
  readonly #onError: (error: unknown, topic?: string) => void;
  readonly #pollMs: number;
  readonly #leaseMs: number;
  readonly #laneMax: number;
  readonly #courtesyMs: number;
  readonly #restPerEventMs: number;
  readonly #waitingAlertMs: number;
  readonly #now: () => number;
  readonly #random: () => number;
  readonly #outages = new Outages();
  readonly #inFlight = new Map<string, Promise<void>>();
  /** Those that are handled and are being deleted or postponed: their lease is not renewed. */
  readonly #leaving = new Set<string>();
  readonly #load: Record<OutboxLane, number> = { codes: 0, events: 0, commands: 0, later: 0 };
  #whenEventsRest: (() => void)[] = [];
  /** Events since commands last went. */
  #crowd = 0;
  #rest: NodeJS.Timeout | undefined;
  readonly #done: string[] = [];
  #deleting: Promise<void> | undefined;
  #claiming: Promise<void> | undefined;
  #ranAtMs: number;
  #wanted = false;
  #stopped = false;
  #poll: NodeJS.Timeout | undefined;
  #renewal: NodeJS.Timeout | undefined;

  constructor(db: Db, bus: Bus, options: RelayOptions) {
    this.#db = db;
    this.#bus = bus;
    this.#onError = options.onError ?? (() => {});
    this.#pollMs = options.pollMs ?? 250;
    this.#leaseMs = options.leaseMs ?? 5_000;
    this.#laneMax = options.maxInFlight ?? 500;
    this.#courtesyMs = options.courtesyMs ?? 250;
    this.#restPerEventMs = options.restPerEventMs ?? 5;
    this.#waitingAlertMs = options.waitingAlertMs ?? WAITING_ALERT_MS;
    this.#now = options.now ?? Date.now;
    this.#random = options.random ?? Math.random;
    this.#ranAtMs = this.#now();
  }

  sinceRunMs(): number {
    return this.#now() - this.#ranAtMs;
  }

  isHindered(): boolean {
    return this.#outages.areOpen(this.#now());
  }

  start(): void {
    this.#poll = setInterval(() => this.wake(), this.#pollMs);
    this.#renewal = setInterval(() => void this.#renewLeases(), this.#leaseMs / 3);
    this.wake();
  }

  /** Claims rows now; a call during a claim causes another one afterwards. */
  wake(): void {
    this.#wanted = true;
    this.#claiming ??= outsideTraces(() => this.#claimAll()).finally(() => {
      this.#claiming = undefined;
      if (this.#wanted && !this.#stopped && this.#hasRoom()) this.wake();
    });
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    clearInterval(this.#poll);
    await this.#claiming;
    await Promise.race([
      Promise.all(this.#inFlight.values()),
      new Promise((resolve) => setTimeout(resolve, STOP_PATIENCE_MS).unref()),
    ]);
    clearInterval(this.#renewal);
    await this.#deleteDone();
    if (this.#inFlight.size > 0) {
      await execute(this.#db, 'UPDATE outbox SET available_at = now() WHERE id = ANY($1::bigint[])', [
        [...this.#inFlight.keys()],
      ]);
    }
  }

  async #claimAll(): Promise<void> {
    while (this.#wanted && !this.#stopped && this.#hasRoom()) {
      this.#wanted = false;
      try {
        await this.#claim();
      } catch (error) {
        // The database is unavailable: the next poll tries again.
        this.#onError(error);
      }
    }
  }

  async #claim(): Promise<void> {
    const limits = OUTBOX_LANES.map((lane) => this.#room(lane));
    const rows = await select<OutboxEntry>(this.#db, claimStatement, [OUTBOX_LANES, limits, this.#leaseMs]);
    this.#ranAtMs = this.#now();
    const rank = ({ lane }: OutboxEntry) => OUTBOX_LANES.indexOf(lane);
    for (const row of rows.sort((a, b) => rank(a) - rank(b) || Number(a.id) - Number(b.id))) {
      // A late renewal can let a lease expire while its row is in flight here.
      if (!this.#inFlight.has(row.id)) this.#dispatch(row);
    }
    // A lane that filled its limit may have more rows. A full lane is read again when one of its rows ends.
    const isFull = (lane: OutboxLane, limit: number) =>
      limit > 0 && rows.filter((row) => row.lane === lane).length === limit;
    if (OUTBOX_LANES.some((lane, index) => isFull(lane, limits[index] ?? 0))) this.#wanted = true;
  }

  #dispatch(row: OutboxEntry): void {
    const { lane } = row;
    this.#load[lane] += 1;
    if (lane === 'events') this.#noteEvent();
    const handled = () => {
      const wasFull = this.#load[lane] >= this.#laneMax;
      this.#load[lane] -= 1;
      if (lane === 'events' && this.#load.events === 0) this.#restAfterEvents();
      if (wasFull && !this.#stopped) this.wake();
    };
    const settled = this.#relay(row, handled).finally(() => {
      this.#inFlight.delete(row.id);
      this.#leaving.delete(row.id);
    });
    this.#inFlight.set(row.id, settled);
  }

  async #relay(row: OutboxEntry, handled: () => void): Promise<void> {
    const { id, topic, lane, attempts } = row;
    try {
      if (lane !== 'events' && lane !== 'codes') await this.#letEventsGoFirst();
      await this.#publish(row).finally(handled);
      this.#leaving.add(id);
      this.#done.push(id);
      await Promise.all([this.#deleteDone(), this.#noteEndOfOutage(topic)]);
      if (attempts >= STUCK_ATTEMPTS) await resolveStuck(this.#db, topic);
    } catch (error) {
      this.#leaving.add(id);
      this.#onError(error, topic);
      await this.#postpone({ id, topic, attempts, error }).catch((failure: unknown) => this.#onError(failure, topic));
    }
  }

  #publish({ event_id: eventId, topic, payload, attempts, queue, traceparent: writer }: OutboxEntry): Promise<void> {
    const attributes = { 'messaging.destination.name': topic, 'messaging.message.id': eventId, attempts };
    return continueTrace(writer, { name: `publish ${topic}`, kind: 'producer', attributes }, (span) => {
      const { traceparent = undefined } = span ?? {};
      return this.#bus.publish({ eventId, topic, payload, traceparent }, queue ?? undefined);
    });
  }

  #noteEvent(): void {
    this.#crowd += 1;
    clearTimeout(this.#rest);
    this.#rest = undefined;
  }

  /** Where many events came, others follow soon: commands wait for a pause that grows with their number. */
  #restAfterEvents(): void {
    const restMs = this.#stopped ? 0 : Math.min(this.#crowd - 1, LARGE_CROWD) * this.#restPerEventMs;
    this.#rest = setTimeout(() => {
      this.#rest = undefined;
      this.#crowd = 0;
      for (const go of this.#whenEventsRest.splice(0)) go();
    }, restMs);
  }

  /**
   * Shops and payers' pages wait for events, while commands to Temporal can wait a moment and cost more work than the
   * webhook that they compete with.
   */
  #letEventsGoFirst(): Promise<void> {
    const isQuiet = this.#load.events === 0 && this.#rest === undefined;
    if (isQuiet || this.#stopped) return Promise.resolve();
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, this.#courtesyMs);
      this.#whenEventsRest.push(() => {
        clearTimeout(timer);
        resolve();
      });
    });
  }

  /** One statement for all rows that end within a moment; nobody waits for it. */
  async #deleteDone(): Promise<void> {
    while (this.#done.length > 0) {
      this.#deleting ??= this.#deleteBatch().finally(() => {
        this.#deleting = undefined;
      });
      await this.#deleting;
    }
  }

  async #deleteBatch(): Promise<void> {
    if (!this.#stopped) await new Promise((resolve) => setTimeout(resolve, GATHER_MS));
    const ids = this.#done.splice(0);
    try {
      await execute(this.#db, deleteStatement, [ids]);
    } catch (error) {
      // They will be relayed again when their lease expires: duplicates are allowed, losses are not.
      this.#onError(error);
    }
  }

  async #postpone(failed: {
    readonly id: string;
    readonly topic: string;
    readonly attempts: number;
    readonly error: unknown;
  }): Promise<void> {
    const { id, topic, attempts, error } = failed;
    const reason = error instanceof Error ? error.message : String(error);
    if (isOutage(error)) return this.#waitForService({ id, topic, reason });
    await execute(this.#db, postponeStatement, [id, backoffMs(attempts, this.#random()), 0]);
    if (attempts < STUCK_ATTEMPTS) return;
    const message = `A row of the outbox has failed ${attempts} times: ${reason}`;
    await raiseAlert(this.#db, { kind: 'outbox_stuck', subject: topic, message });
  }

  /** The longer an outage lasts, the less often its rows are tried, so that other rows can go. */
  async #waitForService({ id, topic, reason }: { id: string; topic: string; reason: string }): Promise<void> {
    const awayMs = this.#outages.wait(topic, this.#now());
    const pauseMs = Math.min(MAX_OUTAGE_PAUSE_MS, OUTAGE_PAUSE_MS + awayMs / 20) * (1 + this.#random() / 4);
    await execute(this.#db, postponeStatement, [id, pauseMs, 1]);
    if (awayMs < this.#waitingAlertMs) return;
    const message = `Rows of the outbox wait until a service is available again: ${reason}`;
    await raiseAlert(this.#db, { kind: 'service_away', subject: topic, message });
  }

  async #noteEndOfOutage(topic: string): Promise<void> {
    if (!this.#outages.end(topic)) return;
    await resolveAlert(this.#db, { kind: 'service_away', subject: topic }).catch((error: unknown) =>
      this.#onError(error, topic),
    );
  }

  async #renewLeases(): Promise<void> {
    const ids = [...this.#inFlight.keys()].filter((id) => !this.#leaving.has(id));
    if (ids.length === 0) return;
    await execute(this.#db, renewStatement, [ids, this.#leaseMs]).catch((error: unknown) => this.#onError(error));
  }

  #room(lane: OutboxLane): number {
    return Math.min(BATCH, this.#laneMax - this.#load[lane]);
  }

  #hasRoom(): boolean {
    return OUTBOX_LANES.some((lane) => this.#room(lane) > 0);
  }
}

/**
 * 200 ms, doubling up to a minute, each with up to a quarter of jitter so that rows that failed together do not return
 * together.
 */
function backoffMs(attempts: number, jitter: number): number {
  return Math.min(60_000, 200 * 2 ** Math.min(attempts - 1, 20)) * (1 + jitter / 4);
}

/** Rows per lane and claim. */
const BATCH = 100;
/** Well within a lease: rows that are not deleted by its end would be relayed again. */
const GATHER_MS = 50;
/** Events after which the pause grows no more. */
const LARGE_CROWD = 20;
const OUTAGE_PAUSE_MS = 500;
const MAX_OUTAGE_PAUSE_MS = 5_000;
const STOP_PATIENCE_MS = 5_000;

// Writes that a crash loses are repeated: rows arrive at least once anyway.
const claimStatement = prepared(`
  WITH ${RELAXED}, due AS MATERIALIZED (
    SELECT first.id
    FROM unnest(${unseen('$1::text[]')}, $2::integer[]) AS l(lane, room)
    CROSS JOIN LATERAL (
      SELECT o.id FROM outbox o WHERE o.lane = l.lane AND o.available_at <= now()
      ORDER BY o.available_at, o.id LIMIT l.room FOR UPDATE SKIP LOCKED
    ) AS first
  )
  UPDATE outbox o SET available_at = now() + $3 * interval '1 millisecond', attempts = attempts + 1
  FROM due, relaxed WHERE o.id = due.id
  RETURNING o.id, o.event_id, o.topic, o.lane, o.payload, o.attempts, o.queue, o.traceparent`);

const deleteStatement = prepared(`WITH ${RELAXED} DELETE FROM outbox USING relaxed WHERE id = ANY($1::bigint[])`);

const postponeStatement = prepared(`
  UPDATE outbox
  SET available_at = now() + $2 * interval '1 millisecond', attempts = attempts - $3::integer
  WHERE id = $1`);

const renewStatement = prepared(`
  WITH ${RELAXED} UPDATE outbox SET available_at = now() + $2 * interval '1 millisecond' FROM relaxed
  WHERE id IN (SELECT id FROM outbox WHERE id = ANY($1::bigint[]) FOR UPDATE SKIP LOCKED)`);
