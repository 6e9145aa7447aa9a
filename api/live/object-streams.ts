import { isDomainError } from '../../domain/errors.ts';
import type { ServerDeps } from '../deps.ts';
import type { EventStream } from './event-streams.ts';

/** The objects of one kind that open pages follow. */
export interface FollowedKind {
  /** The name of their event. */
  readonly event: string;
  /** The newest versions of those that are shown, in one query. */
  readonly versions: (ids: readonly string[]) => Promise<readonly { readonly id: string; readonly version: number }[]>;
  /** The whole object as its pages see it. */
  readonly read: (id: string) => Promise<Snapshot>;
}

interface Snapshot {
  readonly version: number;
  readonly text: string;
}

/** The pages that are open: each change of an object is read once and sent to every page that shows it. */
export interface ObjectStreams {
  /** Sends the snapshot given at once, then each new one. */
  follow(id: string, stream: EventStream, first: Snapshot): void;
  close(): void;
}

/**
 * Follows by the live hub, and to be sure looks by itself at the versions of the objects shown, all in one query, since
 * a notification may get lost.
 */
export function openObjectStreams(
  { live }: Pick<ServerDeps, 'live'>,
  kind: FollowedKind,
  onError: (error: unknown) => void,
): ObjectStreams {
  const rooms = new Map<string, Room>();
  const lookSoon = collected((ids) => void lookAtVersions(ids).catch(onError));
  const look = setInterval(() => void lookAtVersions([...rooms.keys()]).catch(onError), LOOK_MS);
  look.unref();

  async function lookAtVersions(ids: readonly string[]): Promise<void> {
    if (ids.length === 0) return;
    for (const { id, version } of await kind.versions(ids)) {
      const room = rooms.get(id);
      if (room !== undefined && room.version < version) refresh(id, room);
    }
  }

  function refresh(id: string, room: Room): void {
    room.stale = true;
    if (room.reading) return;
    room.reading = true;
    void read(id, room).finally(() => {
      room.reading = false;
    });
  }

  async function read(id: string, room: Room): Promise<void> {
    while (room.stale && room.streams.size > 0) {
      room.stale = false;
      try {
        const { version, text } = await kind.read(id);
        room.version = version;
        for (const stream of room.streams) stream.send({ id: String(version), event: kind.event, data: text });
      } catch (error) {
        // The next look or notification tries again; meanwhile the page shows what it has.
        if (!isDomainError(error)) onError(error);
      }
    }
  }

  function roomOf(id: string): Room {
    const known = rooms.get(id);
    if (known !== undefined) return known;
    const room: Room = { streams: new Set(), version: 0, stale: false, reading: false, leave: () => {} };
    room.leave = live.subscribe(id, (message) => {
      // A version that was sent already is no news; a message without one reports confirmations.
      const version = message !== null && 'version' in message ? message.version : undefined;
      if (version === undefined || version > room.version) refresh(id, room);
    });
    rooms.set(id, room);
    return room;
  }

  return {
    follow(id, stream, { version, text }) {
      const isFirst = !rooms.has(id);
      const room = roomOf(id);
      room.streams.add(stream);
      room.version = Math.max(room.version, version);
      stream.send({ id: String(version), event: kind.event, data: text });
      // It may have changed between the reading and the subscription.
      if (isFirst) lookSoon(id);
      stream.onClose(() => {
        room.streams.delete(stream);
        if (room.streams.size > 0 || rooms.get(id) !== room) return;
        room.leave();
        rooms.delete(id);
      });
    },
    close: () => clearInterval(look),
  };
}

/** Pages that open within a moment are looked at together. */
function collected(work: (ids: readonly string[]) => void): (id: string) => void {
  const ids = new Set<string>();
  return (id) => {
    ids.add(id);
    if (ids.size > 1) return;
    setTimeout(() => {
      work([...ids]);
      ids.clear();
    }, FIRST_LOOK_MS).unref();
  };
}

interface Room {
  readonly streams: Set<EventStream>;
  version: number;
  stale: boolean;
  reading: boolean;
  leave: () => void;
}

const LOOK_MS = 5000;
const FIRST_LOOK_MS = 20;
