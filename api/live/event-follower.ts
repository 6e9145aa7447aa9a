import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { eventText } from '../../contract/event-text.ts';
import { type EventFilter, listEvents, type StoredEvent } from '../../db/history/event-feed.ts';
import { isDomainError } from '../../domain/errors.ts';
import type { ApiVersion } from '../../domain/versions/api-versions.ts';
import { bearerOf } from '../auth/guard.ts';
import type { ServerDeps } from '../deps.ts';
import { versionOf } from '../plugins/versions.ts';
import type { EventStream } from './event-streams.ts';

/** The events that a reader follows, and the event to start after. */
export interface FollowedEvents extends EventFilter {
  readonly after: string;
}

type Follow = (request: FastifyRequest, reply: FastifyReply, events: FollowedEvents) => Promise<void>;

/**
 * Streams the events of a shop to those who follow them: at once when something changes, and to be sure every few
 * seconds, since a notification may get lost and the feed holds an event back until older transactions have ended. The
 * token is checked before each read: one that was revoked, or may read less, hears nothing more.
 */
export function createEventFollower(app: FastifyInstance, deps: ServerDeps): Follow {
  const { db, live, now } = deps;
  const readers = new Set<Reader>();
  const look = setInterval(() => {
    for (const reader of readers) reader.wake();
  }, LOOK_MS);
  look.unref();
  app.addHook('preClose', async () => clearInterval(look));

  return async (request, reply, { after, ...filter }) => {
    // Refusals are answers with a status, so the cursor is read before the stream opens.
    const first = await listEvents(db, { ...filter, after, limit: PAGE, nowMs: now() });
    const { tokenId: userId, merchantId, permissions } = bearerOf(request);
    const stream = app.eventStreams.open(request, reply, { userId, merchantId });
    const mayRead = async () => {
      const bearer = await app.authenticateToken(request);
      return bearer.permissions.join() === permissions.join();
    };
    const read = (cursor: string) => listEvents(db, { ...filter, after: cursor, limit: PAGE, nowMs: now() });
    const version = versionOf(request);
    const send = (events: readonly StoredEvent[]) => sendIn(version, stream, events);
    const reader = createReader(stream, {
      cursor: first.next,
      mayRead,
      read,
      send,
      onError: (e) => request.log.error(e),
    });
    send(first.events);
    readers.add(reader);
    const leave = live.subscribe(filter.profileId, () => reader.wake());
    stream.onClose(() => {
      readers.delete(reader);
      leave();
    });
    reader.wake();
  };
}

interface Reader {
  /** Reads on, soon. */
  wake(): void;
}

interface ReaderOptions {
  readonly cursor: string;
  readonly mayRead: () => Promise<boolean>;
  readonly read: (cursor: string) => ReturnType<typeof listEvents>;
  readonly send: (events: readonly StoredEvent[]) => void;
  readonly onError: (error: unknown) => void;
}

/** An event with its id in front; in the first version its body is passed on as the text that was signed. */
export function eventJson({ id, body }: StoredEvent, version: ApiVersion): string {
  return `{"id":"${id}",${eventText(body, version).slice(1)}`;
}

/** One read at a time; a wake-up meanwhile reads again, and so do some soon after one that found nothing. */
function createReader(stream: EventStream, { cursor: start, mayRead, read, send, onError }: ReaderOptions): Reader {
  let cursor = start;
  let isReading = false;
  let isStale = false;

  async function readOn(): Promise<void> {
    if (!(await mayRead())) return stream.end();
    for (;;) {
      const page = await read(cursor);
      send(page.events);
      cursor = page.next;
      await stream.drained();
      if (stream.closed || !page.hasMore) return;
    }
  }

  async function run(): Promise<void> {
    isReading = true;
    for (const pauseMs of [0, ...AGAIN_MS]) {
      if (pauseMs > 0) await pause(pauseMs);
      const before = cursor;
      do {
        isStale = false;
        await readOn();
      } while (isStale && !stream.closed);
      if (stream.closed || cursor !== before) break;
    }
    isReading = false;
  }

  return {
    wake() {
      isStale = true;
      if (isReading || stream.closed) return;
      run().catch((error: unknown) => {
        isReading = false;
        // The client comes back with what it has, and gets its answer with a status.
        if (!isDomainError(error)) onError(error);
        stream.end();
      });
    },
  };
}

function sendIn(version: ApiVersion, stream: EventStream, events: readonly StoredEvent[]): void {
  for (const event of events) {
    stream.send({ id: event.id, event: typeOf(event.body), data: eventJson(event, version) });
  }
}

function typeOf(body: string): string {
  return (JSON.parse(body) as { type: string }).type;
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, ms).unref();
  });
}

const PAGE = 50;
const LOOK_MS = 5_000;
const AGAIN_MS = [20, 60, 200];
