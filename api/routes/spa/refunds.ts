import type { FastifyRequest } from 'fastify';
import { audit } from '../../../db/audit/audit.ts';
import { approvePayout, cancelPayout } from '../../../db/payouts/commands.ts';
import { listPayouts } from '../../../db/payouts/list.ts';
import { peopleOf } from '../../../db/payouts/people.ts';
import { readPayout } from '../../../db/payouts/read.ts';
import { payoutSettings } from '../../../db/payouts/settings.ts';
import { payoutStory } from '../../../db/payouts/story.ts';
import { profileIdOf } from '../../../db/people/profiles.ts';
import type { Tx } from '../../../db/sequelize.ts';
import type { AuditAction } from '../../../domain/audit.ts';
import { parseId } from '../../../domain/ids.ts';
import { roleMay } from '../../../domain/permissions.ts';
import type { PayoutRecord } from '../../../domain/view/payout.ts';
import { presentRefund } from '../../../domain/view/refund.ts';
import { user } from '../../access.ts';
import type { App } from '../../app.ts';
import type { Accounts } from '../../auth/accounts.ts';
import { auditedUser } from '../../auth/audited.ts';
import { userOf } from '../../auth/guard.ts';
import { confirmMoney } from '../../auth/second-factor.ts';
import { TwoFaBody } from '../../contract/account.ts';
import { Data, Page } from '../../contract/basics.ts';
import { errorResponses } from '../../contract/errors.ts';
import { PayoutListQuery } from '../../contract/lists.ts';
import { Refund, SpaRefund, SpaRefundRow } from '../../contract/refunds.ts';
import { ProfileIdParams, ProfileParams } from '../../contract/spa-invoices.ts';
import type { ServerDeps } from '../../deps.ts';
import { answerOnce, IdempotencyHeaders } from '../../plugins/idempotency.ts';
import { toPayoutQuery } from '../../presenters/payouts.ts';
import { presentRefundRow, presentSpaRefund } from '../../presenters/refunds.ts';
import type { Viewer } from '../../presenters/spa-payouts.ts';
import { payoutCommandOf } from './payout-command.ts';

const tags = ['Back office'];

/** The refunds of a profile in the back office: look, approve, cancel. Asking for one is in refund-create.ts. */
export function spaRefundRoutes(app: App, deps: ServerDeps, accounts: Accounts): void {
  readRoutes(app, deps);
  approveRoute(app, deps, accounts);
  cancelRoute(app, deps);
}

function readRoutes(app: App, { db }: ServerDeps): void {
  app.get(
    '/spa/:profile/refunds',
    {
      config: user('merchant_refund_viewAny'),
      schema: {
        tags,
        summary: 'List refunds',
        params: ProfileParams,
        querystring: PayoutListQuery,
        response: { 200: Page(SpaRefundRow) },
      },
    },
    async (request) => {
      const profileId = await profileIdOf(db, userOf(request).merchant.id, request.params.profile);
      const query = toPayoutQuery(request.query, { profileId, kind: 'refund' });
      const { payouts, total } = await listPayouts(db, query);
      const viewer = viewerOf(request, await peopleOf(db, payouts));
      return {
        data: payouts.map((payout) => presentRefundRow(payout, viewer)),
        pagination: { total, page: query.page, per_page: query.perPage },
      };
    },
  );

  app.get(
    '/spa/:profile/refunds/:id',
    {
      config: user('merchant_refund_view'),
      schema: {
        tags,
        summary: 'Get a refund with its story',
        params: ProfileIdParams,
        response: { 200: Data(SpaRefund) },
      },
    },
    async (request) => {
      const profileId = await profileIdOf(db, userOf(request).merchant.id, request.params.profile);
      const refund = await readPayout(db, parseId(request.params.id), { profileId, kind: 'refund' });
      const [named, story] = await Promise.all([peopleOf(db, [refund]), payoutStory(db, refund)]);
      return { data: presentSpaRefund(refund, viewerOf(request, named), story) };
    },
  );
}

function viewerOf(request: FastifyRequest, named: Viewer['named']): Viewer {
  const { id: userId, role } = userOf(request);
  return { userId, mayAct: roleMay(role, 'merchant_refund_create'), named };
}

function approveRoute(app: App, deps: ServerDeps, accounts: Accounts): void {
  const settings = payoutSettings(deps.config);
  app.post(
    '/spa/:profile/refunds/:id/approve',
    {
      config: user('merchant_refund_create'),
      schema: {
        tags,
        summary: 'Approve a refund',
        description:
          'Exactly as it is now; where the profile asks for it, by another person than its creator. Needs a 2FA code: in production always, in sandbox ' +
          'from those who have 2FA on.',
        params: ProfileIdParams,
        headers: IdempotencyHeaders,
        body: TwoFaBody,
        response: { 200: Data(Refund), ...errorResponses(409) },
      },
    },
    async (request, reply) => {
      const { command, once } = await payoutCommandOf(deps, request, 'refund');
      // Whose it is comes first: a code is not used up for what is not there.
      await readPayout(deps.db, command.payoutId, command.scope);
      const factor = { mode: request.params.profile, factor: request.body };
      const before = () => confirmMoney(accounts, request, factor);
      return answerOnce(request, reply, { ...once, before }, async (tx) => {
        const refund = await approvePayout(tx, settings, command);
        await recordRefund(tx, request, { action: 'refund.approved', refund });
        return { status: 200, data: presentRefund(refund) };
      });
    },
  );
}

function cancelRoute(app: App, deps: ServerDeps): void {
  app.post(
    '/spa/:profile/refunds/:id/cancel',
    {
      config: user('merchant_refund_create'),
      schema: {
        tags,
        summary: 'Cancel a refund',
        description: 'Possible until a transaction of it is signed; the invoice returns to the status it had.',
        params: ProfileIdParams,
        headers: IdempotencyHeaders,
        response: { 200: Data(Refund), ...errorResponses(409) },
      },
    },
    async (request, reply) => {
      const { command, once } = await payoutCommandOf(deps, request, 'refund');
      return answerOnce(request, reply, once, async (tx) => {
        const refund = await cancelPayout(tx, command);
        await recordRefund(tx, request, { action: 'refund.canceled', refund });
        return { status: 200, data: presentRefund(refund) };
      });
    },
  );
}

/** What a person does to a refund. */
export function recordRefund(
  tx: Tx,
  request: FastifyRequest,
  { action, refund }: { readonly action: AuditAction; readonly refund: PayoutRecord },
): Promise<void> {
  const { net_amount, gate_id, address, destination_tag, invoice_id, mode } = presentRefund(refund);
  const target = { kind: 'refund', id: refund.id, label: `${net_amount} ${gate_id}` };
  const data = { mode, address, destination_tag, invoice_id };
  return audit(tx, { ...auditedUser(request), action, target, data });
}
