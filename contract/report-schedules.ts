import { type Static, Type } from 'typebox';
import { REPORT_PERIODS } from '../domain/reports/report-schedules.ts';
import { REPORT_KINDS } from '../domain/reports/reports.ts';
import { Exact, GateIdSchema, Instant, Nullable, Uuid } from './basics.ts';

const what = {
  kind: Type.Enum(REPORT_KINDS, { type: 'string' }),
  period: Type.Enum(REPORT_PERIODS, {
    type: 'string',
    description: 'Each report is about the day, the week from Monday, or the month that has just ended.',
  }),
  time_zone: Type.String({
    maxLength: 64,
    description: 'IANA name: days are local to it.',
    examples: ['Europe/Vilnius'],
  }),
};

export const CreateReportScheduleBody = Exact(
  {
    ...what,
    gate_id: Type.Optional({ ...GateIdSchema, description: 'Of one asset; a statement needs it.' }),
    recipient_id: Type.Optional({
      ...Uuid,
      description: 'A team member. By default the signed-in user; others need the permission to see the team.',
    }),
  },
  { title: 'CreateReportSchedule' },
);

export const ReportSchedule = Exact(
  {
    id: Uuid,
    ...what,
    gate_id: Nullable(Type.String()),
    recipient: Exact({ id: Uuid, name: Type.String() }),
    next_at: { ...Instant, description: 'When the present period is over; the email follows within 15 minutes.' },
    last_sent_at: Nullable(Instant),
    created_at: Instant,
  },
  { title: 'ReportSchedule' },
);

export type ReportSchedule = Static<typeof ReportSchedule>;
export type CreateReportScheduleBody = Static<typeof CreateReportScheduleBody>;
