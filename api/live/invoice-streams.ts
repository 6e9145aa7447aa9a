import { select } from '../../db/core/sql.ts';
import { isDomainError } from '../../domain/errors.ts';
import type { ServerDeps } from '../deps.ts';
import { readPayerView } from '../presenters/customer-invoice.ts';
import type { EventStream } from './event-streams.ts';

/** The payer's pages that are open: each change of an invoice is read once and sent to every page that shows it. */
export interface InvoiceStreams {
  /** Sends the snapshot given at once, then each new one. */
  follow(invoiceId: string, stream: EventStream, first: { readonly version: number; readonly text: string }): void;
  close(): void;
}

/**
 * Follows by the live hub, and to be sure looks by itself at the versions of the invoices shown, all in one query,
 * since a notification may get lost.
 */
export function openInvoiceStreams(deps: ServerDeps, onError: (error: unknown) => void): InvoiceStreams {
  const rooms = new Map<string, Room>();
  const lookSoon = collected((ids) => void lookAtVersions(ids).catch(onError));
  const look = setInterval(() => void lookAtVersions([...rooms.keys()]).catch(onError), LOOK_MS);
  look.unref();

  async function lookAtVersions(ids: readonly string[]): Promise<void> {
    if (ids.length === 0) return;
    const rows = await select<{ id: string; version: number }>(
      deps.db,
      'SELECT id, version FROM invoice WHERE id = ANY($1::uuid[])',
      [ids],
    );
    for (const { id, version } of rows) {
      const room = rooms.get(id);
      if (room !== undefined && room.version < version) refresh(id, room);
    }
  }

  function refresh(invoiceId: string, room: Room): void {
    room.stale = true;
    if (room.reading) return;
    room.reading = true;
    void read(invoiceId, room).finally(() => {
      room.reading = false;
    });
  }

  async function read(invoiceId: string, room: Room): Promise<void> {
    while (room.stale && room.streams.size > 0) {
      room.stale = false;
      try {
        const { invoice } = await readPayerView(deps.db, deps.config, { invoiceId, nowMs: deps.now() });
        room.version = invoice.version;
        const event = { id: String(invoice.version), event: 'invoice', data: JSON.stringify(invoice) };
        for (const stream of room.streams) stream.send(event);
      } catch (error) {
        // The next look or notification tries again; meanwhile the page shows what it has.
        if (!isDomainError(error)) onError(error);
      }
    }
  }

  function roomOf(invoiceId: string): Room {
    const known = rooms.get(invoiceId);
    if (known !== undefined) return known;
    const room: Room = { streams: new Set(), version: 0, stale: false, reading: false, leave: () => {} };
    room.leave = deps.live.subscribe(invoiceId, (message) => {
      // A version that was sent already is no news; a message without one tells of confirmations.
      const version = message !== null && 'invoice' in message ? message.version : undefined;
      if (version === undefined || version > room.version) refresh(invoiceId, room);
    });
    rooms.set(invoiceId, room);
    return room;
  }

  return {
    follow(invoiceId, stream, { version, text }) {
      const isFirst = !rooms.has(invoiceId);
      const room = roomOf(invoiceId);
      room.streams.add(stream);
      room.version = Math.max(room.version, version);
      stream.send({ id: String(version), event: 'invoice', data: text });
      // It may have changed between the reading and the subscription.
      if (isFirst) lookSoon(invoiceId);
      stream.onClose(() => {
        room.streams.delete(stream);
        if (room.streams.size > 0 || rooms.get(invoiceId) !== room) return;
        room.leave();
        rooms.delete(invoiceId);
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
