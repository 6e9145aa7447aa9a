import { Type } from 'typebox';
import { Exact } from '../../../../contract/basics.ts';
import { MerchantReserves, ReserveDayParams, ReserveProof, ReservesQuery } from '../../../../contract/reserves.ts';
import { proofFile } from '../../../../db/reserves/days.ts';
import { type MerchantDay, merchantDays } from '../../../../db/reserves/merchant-days.ts';
import { gateDecimals } from '../../../../domain/assets/assets.ts';
import { DomainError, fieldError } from '../../../../domain/errors.ts';
import { formatAmount } from '../../../../domain/money/money.ts';
import { isDay } from '../../../../domain/text/day.ts';
import type { App } from '../../../app.ts';
import { profileOf, userOf } from '../../../auth/guard.ts';
import type { ServerDeps } from '../../../deps.ts';
import { profileRoute, userRoute } from '../../../route-options.ts';

/** The merchant's part of the proof of reserves: what was owed on each public day, and the file that proves it. */
export function spaReserveRoutes(app: App, { db }: ServerDeps): void {
  app.get(
    '/spa/:profile/reserves',
    profileRoute('merchant_wallet_viewAny', {
      summary: 'List days of the proof of reserves',
      description: 'The newest first, 30 at a time. A day without balances is one on which nothing was owed.',
      querystring: ReservesQuery,
      response: { 200: Exact({ data: Type.Array(MerchantReserves) }) },
    }),
    async (request) => {
      const merchantId = userOf(request).merchant.id;
      const { mode } = await profileOf(db, request);
      const { before } = request.query;
      if (before !== undefined && !isDay(before)) throw fieldError('before', 'There is no such day.');
      const days = await merchantDays(db, { mode, merchantId, before, limit: DAYS_AT_ONCE });
      return { data: days.map(presentDay) };
    },
  );

  app.get(
    '/spa/:profile/reserves/:day/proof.json',
    userRoute('merchant_wallet_viewAny', {
      summary: 'Download the proof of one day',
      description: 'Contains balances of this merchant: keep it private. It is verified without the gateway.',
      params: ReserveDayParams,
      response: { 200: ReserveProof },
    }),
    async (request, reply) => {
      const merchantId = userOf(request).merchant.id;
      const { mode } = await profileOf(db, request);
      const { day } = request.params;
      const file = isDay(day) ? await proofFile(db, { mode, day, merchantId }) : null;
      if (file === null) throw new DomainError('not_found');
      void reply.header('content-disposition', `attachment; filename="reserves-${mode}-${day}.json"`);
      return {
        ...file,
        balances: file.balances.map((each) => ({ ...each, path: each.path.map((node) => ({ ...node })) })),
      };
    },
  );
}

const DAYS_AT_ONCE = 30;

function presentDay({ day, moment, balances }: MerchantDay): MerchantReserves {
  return {
    day,
    moment: moment.toISOString(),
    balances: balances.map(({ gateId, amountMinor, owedMinor, provenMinor }) => {
      const amount = (minor: bigint) => formatAmount(minor, gateDecimals(gateId));
      return {
        gate_id: gateId,
        amount: amount(amountMinor),
        owed: amount(owedMinor),
        proven: provenMinor === null ? null : amount(provenMinor),
      };
    }),
  };
}
