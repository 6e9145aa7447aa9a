import { Data, IdParams, Page } from '../../../contract/basics.ts';
import { errorResponses } from '../../../contract/errors.ts';
import { AcknowledgeBody, AlertLine, AlertQuery, AlertView, CloseBody } from '../../../contract/staff-alerts.ts';
import { acknowledgeAlert, closeAlert } from '../../../db/alerts/acknowledge.ts';
import { listAlerts, readAlert } from '../../../db/alerts/read.ts';
import { type Db, inTransaction, type Tx } from '../../../db/core/sequelize.ts';
import { parseId } from '../../../domain/ids.ts';
import type { App } from '../../app.ts';
import { type StaffDoor, staffActOf } from '../../auth/staff-door.ts';
import { presentAlert, presentAlertLine } from '../../presenters/staff-alerts.ts';
import { staffRoute } from '../../route-options.ts';
import { partsOf } from './cases.ts';

/** Alerts: the open ones, the people who were notified and when, and taking one on. */
export function staffAlertRoutes(app: App, { db }: StaffDoor): void {
  app.get(
    '/staff/alerts',
    staffRoute('alert_view', {
      summary: 'List alerts',
      description: 'Alerts that need somebody come first, the most urgent on top; then the newest.',
      querystring: AlertQuery,
      response: { 200: Page(AlertLine) },
    }),
    async (request, reply) => {
      const { page = 1, per_page: perPage = 25, status, severity, kind } = request.query;
      const filter = { status: partsOf(status), severity: partsOf(severity), kind: partsOf(kind), page, perPage };
      const { rows, total } = await listAlerts(db, filter);
      const pagination = { total, page, per_page: perPage };
      return reply.header('cache-control', 'no-store').send({ data: rows.map(presentAlertLine), pagination });
    },
  );

  app.get(
    '/staff/alerts/:id',
    staffRoute('alert_view', {
      summary: 'Get an alert with its history',
      params: IdParams,
      response: { 200: Data(AlertView) },
    }),
    async (request, reply) =>
      reply.header('cache-control', 'no-store').send({ data: await view(db, parseId<string>(request.params.id)) }),
  );

  app.post(
    '/staff/alerts/:id/acknowledge',
    staffRoute('alert_acknowledge', {
      summary: 'Acknowledge an alert',
      description:
        'It no longer escalates, and webhook and PagerDuty hear of it; it stays open until its cause is gone. If it ' +
        'is acknowledged already, nothing changes: the answer names who did it first.',
      params: IdParams,
      body: AcknowledgeBody,
      response: { 200: Data(AlertView), ...errorResponses(404, 409) },
    }),
    async (request) => {
      const id = parseId<string>(request.params.id);
      const { actor: by, origin } = staffActOf(request);
      const data = await inTransaction(db, async (tx) => {
        await acknowledgeAlert(tx, { id, by, origin, note: request.body.note });
        return view(tx, id);
      });
      return { data };
    },
  );

  app.post(
    '/staff/alerts/:id/close',
    staffRoute('alert_acknowledge', {
      summary: 'Close an alert that only a person can close',
      description: 'All other alerts close by themselves once their cause is gone.',
      params: IdParams,
      body: CloseBody,
      response: { 200: Data(AlertView), ...errorResponses(404, 409) },
    }),
    async (request) => {
      const id = parseId<string>(request.params.id);
      const { actor: by, origin } = staffActOf(request);
      const data = await inTransaction(db, async (tx) => {
        await closeAlert(tx, { id, by, origin, note: request.body.note });
        return view(tx, id);
      });
      return { data };
    },
  );
}

async function view(on: Tx | Db, id: string): Promise<AlertView> {
  const { alert, notices } = await readAlert(on, id);
  return presentAlert(alert, notices);
}
