import { Type } from 'typebox';
import { Exact } from '../../../../contract/basics.ts';
import { EventRow } from '../../../../contract/history.ts';
import { latestEvents } from '../../../../db/history/event-list.ts';
import type { App } from '../../../app.ts';
import { shopEvents } from '../../../auth/shop-events.ts';
import type { ServerDeps } from '../../../deps.ts';
import { presentHistoryEvent } from '../../../presenters/history.ts';
import { shopRoute } from '../../../route-options.ts';

/** How many objects the dashboard shows. */
const LATEST = 10;

/** `GET /spa/{profile}/dashboard/latest`: what happened last, of everything that the user may see. */
export function latestRoute(app: App, { db }: ServerDeps): void {
  app.get(
    '/spa/:profile/dashboard/latest',
    shopRoute('merchant_history_events', {
      summary: 'List the latest events',
      description:
        `The newest event of each of the ${LATEST} objects that changed last, of the shop and of what all shops ` +
        'have together.',
      response: { 200: Exact({ data: Type.Array(EventRow) }) },
    }),
    async (request) => {
      return { data: (await latestEvents(db, await shopEvents(db, request), LATEST)).map(presentHistoryEvent) };
    },
  );
}
