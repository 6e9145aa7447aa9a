import type { FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { audit } from '../../../../db/audit/audit.ts';
import {
  activateMethod,
  createMethod,
  deleteMethod,
  type MethodAct,
  type MethodScope,
  pauseMethod,
  updateMethod,
} from '../../../../db/payout-methods/methods.ts';
import { listMethods, type MethodRow, readMethodRow } from '../../../../db/payout-methods/read.ts';
import { type PayoutSettings, payoutSettings } from '../../../../db/payouts/settings.ts';
import { warnTeam } from '../../../../db/payouts/team-mails.ts';
import { originOf } from '../../../../db/people/origins.ts';
import { profileIdOf } from '../../../../db/people/profiles.ts';
import { requireSecondFactor } from '../../../../db/people/two-factor.ts';
import { inTransaction, type Tx } from '../../../../db/sequelize.ts';
import type { Mode } from '../../../../domain/assets.ts';
import type { AuditAction } from '../../../../domain/audit.ts';
import { DomainError } from '../../../../domain/errors.ts';
import { parseId } from '../../../../domain/ids.ts';
import type { Role } from '../../../../domain/permissions.ts';
import { user } from '../../../access.ts';
import type { App } from '../../../app.ts';
import type { Accounts } from '../../../auth/accounts.ts';
import { auditedUser } from '../../../auth/audited.ts';
import { clientOf } from '../../../auth/client.ts';
import { userOf } from '../../../auth/guard.ts';
import { confirmMoney } from '../../../auth/second-factor.ts';
import { TwoFaBody } from '../../../contract/account.ts';
import { Data, Page } from '../../../contract/basics.ts';
import { errorResponses } from '../../../contract/errors.ts';
import {
  ActivateMethodBody,
  CreateMethodBody,
  MethodListQuery,
  PaymentMethod,
  UpdateMethodBody,
} from '../../../contract/payment-methods.ts';
import { ProfileIdParams, ProfileParams } from '../../../contract/spa-invoices.ts';
import type { ServerDeps } from '../../../deps.ts';
import { answerOnce, IdempotencyHeaders } from '../../../plugins/idempotency.ts';
import { maySetUp, placeOf, presentMethod, toMethodInput } from '../../../presenters/payment-methods.ts';

const tags = ['Back office'];
const Nothing = Type.Null({ description: 'Done; no content.' });

/** What the routes of methods share. */
interface Methods {
  readonly accounts: Accounts;
  readonly settings: PayoutSettings;
  readonly now: () => number;
  readonly present: (row: MethodRow, role: Role) => PaymentMethod;
}

/**
 * Where a profile's money goes again and again: addresses and bank accounts. What changes where it goes or when is
 * mailed to the whole team.
 */
export function paymentMethodRoutes(app: App, { config, now = Date.now }: ServerDeps, accounts: Accounts): void {
  const { sandboxPeriodSeconds } = config;
  const present = (row: MethodRow, role: Role) => presentMethod(row, { role, nowMs: now(), sandboxPeriodSeconds });
  const methods = { accounts, settings: payoutSettings(config), now, present };
  readRoutes(app, methods);
  createRoute(app, methods);
  updateRoute(app, methods);
  activateRoute(app, methods);
  pauseRoute(app, methods);
  deleteRoute(app, methods);
}

function readRoutes(app: App, { accounts: { db }, present }: Methods): void {
  app.get(
    '/spa/:profile/payment-methods',
    {
      config: user('merchant_paymentMethod_viewAny'),
      schema: {
        tags,
        summary: 'List payment methods',
        description: 'Newest first, without deleted ones.',
        params: ProfileParams,
        querystring: MethodListQuery,
        response: { 200: Page(PaymentMethod) },
      },
    },
    async (request) => {
      const { merchant, role } = userOf(request);
      const { page = 1, per_page = 25, operation, status, gate_id: gateId, automatic } = request.query;
      const profileId = await profileIdOf(db, merchant.id, request.params.profile);
      const wanted = { profileId, operation, status: status?.split(','), gateId, automatic };
      const { rows, total } = await listMethods(db, { ...wanted, limit: per_page, offset: (page - 1) * per_page });
      return { data: rows.map((row) => present(row, role)), pagination: { total, page, per_page } };
    },
  );

  app.get(
    '/spa/:profile/payment-methods/:id',
    {
      config: user('merchant_paymentMethod_view'),
      schema: {
        tags,
        summary: 'Get a payment method',
        params: ProfileIdParams,
        response: { 200: Data(PaymentMethod) },
      },
    },
    async (request) => {
      const { merchant, role } = userOf(request);
      const profileId = await profileIdOf(db, merchant.id, request.params.profile);
      return { data: present(await readMethodRow(db, { id: parseId(request.params.id), profileId }), role) };
    },
  );
}

function createRoute(app: App, methods: Methods): void {
  const { accounts, settings, present } = methods;
  app.post(
    '/spa/:profile/payment-methods',
    {
      config: user('merchant_paymentMethod_update'),
      schema: {
        tags,
        summary: 'Add a payment method',
        description: 'Active at once when ownership and correctness are confirmed, else it waits for that.',
        params: ProfileParams,
        headers: IdempotencyHeaders,
        body: CreateMethodBody,
        response: { 201: Data(PaymentMethod), ...errorResponses(409) },
      },
    },
    async (request, reply) => {
      const { merchant, role } = userOf(request);
      const { profile: mode } = request.params;
      const { operation, gate_id: gateId, automatic = false } = request.body;
      requireSettings(role, automatic);
      const scope = await scopeOf(methods, request);
      const before = () => confirmMoney(accounts, request, { mode, factor: request.body });
      return answerOnce(request, reply, { db: accounts.db, merchantId: merchant.id, mode, before }, async (tx) => {
        const wanted = { ...scope, ...toMethodInput(request.body), operation, gateId };
        const method = await createMethod(tx, settings, wanted);
        await record(tx, request, { action: 'method.created', method });
        await warn(tx, methods, request, { kind: 'method_added', method });
        return { status: 201, data: present(method, role) };
      });
    },
  );
}

function updateRoute(app: App, methods: Methods): void {
  const { accounts, settings, present } = methods;
  app.put(
    '/spa/:profile/payment-methods/:id',
    {
      config: user('merchant_paymentMethod_update'),
      schema: {
        tags,
        summary: 'Change a payment method',
        description: 'Where it sends to somewhere else then, both confirmations are needed anew.',
        params: ProfileIdParams,
        body: UpdateMethodBody,
        response: { 200: Data(PaymentMethod), ...errorResponses(409) },
      },
    },
    async (request) => {
      const { profile: mode } = request.params;
      const id = parseId(request.params.id);
      const scope = await scopeOf(methods, request);
      const before = await readMethodRow(accounts.db, { id, profileId: scope.profileId });
      const { version, automatic = false } = request.body;
      requireSettings(userOf(request).role, automatic || before.automatic);
      await confirmMoney(accounts, request, { mode, factor: request.body });
      return inTransaction(accounts.db, async (tx) => {
        const change = { ...scope, ...toMethodInput(request.body), id, version };
        const { method, moved, rescheduled } = await updateMethod(tx, settings, change);
        await record(tx, request, { action: 'method.updated', method });
        if (moved || rescheduled) await warn(tx, methods, request, { kind: 'method_changed', method });
        return { data: present(method, userOf(request).role) };
      });
    },
  );
}

function activateRoute(app: App, methods: Methods): void {
  const { accounts, settings, present } = methods;
  app.post(
    '/spa/:profile/payment-methods/:id/activate',
    {
      config: user('merchant_paymentMethod_activate'),
      schema: {
        tags,
        summary: 'Activate or resume a payment method',
        description: 'One that waits for its confirmations needs both of them here.',
        params: ProfileIdParams,
        body: ActivateMethodBody,
        response: { 200: Data(PaymentMethod), ...errorResponses(409) },
      },
    },
    async (request) => {
      const { profile: mode } = request.params;
      const id = parseId(request.params.id);
      const scope = await scopeOf(methods, request);
      const before = await readMethodRow(accounts.db, { id, profileId: scope.profileId });
      requireSettings(userOf(request).role, before.automatic);
      const { ownership_confirmed, correctness_confirmed, ...factor } = request.body;
      await confirmMoney(accounts, request, { mode, factor });
      return inTransaction(accounts.db, async (tx) => {
        const method = await activateMethod(tx, settings, {
          ...{ ...scope, id },
          ...(ownership_confirmed === undefined ? {} : { ownershipConfirmed: ownership_confirmed }),
          ...(correctness_confirmed === undefined ? {} : { correctnessConfirmed: correctness_confirmed }),
        });
        await record(tx, request, { action: 'method.activated', method });
        return { data: present(method, userOf(request).role) };
      });
    },
  );
}

function pauseRoute(app: App, methods: Methods): void {
  const { present, accounts, settings } = methods;
  const { db } = accounts;
  app.post(
    '/spa/:profile/payment-methods/:id/pause',
    {
      config: user('merchant_paymentMethod_pause'),
      schema: {
        tags,
        summary: 'Pause a payment method',
        description: 'Nothing is paid by it until it is activated again.',
        params: ProfileIdParams,
        response: { 200: Data(PaymentMethod), ...errorResponses(409) },
      },
    },
    async (request) => {
      const act: MethodAct = { ...(await scopeOf(methods, request)), id: parseId(request.params.id) };
      return inTransaction(db, async (tx) => {
        const method = await pauseMethod(tx, settings, act);
        await record(tx, request, { action: 'method.paused', method });
        return { data: present(method, userOf(request).role) };
      });
    },
  );
}

function deleteRoute(app: App, methods: Methods): void {
  const { db, secrets } = methods.accounts;
  app.delete(
    '/spa/:profile/payment-methods/:id',
    {
      config: user('merchant_paymentMethod_delete'),
      schema: {
        tags,
        summary: 'Delete a payment method',
        description: 'Needs a 2FA code. Payouts that were made by it keep their address.',
        params: ProfileIdParams,
        body: TwoFaBody,
        response: { 204: Nothing, ...errorResponses(409) },
      },
    },
    async (request, reply) => {
      const act: MethodAct = { ...(await scopeOf(methods, request)), id: parseId(request.params.id) };
      await readMethodRow(db, act);
      await requireSecondFactor(db, secrets, {
        user: userOf(request),
        factor: request.body,
        client: clientOf(request),
      });
      await inTransaction(db, async (tx) => {
        const method = await deleteMethod(tx, methods.settings, act);
        await record(tx, request, { action: 'method.deleted', method });
        await warn(tx, methods, request, { kind: 'method_deleted', method });
      });
      return reply.code(204).send(null);
    },
  );
}

function requireSettings(role: Role, automatic: boolean): void {
  if (maySetUp(role, automatic)) return;
  throw new DomainError('permission_denied', { message: 'Only an admin can set up automatic payouts.' });
}

type ProfileRequest = FastifyRequest & { readonly params: { readonly profile: Mode } };

async function scopeOf({ accounts, now }: Methods, request: ProfileRequest): Promise<MethodScope> {
  const { id: userId, merchant } = userOf(request);
  const { profile: mode } = request.params;
  return { profileId: await profileIdOf(accounts.db, merchant.id, mode), mode, userId, nowMs: now() };
}

/** What a person does to a method. */
function record(
  tx: Tx,
  request: FastifyRequest,
  { action, method }: { readonly action: AuditAction; readonly method: MethodRow },
): Promise<void> {
  const { id, title, mode, status, gate_id, address, destination_tag, iban, automatic, period } = method;
  const target = { kind: 'payment_method', id, label: title };
  const data = { mode, status, gate_id, address, destination_tag, iban, automatic, period };
  return audit(tx, { ...auditedUser(request), action, target, data });
}

function warn(
  tx: Tx,
  { accounts }: Methods,
  request: FastifyRequest,
  { kind, method }: { readonly kind: 'method_added' | 'method_changed' | 'method_deleted'; readonly method: MethodRow },
): Promise<void> {
  const { fullName: by, merchant } = userOf(request);
  const { mode, title } = method;
  const values = { mode, title, address: placeOf(method), by, ...originOf(clientOf(request)) };
  return warnTeam(tx, accounts.secrets.box, merchant.id, { kind, values });
}
