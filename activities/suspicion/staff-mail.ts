import type { SuspensionRow } from '../../db/suspicion/rows.ts';
import type { SuspicionAct } from '../../domain/suspicion/suspicion-waits.ts';
import { staffTime } from '../mail/staff-mails.ts';
import { type MailContent, renderMail } from '../mail/template.ts';

/** The email that reminds staff of a suspended operation. It names no person, because mailboxes are not safe enough. */
export function suspicionMail(
  row: SuspensionRow,
  { act, publicUrl }: { readonly act: SuspicionAct; readonly publicUrl: string },
): MailContent {
  const { subject, heading, paragraph } = WORDS[act];
  return renderMail({
    language: 'en',
    sender: 'Tidegate compliance',
    subject,
    heading,
    paragraphs: [paragraph],
    facts: [
      { label: 'Operation', value: `${row.kind} ${row.label}` },
      { label: 'Suspended', value: staffTime(row.suspendedAt) },
      { label: 'Report or release until', value: staffTime(row.dueAt) },
    ],
    button: { label: 'Open the operation', url: `${publicUrl}/compliance/operations/${row.id}` },
    footer: ['You get this email because you may report or release suspended operations.'],
  });
}

const WORDS: Readonly<
  Record<SuspicionAct, { readonly subject: string; readonly heading: string; readonly paragraph: string }>
> = {
  remind: {
    subject: 'A suspended operation is waiting for you',
    heading: 'Report it or release it',
    paragraph:
      'An operation is suspended. Within three working hours it is to be reported to the authority, or released.',
  },
  overdue: {
    subject: 'Overdue: a suspended operation',
    heading: 'The three working hours are over',
    paragraph: 'A suspended operation was neither reported nor released in time. Please act now.',
  },
  review: {
    subject: 'A reported operation is still held',
    heading: 'Still held',
    paragraph: 'An operation was reported and its money is still held. Please look whether it may be released.',
  },
};
