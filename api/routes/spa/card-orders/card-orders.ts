import { Data, Page } from '../../../../contract/basics.ts';
import { CardOrderListQuery, SpaCardOrder } from '../../../../contract/card-payment.ts';
import { listCardOrders } from '../../../../db/card-orders/list.ts';
import { readCardOrder } from '../../../../db/card-orders/read.ts';
import { DomainError } from '../../../../domain/errors.ts';
import { parseId } from '../../../../domain/ids.ts';
import { CARD_ORDER_STATUSES } from '../../../../domain/state/card-order-status.ts';
import type { App } from '../../../app.ts';
import { profileOf } from '../../../auth/guard.ts';
import type { ServerDeps } from '../../../deps.ts';
import { listAnswer } from '../../../list-answer.ts';
import { presentShopOrder } from '../../../presenters/card-orders.ts';
import { shopItemRoute, shopRoute } from '../../../route-options.ts';

/** Purchases by card through the shop, and the shop's earnings from them. */
export function spaCardOrderRoutes(app: App, { db }: ServerDeps): void {
  app.get(
    '/spa/:profile/card-orders',
    shopRoute('merchant_invoice_viewAny', {
      summary: 'List purchases by card',
      querystring: CardOrderListQuery,
      response: { 200: Page(SpaCardOrder) },
    }),
    async (request) => {
      const { profileId } = await profileOf(db, request);
      const { page = 1, per_page: perPage = 25, status } = request.query;
      const named = status?.split(',');
      const { orders, total } = await listCardOrders(db, {
        profileId,
        page,
        perPage,
        status: named && CARD_ORDER_STATUSES.filter((each) => named.includes(each)),
      });
      return listAnswer(orders.map(presentShopOrder), total, { page, perPage });
    },
  );

  app.get(
    '/spa/:profile/card-orders/:id',
    shopItemRoute('merchant_invoice_view', {
      summary: 'Get a purchase by card',
      response: { 200: Data(SpaCardOrder) },
    }),
    async (request) => {
      const { profileId } = await profileOf(db, request);
      const row = await readCardOrder(db, parseId(request.params.id), profileId);
      if (row.placedAt === null) throw new DomainError('not_found');
      return { data: presentShopOrder(row) };
    },
  );
}
