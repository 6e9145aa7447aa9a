import type { GateId, Mode } from '../../domain/assets.ts';
import type { FeePayer } from '../../domain/fees.ts';
import type { ApiTokenId, MerchantId, ProfileId, UserId } from '../../domain/ids.ts';
import type { Autoconversion } from '../../domain/invoices/record.ts';
import type { Language } from '../../domain/languages.ts';
import type { MerchantMailEvent } from '../../domain/merchant-mail.ts';
import type { Role, TokenPermission } from '../../domain/permissions.ts';
import type { MerchantStatus } from '../../domain/state/merchant.ts';
import type { TaxType } from '../../domain/tax.ts';
import {
  big,
  bool,
  bytes,
  defineTable,
  filled,
  inet,
  integer,
  json,
  type NewRow,
  orNull,
  type RowOf,
  text,
  texts,
  time,
  uuid,
} from '../table.ts';

const merchantColumns = {
  id: uuid<MerchantId>(),
  version: filled(integer()),
  status: filled(text<MerchantStatus>()),
  companyName: orNull(text()),
  feePlan: filled(text()),
  country: orNull(text()),
  website: orNull(text()),
  turnover: orNull(text()),
  industry: orNull(text()),
  contactHandle: orNull(text()),
  deletionRequestedAt: orNull(time()),
  moneyOutRestrictedAt: orNull(time()),
  invoicesRestrictedAt: orNull(time()),
  deletedAt: orNull(time()),
  createdAt: filled(time()),
};

/** A business that accepts payments. */
export const merchantsTable = defineTable('merchant', merchantColumns);
export type MerchantRow = RowOf<typeof merchantColumns>;

/** A person who signs in for a merchant. */
export const usersTable = defineTable('app_user', {
  id: uuid<UserId>(),
  merchantId: uuid<MerchantId>(),
  /** Lower case, unique over all merchants. */
  email: text(),
  fullName: text(),
  /** argon2id in PHC form. */
  passwordHash: text(),
  role: text<Role>(),
  /** The mode the back office shows. */
  activeMode: filled(text<Mode>()),
  country: orNull(text()),
  language: filled(text<Language>()),
  emailVerifiedAt: orNull(time()),
  termsAcceptedAt: orNull(time()),
  totpSecretSealed: orNull(bytes()),
  totpPendingSealed: orNull(bytes()),
  totpEnabledAt: orNull(time()),
  totpLastStep: orNull(big()),
  /** The role was given by somebody with 2FA on, and applies once this person has it on. */
  twoFaRequired: filled(bool()),
  mailSubscription: filled(bool()),
  notifySignIn: filled(bool()),
  productUpdates: filled(bool()),
  blockedAt: orNull(time()),
  removedAt: orNull(time()),
  lastLoginAt: orNull(time()),
  createdAt: filled(time()),
});

/** A signed-in browser. */
export const sessionsTable = defineTable('session', {
  /** SHA-256 of the cookie. */
  idHash: bytes(),
  userId: uuid<UserId>(),
  visitorId: orNull(text()),
  ip: orNull(inet()),
  userAgent: orNull(text()),
  createdAt: filled(time()),
  lastSeenAt: filled(time()),
  expiresAt: time(),
});

const profileColumns = {
  id: uuid<ProfileId>(),
  merchantId: uuid<MerchantId>(),
  version: filled(integer()),
  mode: text<Mode>(),
  name: text(),
  domain: orNull(text()),
  url: orNull(text()),
  logoUrl: orNull(text()),
  companyAddress: orNull(text()),
  companyPhone: orNull(text()),
  supportEmail: orNull(text()),
  showCompany: filled(bool()),
  invoiceCurrency: filled(text()),
  gates: texts<GateId>(),
  taxName: filled(text()),
  taxRateBps: filled(integer()),
  taxType: filled(text<TaxType>()),
  serviceFeePayer: filled(text<FeePayer>()),
  networkFeePayer: filled(text<FeePayer>()),
  autoconversion: filled(json<Autoconversion>()),
  autocomplete: filled(bool()),
  underpaidPolicy: filled(text<'reject' | 'accept'>()),
  underpaidToleranceBps: filled(integer()),
  overpaidToleranceBps: filled(integer()),
  lateToleranceBps: filled(integer()),
  notificationUrl: orNull(text()),
  /** What the merchant's people are mailed about. */
  emailEvents: filled(texts<MerchantMailEvent>()),
  /** Sealed by the secret box. */
  notificationKeySealed: bytes(),
  previousKeySealed: orNull(bytes()),
  previousKeyUntil: orNull(time()),
  createdAt: filled(time()),
};

/** How a merchant's invoices behave in one mode (spec §3, integration profile). */
export const profilesTable = defineTable('profile', profileColumns);
export type NewProfileRow = NewRow<typeof profileColumns>;

/** Credentials of a merchant's server. */
export const apiTokensTable = defineTable('api_token', {
  id: uuid<ApiTokenId>(),
  profileId: uuid<ProfileId>(),
  version: filled(integer()),
  name: text(),
  apiKey: text(),
  /** SHA-256 of the secret. */
  secretHash: bytes(),
  permissions: texts<TokenPermission>(),
  /** Addresses and CIDR ranges; none means anyone. */
  allowedIps: filled(texts()),
  lastUsedAt: orNull(time()),
  revokedAt: orNull(time()),
  createdAt: filled(time()),
  createdBy: orNull(text<UserId>()),
  secretRenewedBy: orNull(text<UserId>()),
  /** Made, renewed or given more power: its payouts cool off from then on. */
  armedAt: filled(time()),
});
