import { type Static, Type } from 'typebox';
import { INDUSTRIES, TURNOVER_RANGES } from '../domain/accounts/business.ts';
import type { StaffRole } from '../domain/accounts/staff-permissions.ts';
import { CASE_STATUSES, DOCUMENT_KINDS, RESTRICTIONS, STATEMENT_KINDS, VERDICTS } from '../domain/compliance/case.ts';
import { CASE_EVENTS } from '../domain/compliance/case-table.ts';
import { Exact, Instant, Nullable, Text, Uuid } from './basics.ts';
import { StaffRoleSchema } from './staff.ts';

const RISKS = ['low', 'medium', 'high', 'unknown'] as const;

/** Values of a list, by comma. */
export function manyOf(values: readonly string[], description: string, maxLength = 300) {
  const one = `(${values.join('|')})`;
  return Type.String({ pattern: `^${one}(,${one})*$`, maxLength, description });
}

export const staffPaging = {
  page: Type.Optional(Type.Integer({ minimum: 1, maximum: 10_000, default: 1 })),
  per_page: Type.Optional(Type.Integer({ minimum: 1, maximum: 100, default: 25 })),
  search: Type.Optional(Text(200)),
};

export const CaseListQuery = Exact({
  ...staffPaging,
  order: Type.Optional(
    Type.Enum(['longest_waiting', 'newest'], {
      type: 'string',
      description: 'Default: who waits longest comes first.',
    }),
  ),
  status: Type.Optional(manyOf(CASE_STATUSES, 'One or several, by comma.')),
  risk: Type.Optional(manyOf(RISKS, 'One or several, by comma; `unknown` was not assessed yet.')),
});

export const CaseStatusSchema = Type.Enum(CASE_STATUSES, { type: 'string', title: 'CaseStatus' });

export const CaseLineView = Exact(
  {
    id: Uuid,
    company_name: Nullable(Type.String()),
    country: Nullable(Type.String({ description: 'ISO 3166-1 alpha-2.' })),
    status: CaseStatusSchema,
    reason: Nullable(Type.String({ examples: ['yearly_review'] })),
    since: Instant,
    risk_level: Nullable(Type.String({ description: 'Null: not assessed yet.' })),
    approvals: Type.Array(StaffRoleSchema, { description: 'Roles that have approved in this round; two are needed.' }),
    documents: Type.Integer({ minimum: 0 }),
  },
  { title: 'CaseLine' },
);

export type CaseLineView = Static<typeof CaseLineView>;

const StaffName = Type.String();
const Day = Type.String({ description: 'A calendar day.', examples: ['2026-11-20'] });

const BusinessView = Exact(
  {
    legal_name: Type.String(),
    registration_number: Type.String(),
    country: Type.String(),
    street: Type.String(),
    city: Type.String(),
    postal_code: Type.String(),
    incorporated_on: Day,
    industry: Type.Enum(INDUSTRIES, { type: 'string' }),
    turnover: Type.Enum(TURNOVER_RANGES, { type: 'string', description: 'A month, in euro.' }),
    website: Type.String(),
    description: Type.String(),
    source_of_funds: Type.String(),
  },
  { title: 'CaseBusiness' },
);

const PersonView = Exact(
  {
    id: Uuid,
    full_name: Type.String(),
    birth_date: Day,
    nationality: Type.String(),
    country: Type.String(),
    street: Type.String(),
    city: Type.String(),
    postal_code: Type.String(),
    politically_exposed: Type.Boolean(),
    is_owner: Type.Boolean(),
    is_representative: Type.Boolean(),
    share_percent: Nullable(Type.Integer()),
  },
  { title: 'CasePerson' },
);

const CaseDocumentView = Exact(
  {
    id: Uuid,
    person_id: Nullable(Uuid),
    kind: Type.Enum(DOCUMENT_KINDS, { type: 'string' }),
    file_name: Type.String(),
    content_type: Type.String(),
    size_bytes: Type.Integer(),
    expires_on: Nullable(Day),
    uploaded_at: Instant,
    handed_in: Type.Boolean(),
    replaced: Type.Boolean({ description: 'A newer one took its place.' }),
    to_open: Type.Boolean({ description: 'You have not opened it yet, and have to before you may approve.' }),
  },
  { title: 'CaseDocument' },
);

export const DocumentPages = Exact(
  {
    file_name: Type.String(),
    readable: Type.Boolean({ description: 'False: the file is broken, or too much to draw. Ask for another one.' }),
    pages: Type.Array(Type.String(), { description: 'JPEG files in Base64, the first pages of the document.' }),
    total_pages: Type.Integer({ description: 'How many there are; more than `pages` when only the first are drawn.' }),
  },
  { title: 'DocumentPages' },
);

export type DocumentPages = Static<typeof DocumentPages>;

interface RiskHit {
  hit: string;
  name: string;
  listed_name: string;
  list: string;
  score: number;
  missing: string | null;
  dispositions: {
    staff_name: string;
    staff_role: StaffRole;
    identity: string;
    difference: string;
    evidence: string;
    at: string;
  }[];
}

