import type { QueryKey } from '@tanstack/react-query';
import type {
  AnswerTicketBody,
  SavedAnswer,
  SavedAnswerBody,
  StaffTicket,
  TicketNoteBody,
} from '../../../contract/support.ts';
import type { TicketPriority } from '../../../domain/support/ticket.ts';
import type { StaffApi } from '../data/staff-call.ts';

export const SAVED_ANSWERS: QueryKey = ['saved-answers'];

export const ticketCalls = (api: StaffApi) => ({
  answerTicket: (id: string, body: AnswerTicketBody) => api.post<StaffTicket>(`tickets/${id}/answer`, body),
  noteTicket: (id: string, body: TicketNoteBody) => api.post<StaffTicket>(`tickets/${id}/note`, body),
  assignTicket: (id: string, assignee_id: string | null) =>
    api.post<StaffTicket>(`tickets/${id}/assign`, { assignee_id }),
  prioritizeTicket: (id: string, priority: TicketPriority) =>
    api.post<StaffTicket>(`tickets/${id}/priority`, { priority }),
  closeTicket: (id: string) => api.post<StaffTicket>(`tickets/${id}/close`, {}),
  markTicket: (id: string, spam: boolean) => api.post<StaffTicket>(`tickets/${id}/spam`, { spam }),
  savedAnswers: () => api.get<SavedAnswer[]>('saved-answers'),
  saveAnswer: (id: string, body: SavedAnswerBody) => api.put<SavedAnswer[]>(`saved-answers/${id}`, body),
  deleteAnswer: ({ id, version }: Pick<SavedAnswer, 'id' | 'version'>) =>
    api.delete<SavedAnswer[]>(`saved-answers/${id}?version=${version}`),
});
