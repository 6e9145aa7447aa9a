import type { FastifyRequest } from 'fastify';
import type { TSchema } from 'typebox';
import { TwoFaBody } from '../../../../contract/account.ts';
import { Data, Page } from '../../../../contract/basics.ts';
import { errorResponses } from '../../../../contract/errors.ts';
import type { PayoutListQuery } from '../../../../contract/lists.ts';
import type { SpaPayoutListQuery } from '../../../../contract/payouts.ts';
import { presentPayout } from '../../../../contract/payouts.view.ts';
import { audit } from '../../../../db/audit/audit.ts';
import type { OutgoingMoney } from '../../../../db/outflows/money-act.ts';
import { peopleOf } from '../../../../db/outflows/people.ts';
import { approvePayout, cancelPayout, type PayoutCommand } from '../../../../db/payouts/commands.ts';
import { listPayouts } from '../../../../db/payouts/list.ts';
import { readPayout } from '../../../../db/payouts/read.ts';
import { payoutSettings } from '../../../../db/payouts/settings.ts';
import { type PayoutTimeline, payoutTimeline } from '../../../../db/payouts/timeline.ts';
import type { AuditAction } from '../../../../domain/accounts/audit.ts';
import { roleMay, type UserPermission } from '../../../../domain/accounts/permissions.ts';
import { parseId } from '../../../../domain/ids.ts';
import type { PayoutRow } from '../../../../domain/payouts/record.ts';
import type { App } from '../../../app.ts';
import type { Accounts } from '../../../auth/accounts.ts';
import { auditedUser } from '../../../auth/audited.ts';
import { type ProfileRequest, profileOf, userOf } from '../../../auth/guard.ts';
import { type ActEntry, answerMoneyAct } from '../../../auth/money-act.ts';
import type { ServerDeps } from '../../../deps.ts';
import { listAnswer } from '../../../list-answer.ts';
import { answerOnce, IdempotencyHeaders, type OnceOptions } from '../../../plugins/idempotency.ts';
import { toPayoutQuery } from '../../../presenters/payouts.ts';
import type { Viewer } from '../../../presenters/spa-payouts.ts';
import type { shopItemRoute, shopRoute } from '../../../route-options.ts';

/**
 * How payouts and refunds differ in the back office. Both are rows of one table, listed, approved and canceled
 * alike.
 */
export interface MoneyOut {
  readonly kind: 'payout' | 'refund';
  /** Refunds are each shop's own, payouts are of the balance that the shops have together. */
  readonly route: typeof shopRoute;
  readonly itemRoute: typeof shopItemRoute;
  readonly may: { readonly list: UserPermission; readonly view: UserPermission; readonly act: UserPermission };
  readonly contract: {
    readonly query: typeof PayoutListQuery | typeof SpaPayoutListQuery;
    readonly row: TSchema;
    readonly details: TSchema;
    /** After a command. */
    readonly answer: TSchema;
  };
  readonly present: (record: PayoutRow) => unknown;
  readonly presentRow: (record: PayoutRow, viewer: Viewer) => unknown;
  readonly presentDetails: (record: PayoutRow, viewer: Viewer, story: PayoutTimeline) => unknown;
  /** The meaning of canceling, for integrators. */
  readonly onCancel: string;
  /** Values that the audit log keeps of it, beside mode, address and tag. */
  readonly audited: (record: PayoutRow) => Readonly<Record<string, unknown>>;
}

/**
 * Lists, approves and cancels payouts or refunds of a profile. They are requested in payout-create.ts and
 * refund-create.ts.
 */
export function moneyOutRoutes(app: App, deps: ServerDeps, accounts: Accounts, of: MoneyOut): void {
  readRoutes(app, deps, of);
  approveRoute(app, deps, accounts, of);
  cancelRoute(app, deps, of);
}

