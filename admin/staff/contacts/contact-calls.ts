import type { AnswerContactBody, ContactView } from '../../../contract/contact.ts';
import type { StaffApi } from '../data/staff-call.ts';

export const contactCalls = (api: StaffApi) => ({
  assignContact: (id: string, assignee_id: string | null) =>
    api.post<ContactView>(`contacts/${id}/assign`, { assignee_id }),
  markContact: (id: string, spam: boolean) => api.post<ContactView>(`contacts/${id}/spam`, { spam }),
  answerContact: (id: string, body: AnswerContactBody) => api.post<ContactView>(`contacts/${id}/answer`, body),
});
