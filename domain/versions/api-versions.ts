/** The versions of the API, newest first. Each is named by the day on which it was made. */
export const API_VERSIONS = ['2026-11-29', '2026-11-24'] as const;

export type ApiVersion = (typeof API_VERSIONS)[number];

/** The version that the code of the API speaks. */
export const NEWEST_VERSION: ApiVersion = API_VERSIONS[0];

/** The version of everything that was made before versions existed. Events are stored in it: `event-text.ts`. */
export const FIRST_VERSION: ApiVersion = '2026-11-24';

/** The version of tokens, endpoints and shops that are made now, unless the caller chooses another one. */
export const DEFAULT_VERSION: ApiVersion = '2026-11-24';

/** Days in UTC. From `endsOn` on, calls in the version are refused. */
interface VersionEnd {
  readonly deprecatedOn: string;
  readonly endsOn: string;
}

export type VersionEnds = Partial<Readonly<Record<ApiVersion, VersionEnd>>>;

/** The versions whose end is announced, at least twelve months ahead. */
export const VERSION_ENDS: VersionEnds = {};

export function isApiVersion(text: string): text is ApiVersion {
  return (API_VERSIONS as readonly string[]).includes(text);
}

/**
 * A version as the database has it. One that this program does not know was chosen in a newer program that was taken
 * back since: the newest that is known is the nearest to it.
 */
export function storedVersion(text: string): ApiVersion {
  return isApiVersion(text) ? text : NEWEST_VERSION;
}

/** The versions that calls may be in now, newest first. */
export function supportedVersions(ends: VersionEnds, nowMs: number): readonly ApiVersion[] {
  return API_VERSIONS.filter((version) => !hasEnded(version, ends, nowMs));
}

export function hasEnded(version: ApiVersion, ends: VersionEnds, nowMs: number): boolean {
  const end = ends[version];
  return end !== undefined && nowMs >= Date.parse(end.endsOn);
}

/** The version that a message is written in: its own, or the oldest that is left once that has ended. */
export function messageVersion(version: ApiVersion, ends: VersionEnds, nowMs: number): ApiVersion {
  if (!hasEnded(version, ends, nowMs)) return version;
  return supportedVersions(ends, nowMs).at(-1) ?? NEWEST_VERSION;
}