const RiskView = Type.Unsafe<{
  level: string;
  score: number;
  assessed_at: string;
  reasons: { words: string; points: number }[];
  hits: RiskHit[];
} | null>({
  type: ['object', 'null'],
  additionalProperties: false,
  required: ['level', 'score', 'assessed_at', 'reasons', 'hits'],
  properties: {
    level: Type.String(),
    score: Type.Integer({ description: '0 to 100.' }),
    assessed_at: Instant,
    reasons: Type.Array(Exact({ words: Type.String(), points: Type.Integer() })),
    hits: Type.Array(
      Exact({
        hit: Type.String({ description: 'Names the likeness, across checks.' }),
        name: Type.String(),
        listed_name: Type.String(),
        list: Type.String(),
        score: Type.Integer({ description: 'How alike the names are, 0 to 100.' }),
        missing: Nullable(
          Type.String({ description: 'What its disposition still needs; null: two people wrote one.' }),
        ),
        dispositions: Type.Array(
          Exact({
            staff_name: Type.String(),
            staff_role: StaffRoleSchema,
            identity: Type.String(),
            difference: Type.String(),
            evidence: Type.String(),
            at: Instant,
          }),
        ),
      }),
      { description: 'Possible matches with sanctioned parties, for people to judge.' },
    ),
  },
});

export const CaseFileView = Exact(
  {
    id: Uuid,
    merchant: Exact({
      id: Uuid,
      company_name: Nullable(Type.String()),
      country: Nullable(Type.String()),
      website: Nullable(Type.String()),
      contact_handle: Nullable(Type.String({ description: 'In a messenger, as the application named it.' })),
      email: Nullable(Type.String()),
      since: Instant,
    }),
    status: CaseStatusSchema,
    reason: Nullable(Type.String()),
    since: Instant,
    act_until: Nullable(Instant),
    round: Type.Integer(),
    tested: Type.Boolean(),
    business: Type.Unsafe<Static<typeof BusinessView> | null>({
      ...BusinessView,
      type: ['object', 'null'],
      title: undefined,
    }),
    people: Type.Array(PersonView),
    documents: Type.Array(CaseDocumentView),
    provider: Type.Array(
      Exact({
        person_id: Nullable(Uuid),
        status: Type.String(),
        labels: Type.Array(Type.String()),
        comment: Nullable(Type.String()),
        news_at: Nullable(Instant),
      }),
      { description: "The verification provider's results: of the business (without a person), and of each person." },
    ),
    risk: RiskView,
    checks: Type.Array(
      Exact({
        cause: Type.Enum(['assessment', 'schedule', 'request'], { type: 'string' }),
        lists: Type.Array(Exact({ name: Type.String(), published_on: Day, imported_at: Type.String() }), {
          description: 'Empty: no real list was imported, so nobody was cleared by it.',
        }),
        names: Type.Integer(),
        hits: Type.Integer(),
        at: Instant,
      }),
      { description: 'The last checks against the sanctions lists, the newest first.' },
    ),
    approvals: Type.Array(StaffRoleSchema),
    missing: Nullable(
      Type.String({ description: 'What an approval still needs; null: nothing, or nothing can be decided now.' }),
    ),
    verdicts: Type.Array(Type.Enum(VERDICTS, { type: 'string' }), { description: 'What the reader may decide now.' }),
    restrictions: Exact({
      money_out: Type.Boolean(),
      invoices: Type.Boolean(),
      words: Nullable(Type.String()),
    }),
    statements: Type.Array(
      Exact({
        kind: Type.Enum(STATEMENT_KINDS, { type: 'string' }),
        words: Type.String(),
        by: Type.String(),
        at: Instant,
      }),
      { description: 'What the merchant wrote to the team.' },
    ),
    may_decide: Type.Boolean({ description: 'The case waits for staff, and you have not approved it in this round.' }),
    decisions: Type.Array(
      Exact({
        verdict: Type.Enum(VERDICTS, { type: 'string' }),
        round: Type.Integer(),
        staff_name: StaffName,
        staff_role: StaffRoleSchema,
        reason: Type.String(),
        at: Instant,
      }),
    ),
    events: Type.Array(
      Exact({
        event: Type.Enum(CASE_EVENTS, { type: 'string' }),
        status: CaseStatusSchema,
        reason: Nullable(Type.String()),
        at: Instant,
      }),
    ),
  },
  { title: 'CaseFile' },
);

export const DispositionBody = Exact(
  {
    hit: Text(300),
    identity: Text(2000, 'Who the listed party is.'),
    difference: Text(2000, 'Why the screened one is another.'),
    evidence: Text(2000, 'What that was seen by.'),
  },
  { title: 'SanctionsDisposition' },
);

export const DecideBody = Exact(
  {
    decision_id: Type.String({
      format: 'uuid',
      description: 'Made by the caller: asked again with it, nothing is decided twice.',
    }),
    verdict: Type.Enum(VERDICTS, { type: 'string' }),
    reason: Text(2000, 'Kept with the decision, for staff.'),
    words: Type.Optional(Text(2000, 'For the merchant; needed for `more`, `refuse`, `suspend` and `restrict`.')),
    restrictions: Type.Optional(
      Type.Array(Type.Enum(RESTRICTIONS, { type: 'string' }), {
        maxItems: 2,
        uniqueItems: true,
        description: 'What `restrict` and `lift` are about.',
      }),
    ),
    requested: Type.Optional(
      Type.Array(
        Exact({
          kind: Type.Enum(DOCUMENT_KINDS, { type: 'string' }),
          person_id: Nullable(Uuid),
          note: Nullable(Text(500)),
        }),
        { maxItems: 30, description: 'What `more` asks for.' },
      ),
    ),
  },
  { title: 'CaseDecision' },
);

export const DecidedView = Exact(
  { status: CaseStatusSchema, missing: Nullable(Type.String()) },
  { title: 'CaseDecided' },
);

export const LookBody = Exact({ reason: Text(500, 'Why the document is opened; kept.') }, { title: 'LookReason' });

export type CaseFileView = Static<typeof CaseFileView>;
export type DecidedView = Static<typeof DecidedView>;
export type DispositionBody = Static<typeof DispositionBody>;
export type DecideBody = Static<typeof DecideBody>;
