import { audit } from '../../../../db/audit/audit.ts';
import { changedSettings, readProfileSettings, updateProfileSettings } from '../../../../db/people/profile-settings.ts';
import { profileIdOf, rotateNotificationKey, signingKeys } from '../../../../db/people/profiles.ts';
import { inTransaction } from '../../../../db/sequelize.ts';
import { user } from '../../../access.ts';
import type { App } from '../../../app.ts';
import type { Accounts } from '../../../auth/accounts.ts';
import { auditedUser } from '../../../auth/audited.ts';
import { confirmPerson } from '../../../auth/confirm-person.ts';
import { userOf } from '../../../auth/guard.ts';
import { ConfirmationBody } from '../../../contract/account.ts';
import { Data } from '../../../contract/basics.ts';
import { errorResponses } from '../../../contract/errors.ts';
import {
  IntegrationProfile,
  NotificationKey,
  RotateKeyBody,
  UpdateProfileBody,
} from '../../../contract/integration.ts';
import { ProfileParams } from '../../../contract/spa-invoices.ts';
import type { ServerDeps } from '../../../deps.ts';
import { presentProfile, toProfileSettings } from '../../../presenters/profile.ts';
import { warnOfAccess } from '../team/team-warning.ts';

const tags = ['Back office'];
const HOUR_MS = 3_600_000;

/** The integration profile of a mode: what invoices do, and where notifications go. */
export function profileRoutes(app: App, deps: ServerDeps, accounts: Accounts): void {
  settingsRoutes(app, deps, accounts);
  keyRoutes(app, accounts);
}

function settingsRoutes(app: App, { db, config }: ServerDeps, accounts: Accounts): void {
  app.get(
    '/spa/:profile/profile',
    {
      config: user('merchant_profile_view'),
      schema: { tags, summary: 'Get the profile', params: ProfileParams, response: { 200: Data(IntegrationProfile) } },
    },
    async (request) => {
      const profileId = await profileIdOf(db, userOf(request).merchant.id, request.params.profile);
      return { data: presentProfile(await readProfileSettings(db, profileId)) };
    },
  );

  app.put(
    '/spa/:profile/profile',
    {
      config: user('merchant_profile_update'),
      schema: {
        tags,
        summary: 'Change the profile',
        description:
          'The whole of it. Invoices made from now on follow; those that exist stay as they are. Another notification URL needs the password unless the ' +
          'session is younger than five minutes, and a 2FA code: in production always, in sandbox from those who have 2FA on. The team is mailed.',
        params: ProfileParams,
        body: UpdateProfileBody,
        response: { 200: Data(IntegrationProfile), ...errorResponses(409) },
      },
    },
    async (request) => {
      const mode = request.params.profile;
      const id = await profileIdOf(db, userOf(request).merchant.id, mode);
      const { password, two_fa_code, recovery_code, ...body } = request.body;
      const settings = toProfileSettings(body, { mode, allowedNetworks: config.webhookAllowedNetworks });
      const isRedirected = (await readProfileSettings(db, id)).notification_url !== settings.notification_url;
      const confirmation = { password, two_fa_code, recovery_code };
      if (isRedirected) await confirmPerson(accounts, request, { mode, confirmation });
      const row = await inTransaction(db, async (tx) => {
        const before = await updateProfileSettings(tx, { id, version: body.version, settings });
        const after = await readProfileSettings(tx, id);
        const fields = changedSettings(before, after);
        if (isRedirected) {
          const title = after.notification_url ?? '–';
          await warnOfAccess(tx, request, accounts, { kind: 'notification_url_changed', mode, title });
        }
        const values = (from: typeof after, suffix: string) =>
          Object.fromEntries(fields.map((name) => [`${name}${suffix}`, recorded(from[name])]));
        await audit(tx, {
          ...auditedUser(request),
          action: 'profile.updated',
          target: { kind: 'profile', id, label: after.name },
          data: { mode, fields, ...values(before, '_before'), ...values(after, '') },
        });
        return after;
      });
      return { data: presentProfile(row) };
    },
  );
}

function keyRoutes(app: App, accounts: Accounts): void {
  showRoute(app, accounts);
  renewRoute(app, accounts);
}

function showRoute(app: App, accounts: Accounts): void {
  const { db, secrets } = accounts;
  app.post(
    '/spa/:profile/profile/notification-key/show',
    {
      config: user('merchant_apiToken_secret'),
      schema: {
        tags,
        summary: 'Show the notification key',
        description:
          'Webhooks are signed with it. Needs the password unless the session is younger than five minutes, and a 2FA code: in production always, in ' +
          'sandbox from those who have 2FA on. Each look at it is recorded, and the team is mailed.',
        params: ProfileParams,
        body: ConfirmationBody,
        response: { 200: Data(NotificationKey), ...errorResponses(409) },
      },
    },
    async (request, reply) => {
      const mode = request.params.profile;
      const profileId = await profileIdOf(db, userOf(request).merchant.id, mode);
      await confirmPerson(accounts, request, { mode, confirmation: request.body });
      const data = await inTransaction(db, async (tx) => {
        const { name, previous_key_until } = await readProfileSettings(tx, profileId);
        const [notificationKey = ''] = await signingKeys(tx, secrets.box, profileId);
        const target = { kind: 'profile', id: profileId, label: name };
        await audit(tx, { ...auditedUser(request), action: 'profile.key_shown', target, data: { mode } });
        await warnOfAccess(tx, request, accounts, { kind: 'notification_key_read', mode, title: name });
        return { notification_key: notificationKey, previous_key_until: previous_key_until?.toISOString() ?? null };
      });
      return reply.header('cache-control', 'no-store').send({ data });
    },
  );
}

function renewRoute(app: App, accounts: Accounts): void {
  const { db, secrets } = accounts;
  app.post(
    '/spa/:profile/profile/notification-key',
    {
      config: user('merchant_apiToken_secret'),
      schema: {
        tags,
        summary: 'Renew the notification key',
        description:
          'Webhooks are signed with the new key, and beside it with the old one until the overlap ends (Standard Webhooks: several signatures). Needs what ' +
          'showing it needs; the team is mailed.',
        params: ProfileParams,
        body: RotateKeyBody,
        response: { 200: Data(NotificationKey), ...errorResponses(409) },
      },
    },
    async (request, reply) => {
      const mode = request.params.profile;
      const profileId = await profileIdOf(db, userOf(request).merchant.id, mode);
      const { overlap_hours = 24, ...confirmation } = request.body;
      await confirmPerson(accounts, request, { mode, confirmation });
      const data = await inTransaction(db, async (tx) => {
        const notificationKey = await rotateNotificationKey(tx, secrets.box, profileId, overlap_hours * HOUR_MS);
        const { name, previous_key_until } = await readProfileSettings(tx, profileId);
        await audit(tx, {
          ...auditedUser(request),
          action: 'profile.key_renewed',
          target: { kind: 'profile', id: profileId, label: name },
          data: { mode, overlap_hours },
        });
        await warnOfAccess(tx, request, accounts, { kind: 'notification_key_read', mode, title: name });
        return { notification_key: notificationKey, previous_key_until: previous_key_until?.toISOString() ?? null };
      });
      return reply.header('cache-control', 'no-store').send({ data });
    },
  );
}

/** The audit log holds plain values only. */
function recorded(value: unknown): string | number | boolean | null | readonly string[] {
  if (value === null || typeof value === 'boolean' || typeof value === 'string') return value;
  if (typeof value === 'number') return value;
  return Array.isArray(value) ? value.map(String) : JSON.stringify(value);
}
