import type { ContactKind } from '../../domain/forms/contact.ts';
import type { StaffId } from '../../domain/ids.ts';
import { bool, bytes, defineTable, filled, inet, json, orNull, type RowOf, text, time, uuid } from '../core/table.ts';

const messageColumns = {
  id: uuid(),
  kind: text<ContactKind>(),
  reference: text(),
  name: text(),
  email: text(),
  subject: text(),
  message: text(),
  details: json<Readonly<Record<string, string>>>(),
  ip: orNull(inet()),
  wasProven: bool(),
  formHash: bytes(),
  contentHash: bytes(),
  assigneeId: orNull(uuid<StaffId>()),
  answeredAt: orNull(time()),
  spamAt: orNull(time()),
  createdAt: filled(time()),
  updatedAt: filled(time()),
};

/** Messages of visitors by the forms of the public pages. */
export const contactMessagesTable = defineTable('contact_message', messageColumns);
export type ContactMessageRow = RowOf<typeof messageColumns>;

/** The answers of staff. */
export const contactAnswersTable = defineTable('contact_answer', {
  id: uuid(),
  messageId: uuid(),
  staffId: uuid<StaffId>(),
  staffName: text(),
  text: text(),
  createdAt: filled(time()),
});
