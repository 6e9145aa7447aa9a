import { Type } from 'typebox';
import { Data } from '../../../contract/basics.ts';
import { errorResponses } from '../../../contract/errors.ts';
import {
  ChangeHedgingBody,
  ChangeLimitsBody,
  ChangeLossLimitBody,
  StaffTreasury,
} from '../../../contract/staff-treasury.ts';
import { inTransaction } from '../../../db/core/sequelize.ts';
import type { StaffMember } from '../../../db/staff/people.ts';
import { changeHedging } from '../../../db/treasury/acts.ts';
import { decideLimits } from '../../../db/treasury/limit-changes.ts';
import { transferOverview } from '../../../db/treasury/moves/overview.ts';
import { treasuryOverviews } from '../../../db/treasury/overview.ts';
import { parseAmount } from '../../../domain/money/money.ts';
import type { App } from '../../app.ts';
import { type StaffDoor, staffActOf, staffOf } from '../../auth/staff-door.ts';
import { presentTreasury } from '../../presenters/staff-treasury.ts';
import { staffRoute } from '../../route-options.ts';

const view = { 200: Data(Type.Array(StaffTreasury)) };
const TWO_PEOPLE =
  'The first person requests the change. The same call with the `request_id` from the list, by another person of ' +
  'another role, confirms the limits of the request; a second request is a conflict.';

/** The open positions of conversions, their hedges, and their limits. */
export function staffTreasuryRoutes(app: App, door: StaffDoor): void {
  const { db } = door;
  app.get(
    '/staff/treasury',
    staffRoute('treasury_view', { summary: 'Show the treasury of both modes', response: view }),
    async (request, reply) =>
      reply.header('cache-control', 'no-store').send({ data: await treasuryView(door, staffOf(request)) }),
  );

  app.post(
    '/staff/treasury/hedging',
    staffRoute('treasury_operate', {
      summary: 'Stop or resume hedging',
      description: 'An order that is being sent at that moment may still be filled; no other one is sent.',
      body: ChangeHedgingBody,
      response: view,
    }),
    async (request) => {
      const { mode, asset, stopped, reason } = request.body;
      const member = staffOf(request);
      const act = { ...staffActOf(request), by: member.email, reason };
      await inTransaction(db, (tx) => changeHedging(tx, { mode, asset }, act, stopped));
      return { data: await treasuryView(door, member) };
    },
  );

  app.post(
    '/staff/treasury/limits',
    staffRoute('treasury_operate', {
      summary: 'Request or confirm other limits of an asset',
      description: TWO_PEOPLE,
      body: ChangeLimitsBody,
      response: { ...view, ...errorResponses(409) },
    }),
    async (request) => {
      const { mode, asset, reason, request_id: requestId, ...body } = request.body;
      const member = staffOf(request);
      const limits = {
        threshold_minor: cents(body.threshold),
        max_order_minor: cents(body.max_order),
        position_minor: cents(body.position),
        max_age_seconds: String(body.max_age_seconds),
        bound_bps: String(body.bound_bps),
      };
      const decision = { ...staffActOf(request), mode, asset, limits, reason, requestId, member };
      await inTransaction(db, (tx) => decideLimits(tx, decision));
      return { data: await treasuryView(door, member) };
    },
  );

  app.post(
    '/staff/treasury/loss-limit',
    staffRoute('treasury_operate', {
      summary: 'Request or confirm another limit of daily losses',
      description: TWO_PEOPLE,
      body: ChangeLossLimitBody,
      response: { ...view, ...errorResponses(409) },
    }),
    async (request) => {
      const { mode, daily_loss: loss, reason, request_id: requestId } = request.body;
      const member = staffOf(request);
      const limits = { daily_loss_minor: cents(loss) };
      const decision = { ...staffActOf(request), mode, asset: '*' as const, limits, reason, requestId, member };
      await inTransaction(db, (tx) => decideLimits(tx, decision));
      return { data: await treasuryView(door, member) };
    },
  );
}

/** The treasury of both modes as this person sees it. */
export async function treasuryView({ db, now }: Pick<StaffDoor, 'db' | 'now'>, member: StaffMember) {
  const all: StaffTreasury[] = [];
  for (const overview of await treasuryOverviews(db)) {
    const transfers = await transferOverview(db, overview.mode);
    all.push(presentTreasury(overview, transfers, { member, nowMs: now() }));
  }
  return all;
}

function cents(amount: string): string {
  return parseAmount(amount, 2).toString();
}
