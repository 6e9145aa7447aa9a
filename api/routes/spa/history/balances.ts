import { Type } from 'typebox';
import { SpaBalance } from '../../../../contract/balances.ts';
import { Exact } from '../../../../contract/basics.ts';
import { one, prepared } from '../../../../db/core/sql.ts';
import { balances } from '../../../../db/ledger/balances.ts';
import { currentRates } from '../../../../db/rates/rates.ts';
import { ASSETS } from '../../../../domain/assets/assets.ts';
import type { Currency } from '../../../../domain/money/currencies.ts';
import type { App } from '../../../app.ts';
import { profileOf, userOf } from '../../../auth/guard.ts';
import type { ServerDeps } from '../../../deps.ts';
import { presentSpaBalances } from '../../../presenters/balances.ts';
import { profileRoute } from '../../../route-options.ts';

/** `GET /spa/{profile}/balances`: what is the merchant's, and what it is worth now. */
export function spaBalanceRoutes(app: App, { db }: ServerDeps): void {
  app.get(
    '/spa/:profile/balances',
    profileRoute('merchant_wallet_viewAny', {
      summary: 'List balances',
      response: { 200: Exact({ data: Type.Array(SpaBalance) }) },
    }),
    async (request) => {
      const { merchant } = userOf(request);
      const { mode, profileId } = await profileOf(db, request);
      const { currency } = await one<{ currency: Currency }>(db, currencySql, [profileId]);
      const [accounts, rates] = await Promise.all([
        balances(db, { owner: merchant.id, mode }),
        currentRates(db, { mode, assets: ASSETS, currencies: [currency, 'EUR'] }),
      ]);
      return { data: presentSpaBalances(accounts, { currency, rates }) };
    },
  );
}

const currencySql = prepared('SELECT invoice_currency AS currency FROM profile WHERE id = $1');
