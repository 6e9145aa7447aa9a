import type { GreenfieldPermission } from '../../domain/greenfield/permissions.ts';
import type { KeptCheckout, KeptMetadata } from '../../domain/greenfield/shop-invoice.ts';
import type { ProfileId, UserId } from '../../domain/ids.ts';
import { bytes, defineTable, filled, json, minor, orNull, text, texts, time, uuid } from '../core/table.ts';

/** Keys of shop plugins that speak BTCPay's Greenfield API. */
export const greenfieldKeysTable = defineTable('greenfield_key', {
  id: uuid(),
  profileId: uuid<ProfileId>(),
  label: text(),
  /** SHA-256 of the key. */
  keyHash: bytes(),
  permissions: texts<GreenfieldPermission>(),
  createdBy: orNull(uuid<UserId>()),
  createdAt: filled(time()),
  lastUsedAt: orNull(time()),
  revokedAt: orNull(time()),
});

/** Fields that such a plugin sent with an invoice. They are written by the statement that creates the invoice. */
export const greenfieldInvoicesTable = defineTable('greenfield_invoice', {
  invoiceId: uuid(),
  profileId: uuid<ProfileId>(),
  orderId: orNull(text()),
  metadata: json<KeptMetadata>(),
  checkout: json<KeptCheckout>(),
  archivedAt: orNull(time()),
});

/** Refunds that such a plugin began: a page on which the payer names an address. */
export const greenfieldPullPaymentsTable = defineTable('greenfield_pull_payment', {
  id: uuid(),
  profileId: uuid<ProfileId>(),
  invoiceId: uuid(),
  name: text(),
  description: text(),
  currency: text(),
  amountMinor: minor(),
  createdAt: filled(time()),
  archivedAt: orNull(time()),
});
