import { type Static, Type } from 'typebox';
import { INDUSTRIES, TURNOVER_RANGES } from '../domain/accounts/business.ts';
import { CASE_STATUSES, DOCUMENT_KINDS, ONBOARDING_STEPS, STATEMENT_KINDS } from '../domain/compliance/case.ts';
import { FILE_TYPES } from '../domain/compliance/file-kind.ts';
import { Exact, Instant, Nullable, Text, Uuid, WebAddress } from './basics.ts';

const Day = Type.String({
  pattern: '^\\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\\d|3[01])$',
  description: 'A calendar day, ISO 8601.',
  examples: ['2012-04-01'],
});
const Country = Type.String({ pattern: '^[A-Z]{2}$', description: 'ISO 3166-1 alpha-2.', examples: ['DE'] });
const DocumentKind = Type.Enum(DOCUMENT_KINDS, { type: 'string', title: 'DocumentKind' });

const address = { street: Text(200), city: Text(100), postal_code: Text(20) };

export const BusinessBody = Exact(
  {
    legal_name: Text(200, 'As the register has it.'),
    registration_number: Text(60),
    country: Country,
    ...address,
    incorporated_on: Day,
    industry: Type.Enum(INDUSTRIES, { type: 'string' }),
    turnover: Type.Enum(TURNOVER_RANGES, { type: 'string', description: 'A month, in euro.' }),
    website: WebAddress('Where the business sells.'),
    description: Text(2000, 'What is sold, and to whom.'),
    source_of_funds: Text(1000, 'Where the money comes from.'),
  },
  { title: 'Business' },
);

const person = {
  full_name: { ...Text(120), examples: ['Nora Quay'] },
  birth_date: { ...Day, examples: ['1984-05-17'] },
  nationality: Country,
  country: Country,
  ...address,
  politically_exposed: Type.Boolean({
    examples: [false],
    description: 'Holds or held a prominent public office, or is close to one who does.',
  }),
  is_owner: Type.Boolean({ examples: [true] }),
  is_representative: Type.Boolean({ examples: [true] }),
  share_percent: Nullable(Type.Integer({ minimum: 1, maximum: 100, description: 'Of an owner; null for others.' })),
};

export const PersonBody = Exact(person, { title: 'PersonOfBusiness' });

export const DocumentQuery = Exact({
  kind: DocumentKind,
  file_name: Text(200),
  person_id: Type.Optional(Uuid),
  expires_on: Type.Optional(Day),
});

const RequestedDocument = Exact({
  kind: DocumentKind,
  person_id: Nullable(Uuid),
  note: Nullable(Type.String()),
  given: Type.Boolean(),
  must_expire: Type.Boolean({ description: 'The upload must name the day the document ends.' }),
});

const VerificationDocument = Exact({
  id: Uuid,
  kind: DocumentKind,
  person_id: Nullable(Uuid),
  file_name: Type.String(),
  content_type: Type.Enum(FILE_TYPES, { type: 'string' }),
  size_bytes: Type.Integer(),
  expires_on: Nullable(Day),
  uploaded_at: Instant,
  handed_in: Type.Boolean({ description: 'It cannot be withdrawn, only replaced.' }),
});

export const AnswerBody = Exact(
  { answer: Type.Optional(Text(2000, 'For the compliance team; required if no document was requested.')) },
  { title: 'VerificationAnswer' },
);

export const StatementBody = Exact(
  {
    kind: Type.Enum(['appeal', 'owner', 'address', 'activity'], {
      type: 'string',
      description: 'An appeal against a refusal, or what has changed.',
    }),
    words: Text(2000),
  },
  { title: 'VerificationStatement' },
);

export const Verification = Exact(
  {
    status: Nullable(Type.Enum(CASE_STATUSES, { type: 'string', description: 'Null: verified without a case.' })),
    reason: Nullable(Type.String()),
    steps: Type.Array(
      Exact({
        step: Type.Enum(ONBOARDING_STEPS, { type: 'string' }),
        status: Type.Enum(['done', 'skipped', 'current', 'waiting', 'attention', 'declined', 'ahead'], {
          type: 'string',
        }),
      }),
    ),
    actor: Type.Enum(['merchant', 'staff', 'provider', 'nobody'], { type: 'string', description: 'Who must act.' }),
    act_until: Nullable(Instant),
    production_open: Type.Boolean(),
    editable: Type.Boolean({ description: 'Data and documents can be changed now.' }),
    words: Nullable(Type.String({ description: 'Why more is requested, or why it was refused.' })),
    business: Nullable(BusinessBody),
    people: Type.Array(Exact({ id: Uuid, ...person })),
    documents: Type.Array(VerificationDocument),
    wanted: Type.Array(RequestedDocument, { description: 'The documents that are requested now.' }),
    restrictions: Exact(
      {
        money_out: Type.Boolean({ description: 'No payouts and no refunds in production.' }),
        invoices: Type.Boolean({ description: 'No new invoices in production.' }),
        words: Nullable(Type.String({ description: 'Why, as the team wrote it.' })),
      },
      { title: 'Restrictions' },
    ),
    may_appeal: Type.Boolean({ description: 'A refusal can be appealed, once.' }),
    may_report_change: Type.Boolean(),
    statements: Type.Array(
      Exact({ kind: Type.Enum(STATEMENT_KINDS, { type: 'string' }), words: Type.String(), at: Instant }),
      { description: 'What the merchant wrote to the team.' },
    ),
    opened_at: Nullable(Instant),
  },
  { title: 'Verification' },
);

export type BusinessBody = Static<typeof BusinessBody>;
export type PersonBody = Static<typeof PersonBody>;
export type StatementBody = Static<typeof StatementBody>;
export type Verification = Static<typeof Verification>;
