import { Type } from 'typebox';
import { ConfirmationBody, TwoFaBody } from '../../../../contract/account.ts';
import { Data, Page } from '../../../../contract/basics.ts';
import { errorResponses } from '../../../../contract/errors.ts';
import {
  ApiTokenForm,
  ApiTokenView,
  CreateApiTokenBody,
  IssuedApiToken,
  RenewedSecret,
  UpdateApiTokenBody,
} from '../../../../contract/integration.ts';
import { PageQuery } from '../../../../contract/lists.ts';
import {
  type ApiTokenRow,
  gainsPower,
  listApiTokens,
  readApiToken,
  requireTokenLimit,
  updateApiToken,
} from '../../../../db/shops/api-token-list.ts';
import { createApiToken, renewSecret, revokeApiToken } from '../../../../db/shops/api-tokens.ts';
import { parseAllowedIps } from '../../../../db/shops/ip-allow-list.ts';
import { signingKeys } from '../../../../db/shops/profiles.ts';
import { tokenPermissionsOf } from '../../../../domain/accounts/permissions.ts';
import { DomainError } from '../../../../domain/errors.ts';
import { type ApiTokenId, parseId } from '../../../../domain/ids.ts';
import { storedVersion, VERSION_ENDS } from '../../../../domain/versions/api-versions.ts';
import { settingVersion } from '../../../../domain/versions/policy.ts';
import type { App } from '../../../app.ts';
import type { Accounts } from '../../../auth/accounts.ts';
import { type ProfileRequest, type ProfileScope, profileOf, userOf } from '../../../auth/guard.ts';
import { answerMoneyAct, performMoneyAct } from '../../../auth/money-act.ts';
import { listAnswer } from '../../../list-answer.ts';
import { IdempotencyHeaders } from '../../../plugins/idempotency.ts';
import { requireOfShop } from '../../../presenters/token-permissions.ts';
import { shopItemRoute, shopRoute } from '../../../route-options.ts';
import { warnOfAccess } from '../team/team-warning.ts';

const Nothing = Type.Null({ description: 'No content.' });

/** The API tokens of a profile: a token belongs to one merchant and one mode for good. */
export function apiTokenRoutes(app: App, accounts: Accounts): void {
  readRoutes(app, accounts);
  createRoute(app, accounts);
  updateRoute(app, accounts);
  renewRoute(app, accounts);
  deleteRoute(app, accounts);
}

function readRoutes(app: App, { db }: Accounts): void {
  app.get(
    '/spa/:profile/api-tokens',
    shopRoute('merchant_apiToken_viewAny', {
      summary: 'List API tokens',
      description: 'Newest first. Secrets cannot be read again.',
      querystring: PageQuery,
      response: { 200: Page(ApiTokenView) },
    }),
    async (request) => {
      const { page = 1, per_page = 25 } = request.query;
      const { profileId } = await profileOf(db, request);
      const { rows, total } = await listApiTokens(db, { profileId, limit: per_page, offset: (page - 1) * per_page });
      return listAnswer(rows.map(presentToken), total, { page, perPage: per_page });
    },
  );

  app.get(
    '/spa/:profile/api-tokens/create',
    shopRoute('merchant_apiToken_create', {
      summary: 'Get the API token form',
      response: { 200: Data(ApiTokenForm) },
    }),
    async (request) => {
      const { mode, shopId } = await profileOf(db, request);
      return { data: { permissions: [...tokenPermissionsOf(shopId)], mode, your_ip: request.ip } };
    },
  );

  app.get(
    '/spa/:profile/api-tokens/:id',
    shopItemRoute('merchant_apiToken_view', { summary: 'Get an API token', response: { 200: Data(ApiTokenView) } }),
    async (request) => {
      const { id, profileId } = await requested(db, request);
      return { data: presentToken(await readApiToken(db, { id, profileId })) };
    },
  );
}

function createRoute(app: App, accounts: Accounts): void {
  const { db, secrets } = accounts;
  app.post(
    '/spa/:profile/api-tokens',
    shopRoute('merchant_apiToken_create', {
      summary: 'Create an API token',
      description:
        'Returns the notification key and the secret key, which is stored hashed and never shown again. Needs the ' +
        'password, unless the session is younger than five minutes, and a 2FA code (always in production, in ' +
        'sandbox only if 2FA is on). The team is notified by email.',
      headers: IdempotencyHeaders,
      body: CreateApiTokenBody,
      response: { 201: Data(IssuedApiToken), ...errorResponses(409) },
    }),
    async (request, reply) => {
      const { mode, profileId, shopId } = await profileOf(db, request);
      const { name, permissions, allowed_ips = '' } = request.body;
      requireOfShop(permissions, shopId);
      const allowedIps = entriesOf(allowed_ips);
      void reply.header('cache-control', 'no-store');
      return answerMoneyAct(accounts, request, reply, {
        proof: 'person',
        read: async () => parseAllowedIps(allowedIps),
        async work(tx) {
          await requireTokenLimit(tx, profileId);
          const createdBy = userOf(request).id;
          const issued = await createApiToken(tx, { profileId, mode, name, permissions, allowedIps, createdBy });
          const token = await readApiToken(tx, { id: issued.id, profileId });
          const [notificationKey = ''] = await signingKeys(tx, secrets.box, profileId);
          await warnOfAccess(tx, request, accounts, { kind: 'token_added', mode, title: name });
          return { ...presentToken(token), secret_key: issued.secret, notification_key: notificationKey };
        },
        entry: ({ id }, allowed_ips) => ({
          action: 'token.created',
          target: { kind: 'api_token', id, label: name },
          data: { mode, permissions, allowed_ips },
        }),
        answer: { status: 201, isSecret: true, present: (issued) => issued },
      });
    },
  );
}

