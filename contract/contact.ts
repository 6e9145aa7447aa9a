import { type Static, type TSchema, Type } from 'typebox';
import { APPLICATION_STATUSES } from '../domain/forms/application.ts';
import { CONTACT_FIELDS, type ContactKind } from '../domain/forms/contact.ts';
import { EmailAddress } from './account.ts';
import { Exact, Instant, Nullable, Text, Uuid } from './basics.ts';
import { PageQuery, statusesOf } from './lists.ts';

/** Fields that every form of the public pages is sent with. */
const sent = {
  token: Type.String({ minLength: 1, maxLength: 100, description: 'Of GET /spa/contact/form; each is sent once.' }),
  proof: Type.String({
    minLength: 1,
    maxLength: 12,
    pattern: '^[0-9a-z]+$',
    description: 'The SHA-256 of `<token>:<proof>` begins with `proof_bits` zero bits.',
  }),
  fax: Type.Optional(
    Type.String({ maxLength: 200, description: 'Leave it out: what fills every field is no person.' }),
  ),
};

/** The data that a page needs to send a form. */
export const FormTicket = Exact(
  {
    token: Type.String(),
    proof_bits: Type.Integer({ description: 'How much work a proof is.' }),
    wait_ms: Type.Integer({ description: 'A form is not taken sooner after its token was made.' }),
  },
  { title: 'FormTicket' },
);
export type FormTicket = Static<typeof FormTicket>;

/** The body of a form, whose fields and rules are those of `domain/forms/contact.ts`. */
export function contactBody(kind: ContactKind) {
  const fields: Record<string, TSchema> = {};
  for (const { name, type, maxLength, isOptional } of CONTACT_FIELDS[kind]) {
    const schema = type === 'check' ? CHECK : type === 'count' ? COUNT : Type.String({ maxLength });
    fields[name] = isOptional ? Type.Optional(schema) : schema;
  }
  return Exact({ ...sent, ...fields }, { title: TITLES[kind] });
}

const CHECK = Type.Boolean({ description: 'Must be true.' });
const COUNT = Type.Integer({ minimum: 0, maximum: 999_999_999_999 });
const TITLES: Readonly<Record<ContactKind, string>> = {
  'contact-us': 'ContactUs',
  'contact-us-partner': 'ContactUsPartner',
  partner: 'ContactPartner',
};

export const ContactReceipt = Exact(
  { reference: Type.String({ description: 'How to name the message.', examples: ['TG-7K2M9QXA'] }) },
  { title: 'ContactReceipt' },
);

export const NewsletterBody = Exact({ ...sent, email: EmailAddress }, { title: 'Newsletter' });

// ── The console ──────────────────────────────────────────────────────────────────────────────────────────────────────

const { page, per_page } = PageQuery.properties;
const paging = { page, per_page };

export const ApplicationLine = Exact(
  {
    id: Uuid,
    email: Type.String(),
    contact_handle: Type.String(),
    domain: Type.String(),
    industry: Type.String(),
    turnover: Type.String(),
    language: Type.String(),
    status: Type.Enum(APPLICATION_STATUSES, { type: 'string', title: 'ApplicationStatus' }),
    company_name: Nullable(Type.String({ description: 'Of the account that it opened.' })),
    created_at: Instant,
  },
  { title: 'ApplicationLine' },
);
export type ApplicationLine = Static<typeof ApplicationLine>;

export const ApplicationListQuery = Exact({
  ...paging,
  status: statusesOf(APPLICATION_STATUSES),
  search: Type.Optional(Text(200, 'Searches address, handle and domain.')),
});

export const ArticleAnswersLine = Exact(
  {
    id: Type.String({ description: 'The slug of the help article.' }),
    path: Type.String(),
    useful: Type.Integer({ description: 'Readers who found it useful, in 90 days.' }),
    not_useful: Type.Integer(),
    latest_on: Type.String({ format: 'date', description: 'The day of the latest answer, UTC.' }),
  },
  { title: 'ArticleAnswersLine' },
);
export type ArticleAnswersLine = Static<typeof ArticleAnswersLine>;
