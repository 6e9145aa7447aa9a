import { Data, IdParams, Page } from '../../../contract/basics.ts';
import { CardOrder, CardOrderListQuery } from '../../../contract/card-orders.ts';
import { presentCardOrder } from '../../../contract/card-orders.view.ts';
import { listCardOrders, peopleOf } from '../../../db/card-orders/list.ts';
import { readCardOrder } from '../../../db/card-orders/read.ts';
import { DomainError } from '../../../domain/errors.ts';
import { parseId } from '../../../domain/ids.ts';
import type { App } from '../../app.ts';
import { bearerOf } from '../../auth/guard.ts';
import type { ServerDeps } from '../../deps.ts';
import { listAnswer } from '../../list-answer.ts';
import { toCardOrderQuery } from '../../presenters/card-order-records.ts';
import { tokenRoute } from '../../route-options.ts';

/** Purchases by card through the shop. Drafts are the customers' own business. */
export function cardOrderRoutes(app: App, { db }: ServerDeps): void {
  app.get(
    '/api/v1/card-orders',
    tokenRoute('Card purchase', ['invoice_get'], {
      operationId: 'listCardOrders',
      summary: 'List purchases by card',
      description: 'Those that were placed through the shop, newest first unless sorted otherwise.',
      querystring: CardOrderListQuery,
      response: { 200: Page(CardOrder) },
    }),
    async (request) => {
      const query = toCardOrderQuery(request.query, bearerOf(request).profileId);
      const { orders, total } = await listCardOrders(db, query);
      const people = await peopleOf(db, orders);
      return listAnswer(
        orders.map((row) => presentCardOrder(row, people.get(row.id)?.email ?? null)),
        total,
        query,
      );
    },
  );

  app.get(
    '/api/v1/card-orders/:id',
    tokenRoute('Card purchase', ['invoice_get'], {
      operationId: 'getCardOrder',
      summary: 'Get a purchase by card',
      params: IdParams,
      response: { 200: Data(CardOrder) },
    }),
    async (request) => {
      const row = await readCardOrder(db, parseId(request.params.id), bearerOf(request).profileId);
      if (row.placedAt === null) throw new DomainError('not_found');
      const people = await peopleOf(db, [row]);
      return { data: presentCardOrder(row, people.get(row.id)?.email ?? null) };
    },
  );
}
