import type { Language } from '../../domain/languages.ts';
import type { FraudSignal, ReferralStanding } from '../../domain/partners/fraud.ts';
import type { PartnerKind, SharedFee } from '../../domain/partners/terms.ts';
import type { PartnerStatus } from '../../domain/state/partner-status.ts';
import {
  bool,
  bytes,
  day,
  defineTable,
  filled,
  integer,
  minor,
  orNull,
  type RowOf,
  serial,
  small,
  text,
  texts,
  time,
  uuid,
  wide,
} from '../core/table.ts';

const partnerColumns = {
  id: uuid(),
  version: filled(integer()),
  kind: text<PartnerKind>(),
  status: filled(text<PartnerStatus>()),
  /** Of the message that applied. */
  reference: text(),
  name: text(),
  /** In lower case. */
  email: text(),
  language: filled(text<Language>()),
  company: orNull(text()),
  website: text(),
  subscribers: orNull(wide()),
  dailyVisitors: orNull(wide()),
  /** The staff member who reviews it. */
  reviewerId: orNull(uuid()),
  /** Written by the reviewer. */
  evidence: orNull(text()),
  note: orNull(text()),
  shareBps: orNull(integer()),
  capMinor: orNull(minor()),
  /** Of the link that leads to the agreement. */
  tokenHash: orNull(bytes()),
  tokenExpiresAt: orNull(time()),
  agreementVersion: orNull(text()),
  agreedAt: orNull(time()),
  agreedBy: orNull(uuid()),
  /** The account that is paid. */
  merchantId: orNull(uuid()),
  /** The shares of the merchants that count, in millionths of a euro. */
  accruedMicro: filled(minor()),
  /** The euro cents of that, up to the cap. */
  earnedMinor: filled(minor()),
  /** The euro cents that were given to the account. */
  settledMinor: filled(minor()),
  createdAt: filled(time()),
  updatedAt: filled(time()),
};

export const partnersTable = defineTable('partner', partnerColumns);
export type PartnerRow = RowOf<typeof partnerColumns>;

const linkColumns = {
  id: uuid(),
  partnerId: uuid(),
  code: text(),
  label: text(),
  closedAt: orNull(time()),
  createdAt: filled(time()),
};

export const partnerLinksTable = defineTable('partner_link', linkColumns);
export type PartnerLinkRow = RowOf<typeof linkColumns>;

/** How often a link was visited on a day, UTC. */
export const partnerLinkDaysTable = defineTable('partner_link_day', { linkId: uuid(), day: day(), visits: integer() });

const referralColumns = {
  merchantId: uuid(),
  partnerId: uuid(),
  linkId: uuid(),
  /** Null: the code was typed. */
  visitId: orNull(uuid()),
  touchedAt: time(),
  version: filled(integer()),
  standing: text<ReferralStanding>(),
  signals: filled(texts<FraudSignal>()),
  /** The signals that staff have seen and let pass. */
  cleared: filled(texts<FraudSignal>()),
  /** By staff. */
  isRefused: filled(bool()),
  decidedBy: orNull(uuid()),
  note: orNull(text()),
  accruedMicro: filled(minor()),
  checkedAt: filled(time()),
  createdAt: filled(time()),
};

/** The partner of each merchant that came by one. */
export const partnerReferralsTable = defineTable('partner_referral', referralColumns);
export type PartnerReferralRow = RowOf<typeof referralColumns>;

const shareColumns = {
  transferId: serial(),
  line: small(),
  partnerId: uuid(),
  merchantId: uuid(),
  /** The operation, such as `invoice:<uuid>`. */
  subject: text(),
  fee: text<SharedFee>(),
  asset: text(),
  feeMinor: minor(),
  shareMicro: minor(),
  chargedAt: time(),
};

/** The share of each fee; below zero where a fee was returned. */
export const partnerSharesTable = defineTable('partner_share', shareColumns);
export type PartnerShareRow = RowOf<typeof shareColumns>;

/** The fees whose share failed, until it succeeds. */
export const partnerUnsharedTable = defineTable('partner_unshared', {
  transferId: serial(),
  line: small(),
  merchantId: uuid(),
  /** Whether the partner was active when the fee was set aside: a later pause takes nothing of it. */
  earns: bool(),
  createdAt: filled(time()),
});

/** Amounts given to the account of a partner, once a month. */
export const partnerSettlementsTable = defineTable('partner_settlement', {
  partnerId: uuid(),
  /** By UTC, such as `2026-11`. */
  month: text(),
  merchantId: uuid(),
  minor: minor(),
  createdAt: filled(time()),
});

/** Up to which entry each account of fees was read. */
export const partnerFeeCursorsTable = defineTable('partner_fee_cursor', {
  accountId: serial(),
  through: serial(),
  line: small(),
});
