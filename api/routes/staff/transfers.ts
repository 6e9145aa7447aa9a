import type { FastifyRequest } from 'fastify';
import { type Static, Type } from 'typebox';
import { Data } from '../../../contract/basics.ts';
import { errorResponses } from '../../../contract/errors.ts';
import {
  ArriveTransferBody,
  DecideTransferBody,
  ProposeTransferBody,
  RequestRouteBody,
  SetLevelBody,
} from '../../../contract/staff-transfers.ts';
import { StaffTreasury } from '../../../contract/staff-treasury.ts';
import { moneyTransaction, type Tx } from '../../../db/core/sequelize.ts';
import { arriveByEntry } from '../../../db/treasury/moves/credits.ts';
import { setLevel } from '../../../db/treasury/moves/levels.ts';
import { approveTransfer, proposeByStaff, refuseTransfer } from '../../../db/treasury/moves/propose.ts';
import { confirmRoute, endRoute, lockRoute, requestRoute, type StaffAct } from '../../../db/treasury/moves/routes.ts';
import type { RoutePayee } from '../../../db/treasury/moves/rows.ts';
import { transferSettings } from '../../../db/treasury/moves/settings.ts';
import { gateDecimals } from '../../../domain/assets/assets.ts';
import { parseAmount } from '../../../domain/money/money.ts';
import { readBankAccount } from '../../../domain/payouts/bank-account.ts';
import type { Config } from '../../../settings/config.ts';
import type { App } from '../../app.ts';
import { type StaffDoor, staffActOf, staffOf } from '../../auth/staff-door.ts';
import { staffRoute } from '../../route-options.ts';
import { treasuryView } from './treasury.ts';

const response = { 200: Data(Type.Array(StaffTreasury)), ...errorResponses(409) };

/** Money between the gateway's own hot wallets, exchanges and bank. Each answers with the treasury afterwards. */
export function staffTransferRoutes(app: App, door: StaffDoor, config: Config): void {
  const settings = transferSettings(config);
  const act = actor(door);
  decisionRoutes(app, { settings, act });
  wayRoutes(app, { settings, act });
}

/** Does it in one transaction, in the person's name. */
type Act = (
  request: FastifyRequest,
  reason: string,
  work: (tx: Tx, act: StaffAct) => Promise<unknown>,
) => Promise<{ data: StaffTreasury[] }>;

function actor(door: StaffDoor): Act {
  return async (request, reason, work) => {
    const member = staffOf(request);
    await moneyTransaction(door.db, (tx) => work(tx, { ...staffActOf(request), member, reason, nowMs: door.now() }));
    return { data: await treasuryView(door, member) };
  };
}

interface Parts {
  readonly settings: ReturnType<typeof transferSettings>;
  readonly act: Act;
}

function decisionRoutes(app: App, { settings, act }: Parts): void {
  app.post(
    '/staff/treasury/transfers',
    staffRoute('treasury_operate', {
      summary: 'Propose a transfer of own money',
      description: 'Nothing moves until it is approved. From an exchange the amount may be a few minor units less.',
      body: ProposeTransferBody,
      response,
    }),
    (request) => {
      const { route_id: routeId, amount, reason } = request.body;
      return act(request, reason, async (tx, by) => {
        const { gateId } = await lockRoute(tx, routeId);
        const amountMinor = parseAmount(amount, gateDecimals(gateId));
        await proposeByStaff(tx, settings, { routeId, amountMinor }, by);
      });
    },
  );

  app.post(
    '/staff/treasury/transfers/approve',
    staffRoute('treasury_operate', {
      summary: 'Approve a transfer of own money',
      description: 'A valuable one waits until another person of another role has approved it too.',
      body: DecideTransferBody,
      response,
    }),
    (request) => act(request, request.body.reason, (tx, by) => approveTransfer(tx, settings, request.body.id, by)),
  );

  app.post(
    '/staff/treasury/transfers/refuse',
    staffRoute('treasury_operate', {
      summary: 'Refuse a transfer of own money, or cancel it',
      description: 'As long as it is not sent.',
      body: DecideTransferBody,
      response,
    }),
    (request) => act(request, request.body.reason, (tx, by) => refuseTransfer(tx, request.body.id, by)),
  );

  app.post(
    '/staff/treasury/transfers/arrived',
    staffRoute('treasury_operate', {
      summary: 'Book an entry of the bank as the arrival of a transfer',
      description: 'For euro that came without the reference of the exchange. Up to 50 euro may be missing.',
      body: ArriveTransferBody,
      response,
    }),
    (request) => {
      const { id, entry_id: entryId, reason } = request.body;
      return act(request, reason, (tx, by) => arriveByEntry(tx, { id, entryId }, by));
    },
  );
}

function wayRoutes(app: App, { settings, act }: Parts): void {
  app.post(
    '/staff/treasury/routes',
    staffRoute('treasury_operate', {
      summary: 'Request a way for own money',
      description:
        'To a hot wallet it gets an address of ours, to be entered at the exchange; to an exchange, the exchange names ' +
        'its address within a minute. Another person of another role confirms exactly that.',
      body: RequestRouteBody,
      response,
    }),
    (request) => {
      const { mode, from, to, gate_id: gateId, venue_key: venueKey, payee, reason } = request.body;
      return act(request, reason, (tx, by) => {
        const account = payee === null ? null : payeeOf(payee);
        return requestRoute(tx, settings, { mode, from, to, gateId, venueKey, payee: account }, by);
      });
    },
  );

  app.post(
    '/staff/treasury/routes/confirm',
    staffRoute('treasury_operate', { summary: 'Confirm a way for own money', body: DecideTransferBody, response }),
    (request) => act(request, request.body.reason, (tx, by) => confirmRoute(tx, settings, request.body.id, by)),
  );

  app.post(
    '/staff/treasury/routes/end',
    staffRoute('treasury_operate', { summary: 'End a way for own money', body: DecideTransferBody, response }),
    (request) => act(request, request.body.reason, (tx, by) => endRoute(tx, request.body.id, by)),
  );

  app.post(
    '/staff/treasury/levels',
    staffRoute('treasury_operate', {
      summary: 'Set how much should be where',
      description: 'Below the floor, a transfer up to the target is proposed. A target of zero removes the level.',
      body: SetLevelBody,
      response,
    }),
    (request) => {
      const { mode, place, gate_id: gateId, floor, target, reason } = request.body;
      const minor = (amount: string) => parseAmount(amount, gateDecimals(gateId));
      const level = { mode, place, gateId, floorMinor: minor(floor), targetMinor: minor(target) };
      return act(request, reason, (tx, by) => setLevel(tx, level, by));
    },
  );
}

type PayeeBody = NonNullable<Static<typeof RequestRouteBody>['payee']>;

function payeeOf({ town, country, name, reference, ...account }: PayeeBody): RoutePayee {
  const { iban, bic } = readBankAccount(account);
  return { name, iban, bic, reference, address: { town, country: country.toUpperCase() } };
}
