import type { FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { TwoFaBody } from '../../../../contract/account.ts';
import { Data, Page } from '../../../../contract/basics.ts';
import { errorResponses } from '../../../../contract/errors.ts';
import {
  ActivateMethodBody,
  CreateMethodBody,
  MethodListQuery,
  PaymentMethod,
  UpdateMethodBody,
} from '../../../../contract/payment-methods.ts';
import { originOf } from '../../../../db/accounts/origins.ts';
import { audit } from '../../../../db/audit/audit.ts';
import { type Db, inTransaction, type Tx } from '../../../../db/core/sequelize.ts';
import { warnTeam } from '../../../../db/outflows/team-mails.ts';
import {
  activateMethod,
  createMethod,
  deleteMethod,
  lockMethods,
  type MethodAct,
  type MethodScope,
  pauseMethod,
  updateMethod,
} from '../../../../db/payout-methods/methods.ts';
import { listMethods, readMethodRow } from '../../../../db/payout-methods/read.ts';
import type { MethodRow } from '../../../../db/payout-methods/rows.ts';
import { type PayoutSettings, payoutSettings } from '../../../../db/payouts/settings.ts';
import type { AuditAction } from '../../../../domain/accounts/audit.ts';
import { type Role, roleMay } from '../../../../domain/accounts/permissions.ts';
import { DomainError, fieldError } from '../../../../domain/errors.ts';
import { parseId } from '../../../../domain/ids.ts';
import type { MethodOperation } from '../../../../domain/payout-methods/fields.ts';
import type { App } from '../../../app.ts';
import type { Accounts } from '../../../auth/accounts.ts';
import { auditedUser } from '../../../auth/audited.ts';
import { clientOf } from '../../../auth/client.ts';
import { type ProfileRequest, profileOf, userOf } from '../../../auth/guard.ts';
import { type ActEntry, answerMoneyAct, performMoneyAct } from '../../../auth/money-act.ts';
import type { ServerDeps } from '../../../deps.ts';
import { listAnswer } from '../../../list-answer.ts';
import { IdempotencyHeaders } from '../../../plugins/idempotency.ts';
import { maySetUp, placeOf, presentMethod, toMethodInput } from '../../../presenters/payment-methods.ts';
import { profileItemRoute, profileRoute } from '../../../route-options.ts';

const Nothing = Type.Null({ description: 'No content.' });

/** Services that the routes of methods share. */
interface Methods {
  readonly accounts: Accounts;
  readonly settings: PayoutSettings;
  readonly now: () => number;
  readonly present: (row: MethodRow, role: Role) => PaymentMethod;
  readonly of: MethodPaths;
}

/** All payment methods, or only those of withdrawals: the same rows under another path. */
interface MethodPaths {
  readonly path: 'payment-methods' | 'withdrawal-methods';
  readonly operation: MethodOperation | undefined;
  /** How the API document names one. */
  readonly name: string;
}

/**
 * Where a profile's money goes again and again: addresses and bank accounts. Each change of the destination or the time
 * is mailed to the whole team.
 */
export function paymentMethodRoutes(app: App, deps: ServerDeps, accounts: Accounts): void {
  methodRoutes(app, deps, accounts, { path: 'payment-methods', operation: undefined, name: 'payment method' });
}

/** The merchant's own bank accounts and addresses that withdrawals go to. */
export function withdrawalMethodRoutes(app: App, deps: ServerDeps, accounts: Accounts): void {
  const of = { path: 'withdrawal-methods', operation: 'withdrawal', name: 'withdrawal method' } as const;
  methodRoutes(app, deps, accounts, of);
}

function methodRoutes(app: App, { config, now }: ServerDeps, accounts: Accounts, of: MethodPaths): void {
  const { sandboxPeriodSeconds } = config;
  const present = (row: MethodRow, role: Role) => presentMethod(row, { role, nowMs: now(), sandboxPeriodSeconds });
  const methods = { accounts, settings: payoutSettings(config), now, present, of };
  readRoutes(app, methods);
  createRoute(app, methods);
  updateRoute(app, methods);
  activateRoute(app, methods);
  pauseRoute(app, methods);
  deleteRoute(app, methods);
}

function readRoutes(app: App, { accounts: { db }, present, of }: Methods): void {
  app.get(
    `/spa/:profile/${of.path}`,
    profileRoute('merchant_paymentMethod_viewAny', {
      summary: `List ${of.name}s`,
      description: 'Newest first. Deleted methods are not listed.',
      querystring: MethodListQuery,
      response: { 200: Page(PaymentMethod) },
    }),
    async (request) => {
      const { role } = userOf(request);
      const { page = 1, per_page = 25, operation = of.operation, status, gate_id: gateId, automatic } = request.query;
      const { profileId } = await profileOf(db, request);
      const requested = {
        profileId,
        operation: of.operation ?? operation,
        status: status?.split(','),
        gateId,
        automatic,
      };
      const { rows, total } = await listMethods(db, { ...requested, limit: per_page, offset: (page - 1) * per_page });
      return listAnswer(
        rows.map((row) => present(row, role)),
        total,
        { page, perPage: per_page },
      );
    },
  );

  app.get(
    `/spa/:profile/${of.path}/:id`,
    profileItemRoute('merchant_paymentMethod_view', {
      summary: `Get a ${of.name}`,
      response: { 200: Data(PaymentMethod) },
    }),
    async (request) => {
      const { role } = userOf(request);
      const { profileId } = await profileOf(db, request);
      return { data: present(await readMethod(db, of, { id: parseId(request.params.id), profileId }), role) };
    },
  );
}

function createRoute(app: App, methods: Methods): void {
  const { accounts, settings, present, of } = methods;
  app.post(
    `/spa/:profile/${of.path}`,
    profileRoute('merchant_paymentMethod_update', {
      summary: `Add a ${of.name}`,
      description:
        'Active at once if ownership and correctness are confirmed; otherwise it stays pending until they are.',
      headers: IdempotencyHeaders,
      body: CreateMethodBody,
      response: { 201: Data(PaymentMethod), ...errorResponses(409) },
    }),
    async (request, reply) => {
      const { role } = userOf(request);
      const { operation, gate_id: gateId, automatic = false } = request.body;
      if (of.operation !== undefined && operation !== of.operation) {
        throw fieldError('operation', `This must be ${of.operation}.`);
      }
      if (operation === 'payout' && !roleMay(role, 'merchant_payout_create'))
        throw new DomainError('permission_denied');
      const scope = await scopeOf(methods, request);
      return answerMoneyAct(accounts, request, reply, {
        proof: 'second_factor',
        read: async () => requireSettings(role, automatic),
        async work(tx) {
          const requested = { ...scope, ...toMethodInput(request.body), operation, gateId };
          const method = await createMethod(tx, settings, requested);
          await warn(tx, methods, request, { kind: 'method_added', method });
          return method;
        },
        entry: (method) => entryOf('method.created', method),
        answer: { status: 201, present: (method) => present(method, role) },
      });
    },
  );
}

function updateRoute(app: App, methods: Methods): void {
  const { accounts, settings, present, of } = methods;
  app.put(
    `/spa/:profile/${of.path}/:id`,
    profileItemRoute('merchant_paymentMethod_update', {
      summary: `Change a ${of.name}`,
      description: 'If its destination changes, both confirmations are needed again.',
      body: UpdateMethodBody,
      response: { 200: Data(PaymentMethod), ...errorResponses(409) },
    }),
    async (request) => {
      const { role } = userOf(request);
      const act: MethodAct = { ...(await scopeOf(methods, request)), id: parseId(request.params.id) };
      const { version, automatic = false } = request.body;
      const method = await performMoneyAct(accounts, request, {
        proof: 'second_factor',
        ...lockedReads(of, act, (row) => {
          requireSettings(role, automatic || row.automatic);
          if (row.version !== version) throw new DomainError('changed_meanwhile');
        }),
        async work(tx, before) {
          const change = { ...act, ...toMethodInput(request.body), version };
          const { method, moved, rescheduled } = await updateMethod(tx, settings, change);
          if (moved || rescheduled) await warn(tx, methods, request, { kind: 'method_changed', method });
          else await warnIfActivated(tx, methods, request, { before, method });
          return method;
        },
        entry: (method) => entryOf('method.updated', method),
      });
      return { data: present(method, role) };
    },
  );
}

function activateRoute(app: App, methods: Methods): void {
  const { accounts, settings, present, of } = methods;
  app.post(
    `/spa/:profile/${of.path}/:id/activate`,
    profileItemRoute('merchant_paymentMethod_activate', {
      summary: `Activate or resume a ${of.name}`,
      description: 'A pending method needs both confirmations. The team is notified by email.',
      body: ActivateMethodBody,
      response: { 200: Data(PaymentMethod), ...errorResponses(409) },
    }),
    async (request) => {
      const { role } = userOf(request);
      const act: MethodAct = { ...(await scopeOf(methods, request)), id: parseId(request.params.id) };
      const { ownership_confirmed, correctness_confirmed } = request.body;
      const method = await performMoneyAct(accounts, request, {
        proof: 'second_factor',
        ...lockedReads(of, act, (row) => requireSettings(role, row.automatic)),
        seen: ({ version }) => version,
        async work(tx, before) {
          const method = await activateMethod(tx, settings, {
            ...act,
            ownershipConfirmed: ownership_confirmed,
            correctnessConfirmed: correctness_confirmed,
          });
          await warnIfActivated(tx, methods, request, { before, method });
          return method;
        },
        entry: (method) => entryOf('method.activated', method),
      });
      return { data: present(method, role) };
    },
  );
}

function pauseRoute(app: App, methods: Methods): void {
  const { present, accounts, settings, of } = methods;
  const { db } = accounts;
  app.post(
    `/spa/:profile/${of.path}/:id/pause`,
    profileItemRoute('merchant_paymentMethod_pause', {
      summary: `Pause a ${of.name}`,
      description: 'It pays nothing until it is activated again.',
      response: { 200: Data(PaymentMethod), ...errorResponses(409) },
    }),
    async (request) => {
      const act: MethodAct = { ...(await scopeOf(methods, request)), id: parseId(request.params.id) };
      return inTransaction(db, async (tx) => {
        await readMethod(tx, of, act);
        const method = await pauseMethod(tx, settings, act);
        await audit(tx, { ...auditedUser(request), ...entryOf('method.paused', method) });
        return { data: present(method, userOf(request).role) };
      });
    },
  );
}

function deleteRoute(app: App, methods: Methods): void {
  const { accounts, settings, of } = methods;
  app.delete(
    `/spa/:profile/${of.path}/:id`,
    profileItemRoute('merchant_paymentMethod_delete', {
      summary: `Delete a ${of.name}`,
      description: 'Needs a 2FA code. Existing payouts keep their address.',
      body: TwoFaBody,
      response: { 204: Nothing, ...errorResponses(409) },
    }),
    async (request, reply) => {
      const act: MethodAct = { ...(await scopeOf(methods, request)), id: parseId(request.params.id) };
      await performMoneyAct(accounts, request, {
        proof: 'two_fa',
        read: (on) => readMethod(on, of, act),
        async work(tx) {
          const method = await deleteMethod(tx, settings, act);
          await warn(tx, methods, request, { kind: 'method_deleted', method });
          return method;
        },
        entry: (method) => entryOf('method.deleted', method),
      });
      return reply.code(204).send(null);
    },
  );
}

function requireSettings(role: Role, automatic: boolean): void {
  if (maySetUp(role, automatic)) return;
  throw new DomainError('permission_denied', { message: 'Only an admin can set up automatic payouts.' });
}

async function scopeOf({ accounts, now }: Methods, request: ProfileRequest): Promise<MethodScope> {
  const { mode, profileId } = await profileOf(accounts.db, request);
  return { profileId, mode, userId: userOf(request).id, nowMs: now() };
}

/** One method under this path. @throws DomainError `not_found` */
async function readMethod(
  on: Db | Tx,
  { operation }: MethodPaths,
  of: { readonly id: string; readonly profileId: string },
): Promise<MethodRow> {
  const row = await readMethodRow(on, of);
  if (operation !== undefined && row.operation !== operation) throw new DomainError('not_found');
  return row;
}

/** Reads a method and checks it, in the transaction under the lock for changes of the profile's methods. */
function lockedReads(of: MethodPaths, act: MethodAct, check: (row: MethodRow) => void) {
  async function read(on: Db | Tx): Promise<MethodRow> {
    const row = await readMethod(on, of, act);
    check(row);
    return row;
  }
  async function reread(tx: Tx): Promise<MethodRow> {
    await lockMethods(tx, act.profileId);
    return read(tx);
  }
  return { read, reread };
}

/** The entry of the audit log for a person's action on a method. */
function entryOf(action: AuditAction, method: MethodRow): ActEntry {
  const { id, title, mode, status, gateId, address, destinationTag, iban, automatic, period } = method;
  const target = { kind: 'payment_method', id, label: title };
  const tag = destinationTag?.toString() ?? null;
  const data = { mode, status, gate_id: gateId, address, destination_tag: tag, iban, automatic, period };
  return { action, target, data };
}

/** The team is warned of a method that pays from now on, whether it was confirmed or resumed. */
async function warnIfActivated(
  tx: Tx,
  methods: Methods,
  request: FastifyRequest,
  { before, method }: { readonly before: MethodRow; readonly method: MethodRow },
): Promise<void> {
  if (before.status === 'active' || method.status !== 'active') return;
  await warn(tx, methods, request, { kind: 'method_activated', method });
}

interface Warning {
  readonly kind: 'method_added' | 'method_changed' | 'method_activated' | 'method_deleted';
  readonly method: MethodRow;
}

function warn(tx: Tx, { accounts }: Methods, request: FastifyRequest, { kind, method }: Warning): Promise<void> {
  const { fullName: by, merchant } = userOf(request);
  const { mode, title } = method;
  const values = { mode, title, address: placeOf(method), by, ...originOf(clientOf(request)) };
  return warnTeam(tx, accounts.secrets, merchant.id, { kind, values });
}
