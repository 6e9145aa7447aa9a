import { type Static, Type } from 'typebox';
import { MODES } from '../domain/assets/assets.ts';
import { LINKS } from '../domain/suspicion/linked.ts';
import { REPORT_OPERATION_KINDS } from '../domain/suspicion/linked-report.ts';
import { SUSPICION_KINDS, SUSPICION_STATUSES } from '../domain/suspicion/suspicion.ts';
import { Exact, Instant, ModeSchema, Nullable, Text, Uuid } from './basics.ts';
import { StaffRoleSchema } from './staff.ts';
import { manyOf, staffPaging } from './staff-cases.ts';

const KindSchema = Type.Enum(SUSPICION_KINDS, { type: 'string' });
const REPORT_STATUSES = ['draft', 'filed', 'dismissed'] as const;

export const SubjectQuery = Exact({
  search: Type.Optional(Text(200, 'An id or its end, a reference, an address or a transaction.')),
});

/** A subject that can be suspended, or the reason why it cannot. */
export const SubjectView = Exact(
  {
    kind: KindSchema,
    id: Uuid,
    company_name: Nullable(Type.String()),
    mode: ModeSchema,
    label: Type.String(),
    status: Type.String(),
    amount: Type.String({ examples: ['0.002 BTC'] }),
    created_at: Instant,
    refusal: Nullable(
      Type.Enum(['suspended', 'settled', 'signed', 'over'], {
        type: 'string',
        description: 'Null: it can be suspended.',
      }),
    ),
  },
  { title: 'SuspicionSubject' },
);

/** Sandbox is apart: nobody has to look for what counts among what does not. */
const ModeFilter = Type.Enum(MODES, { type: 'string', default: 'production' });

export const OperationQuery = Exact({
  page: staffPaging.page,
  per_page: staffPaging.per_page,
  status: Type.Optional(manyOf(SUSPICION_STATUSES, 'One or several, by comma.')),
  mode: Type.Optional(ModeFilter),
});

export const SuspendBody = Exact(
  { kind: KindSchema, subject_id: Uuid, reason: Text(2000) },
  { title: 'SuspendOperation' },
);

export const ReasonBody = Exact({ reason: Text(2000) }, { title: 'StaffReason' });

const operation = {
  id: Uuid,
  kind: KindSchema,
  subject_id: Uuid,
  company_name: Nullable(Type.String()),
  mode: ModeSchema,
  label: Type.String(),
  value_eur: Nullable(Type.String({ examples: ['1250.00'] })),
  status: Type.Enum(SUSPICION_STATUSES, { type: 'string' }),
  suspended_at: Instant,
  due_at: Type.String({ format: 'date-time', description: 'Reported or released until then: three working hours.' }),
  overdue: Type.Boolean(),
};

export const OperationLine = Exact(operation, { title: 'SuspendedOperationLine' });

export const OperationView = Exact(
  {
    ...operation,
    together_eur: Nullable(
      Type.String({ description: 'With other suspended operations of the merchant or payer, which count together.' }),
    ),
    subject_status: Type.String(),
    missing: Nullable(Type.String({ description: 'What a release still needs.' })),
    may_agree: Type.Boolean({ description: 'You have not agreed yet.' }),
    events: Type.Array(
      Exact({
        event: Type.Enum(['suspended', 'reported', 'agreed', 'released'], { type: 'string' }),
        staff_name: Type.String(),
        staff_role: StaffRoleSchema,
        words: Type.String(),
        at: Instant,
      }),
    ),
  },
  { title: 'SuspendedOperation' },
);

export const ReportQuery = Exact({
  page: staffPaging.page,
  per_page: staffPaging.per_page,
  status: Type.Optional(manyOf(REPORT_STATUSES, 'One or several, by comma.')),
  mode: Type.Optional(ModeFilter),
});

const report = {
  id: Uuid,
  mode: ModeSchema,
  link: Type.Enum(LINKS, { type: 'string' }),
  linked_by: Type.String({ description: 'The shared address or account, the customer, or the merchant.' }),
  version: Type.Integer(),
  status: Type.Enum(REPORT_STATUSES, { type: 'string' }),
  total_eur: Type.String(),
  first_at: Instant,
  last_at: Instant,
  operations: Type.Integer(),
};

export const ReportLine = Exact(report, { title: 'LinkedReportLine' });

export const ReportView = Exact(
  {
    ...report,
    text: Type.String(),
    written_by: Nullable(Type.String()),
    closed_by: Nullable(Type.String()),
    closed_reason: Nullable(Type.String()),
    votes: Type.Array(
      Exact({
        verdict: Type.Enum(['filed', 'dismissed'], { type: 'string' }),
        staff_name: Type.String(),
        staff_role: StaffRoleSchema,
        reason: Nullable(Type.String()),
      }),
      { description: 'Of this version: filing and dismissing need two people of two roles, one of them the MLRO.' },
    ),
    closed_at: Nullable(Instant),
    lines: Type.Array(
      Exact({
        id: Uuid,
        kind: Type.Enum(REPORT_OPERATION_KINDS, { type: 'string' }),
        subject_id: Uuid,
        at: Instant,
        company_name: Nullable(Type.String()),
        amount: Type.String(),
        value_eur: Type.String(),
        payer: Nullable(Type.String()),
        customer: Nullable(Type.String()),
        transaction_id: Nullable(Type.String()),
      }),
    ),
  },
  { title: 'LinkedReport' },
);

const Version = Type.Integer({ minimum: 1, description: 'The version you saw: a change made meanwhile is a 409.' });

export const WriteReportBody = Exact(
  { version: Version, text: Type.String({ maxLength: 20_000, pattern: '^[^\\u0000]*$' }) },
  { title: 'WriteReport' },
);
export const CloseReportBody = Exact({ version: Version, reason: Type.Optional(Text(2000)) }, { title: 'CloseReport' });

export const LookQuery = Exact(staffPaging);

export const LookView = Exact(
  {
    id: Uuid,
    at: Instant,
    staff_name: Type.String(),
    staff_role: StaffRoleSchema,
    company_name: Nullable(Type.String()),
    kind: Type.Enum(['case', 'document', 'operation', 'report', 'contact', 'partner', 'ticket'], { type: 'string' }),
    subject_id: Uuid,
    label: Type.String(),
    reason: Type.String(),
    ip: Nullable(Type.String()),
    browser: Nullable(Type.String()),
  },
  { title: 'PersonLook' },
);

export const StaffAuditQuery = Exact(staffPaging);

/** Counts of open work for staff, for the navigation. */
export const StaffOverview = Exact(
  {
    cases: Type.Integer({ description: 'In review.' }),
    operations: Type.Integer({ description: 'Suspended, not reported yet.' }),
    overdue: Type.Integer(),
    drafts: Type.Integer(),
    tickets: Type.Integer({ description: 'Support tickets that wait for an answer.' }),
    alerts: Type.Integer({ description: 'Critical and not acknowledged; 0 for roles that see no alerts.' }),
  },
  { title: 'StaffOverview' },
);

export type SubjectView = Static<typeof SubjectView>;
export type OperationLine = Static<typeof OperationLine>;
export type OperationView = Static<typeof OperationView>;
export type ReportLine = Static<typeof ReportLine>;
export type ReportView = Static<typeof ReportView>;
export type LookView = Static<typeof LookView>;
export type StaffOverview = Static<typeof StaffOverview>;
export type SuspendBody = Static<typeof SuspendBody>;
export type WriteReportBody = Static<typeof WriteReportBody>;
export type CloseReportBody = Static<typeof CloseReportBody>;
