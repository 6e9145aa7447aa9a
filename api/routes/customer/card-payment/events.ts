import { Type } from 'typebox';
import { IdParams } from '../../../../contract/basics.ts';
import { errorResponses } from '../../../../contract/errors.ts';
import { readCardOrder } from '../../../../db/card-orders/read.ts';
import type { CardOrderRow } from '../../../../db/card-orders/rows.ts';
import { select } from '../../../../db/core/sql.ts';
import { anyone } from '../../../access.ts';
import type { App } from '../../../app.ts';
import type { ServerDeps } from '../../../deps.ts';
import { openObjectStreams } from '../../../live/object-streams.ts';
import { presentCardOrder } from './order-view.ts';
import { ownOrder } from './secret.ts';

/** `GET …/orders/{id}/events`: the order as Server-Sent Events, read with `fetch` because of the secret. */
export function cardOrderEventRoute(app: App, deps: ServerDeps): void {
  const { db } = deps;
  const versions = (ids: readonly string[]) =>
    select<{ id: string; version: number }>(db, 'SELECT id, version FROM card_order WHERE id = ANY($1::uuid[])', [ids]);
  const snapshot = async (row: CardOrderRow) => {
    const order = await presentCardOrder(deps, row);
    return { version: order.version, text: JSON.stringify(order) };
  };
  const read = async (id: string) => snapshot(await readCardOrder(db, id));
  const streams = openObjectStreams(deps, { event: 'card_order', versions, read }, (error) =>
    app.log.warn({ err: error }, 'could not read a card order for its open pages'),
  );
  app.addHook('preClose', async () => streams.close());
  app.get(
    '/customer/card-payment/orders/:id/events',
    {
      config: anyone('The secret of the order opens it, and nothing else does.'),
      schema: {
        tags: ['Card purchase'],
        summary: 'Follow an order',
        description:
          'Server-Sent Events: `card_order` with the whole order, at once and on every change, and `heartbeat` every ' +
          '10 s. With the secret as of every call, so it is read with `fetch` and not with `EventSource`.',
        params: IdParams,
        response: {
          200: { description: 'An event stream.', content: { 'text/event-stream': { schema: Type.String() } } },
          ...errorResponses(401),
        },
      },
    },
    async (request, reply) => {
      const row = await ownOrder(db, request, request.params.id);
      const first = await snapshot(row);
      streams.follow(row.id, app.eventStreams.open(request, reply), first);
      return reply;
    },
  );
}
