import { Type } from 'typebox';
import { balances } from '../../../db/ledger/balances.ts';
import { token } from '../../access.ts';
import type { App } from '../../app.ts';
import { bearerOf } from '../../auth/guard.ts';
import { Balance } from '../../contract/balances.ts';
import { Exact } from '../../contract/basics.ts';
import type { ServerDeps } from '../../deps.ts';
import { presentBalances } from '../../presenters/balances.ts';

/** What the merchant holds in the token's mode. */
export function balanceRoutes(app: App, { db }: ServerDeps): void {
  app.get(
    '/api/v1/balances',
    {
      config: token('payout'),
      schema: { tags: ['Balances'], summary: 'List balances', response: { 200: Exact({ data: Type.Array(Balance) }) } },
    },
    async (request) => {
      const { merchantId, mode } = bearerOf(request);
      return { data: presentBalances(await balances(db, { owner: merchantId, mode })) };
    },
  );
}
