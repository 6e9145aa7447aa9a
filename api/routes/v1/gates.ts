import { Type } from 'typebox';
import { CurrencyCode, Exact, Page } from '../../../contract/basics.ts';
import { Gate, RateView } from '../../../contract/gates.ts';
import { WholeListQuery } from '../../../contract/lists.ts';
import { networkFees } from '../../../db/payouts/network-fees.ts';
import { payoutSettings } from '../../../db/payouts/settings.ts';
import { currentRates } from '../../../db/rates/rates.ts';
import { readFeePlan } from '../../../db/shops/fee-plan.ts';
import { readProfileGates } from '../../../db/shops/profiles.ts';
import { ASSETS, CRYPTO_GATES } from '../../../domain/assets/assets.ts';
import { CURRENCIES } from '../../../domain/money/currencies.ts';
import type { App } from '../../app.ts';
import { bearerOf } from '../../auth/guard.ts';
import type { ServerDeps } from '../../deps.ts';
import { pageOf } from '../../list-answer.ts';
import { presentGates, presentRates } from '../../presenters/gates.ts';
import { tokenRoute } from '../../route-options.ts';

/** The gates to pay with, their costs, and today's prices. */
export function gateRoutes(app: App, { db, config }: ServerDeps): void {
  app.get(
    '/api/v1/gates',
    tokenRoute('Gates and rates', [], {
      operationId: 'listGates',
      summary: 'List gates',
      description: 'Every asset on its network, with limits, confirmations and fees.',
      querystring: WholeListQuery,
      response: { 200: Page(Gate) },
    }),
    async (request) => {
      const { merchantId, profileId, mode } = bearerOf(request);
      const [fees, enabled, charged] = await Promise.all([
        readFeePlan(db, merchantId),
        readProfileGates(db, profileId),
        networkFees(db, payoutSettings(config), { mode, merchantId, gateIds: CRYPTO_GATES }),
      ]);
      const { gate_id: only } = request.query;
      const gates = presentGates({ config, mode, fees, enabled, networkFees: charged });
      return pageOf(only === undefined ? gates : gates.filter(({ id }) => id === only), request.query);
    },
  );

  app.get(
    '/api/v1/rates',
    tokenRoute('Gates and rates', [], {
      operationId: 'listRates',
      summary: 'List current rates',
      description: 'The price of one coin in fiat. Expired rates are not listed.',
      querystring: Exact({ ...WholeListQuery.properties, currency: Type.Optional(CurrencyCode) }),
      response: { 200: Page(RateView) },
    }),
    async (request) => {
      const { currency, gate_id: gateId } = request.query;
      const currencies = currency === undefined ? CURRENCIES : [currency];
      const { mode } = bearerOf(request);
      const rates = await currentRates(db, { mode, assets: ASSETS, currencies: [...currencies, 'EUR'] });
      return pageOf(presentRates(rates, { currencies, only: gateId }), request.query);
    },
  );
}
