import { Type } from 'typebox';
import { Data, Exact } from '../../../../contract/basics.ts';
import { CurrencyView, WorthQuery, WorthView } from '../../../../contract/gates.ts';
import { one, prepared } from '../../../../db/core/sql.ts';
import { currentRates } from '../../../../db/rates/rates.ts';
import { ASSETS, gateDecimals } from '../../../../domain/assets/assets.ts';
import { CURRENCIES, type Currency, currencyDecimals } from '../../../../domain/money/currencies.ts';
import { parseAmount } from '../../../../domain/money/money.ts';
import type { App } from '../../../app.ts';
import { profileOf } from '../../../auth/guard.ts';
import type { ServerDeps } from '../../../deps.ts';
import { presentWorth } from '../../../presenters/balances.ts';
import { profileRoute, userRoute } from '../../../route-options.ts';

/** The current value of an amount, and the currencies that it may be shown in (spec §7). */
export function rateRoutes(app: App, { db }: ServerDeps): void {
  app.get(
    '/spa/:profile/rate',
    profileRoute('merchant_wallet_viewAny', {
      summary: 'Get the value of an amount',
      description: 'In the currency of the profile, at the rate of the moment and without fees.',
      querystring: WorthQuery,
      response: { 200: Data(WorthView) },
    }),
    async (request) => {
      const { mode, profileId } = await profileOf(db, request);
      const { gate_id: gateId, amount } = request.query;
      const minor = parseAmount(amount, gateDecimals(gateId));
      const { currency } = await one<{ currency: Currency }>(db, currencySql, [profileId]);
      const rates = await currentRates(db, { mode, assets: ASSETS, currencies: [currency, 'EUR'] });
      return { data: presentWorth(gateId, minor, { currency, rates }) };
    },
  );

  app.get(
    '/spa/currencies',
    userRoute(null, {
      summary: 'List currencies',
      description: 'Every currency that an invoice may be priced in.',
      response: { 200: Exact({ data: Type.Array(CurrencyView) }) },
    }),
    () => ({ data: CURRENCIES.map((code) => ({ code, decimals: currencyDecimals(code) })) }),
  );
}

const currencySql = prepared('SELECT invoice_currency AS currency FROM profile WHERE id = $1');
