import { Type } from 'typebox';
import { Data } from '../../../../contract/basics.ts';
import { errorResponses } from '../../../../contract/errors.ts';
import {
  CreatePluginKeyBody,
  IssuedPluginKey,
  PluginConnection,
  type PluginKey,
} from '../../../../contract/plugin-keys.ts';
import { audit } from '../../../../db/audit/audit.ts';
import { inTransaction } from '../../../../db/core/sequelize.ts';
import { createShopKey, listShopKeys, revokeShopKey, type ShopKeyRow } from '../../../../db/greenfield/keys.ts';
import { ALL_GREENFIELD_PERMISSIONS } from '../../../../domain/greenfield/permissions.ts';
import { parseId } from '../../../../domain/ids.ts';
import type { App } from '../../../app.ts';
import type { Accounts } from '../../../auth/accounts.ts';
import { auditedUser } from '../../../auth/audited.ts';
import { profileOf, userOf } from '../../../auth/guard.ts';
import { answerMoneyAct } from '../../../auth/money-act.ts';
import type { ServerDeps } from '../../../deps.ts';
import { IdempotencyHeaders } from '../../../plugins/idempotency.ts';
import { shopItemRoute, shopRoute } from '../../../route-options.ts';
import { warnOfAccess } from '../team/team-warning.ts';

const Nothing = Type.Null({ description: 'No content.' });

/** Keys for shop plugins written for BTCPay Server: made here by hand, or by the plugin's own button. */
export function pluginKeyRoutes(app: App, { config }: ServerDeps, accounts: Accounts): void {
  const { db } = accounts;
  app.get(
    '/spa/:profile/plugin-keys',
    shopRoute('merchant_apiToken_viewAny', {
      summary: 'Get what connects a shop plugin',
      description: 'The values to enter in plugins for BTCPay Server, and the keys of this shop.',
      response: { 200: Data(PluginConnection) },
    }),
    async (request) => {
      const { profileId } = await profileOf(db, request);
      const keys = (await listShopKeys(db, profileId)).map(present);
      return { data: { server_url: `${config.publicUrl}/btcpay`, store_id: profileId, keys } };
    },
  );
  createRoute(app, accounts);

  app.delete(
    '/spa/:profile/plugin-keys/:id',
    shopItemRoute('merchant_apiToken_delete', {
      summary: 'Delete the key of a shop plugin',
      description: 'It stops working within a second; this cannot be undone.',
      response: { 204: Nothing },
    }),
    async (request, reply) => {
      const { profileId, mode } = await profileOf(db, request);
      const id = parseId(request.params.id);
      await inTransaction(db, async (tx) => {
        const { label } = await revokeShopKey(tx, { id, profileId });
        const target = { kind: 'plugin_key', id, label };
        await audit(tx, { ...auditedUser(request), action: 'plugin_key.deleted', target, data: { mode } });
      });
      return reply.code(204).send(null);
    },
  );
}

function createRoute(app: App, accounts: Accounts): void {
  app.post(
    '/spa/:profile/plugin-keys',
    shopRoute('merchant_apiToken_create', {
      summary: 'Create a key for a shop plugin',
      description:
        'With every permission that these plugins ask for. It is stored hashed and never shown again. Needs the same ' +
        'proof as an API token; the team is notified by email.',
      headers: IdempotencyHeaders,
      body: CreatePluginKeyBody,
      response: { 201: Data(IssuedPluginKey), ...errorResponses(409) },
    }),
    async (request, reply) => {
      const { mode, profileId } = await profileOf(accounts.db, request);
      const { label } = request.body;
      const permissions = ALL_GREENFIELD_PERMISSIONS;
      void reply.header('cache-control', 'no-store');
      return answerMoneyAct(accounts, request, reply, {
        proof: 'person',
        read: async () => profileId,
        async work(tx) {
          const { id, key } = await createShopKey(tx, { profileId, label, permissions, createdBy: userOf(request).id });
          await warnOfAccess(tx, request, accounts, { kind: 'token_added', mode, title: label });
          const made = { id, label, permissions: [...permissions], created_at: new Date(), last_used_at: null };
          return { ...present(made), key };
        },
        entry: ({ id }) => ({
          action: 'plugin_key.created',
          target: { kind: 'plugin_key', id, label },
          data: { mode, permissions },
        }),
        answer: { status: 201, isSecret: true, present: (issued) => issued },
      });
    },
  );
}

function present({ id, label, permissions, created_at, last_used_at }: ShopKeyRow): PluginKey {
  return {
    id,
    label,
    permissions: [...permissions],
    created_at: created_at.toISOString(),
    last_used_at: last_used_at?.toISOString() ?? null,
  };
}
