import { Page } from '../../../../contract/basics.ts';
import { EventListQuery, EventRow, MovementListQuery, MovementRow } from '../../../../contract/history.ts';
import { listHistoryEvents } from '../../../../db/history/event-list.ts';
import { listMovements } from '../../../../db/history/movements.ts';
import { readInvoiceCurrency } from '../../../../db/shops/profiles.ts';
import { EVENT_KINDS, narrowed } from '../../../../domain/webhooks/event-kinds.ts';
import type { App } from '../../../app.ts';
import { eventKindsFor, profileOf } from '../../../auth/guard.ts';
import type { ServerDeps } from '../../../deps.ts';
import { listAnswer } from '../../../list-answer.ts';
import { presentHistoryEvent, presentMovement } from '../../../presenters/history.ts';
import { periodOf } from '../../../presenters/list-query.ts';
import { profileRoute, shopRoute } from '../../../route-options.ts';

/** Events, and their effects on the balances. */
export function historyRoutes(app: App, { db }: ServerDeps): void {
  app.get(
    '/spa/:profile/history/transactions',
    profileRoute('merchant_history_transactions', {
      summary: 'List balance changes',
      querystring: MovementListQuery,
      response: { 200: Page(MovementRow) },
    }),
    async (request) => {
      const { merchantId, mode, profileId } = await profileOf(db, request);
      const currency = await readInvoiceCurrency(db, profileId);
      const { page = 1, per_page: perPage = 25, gate_id: gateId, kinds, search } = request.query;
      const { movements, total } = await listMovements(db, {
        merchantId,
        mode,
        currency,
        page,
        perPage,
        ...periodOf(request.query),
        gateId,
        kinds: kinds === undefined ? undefined : narrowed(EVENT_KINDS, kinds),
        search,
      });
      return listAnswer(
        movements.map((movement) => presentMovement(movement, currency)),
        total,
        { page, perPage },
      );
    },
  );

  app.get(
    '/spa/:profile/history/events',
    shopRoute('merchant_history_events', {
      summary: 'List events of invoices, payouts and refunds',
      querystring: EventListQuery,
      response: { 200: Page(EventRow) },
    }),
    async (request) => {
      const { profileId } = await profileOf(db, request);
      const { page = 1, per_page: perPage = 25, kinds, search } = request.query;
      const readable = eventKindsFor(request);
      const { events, total } = await listHistoryEvents(db, {
        profileId,
        page,
        perPage,
        kinds: narrowed(readable, kinds),
        search,
        ...periodOf(request.query),
      });
      return listAnswer(events.map(presentHistoryEvent), total, { page, perPage });
    },
  );
}
