import type { ApiVersion } from './api-versions.ts';
import type { JsonObject, VersionChange, VersionedSchema } from './change.ts';
import { changesSince } from './changes.ts';

interface Between {
  readonly version: ApiVersion;
  readonly changes: readonly VersionChange[];
}

/** Reads bodies of an older version as the newest has them; undefined where a body of the title has not changed. */
export function bodyToNewest(title: string, between: Between): ((body: unknown) => unknown) | undefined {
  const steps = bodyChanges(title, between).toReversed();
  if (steps.length === 0) return undefined;
  return (body) => {
    // The checks refuse anything but an object, in every version.
    if (typeof body !== 'object' || body === null || Array.isArray(body)) return body;
    return steps.reduce<JsonObject>((read, change) => change.newer(read), body as JsonObject);
  };
}

/** The schema of a body in an older version. */
export function olderBodySchema(schema: VersionedSchema, between: Between): VersionedSchema {
  const steps = bodyChanges(schema.title ?? '', between);
  return steps.reduce((older, change) => change.olderSchema(older), schema);
}

function bodyChanges(title: string, { version, changes }: Between) {
  return changesSince(version, changes).flatMap(({ bodies }) => bodies[title] ?? []);
}
