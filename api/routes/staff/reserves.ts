import { Data } from '../../../contract/basics.ts';
import { StaffReserveQuery, StaffReserves } from '../../../contract/staff-reserves.ts';
import { type StaffReserveDay, staffReserveDays } from '../../../db/reserves/staff-days.ts';
import { type GateId, gateDecimals, gates, isCryptoGateId, type Mode } from '../../../domain/assets/assets.ts';
import { fieldError } from '../../../domain/errors.ts';
import { formatAmount } from '../../../domain/money/money.ts';
import { coverageOf, nextRunMs, unprovenMinor } from '../../../domain/reserves/coverage.ts';
import { isDay } from '../../../domain/text/day.ts';
import { bankOf } from '../../../settings/bank.ts';
import { type Config, isSimulated } from '../../../settings/config.ts';
import type { App } from '../../app.ts';
import type { StaffDoor } from '../../auth/staff-door.ts';
import { staffRoute } from '../../route-options.ts';

const DAYS_AT_ONCE = 30;

/** The days of the proof of reserves with what each of them proves, also those that are not public yet. */
export function staffReserveRoutes(app: App, { db }: StaffDoor, config: Config): void {
  app.get(
    '/staff/reserves',
    staffRoute('custody_view', {
      summary: 'List days of the proof of reserves',
      querystring: StaffReserveQuery,
      response: { 200: Data(StaffReserves) },
    }),
    async (request, reply) => {
      const { mode, before } = request.query;
      if (before !== undefined && !isDay(before)) throw fieldError('before', 'There is no such day.');
      const days = await staffReserveDays(db, { mode, before, limit: DAYS_AT_ONCE });
      const hasNone = days.length === 0 && before === undefined;
      const data: StaffReserves = {
        days: days.map((day) => presentDay(day, (gateId) => isSimulatedGate(config, mode, gateId))),
        first_day_at: hasNone ? new Date(nextRunMs(Date.now())).toISOString() : null,
      };
      return reply.header('cache-control', 'no-store').send({ data });
    },
  );
}

function isSimulatedGate(config: Config, mode: Mode, gateId: GateId): boolean {
  return isCryptoGateId(gateId)
    ? isSimulated(config, mode, gates[gateId].network)
    : bankOf(config, mode) === 'simulated';
}

function presentDay(
  { day, moment, publishedAt, assets, addresses }: StaffReserveDay,
  isSimulatedNow: (gateId: GateId) => boolean,
): StaffReserves['days'][number] {
  return {
    day,
    moment: moment.toISOString(),
    published_at: publishedAt?.toISOString() ?? null,
    assets: assets.map(({ gateId, owedMinor, provenMinor, heldSource }) => {
      const amount = (minor: bigint) => formatAmount(minor, gateDecimals(gateId));
      const unproven = unprovenMinor({ owedMinor, provenMinor });
      return {
        gate_id: gateId,
        // The source of that day counts, whatever is configured now.
        simulated: heldSource === null ? isSimulatedNow(gateId) : heldSource === 'simulator',
        owed: amount(owedMinor),
        proven: provenMinor === null ? null : amount(provenMinor),
        unproven: unproven === null ? null : amount(unproven),
        coverage: provenMinor === null ? null : coverageOf(owedMinor, provenMinor),
      };
    }),
    addresses: addresses.map((each) => ({ ...each })),
  };
}
