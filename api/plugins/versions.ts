import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { API_VERSIONS, type ApiVersion, NEWEST_VERSION, VERSION_ENDS } from '../../domain/versions/api-versions.ts';
import { bodyToNewest } from '../../domain/versions/bodies.ts';
import type { VersionChange, VersionedSchema } from '../../domain/versions/change.ts';
import { CHANGES } from '../../domain/versions/changes.ts';
import { chosenVersion, type VersionPolicy, versionHeaders } from '../../domain/versions/policy.ts';
import { type Translation, translationOf } from '../../domain/versions/translate.ts';
import type { ServerDeps } from '../deps.ts';
import { type Serialize, serializerOf } from './serialization.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The version that the call is in; null unless a token calls. */
    apiVersion: ApiVersion | null;
  }
  interface FastifyInstance {
    /** Chooses the version of a token's call. @throws DomainError `unsupported_version` */
    chooseVersion(request: FastifyRequest, reply: FastifyReply, pinned: ApiVersion): void;
    versionChanges: readonly VersionChange[];
  }
}

/** The header that names a version, of calls, answers and webhooks. */
const VERSION_HEADER = 'tidegate-version';

/** The policy of this release. */
const RELEASED_VERSIONS: VersionPolicy = { changes: CHANGES, ends: VERSION_ENDS };

/**
 * Lets callers of older versions go on as they are: their bodies become those of the newest version before anything
 * reads them, and answers become theirs as the last thing that happens to them. Routes know the newest version only.
 */
export function useVersions(app: FastifyInstance, deps: Pick<ServerDeps, 'apiVersions' | 'config' | 'now'>): void {
  const policy = deps.apiVersions ?? RELEASED_VERSIONS;
  const changelog = new URL('/docs/api/versions.md', deps.config.publicUrl).href;
  app.decorateRequest('apiVersion', null);
  app.decorate('versionChanges', policy.changes);
  app.decorate('chooseVersion', (request: FastifyRequest, reply: FastifyReply, pinned: ApiVersion) => {
    // Headers that come twice are one text with a comma.
    const named = request.headers[VERSION_HEADER];
    request.apiVersion = pinned;
    void reply.headers({ [VERSION_HEADER]: pinned });
    const version = chosenVersion(named === undefined ? undefined : String(named), {
      pinned,
      policy,
      nowMs: deps.now(),
    });
    request.apiVersion = version;
    void reply.headers({ [VERSION_HEADER]: version, ...versionHeaders(version, policy.ends, changelog) });
  });

  app.addHook('onRoute', (route) => {
    if (route.config?.access?.by !== 'token') return;
    const { body, response } = (route.schema ?? {}) as RouteSchemas;
    const isChanged = Object.values(response ?? {}).some((schema) => changesIn(policy.changes, schema));
    if (isChanged) route.preSerialization = [toCallersVersion, ...listOf(route.preSerialization)];
    if (body?.title === undefined || !policy.changes.some(({ bodies }) => (body.title ?? '') in bodies)) return;
    route.preValidation = [bodyReader(body.title, policy.changes), ...listOf(route.preValidation)];
  });
}

interface RouteSchemas {
  readonly body?: VersionedSchema;
  readonly response?: Readonly<Record<string, VersionedSchema>>;
}

function listOf<Hook>(hooks: Hook | Hook[] | undefined): Hook[] {
  return hooks === undefined ? [] : Array.isArray(hooks) ? hooks : [hooks];
}

type Done = (error: Error | null, value?: unknown) => void;

function toCallersVersion(_request: FastifyRequest, reply: FastifyReply, answer: unknown, done: Done): void {
  const older = answerIn(reply, reply.statusCode, reply.request.apiVersion);
  if (older !== undefined) void reply.serializer(older.serialize);
  done(null, older === undefined ? answer : older.translation.toOlder(answer));
}

function bodyReader(title: string, changes: readonly VersionChange[]) {
  return (request: FastifyRequest, _reply: FastifyReply, done: () => void) => {
    const version = request.apiVersion;
    const read = version === null ? undefined : bodyToNewest(title, { version, changes });
    if (read !== undefined) request.body = read(request.body);
    done();
  };
}

/** The version of a token's call. */
export function versionOf({ apiVersion }: FastifyRequest): ApiVersion {
  if (apiVersion === null) throw new Error('This route has no token access.');
  return apiVersion;
}

/** The text of an answer that a route gives, in the version of its caller. */
export function answerText(reply: FastifyReply, status: number, answer: unknown): string {
  const older = answerIn(reply, status, reply.request.apiVersion);
  if (older !== undefined) return older.serialize(older.translation.toOlder(answer));
  return (reply.getSerializationFunction(String(status)) ?? JSON.stringify)(answer);
}

/** An answer that was kept in one version, in that of the caller who repeats the request. */
export function translatedAnswer(
  reply: FastifyReply,
  { status, body }: { readonly status: number; readonly body: string },
  from: ApiVersion,
): string {
  const kept = answerIn(reply, status, from);
  const answer: unknown = JSON.parse(body);
  return answerText(reply, status, kept === undefined ? answer : kept.translation.toNewest(answer));
}

/** How an answer is written in an older version. */
interface OlderAnswer {
  readonly translation: Translation;
  readonly serialize: Serialize;
}

/** By changes and schema, for all servers of the process. Undefined where the version has the same answer. */
const made = new WeakMap<object, WeakMap<object, Map<ApiVersion, OlderAnswer | undefined>>>();

function answerIn(reply: FastifyReply, status: number, version: ApiVersion | null): OlderAnswer | undefined {
  if (version === null || version === NEWEST_VERSION) return undefined;
  const { response } = (reply.request.routeOptions.schema ?? {}) as RouteSchemas;
  const schema = response?.[status];
  return schema === undefined ? undefined : olderAnswer(schema, version, reply.server.versionChanges);
}

function olderAnswer(
  schema: VersionedSchema,
  version: ApiVersion,
  changes: readonly VersionChange[],
): OlderAnswer | undefined {
  const bySchema = made.get(changes) ?? new WeakMap<object, Map<ApiVersion, OlderAnswer | undefined>>();
  made.set(changes, bySchema);
  const byVersion = bySchema.get(schema) ?? new Map<ApiVersion, OlderAnswer | undefined>();
  bySchema.set(schema, byVersion);
  if (byVersion.has(version)) return byVersion.get(version);
  const translation = translationOf(schema, { version, changes });
  const older = translation && { translation, serialize: serializerOf(translation.schema) };
  byVersion.set(version, older);
  return older;
}

function changesIn(changes: readonly VersionChange[], schema: VersionedSchema): boolean {
  return API_VERSIONS.some((version) => olderAnswer(schema, version, changes) !== undefined);
}
