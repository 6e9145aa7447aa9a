import { API_VERSIONS, type ApiVersion, isApiVersion } from '../domain/versions/api-versions.ts';

/** The version of the API that a generator of a document is called with. */
export function versionArgument(): ApiVersion {
  const [, , version = ''] = process.argv;
  if (!isApiVersion(version)) throw new Error(`Name a version: ${API_VERSIONS.join(' or ')}.`);
  return version;
}
