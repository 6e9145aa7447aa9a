import type { StaffId } from '../../domain/ids.ts';
import { bytes, defineTable, filled, inet, integer, orNull, type RowOf, text, time, uuid } from '../core/table.ts';

/** Subscribers of product updates without an account. Subscribed: confirmed, and not unsubscribed. */
export const subscribersTable = defineTable('newsletter_subscriber', {
  id: uuid(),
  email: text(),
  consent: text(),
  requestedAt: time(),
  requestedIp: orNull(inet()),
  confirmedAt: orNull(time()),
  confirmedIp: orNull(inet()),
  unsubscribedAt: orNull(time()),
});

const updateColumns = {
  id: uuid(),
  version: filled(integer()),
  subject: text(),
  body: text(),
  writtenBy: uuid<StaffId>(),
  testedAt: orNull(time()),
  approvedBy: orNull(uuid<StaffId>()),
  approvedAt: orNull(time()),
  stoppedAt: orNull(time()),
  finishedAt: orNull(time()),
  discardedAt: orNull(time()),
  createdAt: filled(time()),
  updatedAt: filled(time()),
};

/** The texts of staff for people who agreed to product updates. */
export const updatesTable = defineTable('product_update', updateColumns);
export type UpdateRow = RowOf<typeof updateColumns>;

/** How somebody agreed to updates: on the public pages, or in an account. */
export type UpdateSource = 'subscriber' | 'user';

/** The mails of an update. */
export const updateMailsTable = defineTable('product_update_mail', {
  updateId: uuid(),
  mailHash: bytes(),
  source: text<UpdateSource>(),
  sourceId: uuid(),
  queuedAt: filled(time()),
  begunAt: orNull(time()),
  endedAt: orNull(time()),
  outcome: orNull(text<'sent' | 'refused' | 'skipped'>()),
});
