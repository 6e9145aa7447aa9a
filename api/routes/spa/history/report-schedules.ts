import type { FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { Data, Exact } from '../../../../contract/basics.ts';
import { errorResponses } from '../../../../contract/errors.ts';
import { CreateReportScheduleBody, ReportSchedule } from '../../../../contract/report-schedules.ts';
import { type Member, memberOf, readTeam } from '../../../../db/accounts/team.ts';
import { userMay } from '../../../../db/accounts/users.ts';
import { audit } from '../../../../db/audit/audit.ts';
import { inTransaction, type Tx } from '../../../../db/core/sequelize.ts';
import {
  addReportSchedule,
  listReportSchedules,
  readReportSchedule,
  type ReportSchedule as ScheduleRow,
  stopReportSchedule,
} from '../../../../db/reports/schedules.ts';
import type { AuditAction } from '../../../../domain/accounts/audit.ts';
import { roleMay } from '../../../../domain/accounts/permissions.ts';
import { DomainError, fieldError } from '../../../../domain/errors.ts';
import { parseId } from '../../../../domain/ids.ts';
import { isTimeZone, REPORT_PERMISSIONS } from '../../../../domain/reports/reports.ts';
import type { App } from '../../../app.ts';
import { auditedUser } from '../../../auth/audited.ts';
import { profileOf, userOf } from '../../../auth/guard.ts';
import type { ServerDeps } from '../../../deps.ts';
import { answerOnce, IdempotencyHeaders } from '../../../plugins/idempotency.ts';
import { refuseUnknownChoice } from '../../../reports/filters.ts';
import { profileItemRoute, profileRoute } from '../../../route-options.ts';

/** Reports by schedule: each is mailed to a member of the team as a link that asks for a sign-in. */
export function reportScheduleRoutes(app: App, deps: ServerDeps): void {
  listRoute(app, deps);
  createRoute(app, deps);
  stopRoute(app, deps);
}

function listRoute(app: App, { db }: ServerDeps): void {
  app.get(
    '/spa/:profile/report-schedules',
    profileRoute('merchant_history_info', {
      summary: 'List scheduled reports',
      description: 'Your own; with the permission to see the team, all of them.',
      response: { 200: Exact({ data: Type.Array(ReportSchedule) }) },
    }),
    async (request) => {
      const { profileId, merchantId } = await profileOf(db, request);
      const team = await readTeam(db, merchantId);
      const schedules = await listReportSchedules(db, profileId);
      return { data: schedules.filter((each) => mayStop(request, each)).map((each) => present(each, team)) };
    },
  );
}

function createRoute(app: App, { db, now }: ServerDeps): void {
  app.post(
    '/spa/:profile/report-schedules',
    profileRoute('merchant_history_info', {
      summary: 'Schedule a report',
      headers: IdempotencyHeaders,
      body: CreateReportScheduleBody,
      response: { 201: Data(ReportSchedule), ...errorResponses(409) },
    }),
    async (request, reply) => {
      const user = userOf(request);
      const { id: userId } = user;
      const { kind, period, time_zone: timeZone, gate_id, recipient_id: recipientId = userId } = request.body;
      if (!userMay(user, REPORT_PERMISSIONS[kind])) throw new DomainError('permission_denied');
      if (!isTimeZone(timeZone)) throw fieldError('time_zone', 'There is no such time zone.');
      const filter: Record<string, string> = gate_id === undefined ? {} : { gate_id };
      refuseUnknownChoice({ kind, filter });
      const { profileId, merchantId, mode } = await profileOf(db, request);
      const team = await readTeam(db, merchantId);
      const recipient = recipientOf(request, team, recipientId);
      // Schedules are of the first shop, also for who may work in some shops only.
      if (recipient.onlyShops !== null || !roleMay(recipient.role, REPORT_PERMISSIONS[kind]))
        throw fieldError('recipient_id', 'This member may not read such reports.');
      const requested = { merchantId, profileId, mode, kind, filter, timeZone, period, createdBy: userId };
      return answerOnce(request, reply, { db, merchantId, mode }, async (tx) => {
        const schedule = await addReportSchedule(tx, { ...requested, recipientId: recipient.id }, now());
        await record(tx, request, schedule, 'report.scheduled');
        return { status: 201, data: present(schedule, team) };
      });
    },
  );
}

function stopRoute(app: App, { db }: ServerDeps): void {
  app.delete(
    '/spa/:profile/report-schedules/:id',
    profileItemRoute('merchant_history_info', {
      summary: 'Stop a scheduled report',
      response: { 200: Data(ReportSchedule) },
    }),
    async (request) => {
      const { profileId, merchantId } = await profileOf(db, request);
      const team = await readTeam(db, merchantId);
      const stopped = await inTransaction(db, async (tx) => {
        const schedule = await readReportSchedule(tx, parseId(request.params.id), profileId);
        if (!mayStop(request, schedule)) throw new DomainError('not_found');
        await stopReportSchedule(tx, schedule.id);
        await record(tx, request, schedule, 'report.unscheduled');
        return schedule;
      });
      return { data: present(stopped, team) };
    },
  );
}

/** Its recipient, its creator, and roles that see the whole team. */
function mayStop(request: FastifyRequest, { recipientId, createdBy }: ScheduleRow): boolean {
  const { id, role } = userOf(request);
  return recipientId === id || createdBy === id || roleMay(role, 'merchant_user_viewAny');
}

/** @throws DomainError for somebody who is not of the team, or whom this user must not see */
function recipientOf(request: FastifyRequest, team: readonly Member[], requested: string): Member {
  const { id, role } = userOf(request);
  if (requested !== id && !roleMay(role, 'merchant_user_viewAny'))
    throw fieldError('recipient_id', 'You can schedule reports for yourself only.');
  const member = team.find((each) => each.id === requested);
  if (member === undefined || member.blocked) throw fieldError('recipient_id', 'There is no such team member.');
  return memberOf(team, member.id);
}

function present(schedule: ScheduleRow, team: readonly Member[]): ReportSchedule {
  const { id, kind, period, timeZone, filter, recipientId, dueAt, lastSentAt, createdAt } = schedule;
  return {
    id,
    kind,
    period,
    time_zone: timeZone,
    gate_id: filter.gate_id ?? null,
    recipient: { id: recipientId, name: team.find((each) => each.id === recipientId)?.fullName ?? '' },
    next_at: dueAt.toISOString(),
    last_sent_at: lastSentAt?.toISOString() ?? null,
    created_at: createdAt.toISOString(),
  };
}

function record(tx: Tx, request: FastifyRequest, { id, kind, period }: ScheduleRow, action: AuditAction) {
  const target = { kind: 'report_schedule', id, label: kind };
  return audit(tx, { ...auditedUser(request), action, target, data: { period } });
}
