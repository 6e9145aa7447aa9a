import { Balance } from '../../../contract/balances.ts';
import { Page } from '../../../contract/basics.ts';
import { WholeListQuery } from '../../../contract/lists.ts';
import { balances } from '../../../db/ledger/balances.ts';
import { READS_PAYOUTS } from '../../../domain/accounts/permissions.ts';
import type { App } from '../../app.ts';
import { bearerOf } from '../../auth/guard.ts';
import type { ServerDeps } from '../../deps.ts';
import { pageOf } from '../../list-answer.ts';
import { presentBalances } from '../../presenters/balances.ts';
import { tokenRoute } from '../../route-options.ts';

/** The merchant's balances in the token's mode. */
export function balanceRoutes(app: App, { db }: ServerDeps): void {
  app.get(
    '/api/v1/balances',
    tokenRoute('Balances', READS_PAYOUTS, {
      operationId: 'listBalances',
      summary: 'List balances',
      querystring: WholeListQuery,
      response: { 200: Page(Balance) },
    }),
    async (request) => {
      const { merchantId, mode } = bearerOf(request);
      const { gate_id: only } = request.query;
      const held = presentBalances(await balances(db, { owner: merchantId, mode }));
      return pageOf(only === undefined ? held : held.filter(({ gate_id }) => gate_id === only), request.query);
    },
  );
}
