import { type ApiVersion, DEFAULT_VERSION } from './api-versions.ts';

/** The OpenAPI document of a version, in `docs/`. The one without a version is that of calls that name none. */
export function openApiFile(version: ApiVersion): string {
  return version === DEFAULT_VERSION ? 'openapi.public.json' : `openapi/${version}.json`;
}

/** Its AsyncAPI document. */
export function asyncApiFile(version: ApiVersion): string {
  return version === DEFAULT_VERSION ? 'asyncapi.json' : `asyncapi/${version}.json`;
}
