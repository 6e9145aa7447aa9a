import { type Static, Type } from 'typebox';
import { FRAUD_SIGNALS, REFERRAL_STANDINGS } from '../domain/partners/fraud.ts';
import { PARTNER_KINDS } from '../domain/partners/terms.ts';
import { PARTNER_STATUSES } from '../domain/state/partner-status.ts';
import { Exact, Instant, Nullable, Text, Uuid } from './basics.ts';
import { PageQuery, statusesOf } from './lists.ts';

const Kind = Type.Enum(PARTNER_KINDS, { type: 'string', title: 'PartnerKind' });
const Status = Type.Enum(PARTNER_STATUSES, { type: 'string', title: 'PartnerStatus' });
const Euros = Type.String({ description: 'Euro.', examples: ['120.50'] });
const Count = Type.Integer({ minimum: 0 });

/** The terms of an agreement. */
const Terms = Exact(
  {
    share_percent: Type.String({ description: 'Of service, conversion and card fees.', examples: ['20'] }),
    cap: Euros,
  },
  { title: 'PartnerTerms' },
);

const Link = Exact(
  {
    id: Uuid,
    code: Type.String({ examples: ['K7M2XQ9A'] }),
    label: Type.String(),
    visits: Count,
    sign_ups: Count,
    created_at: Instant,
  },
  { title: 'PartnerLink' },
);

/** Earned in all, not settled yet, and owed because fees were returned after their shares were settled. */
const EARNINGS = { earned: Euros, unsettled: Euros, owed: Euros };

// ── Staff ────────────────────────────────────────────────────────────────────────────────────────────────────────────

export const PartnerListQuery = Exact({
  ...PageQuery.properties,
  status: statusesOf(PARTNER_STATUSES),
  search: Type.Optional(Text(200, 'Searches name, email, company and website.')),
});

const line = {
  id: Uuid,
  kind: Kind,
  status: Status,
  name: Type.String(),
  email: Type.String(),
  website: Type.String(),
  merchants: Count,
  earned: Euros,
  created_at: Instant,
};

export const PartnerLine = Exact(line, { title: 'PartnerLine' });
export type PartnerLine = Static<typeof PartnerLine>;

/** A merchant that came by a partner, as staff see it. */
const ReferredMerchant = Exact(
  {
    merchant_id: Uuid,
    company_name: Nullable(Type.String()),
    standing: Type.Enum(REFERRAL_STANDINGS, { type: 'string' }),
    signals: Type.Array(Type.Enum(FRAUD_SIGNALS, { type: 'string' })),
    note: Nullable(Type.String()),
    share: Type.String({ description: 'Euro; counts only while the standing is `counted`.', examples: ['12.50'] }),
    created_at: Instant,
  },
  { title: 'ReferredMerchant' },
);

export const StaffPartner = Exact(
  {
    ...line,
    company: Nullable(Type.String()),
    reference: Type.String({ description: 'Of the message that applied.' }),
    ticket_id: Nullable(Uuid),
    subscribers: Nullable(Count),
    daily_visitors: Nullable(Count),
    reviewer: Nullable(Type.String()),
    evidence: Nullable(Type.String()),
    note: Nullable(Type.String()),
    terms: Nullable(Terms),
    account: Nullable(Type.String({ description: 'The company that is paid.' })),
    agreed_at: Nullable(Instant),
    ...EARNINGS,
    links: Type.Array(Link),
    referred: Type.Array(ReferredMerchant, { description: 'The newest hundred.' }),
  },
  { title: 'StaffPartner' },
);
export type StaffPartner = Static<typeof StaffPartner>;

export const ApprovePartnerBody = Exact(
  { evidence: Type.String({ minLength: 10, maxLength: 5_000, description: 'What was verified, and how.' }) },
  { title: 'ApprovePartner' },
);
export const PartnerNoteBody = Exact(
  { reason: Type.String({ minLength: 3, maxLength: 2_000, description: 'For staff.' }) },
  { title: 'PartnerNote' },
);
export const DecideReferralBody = Exact(
  { counts: Type.Boolean(), reason: PartnerNoteBody.properties.reason },
  { title: 'DecideReferral' },
);
export const ReferralParams = Exact({ id: Uuid, merchant_id: Uuid });

// ── Partners ─────────────────────────────────────────────────────────────────────────────────────────────────────────

const Token = Type.String({ minLength: 20, maxLength: 200, description: 'Of the link in the email.' });

export const AgreementBody = Exact({ token: Token }, { title: 'PartnerAgreementRequest' });

/** The link of an approval, for somebody who is not signed in. */
export const PartnerInvitation = Exact(
  {
    state: Type.Enum(['new', 'known', 'expired'], {
      type: 'string',
      description: '`known`: the address has an account, whose owner signs in and accepts.',
    }),
    name: Nullable(Type.String()),
    email: Nullable(Type.String()),
  },
  { title: 'PartnerInvitation' },
);
export type PartnerInvitation = Static<typeof PartnerInvitation>;

/** The agreement that an approved application leads to. */
export const PartnerAgreement = Exact(
  { kind: Kind, name: Type.String(), version: Type.String({ examples: ['2026-11-30'] }), terms: Terms },
  { title: 'PartnerAgreement' },
);
export type PartnerAgreement = Static<typeof PartnerAgreement>;

export const AcceptAgreementBody = Exact(
  {
    token: Token,
    version: Type.String({ maxLength: 10, description: 'That was shown.', examples: ['2026-11-30'] }),
    confirmed: Type.Boolean({ description: 'Must be true.' }),
  },
  { title: 'AcceptPartnerAgreement' },
);

export const PartnerLinkBody = Exact(
  { label: Type.String({ minLength: 1, maxLength: 60 }) },
  { title: 'NewPartnerLink' },
);

const Month = Type.String({ pattern: '^\\d{4}-\\d{2}$', description: 'By UTC.', examples: ['2026-11'] });

export const MonthParams = Exact({ month: Month });

/** The view of a partner: sums only, so that no merchant can be recognized. */
export const PartnerRooms = Exact(
  {
    kind: Kind,
    status: Status,
    terms: Terms,
    ...EARNINGS,
    links: Type.Array(Exact({ ...Link.properties, url: Type.String() }, { title: 'OwnPartnerLink' })),
    stages: Exact({ signed_up: Count, integrating: Count, live: Count }, { title: 'MerchantStages' }),
    months: Type.Array(
      Exact({ month: Type.String({ examples: ['2026-11'] }), share: Type.String({ examples: ['12.50'] }) }),
      { description: 'Shares by month, UTC, before the cap; the newest twelve with any.' },
    ),
    statements: Type.Array(
      Exact({ month: Month, number: Type.String({ examples: ['TG-7K2M9QXA-001'] }), paid: Euros, paid_at: Instant }),
      { description: 'Of the settled months, the newest first.' },
    ),
  },
  { title: 'PartnerRooms' },
);
export type PartnerRooms = Static<typeof PartnerRooms>;
