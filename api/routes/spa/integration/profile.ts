import { ConfirmationBody } from '../../../../contract/account.ts';
import { Data } from '../../../../contract/basics.ts';
import { errorResponses } from '../../../../contract/errors.ts';
import {
  IntegrationProfile,
  NotificationKey,
  RotateKeyBody,
  UpdateProfileBody,
} from '../../../../contract/integration.ts';
import type { Tx } from '../../../../db/core/sequelize.ts';
import {
  changedSettings,
  type ProfileRow,
  readProfileSettings,
  updateProfileSettings,
} from '../../../../db/shops/profile-settings.ts';
import { rotateNotificationKey, signingKeys } from '../../../../db/shops/profiles.ts';
import type { AuditAction } from '../../../../domain/accounts/audit.ts';
import { DomainError } from '../../../../domain/errors.ts';
import type { ProfileId } from '../../../../domain/ids.ts';
import type { App } from '../../../app.ts';
import type { Accounts } from '../../../auth/accounts.ts';
import { profileOf } from '../../../auth/guard.ts';
import { performMoneyAct } from '../../../auth/money-act.ts';
import type { ServerDeps } from '../../../deps.ts';
import { presentProfile, toProfileSettings } from '../../../presenters/profile.ts';
import { shopRoute } from '../../../route-options.ts';
import { warnOfAccess } from '../team/team-warning.ts';

const HOUR_MS = 3_600_000;

/** The integration profile of a mode: what invoices do, and where notifications go. */
export function profileRoutes(app: App, deps: ServerDeps, accounts: Accounts): void {
  settingsRoutes(app, deps, accounts);
  keyRoutes(app, accounts);
}

function settingsRoutes(app: App, { db, config, now }: ServerDeps, accounts: Accounts): void {
  app.get(
    '/spa/:profile/profile',
    shopRoute('merchant_profile_view', { summary: 'Get the profile', response: { 200: Data(IntegrationProfile) } }),
    async (request) => {
      const { profileId } = await profileOf(db, request);
      return { data: presentProfile(await readProfileSettings(db, profileId)) };
    },
  );

  app.put(
    '/spa/:profile/profile',
    shopRoute('merchant_profile_update', {
      summary: 'Change the profile',
      description:
        'Replaces the whole profile. Applies to new invoices only. Changing the notification URL needs the ' +
        'password, unless the session is younger than five minutes, and a 2FA code (always in production, in ' +
        'sandbox only if 2FA is on); the team is notified by email.',
      body: UpdateProfileBody,
      response: { 200: Data(IntegrationProfile), ...errorResponses(409) },
    }),
    async (request) => {
      const { mode, profileId: id } = await profileOf(db, request);
      const { password: _password, two_fa_code: _code, recovery_code: _recovery, ...body } = request.body;
      const settings = toProfileSettings(body, { mode, allowedNetworks: config.webhookAllowedNetworks, nowMs: now() });
      const isRedirected = (before: ProfileRow) => before.notification_url !== settings.notification_url;
      const row = await performMoneyAct(accounts, request, {
        proof: 'person',
        async read(on) {
          const before = await readProfileSettings(on, id);
          if (before.version !== body.version) throw new DomainError('changed_meanwhile');
          return before;
        },
        needsProof: isRedirected,
        async work(tx, before) {
          await updateProfileSettings(tx, { id, version: body.version, settings });
          const after = await readProfileSettings(tx, id);
          const title = after.notification_url ?? '–';
          if (isRedirected(before)) {
            await warnOfAccess(tx, request, accounts, { kind: 'notification_url_changed', mode, title });
          }
          return after;
        },
        entry(after, before) {
          const fields = changedSettings(before, after);
          const values = (from: ProfileRow, suffix: string) =>
            Object.fromEntries(fields.map((name) => [`${name}${suffix}`, recorded(from[name])]));
          const data = { mode, fields, ...values(before, '_before'), ...values(after, '') };
          return { action: 'profile.updated', target: { kind: 'profile', id, label: after.name }, data };
        },
      });
      return { data: presentProfile(row) };
    },
  );
}

function keyRoutes(app: App, accounts: Accounts): void {
  const { secrets } = accounts;
  keyRoute(app, accounts, {
    path: '/spa/:profile/profile/notification-key/show',
    summary: 'Show the notification key',
    description:
      'Webhooks are signed with it. Needs the password, unless the session is younger than five minutes, and a 2FA ' +
      'code (always in production, in sandbox only if 2FA is on). Every access is recorded, and the team is ' +
      'notified by email.',
    body: ConfirmationBody,
    action: 'profile.key_shown',
    readKey: async (tx, profileId) => (await signingKeys(tx, secrets.box, profileId))[0] ?? '',
  });
  keyRoute(app, accounts, {
    path: '/spa/:profile/profile/notification-key',
    summary: 'Renew the notification key',
    description:
      'Webhooks are signed with both keys until the overlap ends (Standard Webhooks: several signatures), then with ' +
      'the new key only. Needs the same proof as showing the key; the team is notified by email.',
    body: RotateKeyBody,
    action: 'profile.key_renewed',
    readKey: (tx, profileId, { overlap_hours = 24 }) =>
      rotateNotificationKey(tx, secrets.box, profileId, overlap_hours * HOUR_MS),
    recordedOf: ({ overlap_hours = 24 }) => ({ overlap_hours }),
  });
}

interface KeyRoute {
  readonly path: '/spa/:profile/profile/notification-key' | '/spa/:profile/profile/notification-key/show';
  readonly summary: string;
  readonly description: string;
  readonly body: typeof ConfirmationBody | typeof RotateKeyBody;
  readonly action: AuditAction;
  readonly readKey: (tx: Tx, profileId: ProfileId, body: RotateKeyBody) => Promise<string>;
  /** Values for the audit log besides the mode. */
  readonly recordedOf?: (body: RotateKeyBody) => Readonly<Record<string, number>>;
}

function keyRoute(app: App, accounts: Accounts, { path, action, readKey, recordedOf, ...schema }: KeyRoute): void {
  const { db } = accounts;
  app.post(
    path,
    shopRoute('merchant_apiToken_secret', {
      ...schema,
      response: { 200: Data(NotificationKey), ...errorResponses(409) },
    }),
    async (request, reply) => {
      const { mode, profileId } = await profileOf(db, request);
      const data = await performMoneyAct(accounts, request, {
        proof: 'person',
        read: (on) => readProfileSettings(on, profileId),
        async work(tx, { name: title }) {
          const key = await readKey(tx, profileId, request.body);
          const { previous_key_until: until } = await readProfileSettings(tx, profileId);
          await warnOfAccess(tx, request, accounts, { kind: 'notification_key_read', mode, title });
          return { notification_key: key, previous_key_until: until?.toISOString() ?? null };
        },
        entry: (_, { name: label }) => ({
          action,
          target: { kind: 'profile', id: profileId, label },
          data: { mode, ...recordedOf?.(request.body) },
        }),
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
