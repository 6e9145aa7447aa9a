import type { AnswerTicketBody, SavedAnswer, StaffTicket, TicketNoteBody } from '../../../contract/support.ts';
import type { TicketPriority } from '../../../domain/support/ticket.ts';
import type { StaffApi } from '../data/staff-call.ts';

export const ticketCalls = (api: StaffApi) => ({
  answerTicket: (id: string, body: AnswerTicketBody) => api.post<StaffTicket>(`tickets/${id}/answer`, body),
  noteTicket: (id: string, body: TicketNoteBody) => api.post<StaffTicket>(`tickets/${id}/note`, body),
  assignTicket: (id: string, assignee_id: string | null) =>
    api.post<StaffTicket>(`tickets/${id}/assign`, { assignee_id }),
  prioritizeTicket: (id: string, priority: TicketPriority) =>
    api.post<StaffTicket>(`tickets/${id}/priority`, { priority }),
  closeTicket: (id: string) => api.post<StaffTicket>(`tickets/${id}/close`, {}),
  markTicket: (id: string, spam: boolean) => api.post<StaffTicket>(`tickets/${id}/spam`, { spam }),
  saveAnswer: (id: string, body: { readonly title: string; readonly text: string }) =>
    api.put<SavedAnswer[]>(`saved-answers/${id}`, body),
});
