import { DomainError, fieldError } from '../errors.ts';
import { type ApiVersion, hasEnded, isApiVersion, supportedVersions, type VersionEnds } from './api-versions.ts';
import type { VersionChange } from './change.ts';

/** Which versions there are, what they do not have, and when they end. */
export interface VersionPolicy {
  readonly changes: readonly VersionChange[];
  readonly ends: VersionEnds;
}

/**
 * The version of a call: the one it names, else that of its token.
 * @throws DomainError `unsupported_version` that names what is supported, and what to do
 */
export function chosenVersion(
  named: string | undefined,
  {
    pinned,
    policy: { ends },
    nowMs,
  }: { readonly pinned: ApiVersion; readonly policy: VersionPolicy; readonly nowMs: number },
): ApiVersion {
  const supported = supportedVersions(ends, nowMs);
  const requested = named ?? pinned;
  if (isApiVersion(requested) && supported.includes(requested)) return requested;
  const has = isApiVersion(requested) && hasEnded(requested, ends, nowMs);
  const wrong = has
    ? `The version ${requested} has ended.`
    : `"${requested.slice(0, MAX_SHOWN)}" is no version of the API.`;
  const isPinnedFine = supported.includes(pinned);
  const otherwise = isPinnedFine ? `, or leave the header out for ${pinned}, the version of your token` : '';
  const message = `${wrong} Supported: ${supported.join(', ')}. Name one in Tidegate-Version${otherwise}.`;
  throw new DomainError('unsupported_version', { message });
}

/** The version that a setting is to have. @throws DomainError `validation_failed` for one that is not supported */
export function settingVersion(text: string, ends: VersionEnds, nowMs: number): ApiVersion {
  const supported = supportedVersions(ends, nowMs);
  const version = supported.find((each) => each === text);
  if (version === undefined) throw fieldError('api_version', `Must be one of: ${supported.join(', ')}.`);
  return version;
}

/** Longer texts are no version anyway. */
const MAX_SHOWN = 40;

/**
 * The headers that announce the end of a version: `Deprecation` (RFC 9745, seconds since 1970), `Sunset` (RFC 8594, an
 * HTTP date), and where both are explained.
 */
export function versionHeaders(
  version: ApiVersion,
  ends: VersionEnds,
  changelog: string,
): Readonly<Record<string, string>> {
  const end = ends[version];
  if (end === undefined) return {};
  return {
    deprecation: `@${Date.parse(end.deprecatedOn) / 1000}`,
    sunset: new Date(end.endsOn).toUTCString(),
    link: `<${changelog}>; rel="deprecation"; type="text/markdown", <${changelog}>; rel="sunset"; type="text/markdown"`,
  };
}
