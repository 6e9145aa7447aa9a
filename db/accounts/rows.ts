import type { Role, TeamRole } from '../../domain/accounts/permissions.ts';
import type { Mode } from '../../domain/assets/assets.ts';
import type { MerchantId, UserId } from '../../domain/ids.ts';
import type { Language } from '../../domain/languages.ts';
import type { AcceptedDocument } from '../../domain/legal/documents.ts';
import {
  big,
  bool,
  bytes,
  defineTable,
  filled,
  inet,
  integer,
  json,
  orNull,
  text,
  time,
  uuid,
  uuids,
} from '../core/table.ts';

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
  /** The shop that it shows; null is the first. */
  activeShopId: orNull(uuid()),
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

/** Which version of a legal document a person accepted. */
export const legalAcceptancesTable = defineTable('legal_acceptance', {
  userId: uuid<UserId>(),
  document: text<AcceptedDocument>(),
  version: text(),
  acceptedAt: filled(time()),
});

/** A visitor's choice about cookies. */
export const cookieConsentsTable = defineTable('cookie_consent', {
  id: uuid(),
  version: text(),
  performance: bool(),
  functional: bool(),
  targeting: bool(),
  gpc: bool(),
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

/** The shops of a member who may work in these only. */
export const memberShopsTable = defineTable('member_shop', {
  userId: uuid<UserId>(),
  /** The merchant's id for the first shop. */
  shopId: uuid(),
});

/** A business that applies for an account, and the link that was mailed to it. */
export const applicationsTable = defineTable('account_application', {
  id: uuid(),
  tokenHash: bytes(),
  email: text(),
  contactHandle: text(),
  domain: text(),
  industry: text(),
  turnover: text(),
  language: text<Language>(),
  createdAt: filled(time()),
  expiresAt: time(),
  usedAt: orNull(time()),
});

/** Records of accounts for their owners. Keys: the front end has the texts. */
export type ActivityAction =
  | 'signed_up'
  | 'joined_team'
  | 'signed_in'
  | 'signed_out'
  | 'device_verified'
  | 'password_changed'
  | 'password_reset'
  | 'email_changed'
  | 'two_fa_enabled'
  | 'two_fa_disabled'
  | 'recovery_code_used'
  | 'session_ended'
  | 'subscription_changed'
  | 'company_named'
  | 'deletion_requested';

/** People's actions with their account, as its owners read them. */
export const activitiesTable = defineTable('activity', {
  id: uuid(),
  merchantId: uuid<MerchantId>(),
  userId: orNull(uuid<UserId>()),
  action: text<ActivityAction>(),
  ip: orNull(inet()),
  userAgent: orNull(text()),
  createdAt: filled(time()),
});

/** People whom an admin invited to the team. */
export const invitationsTable = defineTable('invitation', {
  id: uuid(),
  merchantId: uuid<MerchantId>(),
  email: text(),
  fullName: text(),
  role: text<TeamRole>(),
  /** The only shops that they may work in, the first by the id of its merchant; null is all. */
  onlyShops: orNull(uuids()),
  language: text<Language>(),
  tokenHash: bytes(),
  invitedBy: uuid<UserId>(),
  sentWithTwoFa: filled(bool()),
  createdAt: filled(time()),
  sentAt: filled(time()),
  expiresAt: time(),
  acceptedAt: orNull(time()),
  canceledAt: orNull(time()),
});

/** Browsers in which a user has proved to read the mailbox. */
export const knownDevicesTable = defineTable('known_device', {
  userId: uuid<UserId>(),
  cookieHash: bytes(),
  visitorId: text(),
  ip: orNull(inet()),
  userAgent: orNull(text()),
  createdAt: filled(time()),
  lastSeenAt: filled(time()),
});

/** How many tries were made of one thing, by a keyed hash. */
export const lockoutsTable = defineTable('lockout', {
  scope: text(),
  keyHash: bytes(),
  tries: integer(),
  windowEnds: time(),
});

/** Codes that replace a lost authenticator, as keyed hashes. */
export const recoveryCodesTable = defineTable('recovery_code', {
  userId: uuid<UserId>(),
  codeHash: bytes(),
  usedAt: orNull(time()),
});

/** The actions that a code by mail approves. */
export type CodePurpose =
  | 'sign_up'
  | 'verify_email'
  | 'new_device'
  | 'reset_password'
  | 'two_fa'
  | 'email_current'
  | 'email_new'
  | 'payout'
  | 'card_order';

/** Questions that codes and links sent by email answer. */
export const verificationCodesTable = defineTable('verification_code', {
  id: uuid(),
  purpose: text<CodePurpose>(),
  handleHash: orNull(bytes()),
  email: text(),
  userId: orNull(uuid<UserId>()),
  bound: filled(json<Readonly<Record<string, unknown>>>()),
  codeHash: orNull(bytes()),
  codeExpiresAt: time(),
  sentAt: time(),
  expiresAt: time(),
  usedAt: orNull(time()),
  createdAt: filled(time()),
});

/** Browsers by their fingerprint. */
export const visitorsTable = defineTable('visitor', {
  id: text(),
  firstSeenAt: filled(time()),
  lastSeenAt: filled(time()),
  userAgent: orNull(text()),
  ip: orNull(inet()),
});