function readRoutes(app: App, { db }: ServerDeps, { kind, may, contract, route, itemRoute, ...of }: MoneyOut): void {
  const viewerOf = (request: FastifyRequest, named: Viewer['named']): Viewer => {
    const { id: userId, role } = userOf(request);
    return { userId, mayAct: roleMay(role, may.act), named };
  };
  app.get(
    `/spa/:profile/${kind}s`,
    route(may.list, {
      summary: `List ${kind}s`,
      querystring: contract.query,
      response: { 200: Page(contract.row) },
    }),
    async (request) => {
      const { profileId } = await profileOf(db, request);
      const { method_id: methodId, ...listed }: SpaPayoutListQuery = request.query;
      const query = {
        ...toPayoutQuery(listed, { profileId, kind }),
        ...(methodId === undefined ? {} : { methodId }),
      };
      const { payouts, total } = await listPayouts(db, query);
      const viewer = viewerOf(request, await peopleOf(db, payouts));
      return listAnswer(
        payouts.map((payout) => of.presentRow(payout, viewer)),
        total,
        query,
      );
    },
  );

  app.get(
    `/spa/:profile/${kind}s/:id`,
    itemRoute(may.view, {
      summary: `Get a ${kind} with its timeline`,
      response: { 200: Data(contract.details) },
    }),
    async (request) => {
      const { profileId } = await profileOf(db, request);
      const record = await readPayout(db, parseId(request.params.id), { profileId, kind });
      const [named, story] = await Promise.all([peopleOf(db, [record]), payoutTimeline(db, record)]);
      return { data: of.presentDetails(record, viewerOf(request, named), story) };
    },
  );
}

function approveRoute(app: App, deps: ServerDeps, accounts: Accounts, of: MoneyOut): void {
  const { kind, may, contract } = of;
  const settings = payoutSettings(deps.config);
  app.post(
    `/spa/:profile/${kind}s/:id/approve`,
    of.itemRoute(may.act, {
      summary: `Approve a ${kind}`,
      description:
        'Approves it exactly as it is now. If the profile requires it, the approver must not be the creator. Needs ' +
        'a 2FA code (always in production, in sandbox only if 2FA is on).',
      headers: IdempotencyHeaders,
      body: TwoFaBody,
      response: { 200: Data(contract.answer), ...errorResponses(409) },
    }),
    async (request, reply) => {
      const { command, leaving } = await payoutCommandOf(deps, request, kind);
      const { payoutId, scope } = command;
      return answerMoneyAct(accounts, request, reply, {
        proof: 'second_factor',
        leaving,
        // The owner is checked first: a code is not used up for an object that is not there.
        read: (on) => readPayout(on, payoutId, scope),
        work: (tx) => approvePayout(tx, settings, command),
        entry: (record) => moneyOutEntry({ of, action: `${kind}.approved`, record }),
        answer: { status: 200, present: of.present, locksMoney: true },
      });
    },
  );
}

function cancelRoute(app: App, deps: ServerDeps, of: MoneyOut): void {
  const { kind, may, contract } = of;
  app.post(
    `/spa/:profile/${kind}s/:id/cancel`,
    of.itemRoute(may.act, {
      summary: `Cancel a ${kind}`,
      description: `Possible until a transaction of it is signed; ${of.onCancel}.`,
      headers: IdempotencyHeaders,
      response: { 200: Data(contract.answer), ...errorResponses(409) },
    }),
    async (request, reply) => {
      const { command, once } = await payoutCommandOf(deps, request, kind);
      return answerOnce(request, reply, once, async (tx) => {
        const record = await cancelPayout(tx, command);
        await audit(tx, { ...auditedUser(request), ...moneyOutEntry({ of, action: `${kind}.canceled`, record }) });
        return { status: 200, data: of.present(record) };
      });
    },
  );
}

type CommandRequest = ProfileRequest & { readonly params: { readonly id: string } };

/**
 * The signed-in person's command to a payout or refund of their profile, and the options to run it once.
 * @throws DomainError `not_found`
 */
async function payoutCommandOf(
  { db, now }: ServerDeps,
  request: CommandRequest,
  kind: OutgoingMoney['kind'],
): Promise<{ readonly command: PayoutCommand; readonly leaving: OutgoingMoney; readonly once: OnceOptions }> {
  const { merchantId, mode, profileId } = await profileOf(db, request);
  const scope = { profileId, kind };
  const by = { kind: 'user', id: userOf(request).id } as const;
  return {
    command: { payoutId: parseId(request.params.id), scope, by, nowMs: now() },
    leaving: scope,
    once: { db, merchantId, mode, locksMoney: true },
  };
}

interface Done {
  readonly of: Pick<MoneyOut, 'kind' | 'audited'>;
  readonly action: AuditAction;
  readonly record: PayoutRow;
}

/** The entry of the audit log for a person's action on a payout or refund. */
export function moneyOutEntry({ of, action, record }: Done): ActEntry {
  const { net_amount, gate_id, address, destination_tag, mode } = presentPayout(record);
  const target = { kind: of.kind, id: record.id, label: `${net_amount} ${gate_id}` };
  const data = { mode, address, destination_tag, ...of.audited(record) };
  return { action, target, data };
}
