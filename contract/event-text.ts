import { type ApiVersion, FIRST_VERSION, NEWEST_VERSION } from '../domain/versions/api-versions.ts';
import type { VersionedSchema } from '../domain/versions/change.ts';
import { CHANGES } from '../domain/versions/changes.ts';
import { type Translation, translationOf } from '../domain/versions/translate.ts';
import { EVENT_KINDS, type EventKind } from '../domain/webhooks/event-kinds.ts';
import { EVENT_DATA } from './event-data.ts';

/** An event as its text says. */
interface EventBody<Data> {
  readonly type: string;
  readonly timestamp: string;
  readonly data: Data;
}

/**
 * The object of a new event as it is stored: in the first version. So all stored texts have one form, that of events
 * from before versions existed and of processes of earlier releases, which run beside ours during an upgrade.
 */
export function storedData(subject: string, data: object): unknown {
  return translations(FIRST_VERSION).get(subject)?.toOlder(data) ?? data;
}

/** A stored text of an event as a version has it. */
export function eventText(stored: string, version: ApiVersion): string {
  if (version === FIRST_VERSION) return stored;
  const subject = SUBJECT.exec(stored)?.[1] ?? '';
  const fromStored = translations(FIRST_VERSION).get(subject);
  if (fromStored === undefined) return stored;
  const { type, timestamp, data }: EventBody<unknown> = JSON.parse(stored);
  const newest = fromStored.toNewest(data);
  const shown = translations(version).get(subject)?.toOlder(newest) ?? newest;
  return JSON.stringify({ type, timestamp, data: shown } satisfies EventBody<unknown>);
}

/** A stored event as our own code reads it: in the newest version. */
export function newestEvent<Data>(stored: string): EventBody<Data> {
  return JSON.parse(eventText(stored, NEWEST_VERSION));
}

/** Every text begins with its type. */
const SUBJECT = /^\{"type":"([a-z_]+)\./;

const known = new Map<ApiVersion, ReadonlyMap<string, Translation>>();

/** Of the kinds of events that have changed since the version. */
function translations(version: ApiVersion): ReadonlyMap<string, Translation> {
  const made = known.get(version) ?? new Map(EVENT_KINDS.flatMap((kind) => translationOfKind(kind, version)));
  known.set(version, made);
  return made;
}

function translationOfKind(kind: EventKind, version: ApiVersion): [string, Translation][] {
  const translation = translationOf(EVENT_DATA[kind] as VersionedSchema, { version, changes: CHANGES });
  return translation === undefined ? [] : [[kind, translation]];
}
