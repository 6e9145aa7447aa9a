import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { findSession } from '../../db/accounts/sessions.ts';
import { isComplete } from '../../db/accounts/users.ts';
import { listApiTokens } from '../../db/shops/api-token-list.ts';
import { profileIdOf } from '../../db/shops/profiles.ts';
import { roleMay } from '../../domain/accounts/permissions.ts';
import { API_VERSIONS } from '../../domain/versions/api-versions.ts';
import { asyncApiFile, openApiFile } from '../../domain/versions/documents.ts';
import { anyone } from '../access.ts';
import type { App } from '../app.ts';
import { sessionCookieOf } from '../auth/cookies.ts';
import type { ServerDeps } from '../deps.ts';
import { type FixedDocument, fixedDocument, sendFixed } from '../plugins/fixed-document.ts';

/**
 * Serves the committed documents: of calls for integrators at `/docs/openapi.public.json`, of all calls at
 * `/docs/openapi.json`, of events at `/docs/asyncapi.json`, each of calls that name no version, and of every version at
 * `/docs/openapi/{version}.json`; and the keys that their reference fills into examples.
 * `scripts/generate.ts` makes them from the routes, and the checks fail when they differ, so a running server need not
 * make them again.
 */
export function documentRoutes(app: App, deps: Pick<ServerDeps, 'db'>): void {
  for (const name of ['openapi.public.json', 'openapi.json', 'asyncapi.json']) documentRoute(app, name, name);
  for (const version of API_VERSIONS) {
    documentRoute(app, `openapi/${version}.json`, openApiFile(version));
    documentRoute(app, `asyncapi/${version}.json`, asyncApiFile(version));
  }
  sandboxKeysRoute(app, deps);
}

/** Without blanks: they are half of the file. */
function documentRoute(app: App, path: string, file: string): void {
  const config = anyone('The documentation is public.');
  const type = 'application/json; charset=utf-8';
  let made: Promise<FixedDocument> | undefined;
  app.get(`/docs/${path}`, { config, schema: { hide: true } }, async (request, reply) => {
    made ??= readFile(join(DOCS, file), 'utf8').then((text) => fixedDocument(type, JSON.stringify(JSON.parse(text))));
    return sendFixed(request, reply, await made);
  });
}

const DOCS = join(import.meta.dirname, '../../docs');

/**
 * The names and sandbox keys of the signed-in merchant's newest tokens, for the examples of the API reference. A key is
 * the public half of a token, and the back office shows it to the same people; secrets are known to nobody but their
 * holder. Without a session the list is empty: a reference that is read by strangers must not report an error.
 */
function sandboxKeysRoute(app: App, { db }: Pick<ServerDeps, 'db'>): void {
  const config = anyone('It answers with the keys of the session, and with none where there is no session.');
  app.get('/docs/sandbox-keys.json', { config, schema: { hide: true } }, async (request) => {
    const cookie = sessionCookieOf(request);
    const session = cookie === undefined ? undefined : await findSession(db, cookie);
    if (session === undefined || !isComplete(session.user)) return { data: [] };
    const { merchant, role } = session.user;
    if (!roleMay(role, 'merchant_apiToken_viewAny')) return { data: [] };
    const profileId = await profileIdOf(db, merchant.id, { mode: 'sandbox', shopId: null });
    const { rows } = await listApiTokens(db, { profileId, limit: MAX_KEYS, offset: 0 });
    return { data: rows.map(({ name, api_key }) => ({ name, api_key })) };
  });
}

const MAX_KEYS = 20;
