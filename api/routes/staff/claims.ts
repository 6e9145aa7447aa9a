import type { FastifyRequest } from 'fastify';
import { Data, IdParams, Page } from '../../../contract/basics.ts';
import { DecideClaimBody, StaffClaim, StaffClaimQuery } from '../../../contract/claims.ts';
import { errorResponses } from '../../../contract/errors.ts';
import { approveClaim, type ClaimAct, type ClaimSettings, readAlone, refuseClaim } from '../../../db/claims/decide.ts';
import { listClaims } from '../../../db/claims/list.ts';
import { readClaim, withDetails } from '../../../db/claims/read.ts';
import type { ClaimRow } from '../../../db/claims/rows.ts';
import { moneyTransaction, retrying, type Tx } from '../../../db/core/sequelize.ts';
import { payoutSettings } from '../../../db/payouts/settings.ts';
import { DomainError } from '../../../domain/errors.ts';
import { parseId } from '../../../domain/ids.ts';
import { isClaimStatus } from '../../../domain/state/claim-status.ts';
import type { Config } from '../../../settings/config.ts';
import type { App } from '../../app.ts';
import { type StaffDoor, staffActOf, staffOf } from '../../auth/staff-door.ts';
import { listAnswer } from '../../list-answer.ts';
import { presentStaffClaim } from '../../presenters/claims.ts';
import { staffRoute } from '../../route-options.ts';

/** Claims to payments that belong to nobody: the staff decides about each. */
export function staffClaimRoutes(app: App, door: StaffDoor, config: Config): void {
  const settings = { payouts: payoutSettings(config), secondFromMinor: config.claimSecondFromMinor };
  readRoutes(app, door, settings);
  decisionRoutes(app, door, settings);
}

function readRoutes(app: App, { db }: StaffDoor, settings: ClaimSettings): void {
  app.get(
    '/staff/claims',
    staffRoute('claim_view', {
      summary: 'List claims',
      querystring: StaffClaimQuery,
      response: { 200: Page(StaffClaim) },
    }),
    async (request, reply) => {
      const { page = 1, per_page: perPage = 25, mode = 'production', status, search } = request.query;
      const { claims, total } = await listClaims(db, {
        of: { mode },
        page,
        perPage,
        search,
        status: status?.split(',').filter(isClaimStatus),
      });
      const as = await viewerOf(db, settings, request, mode);
      const data = (await withDetails(db, claims)).map((view) => presentStaffClaim(view, as));
      return reply.header('cache-control', 'no-store').send(listAnswer(data, total, { page, perPage }));
    },
  );

  app.get(
    '/staff/claims/:id',
    staffRoute('claim_view', {
      summary: 'Get a claim with its evidence',
      params: IdParams,
      response: { 200: Data(StaffClaim), ...errorResponses(404) },
    }),
    async (request, reply) => {
      const data = await present(db, settings, request, parseId(request.params.id));
      return reply.header('cache-control', 'no-store').send({ data });
    },
  );
}

function decisionRoutes(app: App, { db, now }: StaffDoor, settings: ClaimSettings): void {
  const act = async (
    request: FastifyRequest,
    { id, reason }: { readonly id: string; readonly reason: string },
    work: (tx: Tx, by: ClaimAct) => Promise<unknown>,
  ) => {
    const by = { ...staffActOf(request), member: staffOf(request), reason, nowMs: now() };
    await retrying(() => moneyTransaction(db, (tx) => work(tx, by)));
    return { data: await present(db, settings, request, id) };
  };
  const schema = {
    params: IdParams,
    body: DecideClaimBody,
    response: { 200: Data(StaffClaim), ...errorResponses(404, 409) },
  };

  app.post(
    '/staff/claims/:id/approve',
    staffRoute('claim_decide', {
      summary: 'Approve a claim',
      description:
        'The payment is paid back, less the fee of balance recovery and the network’s. A valuable one waits until ' +
        'another person of another role has approved it too.',
      ...schema,
    }),
    (request) => {
      const id = parseId<string>(request.params.id);
      return act(request, { id, ...request.body }, (tx, by) => approveClaim(tx, settings, id, by));
    },
  );

  app.post(
    '/staff/claims/:id/refuse',
    staffRoute('claim_decide', {
      summary: 'Refuse a claim',
      description:
        'The claimant gets an email with the reason. The payment stays in suspense and can be claimed again.',
      ...schema,
    }),
    (request) => {
      const id = parseId<string>(request.params.id);
      return act(request, { id, ...request.body }, (tx, by) => refuseClaim(tx, id, by));
    },
  );
}

async function present(
  db: StaffDoor['db'],
  settings: ClaimSettings,
  request: FastifyRequest,
  id: string,
): Promise<StaffClaim> {
  const [view] = await withDetails(db, [await readClaim(db, id)]);
  if (view === undefined) throw new DomainError('not_found');
  return presentStaffClaim(view, await viewerOf(db, settings, request, view.row.mode));
}

async function viewerOf(
  db: StaffDoor['db'],
  { secondFromMinor }: ClaimSettings,
  request: FastifyRequest,
  mode: ClaimRow['mode'],
) {
  const member = staffOf(request);
  return { member, aloneOf: await readAlone(db, { mode, staffId: member.id, secondFromMinor }) };
}
