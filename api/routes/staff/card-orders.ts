import { Data, IdParams, Page } from '../../../contract/basics.ts';
import { StaffCardOrder, StaffCardOrderQuery } from '../../../contract/card-orders.ts';
import { errorResponses } from '../../../contract/errors.ts';
import { listCardOrders, peopleOf } from '../../../db/card-orders/list.ts';
import { readCardOrder } from '../../../db/card-orders/read.ts';
import type { CardOrderRow } from '../../../db/card-orders/rows.ts';
import { DomainError } from '../../../domain/errors.ts';
import { parseId } from '../../../domain/ids.ts';
import { isCardOrderStatus } from '../../../domain/state/card-order-status.ts';
import type { App } from '../../app.ts';
import type { StaffDoor } from '../../auth/staff-door.ts';
import { cardExplorerUrl } from '../../card-explorer.ts';
import { listAnswer } from '../../list-answer.ts';
import { presentStaffOrder } from '../../presenters/card-order-records.ts';
import { staffRoute } from '../../route-options.ts';

/** Purchases by card of all shops: the staff decides about those whose end is unclear. */
export function staffCardOrderRoutes(app: App, { db }: StaffDoor): void {
  const present = async (rows: readonly CardOrderRow[]) => {
    const people = await peopleOf(db, rows);
    return Promise.all(
      rows.map(async (row) =>
        presentStaffOrder(row, { people: people.get(row.id), explorerUrl: await cardExplorerUrl(db, row) }),
      ),
    );
  };

  app.get(
    '/staff/card-orders',
    staffRoute('card_order_view', {
      summary: 'List purchases by card',
      querystring: StaffCardOrderQuery,
      response: { 200: Page(StaffCardOrder) },
    }),
    async (request, reply) => {
      const { page = 1, per_page: perPage = 25, mode = 'production', status, search } = request.query;
      const { orders, total } = await listCardOrders(db, {
        of: { mode },
        page,
        perPage,
        search,
        needsOperator: request.query.needs_operator === 'yes' ? true : undefined,
        status: status?.split(',').filter(isCardOrderStatus),
      });
      return reply
        .header('cache-control', 'no-store')
        .send(listAnswer(await present(orders), total, { page, perPage }));
    },
  );

  app.get(
    '/staff/card-orders/:id',
    staffRoute('card_order_view', {
      summary: 'Get a purchase by card',
      params: IdParams,
      response: { 200: Data(StaffCardOrder), ...errorResponses(404) },
    }),
    async (request, reply) => {
      const row = await readCardOrder(db, parseId(request.params.id));
      const [data] = row.placedAt === null ? [] : await present([row]);
      if (data === undefined) throw new DomainError('not_found');
      return reply.header('cache-control', 'no-store').send({ data });
    },
  );
}
