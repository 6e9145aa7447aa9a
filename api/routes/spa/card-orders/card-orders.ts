import { Data, Page } from '../../../../contract/basics.ts';
import { SpaCardOrder, SpaCardOrderListQuery, SpaCardOrderStory } from '../../../../contract/card-orders.ts';
import { listCardOrders, peopleOf } from '../../../../db/card-orders/list.ts';
import { readCardOrder } from '../../../../db/card-orders/read.ts';
import { DomainError } from '../../../../domain/errors.ts';
import { parseId } from '../../../../domain/ids.ts';
import type { App } from '../../../app.ts';
import { profileOf } from '../../../auth/guard.ts';
import { cardExplorerUrl } from '../../../card-explorer.ts';
import type { ServerDeps } from '../../../deps.ts';
import { listAnswer } from '../../../list-answer.ts';
import { presentOrderStory, presentShopOrder, toCardOrderQuery } from '../../../presenters/card-order-records.ts';
import { shopItemRoute, shopRoute } from '../../../route-options.ts';

/** Purchases by card through the shop, and the shop's earnings from them. */
export function spaCardOrderRoutes(app: App, { db }: ServerDeps): void {
  app.get(
    '/spa/:profile/card-orders',
    shopRoute('merchant_invoice_viewAny', {
      summary: 'List purchases by card',
      querystring: SpaCardOrderListQuery,
      response: { 200: Page(SpaCardOrder) },
    }),
    async (request) => {
      const { profileId } = await profileOf(db, request);
      const query = toCardOrderQuery(request.query, profileId);
      const { orders, total } = await listCardOrders(db, query);
      const people = await peopleOf(db, orders);
      return listAnswer(
        orders.map((row) => presentShopOrder(row, people.get(row.id))),
        total,
        query,
      );
    },
  );

  app.get(
    '/spa/:profile/card-orders/:id',
    shopItemRoute('merchant_invoice_view', {
      summary: 'Get a purchase by card with its timeline',
      response: { 200: Data(SpaCardOrderStory) },
    }),
    async (request) => {
      const { profileId } = await profileOf(db, request);
      const row = await readCardOrder(db, parseId(request.params.id), profileId);
      if (row.placedAt === null) throw new DomainError('not_found');
      const people = (await peopleOf(db, [row])).get(row.id);
      return { data: presentOrderStory(row, { people, explorerUrl: await cardExplorerUrl(db, row) }) };
    },
  );
}
