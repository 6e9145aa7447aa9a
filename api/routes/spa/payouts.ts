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
import { type PayoutRecord, presentPayout } from '../../../domain/view/payout.ts';
import { user } from '../../access.ts';
import type { App } from '../../app.ts';
import type { Accounts } from '../../auth/accounts.ts';
import { auditedUser } from '../../auth/audited.ts';
import { userOf } from '../../auth/guard.ts';
import { confirmMoney } from '../../auth/second-factor.ts';
import { TwoFaBody } from '../../contract/account.ts';
import { Data, Page } from '../../contract/basics.ts';
import { errorResponses } from '../../contract/errors.ts';
import { Payout, SpaPayout, SpaPayoutListQuery, SpaPayoutRow } from '../../contract/payouts.ts';
import { ProfileIdParams, ProfileParams } from '../../contract/spa-invoices.ts';
import type { ServerDeps } from '../../deps.ts';
import { answerOnce, IdempotencyHeaders } from '../../plugins/idempotency.ts';
import { toPayoutQuery } from '../../presenters/payouts.ts';
import { presentPayoutRow, presentSpaPayout, type Viewer } from '../../presenters/spa-payouts.ts';
import { payoutCommandOf } from './payout-command.ts';

const tags = ['Back office'];

/** The payouts of a profile in the back office: look, approve, cancel. Asking for one is in payout-create.ts. */
export function spaPayoutRoutes(app: App, deps: ServerDeps, accounts: Accounts): void {
  readRoutes(app, deps);
  approveRoute(app, deps, accounts);
  cancelRoute(app, deps);
}

function readRoutes(app: App, { db }: ServerDeps): void {
  app.get(
    '/spa/:profile/payouts',
    {
      config: user('merchant_payout_viewAny'),
      schema: {
        tags,
        summary: 'List payouts',
        params: ProfileParams,
        querystring: SpaPayoutListQuery,
        response: { 200: Page(SpaPayoutRow) },
      },
    },
    async (request) => {
      const profileId = await profileIdOf(db, userOf(request).merchant.id, request.params.profile);
      const { method_id: methodId, ...listed } = request.query;
      const query = {
        ...toPayoutQuery(listed, { profileId, kind: 'payout' }),
        ...(methodId === undefined ? {} : { methodId }),
      };
      const { payouts, total } = await listPayouts(db, query);
      const viewer = viewerOf(request, await peopleOf(db, payouts));
      return {
        data: payouts.map((payout) => presentPayoutRow(payout, viewer)),
        pagination: { total, page: query.page, per_page: query.perPage },
      };
    },
  );

  app.get(
    '/spa/:profile/payouts/:id',
    {
      config: user('merchant_payout_view'),
      schema: {
        tags,
        summary: 'Get a payout with its story',
        params: ProfileIdParams,
        response: { 200: Data(SpaPayout) },
      },
    },
    async (request) => {
      const profileId = await profileIdOf(db, userOf(request).merchant.id, request.params.profile);
      const payout = await readPayout(db, parseId(request.params.id), { profileId, kind: 'payout' });
      const [named, story] = await Promise.all([peopleOf(db, [payout]), payoutStory(db, payout)]);
      return { data: presentSpaPayout(payout, viewerOf(request, named), story) };
    },
  );
}

function viewerOf(request: FastifyRequest, named: Viewer['named']): Viewer {
  const { id: userId, role } = userOf(request);
  return { userId, mayAct: roleMay(role, 'merchant_payout_create'), named };
}

function approveRoute(app: App, deps: ServerDeps, accounts: Accounts): void {
  const settings = payoutSettings(deps.config);
  app.post(
    '/spa/:profile/payouts/:id/approve',
    {
      config: user('merchant_payout_create'),
      schema: {
        tags,
        summary: 'Approve a payout',
        description:
          'Exactly as it is now; where the profile asks for it, by another person than its creator. Needs a 2FA code: in production always, in sandbox ' +
          'from those who have 2FA on.',
        params: ProfileIdParams,
        headers: IdempotencyHeaders,
        body: TwoFaBody,
        response: { 200: Data(Payout), ...errorResponses(409) },
      },
    },
    async (request, reply) => {
      const { command, once } = await payoutCommandOf(deps, request, 'payout');
      // Whose it is comes first: a code is not used up for what is not there.
      await readPayout(deps.db, command.payoutId, command.scope);
      const factor = { mode: request.params.profile, factor: request.body };
      const before = () => confirmMoney(accounts, request, factor);
      return answerOnce(request, reply, { ...once, before }, async (tx) => {
        const payout = await approvePayout(tx, settings, command);
        await recordPayout(tx, request, { action: 'payout.approved', payout });
        return { status: 200, data: presentPayout(payout) };
      });
    },
  );
}

function cancelRoute(app: App, deps: ServerDeps): void {
  app.post(
    '/spa/:profile/payouts/:id/cancel',
    {
      config: user('merchant_payout_create'),
      schema: {
        tags,
        summary: 'Cancel a payout',
        description: 'Possible until a transaction of it is signed; the money is back on the balance.',
        params: ProfileIdParams,
        headers: IdempotencyHeaders,
        response: { 200: Data(Payout), ...errorResponses(409) },
      },
    },
    async (request, reply) => {
      const { command, once } = await payoutCommandOf(deps, request, 'payout');
      return answerOnce(request, reply, once, async (tx) => {
        const payout = await cancelPayout(tx, command);
        await recordPayout(tx, request, { action: 'payout.canceled', payout });
        return { status: 200, data: presentPayout(payout) };
      });
    },
  );
}

/** What a person does to a payout. */
export function recordPayout(
  tx: Tx,
  request: FastifyRequest,
  { action, payout }: { readonly action: AuditAction; readonly payout: PayoutRecord },
): Promise<void> {
  const { net_amount, gate_id, address, destination_tag, reference, mode } = presentPayout(payout);
  const target = { kind: 'payout', id: payout.id, label: `${net_amount} ${gate_id}` };
  const data = { mode, address, destination_tag, reference };
  return audit(tx, { ...auditedUser(request), action, target, data });
}
