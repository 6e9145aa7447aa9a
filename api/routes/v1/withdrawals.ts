import { Data, IdParams, Page } from '../../../contract/basics.ts';
import { Withdrawal, WithdrawalListQuery } from '../../../contract/withdrawals.ts';
import { presentWithdrawal } from '../../../contract/withdrawals.view.ts';
import { listWithdrawals } from '../../../db/withdrawals/list.ts';
import { readAnyWithdrawal } from '../../../db/withdrawals/read.ts';
import { READS_PAYOUTS } from '../../../domain/accounts/permissions.ts';
import { parseId } from '../../../domain/ids.ts';
import type { App } from '../../app.ts';
import { bearerOf } from '../../auth/guard.ts';
import type { ServerDeps } from '../../deps.ts';
import { listAnswer } from '../../list-answer.ts';
import { toWithdrawalQuery } from '../../presenters/withdrawals.ts';
import { tokenRoute } from '../../route-options.ts';

/** Withdrawals, which people request in the back office: list, get. */
export function withdrawalRoutes(app: App, { db }: ServerDeps): void {
  app.get(
    '/api/v1/withdrawals',
    tokenRoute('Withdrawals', READS_PAYOUTS, {
      operationId: 'listWithdrawals',
      summary: 'List withdrawals',
      description: 'To bank accounts and in coins; newest first unless sorted otherwise.',
      querystring: WithdrawalListQuery,
      response: { 200: Page(Withdrawal) },
    }),
    async (request) => {
      const query = toWithdrawalQuery(request.query, { profileId: bearerOf(request).profileId });
      const { withdrawals, total } = await listWithdrawals(db, query);
      return listAnswer(withdrawals.map(presentWithdrawal), total, query);
    },
  );

  app.get(
    '/api/v1/withdrawals/:id',
    tokenRoute('Withdrawals', READS_PAYOUTS, {
      operationId: 'getWithdrawal',
      summary: 'Get a withdrawal',
      params: IdParams,
      response: { 200: Data(Withdrawal) },
    }),
    async (request) => {
      const { profileId } = bearerOf(request);
      return { data: presentWithdrawal(await readAnyWithdrawal(db, parseId(request.params.id), profileId)) };
    },
  );
}
