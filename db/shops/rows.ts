import type { ProfileMailEvent } from '../../domain/accounts/merchant-mail.ts';
import type { TokenPermission } from '../../domain/accounts/permissions.ts';
import type { CryptoGateId, GateId, Mode } from '../../domain/assets/assets.ts';
import type { ApiTokenId, MerchantId, ProfileId, UserId } from '../../domain/ids.ts';
import type { Autoconversion } from '../../domain/invoices/record.ts';
import type { FeeOperation, FeePayer } from '../../domain/money/fees.ts';
import type { TaxType } from '../../domain/money/tax.ts';
import type { MerchantStatus } from '../../domain/state/merchant.ts';
import type { ApiVersion } from '../../domain/versions/api-versions.ts';
import {
  bool,
  bytes,
  defineTable,
  filled,
  integer,
  json,
  minor,
  type NewRow,
  orNull,
  type RowOf,
  text,
  texts,
  time,
  uuid,
} from '../core/table.ts';

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
  /** IANA name: figures count the days of this zone; null is UTC. */
  timeZone: orNull(text()),
  createdAt: filled(time()),
};

/** A business that accepts payments. */
export const merchantsTable = defineTable('merchant', merchantColumns);
export type MerchantRow = RowOf<typeof merchantColumns>;

const profileColumns = {
  id: uuid<ProfileId>(),
  merchantId: uuid<MerchantId>(),
  version: filled(integer()),
  mode: text<Mode>(),
  /** Null in the merchant's first shop. */
  shopId: orNull(uuid()),
  /** Since when it takes no new payments. */
  closedAt: orNull(time()),
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
  refundFeePayer: filled(text<FeePayer>()),
  conversionFeePayer: filled(text<FeePayer>()),
  autoconversion: filled(json<Autoconversion>()),
  autocomplete: filled(bool()),
  underpaidPolicy: filled(text<'reject' | 'accept'>()),
  underpaidToleranceBps: filled(integer()),
  overpaidToleranceBps: filled(integer()),
  lateToleranceBps: filled(integer()),
  notificationUrl: orNull(text()),
  /** The events that the merchant's people are mailed about. */
  emailEvents: filled(texts<ProfileMailEvent>()),
  /** Of those that the release before does not know. */
  newerEmailEvents: filled(texts<ProfileMailEvent>()),
  /** Sealed by the secret box. */
  notificationKeySealed: bytes(),
  previousKeySealed: orNull(bytes()),
  previousKeyUntil: orNull(time()),
  /** Of webhooks to notification URLs. */
  apiVersion: filled(text<ApiVersion>()),
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
  /** Of calls that name none. */
  apiVersion: filled(text<ApiVersion>()),
});

/** The price of each operation by plan. */
export const feePlansTable = defineTable('fee_plan', {
  plan: text(),
  operation: text<FeeOperation>(),
  feeBps: integer(),
});

/** The logo of a profile. */
export const logosTable = defineTable('logo', {
  id: uuid(),
  profileId: uuid<ProfileId>(),
  png: bytes(),
  width: integer(),
  height: integer(),
  createdAt: filled(time()),
});

/** Links that create an invoice for each payer who opens them. */
export const paymentLinksTable = defineTable('payment_link', {
  id: uuid(),
  profileId: uuid<ProfileId>(),
  title: text(),
  description: orNull(text()),
  amountMinor: minor(),
  currency: text(),
  gates: orNull(texts<CryptoGateId>()),
  successUrl: orNull(text()),
  active: filled(bool()),
  invoiceCount: filled(integer()),
  createdAt: filled(time()),
});
