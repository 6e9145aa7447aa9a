import type {
  SavedAnswer as ShownAnswer,
  StaffTicket,
  StaffTicketLine,
  Ticket,
  TicketFile,
  TicketLine,
} from '../../contract/support.ts';
import type { AttachmentName } from '../../db/support/attachments.ts';
import type { TicketLine as ListedTicket, TicketThread } from '../../db/support/list.ts';
import type { ObjectName, ObjectStep } from '../../db/support/objects.ts';
import type { SavedAnswer } from '../../db/support/saved-answers.ts';
import { stateOf } from '../../db/support/state.ts';
import { answerDueMs, mayRate, statusOf, takes } from '../../domain/support/ticket.ts';

/** A ticket as its merchant sees it in a list. */
export function presentTicketLine(line: ListedTicket): TicketLine {
  return {
    id: line.id,
    reference: line.reference,
    subject: line.subject,
    status: statusOf(stateOf(line)),
    by: line.name,
    created_at: line.createdAt.toISOString(),
    updated_at: line.updatedAt.toISOString(),
  };
}

/** A ticket as its merchant sees it: without notes, without mail from strangers, and without names of staff. */
export function presentTicket(
  { line, messages, attachments }: TicketThread,
  object: ObjectName | undefined,
  nowMs: number,
): Ticket {
  const state = stateOf(line);
  return {
    ...presentTicketLine(line),
    about:
      line.aboutKind === null || line.aboutId === null || line.mode === null
        ? null
        : { kind: line.aboutKind, id: line.aboutId, mode: line.mode, reference: object?.reference ?? null },
    messages: messages
      .filter(({ author }) => author === 'customer' || author === 'staff')
      .map(({ id, author, name, text, createdAt }) => ({
        id,
        from: author === 'staff' ? 'support' : 'customer',
        by: author === 'staff' ? null : name,
        text,
        files: filesOf(attachments, id),
        at: createdAt.toISOString(),
      })),
    may_reply: takes(state, { type: 'asked' }, nowMs),
    may_rate: mayRate(state, line.rating),
    rating: line.rating,
  };
}

export function presentStaffTicketLine(line: ListedTicket, promiseHours: number): StaffTicketLine {
  const state = stateOf(line);
  const dueMs = answerDueMs(state, promiseHours);
  return {
    id: line.id,
    reference: line.reference,
    source: line.source,
    topic: line.topic,
    status: statusOf(state),
    priority: line.priority,
    subject: line.subject,
    name: line.name,
    email: line.email,
    company_name: line.companyName,
    assignee: line.assignee,
    answer_due_at: dueMs === null ? null : new Date(dueMs).toISOString(),
    created_at: line.createdAt.toISOString(),
  };
}

export interface StaffTicketParts {
  readonly thread: TicketThread;
  readonly object: ObjectName | undefined;
  readonly steps: readonly ObjectStep[];
  readonly colleagues: readonly { readonly id: string; readonly fullName: string }[];
  readonly savedAnswers: readonly SavedAnswer[];
  readonly promiseHours: number;
}

export function presentStaffTicket(parts: StaffTicketParts): StaffTicket {
  const { thread, object, steps, colleagues, savedAnswers, promiseHours } = parts;
  const { line, messages, attachments } = thread;
  return {
    ...presentStaffTicketLine(line, promiseHours),
    merchant_id: line.merchantId,
    assignee_id: line.assigneeId,
    language: line.language,
    details: Object.entries(line.details).map(([name, value]) => ({ name, value })),
    was_proven: line.wasProven,
    rating: line.rating,
    about:
      line.aboutKind === null || line.aboutId === null || line.mode === null
        ? null
        : {
            kind: line.aboutKind,
            id: line.aboutId,
            mode: line.mode,
            reference: object?.reference ?? null,
            steps: steps.map(({ at, type }) => ({ at: at.toISOString(), type })),
          },
    messages: messages.map(({ id, author, name, text, createdAt }) => ({
      id,
      author,
      name,
      text,
      files: filesOf(attachments, id),
      at: createdAt.toISOString(),
    })),
    colleagues: colleagues.map(({ id, fullName }) => ({ id, name: fullName })),
    saved_answers: savedAnswers.map(presentSavedAnswer),
  };
}

export function presentSavedAnswer({ changedBy, updatedAt, ...answer }: SavedAnswer): ShownAnswer {
  return { ...answer, changed_by: changedBy, changed_at: updatedAt.toISOString() };
}

function filesOf(attachments: readonly AttachmentName[], messageId: string): TicketFile[] {
  return attachments
    .filter((each) => each.messageId === messageId)
    .map(({ id, fileName, contentType, sizeBytes }) => ({
      id,
      file_name: fileName,
      content_type: contentType,
      size_bytes: sizeBytes,
    }));
}
