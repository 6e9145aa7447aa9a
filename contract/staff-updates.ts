import { type Static, Type } from 'typebox';
import { MAX_BODY_LENGTH, MAX_SUBJECT_LENGTH, UPDATE_STATUSES } from '../domain/updates/update.ts';
import { Exact, Instant, Nullable, Text, Uuid } from './basics.ts';
import { staffPaging } from './staff-cases.ts';

const Subject = Type.String({
  minLength: 1,
  maxLength: MAX_SUBJECT_LENGTH,
  pattern: '^[^\\u0000-\\u001f\\u007f]*\\S[^\\u0000-\\u001f\\u007f]*$',
  description: 'One line.',
});

export const UpdateLine = Exact(
  {
    id: Uuid,
    version: Type.Integer(),
    subject: Type.String(),
    status: Type.Enum(UPDATE_STATUSES, { type: 'string', title: 'UpdateStatus' }),
    written_by: Type.String(),
    approved_by: Nullable(Type.String()),
    counts: Exact({
      queued: Type.Integer({ description: 'On their way.' }),
      sent: Type.Integer({ description: 'Taken by the mail server.' }),
      refused: Type.Integer(),
      skipped: Type.Integer({ description: 'Not wanted any more when it was their turn, or stopped.' }),
      unknown: Type.Integer({ description: 'Cut off while the mail server got them; they are not sent again.' }),
    }),
    created_at: Instant,
    approved_at: Nullable(Instant),
  },
  { title: 'ProductUpdateLine' },
);
export type UpdateLine = Static<typeof UpdateLine>;

export const UpdateView = Exact(
  {
    ...UpdateLine.properties,
    body: Type.String(),
    tested_at: Nullable(Type.String({ format: 'date-time', description: 'Of the present text.' })),
    readers: Type.Integer({ description: 'How many addresses would get it now.' }),
    missing: Nullable(Type.String({ description: 'What keeps you from approving it.' })),
  },
  { title: 'ProductUpdate' },
);
export type UpdateView = Static<typeof UpdateView>;

export const UpdateListQuery = Exact({ page: staffPaging.page, per_page: staffPaging.per_page });

export const WriteUpdateBody = Exact(
  { subject: Subject, body: Text(MAX_BODY_LENGTH, 'Plain text; an empty line begins a paragraph.') },
  { title: 'WriteProductUpdate' },
);
export type WriteUpdateBody = Static<typeof WriteUpdateBody>;

const version = Type.Integer({ minimum: 1, description: 'Of the text that you have read.' });
export const ChangeUpdateBody = Exact({ ...WriteUpdateBody.properties, version }, { title: 'ChangeProductUpdate' });
export type ChangeUpdateBody = Static<typeof ChangeUpdateBody>;
export const ApproveUpdateBody = Exact({ version }, { title: 'ApproveProductUpdate' });