function updateRoute(app: App, accounts: Accounts): void {
  const { db, now } = accounts;
  app.put(
    '/spa/:profile/api-tokens/:id',
    shopItemRoute('merchant_apiToken_update', {
      summary: 'Change an API token',
      description:
        'Its keys stay the same. Changes apply within a second. Adding a permission that moves money or manages webhook endpoints, or IP ' +
        'addresses to a token that has one, needs the same proof as creating a token; the team is notified by email.',
      body: UpdateApiTokenBody,
      response: { 200: Data(ApiTokenView), ...errorResponses(409) },
    }),
    async (request) => {
      const { id, profileId, mode, shopId } = await requested(db, request);
      const { name, permissions, version, allowed_ips = '', api_version } = request.body;
      requireOfShop(permissions, shopId);
      const apiVersion = api_version === undefined ? undefined : settingVersion(api_version, VERSION_ENDS, now());
      const allowedIps = parseAllowedIps(entriesOf(allowed_ips));
      const change = { id, profileId, version, name, permissions, allowedIps, apiVersion };
      const data = await performMoneyAct(accounts, request, {
        proof: 'person',
        async read(on) {
          const token = await readApiToken(on, { id, profileId });
          if (token.version !== version) throw new DomainError('changed_meanwhile');
          return token;
        },
        needsProof: (before) => gainsPower(before, change),
        async work(tx, before) {
          await updateApiToken(tx, change);
          if (gainsPower(before, change)) {
            await warnOfAccess(tx, request, accounts, { kind: 'token_changed', mode, title: name });
          }
          return readApiToken(tx, { id, profileId });
        },
        entry: (after, before) => ({
          action: 'token.updated',
          target: { kind: 'api_token', id, label: name },
          data: {
            mode,
            name_before: before.name,
            permissions_before: before.permissions,
            permissions: after.permissions,
            allowed_ips_before: before.allowed_ips,
            allowed_ips: after.allowed_ips,
            ...(after.api_version === before.api_version
              ? {}
              : { api_version_before: before.api_version, api_version: after.api_version }),
          },
        }),
      });
      return { data: presentToken(data) };
    },
  );
}

function renewRoute(app: App, accounts: Accounts): void {
  const { db } = accounts;
  app.post(
    '/spa/:profile/api-tokens/:id/refresh-secret-key',
    shopItemRoute('merchant_apiToken_secret', {
      summary: "Reset an API token's secret",
      description:
        'Needs a 2FA code and, unless the session is younger than five minutes, the password. The old secret stops ' +
        'working within a second; the new one is shown only once. The team is notified by email.',
      headers: IdempotencyHeaders,
      body: ConfirmationBody,
      response: { 200: Data(RenewedSecret), ...errorResponses(409) },
    }),
    async (request, reply) => {
      const { id, profileId, mode } = await requested(db, request);
      void reply.header('cache-control', 'no-store');
      return answerMoneyAct(accounts, request, reply, {
        proof: 'person_with_two_fa',
        read: (on) => readApiToken(on, { id, profileId }),
        async work(tx, token) {
          await warnOfAccess(tx, request, accounts, { kind: 'token_renewed', mode, title: token.name });
          return renewSecret(tx, { id, profileId, by: userOf(request).id });
        },
        entry: (_, token) => ({
          action: 'token.secret_renewed',
          target: { kind: 'api_token', id, label: token.name },
          data: { mode },
        }),
        answer: { status: 200, isSecret: true, present: (secretKey) => ({ secret_key: secretKey }) },
      });
    },
  );
}

function deleteRoute(app: App, accounts: Accounts): void {
  const { db } = accounts;
  app.delete(
    '/spa/:profile/api-tokens/:id',
    shopItemRoute('merchant_apiToken_delete', {
      summary: 'Delete an API token',
      description: 'Needs a 2FA code. The token stops working within a second; this cannot be undone.',
      body: TwoFaBody,
      response: { 204: Nothing, ...errorResponses(409) },
    }),
    async (request, reply) => {
      const { id, profileId, mode } = await requested(db, request);
      await performMoneyAct(accounts, request, {
        proof: 'two_fa',
        read: (on) => readApiToken(on, { id, profileId }),
        work: (tx) => revokeApiToken(tx, { id, profileId }),
        entry: (_, token) => ({
          action: 'token.deleted',
          target: { kind: 'api_token', id, label: token.name },
          data: { mode },
        }),
      });
      return reply.code(204).send(null);
    },
  );
}

async function requested(
  db: Accounts['db'],
  request: ProfileRequest & { readonly params: { readonly id: string } },
): Promise<{ readonly id: ApiTokenId } & ProfileScope> {
  return { id: parseId<ApiTokenId>(request.params.id), ...(await profileOf(db, request)) };
}

function entriesOf(text: string): string[] {
  return text.split(/[\s,;]+/).filter((entry) => entry !== '');
}

function presentToken(row: ApiTokenRow): ApiTokenView {
  return {
    id: row.id,
    name: row.name,
    mode: row.mode,
    api_key: row.api_key,
    permissions: row.permissions,
    allowed_ips: row.allowed_ips.join(' '),
    created_at: row.created_at.toISOString(),
    last_used_at: row.last_used_at?.toISOString() ?? null,
    api_version: storedVersion(row.api_version),
    version: row.version,
  };
}
